// Whom an address names, and what the page says if that is nobody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { Drivers } = await built('race/drivers');
const named = names => new Drivers(names.map((name, slot) => ({ slot, name, short: name, vehicle: '', place: slot + 1 })));
const many = named([...Array.from({ length: 38 }, (_, i) => `Driver ${i}`), 'A. Varga', 'B. Okafor']);
const told = (drivers, text) => drivers.notFound(text)?.replace(/[\u2066-\u2069]/g, '') ?? null;

test('nothing is said where there is nothing to say', () => {
    for (const text of ['', 'A. Varga', 'varga', '39', 'Driver 7']) assert.equal(told(many, text), null, text);
});
test('of many drivers, the nearest is named, and how many there are', () => {
    assert.equal(told(many, 'Vagra'), 'There is no driver “Vagra” in this file; did you mean A. Varga? There are 40 drivers.');
    assert.equal(told(many, 'Xyz'), 'There is no driver “Xyz” in this file. There are 40 drivers.');
    assert.equal(told(many, 'x'.repeat(300)), `There is no driver “${'x'.repeat(40)}” in this file. There are 40 drivers.`);
});
test('a few drivers are listed', () => {
    assert.equal(told(named(['A. Varga', 'B. Okafor']), 'Nobody'), 'There is no driver “Nobody” in this file. There are A. Varga, B. Okafor.');
    assert.equal(told(named(['A. Varga']), 'Nobody'), 'There is no driver “Nobody” in this file. There is A. Varga.');
});
test('a text that fits several drivers says which, with what distinguishes them', () => {
    assert.equal(told(named(['A. Varga', 'B. Varga', 'C. Novak']), 'Varga'), '“Varga” can be several drivers: A. Varga (0), B. Varga (1). Give the slot number.');
    assert.match(told(many, 'Driver'), /: Driver 0 \(0\), .*, Driver 5 \(5\) and 32 more\. Give the slot number\.$/);
});
