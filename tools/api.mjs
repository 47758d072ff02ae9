// Makes bindings/paddock-api.json of the headers in include/paddock: for generators of bindings.
//     node tools/api.mjs [--check | --c]
// --check: is the file what the headers give? --c: a C program that compiles where the file says about types, members,
// numbers and functions what the compiler says about the headers.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const tree = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = path.join(tree, 'include/paddock'), out = path.join(tree, 'bindings/paddock-api.json');

// ------------------------------------------------------------------------------------------------ reading

// Plain text of a comment: one line for each paragraph; what is indented keeps its lines.
function plain(comment) {
    const lines = comment.replace(/^\/\*+ ?|\s*\*+\/$/g, '').split('\n').map(line => line.replace(/^\s*\* ?/, '').trimEnd());
    if (/^\s*-{8}/.test(lines[0])) return ''; // a ruler between sections
    const paragraphs = [];
    let open = false;
    for (const line of lines) {
        const indented = /^ {2}/.test(line);
        if (line && open && !indented) paragraphs[paragraphs.length - 1] += ` ${line.trim()}`;
        else if (line) paragraphs.push(indented ? line : line.trim());
        open = line !== '' && !indented;
    }
    return paragraphs.join('\n');
}

// A header as statements, { text, comment }, and its definitions. Comments inside stay in the text.
function statements(header) {
    const source = readFileSync(path.join(folder, header), 'utf8').replace(/\\\n/g, ' ').replace(/^#ifdef __cplusplus\n[^]*?^#(?:else|endif)$/gm, '');
    const found = [], defines = new Map();
    let comment = '', text = '', last = null;
    const lines = source.split('\n');
    for (let i = 0; i < lines.length; i++) {
        const line = lines[i];
        if (!text && /^\s*#/.test(line)) {
            const define = line.match(/^\s*#\s*define\s+(\w+)(?:\(([^)]*)\))?\s*(.*?)\s*(?:\/\*.*)?$/);
            if (define) defines.set(define[1], { parameters: define[2], body: define[3], comment });
            comment = '';
            continue;
        }
        if (!text && /^\s*\/\*/.test(line)) {
            let whole = line;
            while (!whole.includes('*/')) whole += `\n${lines[++i]}`;
            comment = plain(whole);
            continue;
        }
        if (!text && !line.trim()) {
            comment = '';
            last = null;
            continue;
        }
        text += `${line}\n`;
        const code = text.replace(/\/\*[^]*?\*\//g, ''), comments = (text.match(/\/\*/g) ?? []).length === (text.match(/\*\//g) ?? []).length;
        const depth = (code.match(/\{/g) ?? []).length - (code.match(/\}/g) ?? []).length;
        if (!comments || depth > 0 || !/;\s*$/.test(code.trim())) continue;
        // Declarations right below each other share the first one's comment.
        last = { text: text.trim(), comment: comment || (last?.comment ?? '') };
        found.push(last);
        text = comment = '';
    }
    return { found, defines };
}

const split = (text, at) => { // outside of parentheses and braces
    const parts = [''];
    let depth = 0;
    for (const letter of text) {
        if ('({['.includes(letter)) depth++;
        if (')}]'.includes(letter)) depth--;
        if (letter === at && depth === 0) parts.push('');
        else parts[parts.length - 1] += letter;
    }
    return parts.map(part => part.trim()).filter(Boolean);
};
const tidy = type => type.replace(/\s+/g, ' ').replace(/\s*\*\s*/g, '*').replace(/([^*])\*/g, '$1 *').trim();

// "const char *name, *unit" or "double origin[3]" or "bool (*f)(void *user)": names with types.
function declared(text) {
    const pointer = text.match(/^(.*?)\(\s*\*\s*(\w+)\s*\)\s*\(([^]*)\)$/);
    if (pointer) return [{ name: pointer[2], type: tidy(pointer[1]), parameters: parametersOf(pointer[3]) }];
    const array = text.match(/^(.*?)\(\s*\*\s*(\w*)\s*\)\s*\[(\w+)\]$/); // a pointer to arrays
    if (array) return [{ name: array[2], type: `${tidy(array[1])} (*)[${array[3]}]` }];
    const [first, ...rest] = split(text, ',');
    const [, base, stars, name, size] = first.match(/^([^]*?[\s*])((?:\*\s*(?:const\s+)?)*)(\w+)\s*((?:\[\w*\])*)$/) ?? [];
    if (!name) throw new Error(`not understood: ${text}`);
    const plainBase = base.replace(/\*[^]*$/, ''), all = [{ type: tidy(base + stars), name, size }];
    for (const each of rest) {
        const [, more, next, nextSize] = each.match(/^((?:\*\s*)*)(\w+)\s*((?:\[\w*\])*)$/) ?? [];
        if (!next) throw new Error(`not understood: ${text}`);
        all.push({ type: tidy(plainBase + more), name: next, size: nextSize });
    }
    return all.map(({ type, name, size }) => (size ? { name, type, array: [...size.matchAll(/\[(\w*)\]/g)].map(match => match[1]) } : { name, type }));
}
function parametersOf(text) {
    return text.trim() === 'void' ? [] : split(text, ',').flatMap(declared);
}

// Members of a struct, each with the remark after it or the comment above it.
function membersOf(body) {
    const members = [];
    let rest = body, above = '';
    while ((rest = rest.trimStart())) {
        const remark = rest.match(/^\/\*[^]*?\*\//);
        if (remark) {
            above = plain(remark[0]);
            rest = rest.slice(remark[0].length);
            continue;
        }
        let depth = 0, end = 0;
        while (depth > 0 || rest[end] !== ';') {
            if (rest.startsWith('/*', end)) end = rest.indexOf('*/', end) + 1;
            else if (rest[end] === '{') depth++;
            else if (rest[end] === '}') depth--;
            end++;
        }
        const code = rest.slice(0, end).trim();
        rest = rest.slice(end + 1);
        const behind = rest.match(/^[ \t]*(\/\*[^]*?\*\/)/), meaning = behind ? plain(behind[1]) : above;
        if (behind) rest = rest.slice(behind[0].length);
        const inner = code.match(/^(union|struct)\s*\{([^]*)\}\s*(\w+)$/);
        if (inner) members.push({ name: inner[3], kind: inner[1], members: membersOf(inner[2]), ...(meaning && { meaning }) });
        else for (const each of declared(code.replace(/\/\*[^]*?\*\//g, ''))) members.push({ ...each, ...(meaning && { meaning }) });
        above = '';
    }
    return members;
}

// Enumerators, those that a list of the preprocessor makes too: LIST(ITEM) with #define LIST(X) X(1, A) X(2, B).
function enumeratorsOf(body, defines) {
    const list = body.match(/#define\s+(\w+)\(([^)]*)\)\s*(.*)\n\s*(\w+)\(\1\)/);
    if (list) {
        const names = list[2].split(',').map(name => name.trim());
        const { parameters, body: items } = defines.get(list[4]);
        return [...items.matchAll(new RegExp(`\\b${parameters}\\(((?:"[^"]*"|[^")])*)\\)`, 'g'))].map(([, given]) => {
            const values = split(given.replace(/"[^"]*"/g, text => text.replaceAll(',', '\u0001')), ',').map(value => value.replaceAll('\u0001', ','));
            const text = names.reduce((all, name, i) => all.replaceAll(`##${name}`, values[i]).replace(new RegExp(`\\b${name}\\b`, 'g'), values[i]), list[3]);
            const [, name, number] = text.match(/(\w+)\s*=\s*(-?\w+)/);
            return { name, number: Number(number), meaning: values.at(-1).replace(/^"|"$/g, '') };
        });
    }
    const all = [];
    let above = '';
    for (const [, remark, name, number] of body.matchAll(/(\/\*[^]*?\*\/)|(\w+)\s*=\s*(-?\w+)\s*,?/g)) {
        if (!remark) {
            all.push({ name, number: Number(number), ...(above && { meaning: above }) });
            above = '';
        } else if (all.length && !all.at(-1).meaning && body.slice(0, body.indexOf(remark)).split('\n').at(-1).trim()) all.at(-1).meaning = plain(remark);
        else above = plain(remark);
    }
    return all;
}

// ------------------------------------------------------------------------------------------------ what it is

// In the order in which the compiler sees them: what a declaration needs comes before it.
const headers = [];
function include(header) {
    for (const [, next] of readFileSync(path.join(folder, header), 'utf8').matchAll(/^#include "(\w+\.h)"$/gm)) include(next);
    if (header !== 'paddock.h' && !headers.includes(header)) headers.push(header);
}
include('paddock.h');
const api = { version: '', conventions: {}, headers: [], enums: [], constants: [], objects: [], structs: [], callbacks: [], functions: [] };
const opaque = new Map(), functions = [];
for (const header of headers) {
    const { found, defines } = statements(header), top = plain(readFileSync(path.join(folder, header), 'utf8').match(/^\/\*[^]*?\*\//)[0]).split('\n');
    const example = top.filter(line => line.startsWith('    ')).map(line => line.slice(4)).join('\n');
    api.headers.push({ name: header, meaning: top.filter(line => !line.startsWith('    ')).join('\n'), ...(example && { example }) });
    for (const [name, { body, parameters, comment }] of defines) {
        if (parameters === undefined && /^PDK_/.test(name) && /^(-?\d+|U?INT(32|64)_MAX|SIZE_MAX)$/.test(body)) api.constants.push({ name, value: /^-?\d+$/.test(body) ? Number(body) : body, header, ...(comment && { meaning: comment }) });
    }
    for (const { text, comment } of found) {
        const meaning = comment ? { meaning: comment } : {}, code = text.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ').trim();
        let match;
        if ((match = text.match(/^typedef enum (\w+) \{([^]*)\} \w+;/))) api.enums.push({ name: match[1], header, ...meaning, values: enumeratorsOf(match[2], defines) });
        else if ((match = text.match(/^enum \{([^]*)\};/))) for (const { name, number, ...rest } of enumeratorsOf(match[1], defines)) api.constants.push({ name, value: number, header, ...rest });
        else if ((match = text.match(/^typedef struct (\w+) \{([^]*)\} \w+;/))) api.structs.push({ name: match[1], header, ...meaning, members: membersOf(match[2]) });
        else if ((match = code.match(/^typedef struct (\w+) \1;/))) opaque.set(match[1], { name: match[1], header, ...meaning });
        else if ((match = code.match(/^typedef (.*?)\( ?\*(\w+)\) ?\((.*)\);/))) api.callbacks.push({ name: match[2], header, ...meaning, returns: tidy(match[1]), parameters: parametersOf(match[3]) });
        else if ((match = code.match(/^PDK_API (.*?)(\w+)\(([^]*)\);/))) functions.push({ name: match[2], header, ...meaning, returns: { type: tidy(match[1]) }, parameters: parametersOf(match[3]) });
        else if (!/^(extern "C"|struct Arrow)/.test(code) && header !== 'core.h') throw new Error(`${header}: not understood: ${code}`);
    }
}
// "  Status   Every call ..." in paddock.h, with the lines below that belong to it.
const about = readFileSync(path.join(folder, 'paddock.h'), 'utf8').match(/Conventions of all of them:\n \*\n([^]*?)\n \*\n/)[1].split('\n').map(line => line.replace(/^ \* ?/, ''));
let word = '';
for (const line of about) {
    const [, begins, rest] = line.match(/^ {2}([A-Z]\w+) {2,}(.*)$/) ?? [];
    if (begins) api.conventions[(word = begins.toLowerCase())] = rest;
    else api.conventions[word] += ` ${line.trim()}`;
}
const number = name => api.constants.find(each => each.name === `PDK_VERSION_${name}`).value;
api.version = [number('MAJOR'), number('MINOR'), number('PATCH')].join('.');

// An object is closed by the function without a result that takes it alone and is named so.
const objectOf = type => type.match(/^(?:const )?(pdk_\w+) \*/)?.[1];
const closers = new Map(functions.filter(each => /_close$/.test(each.name) && each.returns.type === 'void' && each.parameters.length === 1).map(each => [objectOf(each.parameters[0].type), each.name]));
api.objects = [...opaque.values()].map(each => ({ ...each, ...(closers.has(each.name) && { closed_by: closers.get(each.name) }) }));

// Whether a parameter may be NULL: what the comment says, and the conventions of paddock.h.
function mayBeNull({ name, type }, meaning, alone) {
    if (type === 'pdk_progress' || name === 'error' || name === 'user' || /_user$/.test(name) || /^const pdk_\w+_options \*$/.test(type)) return true;
    return new RegExp(`\\b${name}\`?( \\([^)]*\\))? (may be )?NULL\\b|\\b${name}\`? \\(may be NULL|NULL ${name}\\b`).test(meaning) || (alone && /NULL is fine|NULL for NULL/.test(meaning));
}
let before = null;
for (const { name, header, meaning, returns, parameters } of functions) {
    const same = /^The same/.test(meaning ?? '') ? before : null; // as the one above
    const said = meaning ?? '', pointers = parameters.filter(each => each.type.includes('*'));
    const owner = parameters.find(each => opaque.has(objectOf(each.type) ?? '') && !each.type.includes('**'));
    const entry = { name, header, ...(meaning && { meaning }), returns: { ...returns }, parameters: [] };
    if (returns.type.includes('*')) {
        entry.returns.null = !/Never NULL|never NULL/.test(said);
        entry.returns.owner = returns.type.startsWith('const ') ? (owner?.name ?? 'library') : 'caller';
        if (entry.returns.owner === 'caller') entry.returns.closed_by = closers.get(objectOf(returns.type));
    }
    for (const each of parameters) {
        const made = { ...each }, twice = each.type.match(/^(const )?(pdk_\w+) \*\*$/);
        if (/\*/.test(each.type) || api.callbacks.some(({ name: callback }) => callback === each.type)) made.null = mayBeNull(each, said, pointers.length === 1) || (same?.parameters.find(other => other.name === each.name)?.null ?? false);
        if (twice && opaque.has(twice[2])) made.direction = 'out';
        else if (/\*/.test(each.type) && !/^const |^void \*$/.test(each.type) && !opaque.has(objectOf(each.type))) made.direction = 'out';
        if (twice && !twice[1] && closers.has(twice[2])) Object.assign(made, { owner: 'caller', closed_by: closers.get(twice[2]) });
        else if (twice?.[1] && opaque.has(twice[2])) made.owner = owner?.name ?? 'library';
        if (closers.get(objectOf(each.type)) === name) Object.assign(made, { consumed: true, null: true });
        entry.parameters.push(made);
    }
    const changes = parameters.some(each => opaque.has(objectOf(each.type) ?? '') && !each.type.startsWith('const ') && !each.type.includes('**'));
    entry.threads = changes && name !== 'pdk_close' && !/[Aa]ny thread/.test(said) ? 'one' : 'any';
    api.functions.push((before = entry));
}

// ------------------------------------------------------------------------------------------------ writing

// A line for each thing, so that changes are seen.
const lines = Object.entries(api).map(([name, value]) => `${JSON.stringify(name)}: ${Array.isArray(value) ? `[\n${value.map(each => JSON.stringify(each)).join(',\n')}\n]` : JSON.stringify(value)}`);
const text = `{\n${lines.join(',\n')}\n}\n`;

// What the compiler must agree with.
function program() {
    const lines = ['/* Made by tools/api.mjs --c */', '#include <paddock/paddock.h>', '#define SAME(a, b) _Static_assert(__builtin_types_compatible_p(a, b), #a " is " #b)', ''];
    const typed = ({ type, array, parameters }) => (parameters ? `${type}(*)(${parameters.map(typed).join(', ') || 'void'})`
        : array ? `${type}${array.map(size => `[${size}]`).join('')}` : type);
    const members = (list, at, name) => {
        for (const each of list) {
            if (each.members) members(each.members, `${at}.${each.name}`, name);
            else lines.push(`SAME(__typeof__(((${name} *)0)->${`${at}.${each.name}`.slice(1)}), ${typed(each)});`);
        }
    };
    for (const { name, values } of api.enums) for (const value of values) lines.push(`_Static_assert(${value.name} == ${value.number} && sizeof(${name}) == sizeof(int), "${value.name}");`);
    for (const { name, value } of api.constants) lines.push(`_Static_assert(${name} == ${value}, "${name}");`);
    for (const { name, members: list } of api.structs) {
        members(list, '', name);
        // In this order and none missing: a struct of the same members is as large.
        lines.push(`struct own_${name} { ${list.map(each => `__typeof__(((${name} *)0)->${each.name}) ${each.name};`).join(' ')} };`, `_Static_assert(sizeof(struct own_${name}) == sizeof(${name}), "${name}");`);
    }
    for (const { name, returns, parameters } of api.callbacks) lines.push(`SAME(${name}, ${typed({ type: returns, parameters })});`);
    for (const { name, returns, parameters } of api.functions) lines.push(`SAME(__typeof__(&${name}), ${typed({ type: returns.type, parameters })});`);
    return `${lines.join('\n')}\n`;
}

if (process.argv.includes('--c')) process.stdout.write(program());
else if (!process.argv.includes('--check')) writeFileSync(out, text);
else if (readFileSync(out, 'utf8') !== text) {
    console.log('bindings/paddock-api.json is not what include/paddock gives: run make contract');
    process.exit(1);
}
