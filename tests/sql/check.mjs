// A Parquet file beside the rows that `paddock table --format jsonl` prints:  check.mjs FILE.parquet ROWS.jsonl FORMAT TABLE
import { readFileSync } from 'node:fs';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const [file, lines, format, table] = process.argv.slice(2);
const bytes = readFileSync(file);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const metadata = parquetMetadata(buffer);
const rows = await parquetReadObjects({ file: buffer, compressors, utf8: false });
const wanted = readFileSync(lines, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));

function fail(message) {
    console.log(`  ${file}: ${message}`);
    process.exit(1);
}

// Text as text, bytes as hex, whole numbers of 64 bits as numbers, NaN as JSON has it.
function plain(value, hex) {
    if (typeof value === 'bigint') return Number(value);
    if (value instanceof Uint8Array) return Buffer.from(value).toString(hex ? 'hex' : 'utf8');
    if (typeof value === 'number' && !Number.isFinite(value)) return null;
    return value ?? null;
}

if (rows.length === 0 || rows.length !== wanted.length) fail(`${rows.length} rows, not ${wanted.length}`);
const names = Object.keys(wanted[0]);
const binary = new Set(metadata.schema.filter((part) => part.type === 'BYTE_ARRAY' && part.converted_type !== 'UTF8').map((part) => part.name));
const floats = new Set(metadata.schema.filter((part) => part.type === 'FLOAT').map((part) => part.name));
for (let i = 0; i < rows.length; i++) {
    for (const name of names) {
        const got = plain(rows[i][name], binary.has(name));
        const want = floats.has(name) && wanted[i][name] !== null ? Math.fround(wanted[i][name]) : wanted[i][name];
        if (got !== want) fail(`row ${i}, ${name}: ${got}, not ${want}`);
    }
}
const pairs = Object.fromEntries(metadata.key_value_metadata.map(({ key, value }) => [key, value]));
if (pairs.format !== format || pairs.table !== table || !pairs.path) fail(`metadata: ${JSON.stringify(pairs).slice(0, 200)}`);
const columns = JSON.parse(pairs.columns);
if (!names.every((name) => columns[name] && columns[name].certainty)) fail('a column is not described');
if (!names.some((name) => columns[name].unit) && table !== 'events') fail('no column has a unit');
if (!metadata.row_groups.every((group) => group.columns.every((column) => column.meta_data.codec === 'ZSTD'))) fail('not packed with zstd');
