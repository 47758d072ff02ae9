// What is known about the byte under the cursor: its fields with values, and how it reads as a number or text.
import { h, name, replace } from '../base/dom';
import { exactText, float32Text } from '../base/format';
import type { FieldPlace, Finding } from '../source/source';
import { type BytePage, spansAt } from './byte_store';

export function hex(offset: number, digits = 0): string {
    return `0x${offset.toString(16).toUpperCase().padStart(digits, '0')}`;
}
const certainties: { [name in FieldPlace['certainty']]: string } = {
    confirmed: 'confirmed on real files',
    likely: 'published, no real file has confirmed it',
    guessed: 'guessed',
    unknown: 'not known: kept as it is',
};

function spanTitle(span: FieldPlace): string {
    return `${span.record}${span.index === null ? '' : `[${span.index}]`}.${span.field}`;
}

// For a program that reads aloud.
export function spanText(span: FieldPlace): string {
    return `${spanTitle(span)} = ${span.value}${span.unit ? ` ${span.unit}` : ''}`;
}

export class ByteDetail {
    readonly element = h('section', { class: 'byte-detail', 'aria-label': 'The byte under the cursor' });

    show(page: BytePage, offset: number, findings: Finding[]): void {
        const spans = spansAt(page, offset),
            at = offset - page.first;
        replace(
            this.element,
            h('p', { class: 'byte-place' }, h('strong', null, hex(offset)), h('span', { class: 'note' }, ` byte ${offset}`)),
            ...(spans.length
                ? spans.slice(0, 12).map(span => this.field(span))
                : [h('p', { class: 'note' }, 'No layout describes this byte.')]),
            spans.length > 12 ? h('p', { class: 'note' }, `and ${spans.length - 12} more fields in this number`) : null,
            ...findings.map(finding => h('p', { class: 'problem' }, name(finding.message), ' ', h('code', null, finding.code))),
            h('h4', null, 'Read from here as'),
            this.readings(page.bytes.subarray(at, at + 16)),
        );
    }
    private field(span: FieldPlace): HTMLElement {
        const end = span.size > 1 ? `–${hex(span.offset + span.size - 1)}, ${span.size} bytes` : ', 1 byte';
        return h(
            'div',
            { class: `field-told ${span.certainty}` },
            h(
                'p',
                { class: 'field-name' },
                h('span', { class: 'note' }, `${span.record}${span.index === null ? '' : `[${span.index}]`}`),
                h('br'),
                h('strong', null, span.field),
            ),
            h('p', { class: 'field-value' }, name(span.value), span.unit ? h('span', { class: 'note' }, ` ${span.unit}`) : null),
            span.meaning ? h('p', null, span.meaning) : null,
            h('p', { class: 'note' }, `${hex(span.offset)}${end}; ${certainties[span.certainty]}`),
        );
    }
    private readings(bytes: Uint8Array): HTMLElement {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
            rows: [string, string][] = [];
        const add = (title: string, size: number, read: () => string) => {
            if (bytes.length >= size) rows.push([title, read()]);
        };
        add('8 bits', 1, () => `${view.getUint8(0)}, signed ${view.getInt8(0)}, bits ${view.getUint8(0).toString(2).padStart(8, '0')}`);
        add('16 bits', 2, () => `${view.getUint16(0, true)}, signed ${view.getInt16(0, true)}, big-endian ${view.getUint16(0)}`);
        add('32 bits', 4, () => `${view.getUint32(0, true)}, signed ${view.getInt32(0, true)}, big-endian ${view.getUint32(0)}`);
        add('float', 4, () => float32Text(view.getFloat32(0, true)));
        add('double', 8, () => exactText(view.getFloat64(0, true)));
        add('text', 1, () => Array.from(bytes, byte => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join(''));
        return h(
            'table',
            { class: 'readings' },
            h('tbody', null, ...rows.map(([title, text]) => h('tr', null, h('th', { scope: 'row' }, title), h('td', null, text)))),
        );
    }
}
