// Makes what reads JSON from what writes it: types and records for JavaScript, and pages in docs, of src/base/json/contract.def.
//     node tools/contract.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const tree = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const source = 'src/base/json/contract.def';
const text = readFileSync(path.join(tree, source), 'utf8').replace(/\/\*[^]*?\*\/|^#.*$/gm, '');

let version = 0;
const unions = [], records = [];
for (const [, kind, inside] of text.matchAll(/PDK_JSON_([A-Z]+)\(((?:"[^"]*"|[^")])*)\)/g)) {
    const parts = inside.replace(/"\s*"/g, match => (match === '""' ? match : '')).match(/"[^"]*"|[^\s,"]+/g).map(part => part.replace(/"/g, ''));
    if (kind === 'VERSION') version = Number(parts[0]);
    else if (kind === 'UNION') unions.push({ name: parts[0], values: parts[1], meaning: parts[2] });
    else if (kind === 'RECORD') records.push({ id: parts[0], name: parts[1], base: parts[2] === 'none' ? null : parts[2], meaning: parts[3], keys: [] });
    else {
        const record = records.at(-1), [id, key, given, meaning] = parts, optional = given.startsWith('? ');
        if (id !== record?.id) throw new Error(`${source}: ${id}.${key} is not below the record ${id}`);
        record.keys.push({ key, type: optional ? given.slice(2) : given, optional, meaning });
    }
}
if (!version || !unions.length || !records.length) throw new Error(`${source}: nothing is found in it`);

const remark = meaning => (meaning ? ` // ${meaning}` : '');
const head = `// Made by tools/contract.mjs from ${source}: edit that.`;
const types = [
    head,
    'export const version: number;',
    'export const records: { [name: string]: { base: string | null; keys: { [key: string]: string } } };',
    'export const unions: { [name: string]: string };',
    ...unions.map(({ name, values, meaning }) => `\n// ${meaning[0].toUpperCase()}${meaning.slice(1)}.\nexport type ${name} = ${values};`),
    ...records.map(({ name, base, meaning, keys }) => [
        `\n// ${meaning[0].toUpperCase()}${meaning.slice(1)}.`,
        `export interface ${name}${base ? ` extends ${base}` : ''} {`,
        ...keys.map(({ key, type, optional, meaning }) => `  ${key}${optional ? '?' : ''}: ${type};${remark(meaning)}`),
        '}',
    ].join('\n')),
    '',
].join('\n');
const values = {
    records: Object.fromEntries(records.map(({ name, base, keys }) => [name, { base, keys: Object.fromEntries(keys.map(({ key, type, optional }) => [key, optional ? `? ${type}` : type])) }])),
    unions: Object.fromEntries(unions.map(({ name, values }) => [name, values])),
};
const script = [head, `export const version = ${version};`, ...Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 1)};`), ''].join('\n');
const cell = words => words.replace(/\|/g, '\\|');
// Two pages: documents and their parts, and from this record on the blocks of numbers that the page reads.
const firstBlock = records.findIndex(({ name }) => name === 'BlockHead');
if (firstBlock < 1) throw new Error(`${source}: BlockHead begins the second page, and is missing`);
const pages = [
    { file: 'contract.md', records: records.slice(0, firstBlock), head: [
        '# JSON of documents', '',
        `What \`paddock info --json\`, the [JavaScript package](wasm.md) and the [page](web.md) say of a document, in the same words. Version ${version}.`,
        `This page is made from \`${source}\` by \`make contract\`; writers take their keys from there, and so do the types of the page and the package.`,
        '[The second page](contract-blocks.md) has the blocks of numbers.', '',
        'A page opens data of its own version only. The version counts up with each change that would mislead an older page.', '',
        '## Words', '', '| type | values | what |', '|---|---|---|',
        ...unions.map(({ name, values, meaning }) => `| ${name} | ${values.split(' | ').map(value => `\`${value.slice(1, -1)}\``).join(' ')} | ${meaning} |`),
    ] },
    { file: 'contract-blocks.md', records: records.slice(firstBlock), head: [
        '# JSON of blocks', '',
        `What the [page](web.md) reads beside packed numbers: tracks, meshes, scenes, pictures, traces. Version ${version}.`,
        `This page is made from \`${source}\` by \`make contract\`. [The first page](contract.md) has documents, and the words used here.`,
    ] },
];
const pageOf = name => pages.find(page => page.records.some(record => record.name === name)).file;
const link = (name, page) => `[${name}](${pageOf(name) === page ? '' : pageOf(name)}#${name.toLowerCase()})`;
const describe = page => [
    ...page.head,
    ...page.records.flatMap(({ name, base, meaning, keys }) => [
        '', `## ${name}`, '', `${meaning[0].toUpperCase()}${meaning.slice(1)}.${base ? ` It has the keys of ${link(base, page.file)} too.` : ''}`, '',
        '| key | type | what |', '|---|---|---|',
        ...keys.map(({ key, type, optional, meaning }) => `| \`${key}\` | \`${cell(type)}\` | ${[optional ? 'may be left out' : '', meaning].filter(Boolean).join('; ')} |`),
    ]),
    '',
].join('\n');

// What several places show by one rule, or say in the same words.
const camel = name => name.replace(/_./g, ([, letter]) => letter.toUpperCase());
const shared = readFileSync(path.join(tree, 'src/base/base/shown.def'), 'utf8');
const shown = [
    '// Made by tools/contract.mjs from src/base/base/shown.def: edit that.',
    ...Array.from(shared.matchAll(/^PDK_SHOWN_NUMBER\((\w+), ([\d.]+), "(.*)"\)$/gm), ([, name, value, meaning]) => `export const ${camel(name)} = ${value}; // ${meaning}`),
    'export const words = {',
    ...Array.from(shared.matchAll(/^PDK_SHOWN_WORDS\((\w+), "(.*)"\)$/gm), ([, name, text]) => `    ${camel(name)}: ${text.includes("'") ? `"${text}"` : `'${text}'`},`),
    '};',
    '',
].join('\n');

// Colours of series, for the page as for pictures.
const colours = Array.from(readFileSync(path.join(tree, 'src/picture/plot/series.def'), 'utf8').matchAll(/^PDK_SERIES\(0x(\w{6}), 0x(\w{6})\)$/gm), ([, light, dark]) => [light, dark]);
const list = which => `[${colours.map(each => `'#${each[which].toLowerCase()}'`).join(', ')}]`;
const series = ['// Made by tools/contract.mjs from src/picture/plot/series.def: edit that.', 'export const series = {', `    light: ${list(0)},`, `    dark: ${list(1)},`, '};', ''].join('\n');

const made = { 'web/src/base/shown.ts': shown, 'web/src/base/series.ts': series, 'bindings/wasm/contract.d.ts': types, 'bindings/wasm/contract.js': script, ...Object.fromEntries(pages.map(page => [`docs/${page.file}`, describe(page)])) };
let stale = 0;
for (const [file, wanted] of Object.entries(made)) {
    const at = path.join(tree, file);
    if (!process.argv.includes('--check')) writeFileSync(at, wanted);
    else if (readFileSync(at, 'utf8') !== wanted) {
        console.log(`${file} is not what ${source} gives: run make contract`);
        stale = 1;
    }
}
process.exit(stale);
