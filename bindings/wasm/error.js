/** What failed: `status` ("corrupt"), `code` ("rld.tris.tag"), `offset` in bytes or null, `where` by names of layouts, or "". */
export class PaddockError extends Error {
  constructor({ status, code, offset = null, where = '', message }) {
    super(message);
    this.name = 'PaddockError';
    this.status = status;
    this.code = code;
    this.offset = offset;
    this.where = where;
  }
}

export const argumentError = (code, message) => new PaddockError({ status: 'bad argument', code, message });
