// Makes the reference of the C interface of bindings/paddock-api.json: a man page for each header in docs/man, and docs/reference.html.
//     node tools/reference.mjs [--check]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const tree = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const api = JSON.parse(readFileSync(path.join(tree, 'bindings/paddock-api.json'), 'utf8'));
const of = (list, header) => list.filter(each => each.header === header);

// ------------------------------------------------------------------------------------------------ in words

const spaced = (type, name) => `${type}${/\*$/.test(type) ? '' : ' '}${name}`;
function declaration({ name, type, array = [], parameters }) {
    if (parameters) return `${spaced(type, '')}(*${name})(${parameters.map(declaration).join(', ') || 'void'})`;
    const pointer = type.match(/^(.*) \(\*\)(\[\w+\])$/); // to arrays
    if (pointer) return `${pointer[1]} (*${name})${pointer[2]}`;
    return `${spaced(type, name)}${array.map(size => `[${size}]`).join('')}`;
}
const prototype = ({ name, returns, parameters }) => `${spaced(returns.type, name)}(${parameters.map(declaration).join(', ') || 'void'});`;

// What the comment need not say: by the conventions of all calls.
function notes({ returns, parameters, threads }) {
    const said = [];
    const list = names => (names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]);
    const free = parameters.filter(each => each.null && !each.consumed).map(each => each.name);
    if (free.length) said.push(`${list(free)} may be NULL.`);
    for (const each of parameters) {
        if (each.owner === 'caller') said.push(`Close ${each.name} with ${each.closed_by}.`);
        else if (each.owner && each.owner !== 'library') said.push(`${each.name} belongs to ${each.owner}.`);
    }
    if (returns.owner === 'caller') said.push(`Close what it returns with ${returns.closed_by}.`);
    else if (returns.owner && returns.owner !== 'library') said.push(`What it returns belongs to ${returns.owner}.`);
    if (threads === 'one') said.push('One thread at a time for each object that is not const.');
    return said.join(' ');
}

// ------------------------------------------------------------------------------------------------ man pages

