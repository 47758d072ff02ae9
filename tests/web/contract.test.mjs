// What the command and a report say as JSON, beside the contract (src/base/json/contract.def): of every sample, every key and every type. Needs no browser.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { answer, check, close, equal, finish, packageScript, report, run, sample, samples, scratch, test, tree } from './support.mjs';

const { readBlock } = await packageScript('block.js'), { records, unions, version } = await packageScript('contract.js'), { readLayout } = await packageScript('layout.js');

const seen = new Set(), seenKeys = new Set();

const keysOf = name => ({ ...(records[name].base ? keysOf(records[name].base) : {}), ...records[name].keys });

// Members of a union, but not those inside brackets.
function choices(type) {
    const parts = [''];
    let depth = 0;
    for (const letter of type) {
        if ('([{'.includes(letter)) depth++;
        if (')]}'.includes(letter)) depth--;
        if (letter === '|' && depth === 0) parts.push('');
        else parts[parts.length - 1] += letter;
    }
    return parts.map(part => part.trim());
}

// Why a value is not of a type; null where it is. `brief`: keys may be missing, as they do from `info --json`.
function wrong(value, type, where, brief) {
    const options = choices(type);
    if (options.length > 1) {
        const found = options.map(option => wrong(value, option, where, brief));
        return found.includes(null) ? null : found.find(why => !why.endsWith(`is not ${type}`) && why.startsWith(`${where}.`)) ?? `${where} is not ${type}`;
    }
    if (/^\(.*\)$/.test(type)) return wrong(value, type.slice(1, -1), where, brief);
    if (type.endsWith('[]')) {
        if (!Array.isArray(value)) return `${where} is not ${type}`;
        for (const [i, item] of value.entries()) {
            const why = wrong(item, type.slice(0, -2), `${where}[${i}]`, brief);
            if (why) return why;
        }
        return null;
    }
    if (type.startsWith('[')) {
        const items = type.slice(1, -1).split(', ');
        return Array.isArray(value) && value.length === items.length ? wrong(value, `${items[0]}[]`, where, brief) : `${where} is not ${type}`;
    }
    const map = /^\{ \[\w+: string\]: (.*) \}$/.exec(type);
    if (map) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${where} is not ${type}`;
        for (const [key, item] of Object.entries(value)) {
            const why = wrong(item, map[1], `${where}.${key}`, brief);
            if (why) return why;
        }
        return null;
    }
    if (type.startsWith("'")) return value === type.slice(1, -1) ? null : `${where} is not ${type}`;
    if (type === 'null') return value === null ? null : `${where} is not null`;
    if (unions[type]) return wrong(value, unions[type], where, brief);
    if (records[type]) return wrongRecord(value, type, where, brief);
    return typeof value === type ? null : `${where} is not a ${type}: ${JSON.stringify(value)?.slice(0, 60)}`;
}

function wrongRecord(value, name, where, brief) {
    if (typeof value !== 'object' || value === null) return `${where} is not ${name}`;
    for (let each = name; each; each = records[each].base) seen.add(each);
    const keys = keysOf(name);
    for (const key of Object.keys(value)) if (!keys[key]) return `${where}.${key} is not in ${name}`;
    for (const [key, type] of Object.entries(keys)) {
        if (!(key in value)) {
            if (brief || type.startsWith('? ')) continue;
            return `${where}.${key} is missing`;
        }
        for (let each = name; each; each = records[each].base) if (records[each].keys[key]) seenKeys.add(`${each}.${key}`);
        const why = wrong(value[key], type.replace(/^\? /, ''), `${where}.${key}`, brief);
        if (why) return why;
    }
    return null;
}

const fits = (value, type, where, brief = false) => {
    const why = wrong(value, type, where, brief);
    if (why) throw new Error(why);
};

// The manifest of a report, and its blocks by number.
function dataOf(page) {
    const html = readFileSync(page.replace('file://', ''), 'utf8');
    const manifest = JSON.parse(/id="paddock-bundle">([^<]*)/.exec(html)[1]);
    const block = number => new Uint8Array(gunzipSync(Buffer.from(new RegExp(`id="b${number}">([^<]*)`).exec(html)[1], 'base64')));
    return { manifest, block };
}

// The head of a block: that of its kind, and its columns.
function headFits(bytes, name, where) {
    const { columns, ...head } = readBlock(bytes).head;
    fits({ columns }, 'BlockHead', where);
    if (name) fits(head, name, where);
    else equal(Object.keys(head), [], `the head of ${where}`);
}

function partsFit(parts, block) {
    for (const number of [...parts.tables, ...(parts.runs ?? [])]) headFits(block(number), null, `block ${number}`);
    const kinds = { track: 'TrackHead', recorded: 'RecordedHead', marks: 'MarksHead', scene: 'SceneHead' };
    for (const [kind, name] of Object.entries(kinds)) if (parts[kind]) headFits(block(parts[kind]), name, kind);
    for (const number of parts.surfaces) if (number) headFits(block(number), 'MeshHead', 'surface');
    for (const number of parts.images) headFits(block(number), 'PictureHead', 'image');
    for (const { first, count, layout } of parts.bytes) {
        equal(readBlock(block(layout)).names.toSorted(), Object.keys(records.FieldPlace.keys).toSorted(), 'columns of the layout');
        for (const field of readLayout(block(layout), first, first + count)) fits(field, 'FieldPlace', 'layout');
    }
}

await test('what is made from the contract is committed (make contract)', () => {
    const made = spawnSync(process.execPath, [path.join(tree, 'tools/contract.mjs'), '--check']);
    check(made.status === 0, made.stdout.toString());
});

const files = readdirSync(samples).filter(name => !/\.(md|sh)$/.test(name)).map(sample);
// A surface whose triangles are in groups, and a file with a finding.
run('convert', sample('track.tri'), scratch('groups.obj'));
writeFileSync(scratch('longer.tri'), Buffer.concat([readFileSync(sample('track.tri')), Buffer.alloc(2)]));
for (const file of [...files, scratch('groups.obj'), scratch('longer.tri')]) {
    const name = path.basename(file), about = answer('info', file);
    await test(`${name}: info --json`, () => fits(about, 'DocumentInfo', 'info', true));
    await test(`${name}: a report`, () => {
        const { manifest, block } = dataOf(report(`${name}.html`, file));
        equal(manifest.version, version, 'the version');
        fits(manifest, 'Manifest', 'manifest');
        for (const document of manifest.documents) {
            partsFit(document.parts, block);
            for (const key of ['format', 'dialect', 'packed', 'size', 'properties']) equal(document[key], about[key], `${key}, as info says it`);
            for (const table of about.tables) check(document.tables.some(each => each.name === table.name && each.rows === table.rows), `the table ${table.name} is in both`);
        }
        for (const group of manifest.traces) headFits(block(group.block), 'TraceHead', 'traces');
    });
}
await test('a lap beside the path of its track: edges and pit lane', () => {
    mkdirSync(scratch('lfs'), { recursive: true });
    run('synth', 'raf', scratch('lfs/lap.raf'), '-q');
    run('synth', 'srpath', scratch('lfs/PD1_SRPATHv0r252.pth'), '-q');
    const { manifest, block } = dataOf(report('path.html', scratch('lfs/lap.raf'))),
        { parts } = manifest.documents[0], { motion } = parts, decoded = readBlock(block(parts.track));
    equal(decoded.head.given, true, 'the track is given');
    run('synth', 'car-info', scratch('lfs/CAR_info.bin'), '-q');
    const complete = dataOf(report('car.html', scratch('lfs/lap.raf'))), { tables, parts: pieces } = complete.manifest.documents[0];
    const heights = readBlock(complete.block(pieces.tables[tables.findIndex(table => table.name === 'handling')])).numbers('center_of_gravity_height');
    close(heights[0], Number(run('table', scratch('lfs/lap.raf'), 'handling', '--columns', 'center_of_gravity_height').trim().split('\n')[1]), 1e-6, 'the centre of gravity');
    const rows = run('table', scratch('lfs/PD1_SRPATHv0r252.pth'), 'pit_lane_nodes', '--columns', 'x,y').trim().split('\n').slice(1).map(row => row.split(',').map(Number));
    const x = decoded.numbers('pit_lane_x'), y = decoded.numbers('pit_lane_y');
    equal(x.length, rows.length, 'points of the pit lane');
    for (const [i, [east, north]] of rows.entries()) {
        close(x[i] + motion.origin.x, east, 0.011, `x of point ${i}`);
        close(y[i] + motion.origin.y, north, 0.011, `y of point ${i}`);
    }
});
await test('a report with rulings', () => {
    writeFileSync(scratch('rulings.csv'), 'driver,kind,value,lap,incident,file,reason\n0,time,5,1,c1,race.vcr,"a ""b"" </script>"\n1,note,,,,race.vcr,\n');
    const { manifest } = dataOf(report('rulings.html', sample('race.vcr'), '--rulings', scratch('rulings.csv')));
    fits(manifest, 'Manifest', 'manifest');
    const none = { value: null, lap: null, incident: null, reason: null };
    equal(manifest.rulings, [{ driver: '0', kind: 'time', value: 5, lap: 1, incident: 'c1', file: 'race.vcr', reason: 'a "b" </script>' }, { driver: '1', kind: 'note', ...none, file: 'race.vcr' }].map(({ driver, kind, value, lap, incident, file, reason }) => ({ driver, kind, value, lap, incident, file, reason })));
});
await test('every record of the contract is written somewhere', () => {
    const package_ = ['FormatInfo', 'TargetInfo', 'AnswerInfo']; // tests/wasm has these
    equal(Object.keys(records).filter(name => !seen.has(name) && !package_.includes(name)), [], 'records that no sample has');
    const rare = ['DocumentInfo.answers', 'SurfaceInfo.unit', 'MeshHead.unit']; // with details; of CRG; of scans in feet
    const unseen = Object.keys(records).filter(name => !package_.includes(name)).flatMap(name => Object.keys(records[name].keys).map(key => `${name}.${key}`)).filter(key => !seenKeys.has(key) && !rare.includes(key));
    equal(unseen, [], 'keys that no sample has');
});
finish();
