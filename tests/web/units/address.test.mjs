import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { addressText, addressValues, stateKeys } = await built('shell/address');
const text = values => addressText(key => values[key] ?? '');

test('keys come in their order, without those that have no value', () => {
    assert.equal(text({ t: '250.5', view: 'replay', lap: '' }), 'view=replay&t=250.5');
    assert.equal(text({}), '');
});
test('what people read stays readable', () => {
    assert.equal(text({ driver: 'A. Varga', laps: 'a.vcr:1:2,a.vcr:3:4' }), 'driver=A.+Varga&laps=a.vcr:1:2,a.vcr:3:4');
});
test('what is written is read again, whatever it is', () => {
    const odd = ['A. Varga', 'a+b', 'x&view=bytes', '100 %', '#', 'é \u2028 <b>', 'a=b', '%41', '日本'];
    for (const [i, value] of odd.entries()) {
        const key = stateKeys[i % stateKeys.length], read = addressValues(text({ [key]: value }));
        for (const each of stateKeys) assert.equal(read(each), each === key ? value : '', `${key}=${value}: ${each}`);
    }
});
test('foreign keys and broken escapes harm nothing', () => {
    const read = addressValues('utm=1&view=laps&%E0%A4%A&lap');
    assert.equal(read('view'), 'laps');
    assert.equal(read('lap'), '');
});