const roff = text => text.replace(/\\/g, '\\e').replace(/-/g, '\\-').replace(/^(['.])/gm, '\\&$1');
// Prototypes within 78 columns: the parameters below each other's begin.
function wrapped({ name, returns, parameters }) {
    const begin = `${spaced(returns.type, name)}(`, lines = [begin];
    parameters.forEach((each, i) => {
        const text = `${declaration(each)}${i + 1 < parameters.length ? ',' : ''}`;
        if (lines.at(-1).length + text.length + 1 > 76 && lines.at(-1).trim() !== '') lines.push(' '.repeat(Math.min(begin.length, 8)) + text);
        else lines[lines.length - 1] += `${lines.at(-1).endsWith('(') ? '' : ' '}${text}`;
    });
    lines[lines.length - 1] += `${parameters.length ? '' : 'void'});`;
    return lines.map(line => `.B "${roff(line)}"`);
}
const block = text => ['.PP', '.nf', '.RS 4', roff(text), '.RE', '.fi'];
const prose = text => text.split('\n').flatMap(line => (/^ {2}/.test(line) ? ['.br', roff(line.trim())] : ['.PP', roff(line)]));
const pageName = header => `paddock_${header.replace('.h', '')}`;

function page(header) {
    const { meaning, example } = api.headers.find(each => each.name === header), [first, ...more] = meaning.split('\n');
    const functions = of(api.functions, header), structs = of(api.structs, header), enums = of(api.enums, header), callbacks = of(api.callbacks, header),
        constants = of(api.constants, header);
    const others = api.headers.map(each => pageName(each.name)).filter(name => name !== pageName(header));
    return [
        `.\\" Made by tools/reference.mjs from the headers: edit these.`,
        `.TH ${pageName(header).toUpperCase()} 3 "" "Paddock ${api.version}" "Paddock library"`,
        '.SH NAME', `${[pageName(header), ...functions.map(each => each.name)].join(', ')} \\- ${roff(first.replace(/[.?]$/, ''))}`,
        '.SH SYNOPSIS', '.nf', `#include <paddock/${header}>`, ...functions.flatMap(wrapped), '.fi',
        ...(more.length ? ['.SH DESCRIPTION', ...prose(more.join('\n'))] : []),
        ...(example ? ['.SH EXAMPLE', ...block(example).slice(1)] : []),
        ...(functions.length ? ['.SH FUNCTIONS', ...functions.flatMap(each => [`.SS ${each.name}`, '.nf', ...wrapped(each), '.fi',
            ...(each.meaning ? prose(each.meaning) : []), ...(notes(each) ? ['.PP', roff(notes(each))] : [])])] : []),
        ...(callbacks.length ? ['.SH CALLBACKS', ...callbacks.flatMap(each => ['.TP', `.B ${roff(declaration({ name: each.name, type: each.returns, parameters: each.parameters }))}`, roff(each.meaning ?? '')])] : []),
        ...(structs.length ? ['.SH STRUCTS', ...structs.flatMap(each => [`.SS ${each.name}`, ...(each.meaning ? prose(each.meaning) : []), ...membersOf(each.members, '')])] : []),
        ...(enums.length ? ['.SH ENUMS', ...enums.flatMap(each => [`.SS ${each.name}`, ...(each.meaning ? prose(each.meaning) : []),
            ...each.values.flatMap(value => ['.TP', `.B ${value.name} = ${roff(String(value.number))}`, roff((value.meaning ?? '').replace(/\n/g, ' '))])])] : []),
        ...(constants.length ? ['.SH CONSTANTS', ...constants.flatMap(each => ['.TP', `.B ${each.name} = ${roff(String(each.value))}`, roff((each.meaning ?? '').replace(/\n/g, ' '))])] : []),
        '.SH SEE ALSO', `paddock(1), ${others.map(name => `${name}(3)`).join(', ')}`, '',
    ].filter((line, i, all) => line !== '' || i === all.length - 1).join('\n');
}
function membersOf(members, at) {
    return members.flatMap(each => (each.members
        ? membersOf(each.members, `${at}${each.name}.`)
        : ['.TP', `.B ${roff(declaration({ ...each, name: `${at}${each.name}` }))}`, roff((each.meaning ?? '').replace(/\n/g, ' '))]));
}

// ------------------------------------------------------------------------------------------------ one page for browsers

const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const known = new Map([...api.functions, ...api.structs, ...api.enums, ...api.callbacks, ...api.objects].map(each => [each.name, each]));
const linked = text => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>').replace(/\bpdk_[a-z0-9_]+\b/g, name => (known.has(name) ? `<a href="#${name}">${name}</a>` : name));
const paragraphs = text => text.split('\n').map(line => (/^ {4}/.test(line) ? `<pre>${escaped(line.slice(4))}</pre>` : `<p>${linked(line.trim())}</p>`)).join('').replaceAll('</pre><pre>', '\n');
const rows = (list, kind = '') => `<table${kind}>${list.map(([code, meaning]) => `<tr><td><code>${linked(code)}</code></td><td>${linked(meaning ?? '')}</td></tr>`).join('\n')}</table>`;
const flat = (members, at) => members.flatMap(each => (each.members ? flat(each.members, `${at}${each.name}.`) : [[declaration({ ...each, name: `${at}${each.name}` }), each.meaning]]));
const thing = (name, inside) => `<section id="${name}"><h3>${name}</h3>${inside}</section>`;

function part({ name, meaning, example }) {
    return [
        `<h2 id="${name}">${name}</h2>`, paragraphs(meaning), example ? `<pre>${escaped(example)}</pre>` : '',
        ...of(api.functions, name).map(each => thing(each.name, `<pre class="prototype">${linked(prototype(each))}</pre>${each.meaning ? paragraphs(each.meaning) : ''}${notes(each) ? `<p class="note">${linked(notes(each))}</p>` : ''}`)),
        ...of(api.objects, name).map(each => thing(each.name, `<p>${each.closed_by ? `An object; ${linked(each.closed_by)} closes it.` : 'An object that belongs to another.'}</p>${each.meaning ? paragraphs(each.meaning) : ''}`)),
        ...of(api.callbacks, name).map(each => thing(each.name, `<pre class="prototype">${linked(declaration({ name: each.name, type: each.returns, parameters: each.parameters }))};</pre>${each.meaning ? paragraphs(each.meaning) : ''}`)),
        ...of(api.structs, name).map(each => thing(each.name, `${each.meaning ? paragraphs(each.meaning) : ''}${rows(flat(each.members, ''))}`)),
        ...of(api.enums, name).map(each => thing(each.name, `${each.meaning ? paragraphs(each.meaning) : ''}${rows(each.values.map(value => [`${value.name} = ${value.number}`, value.meaning]))}`)),
        of(api.constants, name).length ? `<h3>Constants</h3>${rows(of(api.constants, name).map(each => [`${each.name} = ${each.value}`, each.meaning]))}` : '',
    ].filter(Boolean).join('\n');
}
const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Paddock ${api.version}: the C interface</title>
<!-- Made by tools/reference.mjs from the headers: edit these. -->
<style>
:root { color-scheme: light dark; --quiet: light-dark(#5b636e, #a3abb5); --line: light-dark(#dcdfe4, #30353c); --ground: light-dark(#f5f6f8, #1b1e22); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
nav { columns: 12rem; margin-bottom: 2rem; }
nav a { display: block; }
h2 { border-top: 1px solid var(--line); padding-top: 1.5rem; margin-top: 3rem; }
h3 { margin: 2rem 0 0.3rem; font-family: ui-monospace, monospace; font-size: 1.05rem; }
pre { background: var(--ground); padding: 0.6rem 0.8rem; overflow-x: auto; font-size: 0.9rem; }
pre.prototype { white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
td { border-top: 1px solid var(--line); padding: 0.25rem 0.6rem 0.25rem 0; vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 45%; }
.words td:first-child { width: 8rem; }
p { margin: 0.4rem 0; }
.note { color: var(--quiet); }
section:target h3 { background: light-dark(#fff2b8, #4d4420); }
</style>
<h1>The C interface of Paddock ${api.version}</h1>
<nav>
${api.headers.map(each => `<a href="#${each.name}">${each.name}</a>`).join('\n')}
</nav>
${rows(Object.entries(api.conventions), ' class="words"')}
${api.headers.map(part).join('\n')}
</html>
`;

// ------------------------------------------------------------------------------------------------ writing

const made = { 'docs/reference.html': html, ...Object.fromEntries(api.headers.map(each => [`docs/man/${pageName(each.name)}.3`, page(each.name)])) };
let stale = 0;
for (const [file, wanted] of Object.entries(made)) {
    const at = path.join(tree, file);
    if (!process.argv.includes('--check')) writeFileSync(at, wanted);
    else if (readFileSync(at, 'utf8') !== wanted) {
        console.log(`${file} is not what the headers give: run make contract`);
        stale = 1;
    }
}
for (const file of readdirSync(path.join(tree, 'docs/man'))) {
    if (!/\.3$/.test(file) || made[`docs/man/${file}`]) continue;
    console.log(`docs/man/${file} belongs to no header`);
    stale = 1;
}
process.exit(stale);
