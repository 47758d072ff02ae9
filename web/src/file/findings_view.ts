// What a file is and why we think so, what it says about itself, and what is wrong with it.
import { tableOf } from '../base/columns';
import { h, name, section } from '../base/dom';
import { count, plural, words } from '../base/format';
import type { ViewContext, ViewDefinition } from '../shell/view';
import type { DocumentSource, Finding } from '../source/source';

const severities: { [name in Finding['severity']]: string } = { error: 'Error', warning: 'Warning', note: 'Note' };

export const findingsView: ViewDefinition = {
    name: 'findings',
    isFor: () => true,
    isFirstFor: document => document.kind === 'other' && !tableOf(document, 'best_laps')?.rows,
    make(context) {
        const { document } = context;
        return Promise.resolve({
            element: h(
                'div',
                { class: 'view' },
                h('h2', null, 'What this file is'),
                identity(document),
                checked(context),
                saysOfItself(document),
                document.notes.length
                    ? section('Left out here', h('ul', { class: 'sentences' }, ...document.notes.map(text => h('li', null, text))))
                    : null,
            ),
        });
    },
};

function identity(document: DocumentSource): HTMLElement {
    const packed = document.packed ? `, packed with ${document.packed}, ${count(document.content_size)} bytes unpacked` : '';
    const size = document.size === 0 && document.content_size === 0 ? '' : `; ${count(document.size)} bytes${packed}`; // a dataset has none
    return h(
        'div',
        { class: 'identity' },
        h(
            'p',
            null,
            h('strong', null, document.title),
            document.dialect && document.dialect !== document.title ? `, ${document.dialect}` : '',
            `${size}.`,
        ),
        document.evidence.length ? h('p', { class: 'note' }, 'Why we think so:') : null,
        h('ul', { class: 'sentences' }, ...document.evidence.map(text => h('li', null, name(text)))),
    );
}

function checked({ document, go }: ViewContext): HTMLElement {
    const { findings } = document;
    if (findings.length === 0)
        return section(
            'Check',
            h('p', { class: 'verdict-text sound' }, 'Sound: every header, count, size and record was looked at, and nothing is wrong.'),
        );
    const rows = findings.map(finding => {
        const place =
            finding.offset === null
                ? null
                : h(
                      'button',
                      { type: 'button', class: 'plain link', on: { click: () => go('bytes', { at: String(finding.offset) }) } },
                      `0x${finding.offset.toString(16).toUpperCase()}`,
                  );
        return h(
            'tr',
            { class: `finding ${finding.severity}` },
            h('td', { 'data-value': finding.severity }, h('span', { class: `severity ${finding.severity}` }, severities[finding.severity])),
            h('td', { 'data-value': finding.message }, name(finding.message)),
            h('td', { 'data-value': finding.offset ?? '' }, place),
            h('td', { 'data-value': finding.where }, name(finding.where)),
            h('td', { 'data-value': finding.code }, h('code', null, finding.code)),
        );
    });
    const head = [
        ['severity', ''],
        ['message', 'What is wrong'],
        ['offset', 'Where'],
        ['where', 'Place'],
        ['code', 'Code'],
    ] as const;
    return section(
        `Check: ${plural(findings.length, 'finding')}`,
        h(
            'div',
            { class: 'table-scroll whole findings', tabindex: '0', role: 'region', 'aria-label': 'Findings' },
            h(
                'table',
                { 'data-table': 'findings', 'data-rows': findings.length },
                h(
                    'thead',
                    null,
                    h(
                        'tr',
                        null,
                        ...head.map(([column, title]) =>
                            h('th', { scope: 'col', 'data-column': column }, title || h('span', { class: 'unseen' }, 'Severity')),
                        ),
                    ),
                ),
                h('tbody', null, ...rows),
            ),
        ),
    );
}

// People read nine digits; data-value has all of them.
function propertyText(value: DocumentSource['properties'][string], text: string): string {
    return typeof value === 'number' && !Number.isInteger(value) ? String(Number(value.toPrecision(9))).replace('-', '−') : text;
}

function saysOfItself(document: DocumentSource): HTMLElement | null {
    const properties = Object.entries(document.properties);
    if (properties.length === 0) return null;
    const rows = properties.map(([key, value]) => {
        const property = document.property_facts[key],
            text = propertyText(value, property.text),
            guessed = property.certainty === 'guessed' || property.certainty === 'unknown';
        return h(
            'tr',
            null,
            h('th', { scope: 'row', 'data-value': key }, words(key)),
            h(
                'td',
                { 'data-value': value === null ? '' : String(value) },
                name(text),
                property.unit && !text.endsWith(property.unit) ? ` ${property.unit}` : '',
            ),
            h(
                'td',
                { 'data-value': property.meaning ?? '' },
                property.meaning ?? '',
                guessed ? h('small', { class: 'guessed' }, ` ${property.certainty}`) : null,
            ),
        );
    });
    return section(
        'Properties',
        h(
            'div',
            { class: 'table-scroll whole properties', tabindex: '0', role: 'region', 'aria-label': 'Properties' },
            h(
                'table',
                { 'data-table': 'properties', 'data-rows': rows.length },
                h(
                    'thead',
                    null,
                    h(
                        'tr',
                        null,
                        h('th', { scope: 'col', 'data-column': 'name' }, 'Property'),
                        h('th', { scope: 'col', 'data-column': 'value' }, 'Value'),
                        h('th', { scope: 'col', 'data-column': 'meaning' }, 'Meaning'),
                    ),
                ),
                h('tbody', null, ...rows),
            ),
        ),
    );
}
