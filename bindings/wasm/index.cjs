// For require(): the package is an ES module, which loads here with the library.
exports.load = async (options) => (await import('./index.js')).load(options);
exports.isValid = (validity, row) => validity === null || (validity[row >> 3] & (1 << (row & 7))) !== 0;
