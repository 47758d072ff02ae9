// The page: header, files, views. Knows no view by name.

import { h, icon, iconButton, icons, name, replace } from '../base/dom';
import { capital, plural } from '../base/format';
import { isolated } from '../base/isolated';
import { reasonOf } from '../base/reason';
import { saveAs } from '../base/save';
import { type DocumentSource, type Source, SourceError } from '../source/source';
import { Announcer } from './announcer';
import { appear } from './appear';
import { documentKey } from './document_key';
import { DocumentList } from './documents';
import { makeOpenInput, startDropping } from './drop';
import { Help } from './help';
import { accessUntil, PageState } from './state';
import { toggleTheme } from './theme';
import type { View, ViewDefinition, ViewName } from './view';

const mostTelling: DocumentSource['kind'][] = ['race', 'lap', 'track', 'surface', 'car', 'picture'];

// What says most: a race before its track, a track before its pictures.
function mostTellingOf(documents: DocumentSource[]): DocumentSource | null {
    const found = mostTelling.map(kind => documents.find(document => document.kind === kind)).find(document => document !== undefined);
    return found ?? documents[0] ?? null;
}

function problemText(error: unknown): string {
    const place = error instanceof SourceError && error.offset !== null ? ` (at 0x${error.offset.toString(16).toUpperCase()})` : '';
    return reasonOf(error) + place;
}

// A view that was made, of an edition of its document, and what ends it.
interface Made {
    edition: number;
    view: Promise<View>;
    ends: (() => void)[] | null; // null = it has ended
}

function end(made: Made): void {
    void made.view.then(
        view => view.closed?.(),
        () => undefined,
    );
    for (const each of made.ends ?? []) each();
    made.ends = null;
}

export class App {
    readonly state = new PageState();
    private readonly announcer = new Announcer();
    private readonly help = new Help();
    private readonly documents: DocumentList;
    private readonly title = h('h1', null, 'Paddock');
    private readonly facts = h('p', { class: 'facts' });
    private readonly verdict = h('button', { type: 'button', class: 'verdict', hidden: true });
    private readonly tabs = h('nav', { class: 'tabs', 'aria-label': 'Views' });
    private readonly saveButton = h(
        'button',
        {
            type: 'button',
            class: 'save-page',
            'data-action': 'save-page',
            title: 'Save everything open here as one file to share',
            hidden: true,
        },
        icon(icons.save),
        h('span', null, 'Save page'),
    );
    private readonly main = h('main', { id: 'main', tabindex: '-1' });
    private readonly alert = h('div', { class: 'alert', role: 'alert' });
    private readonly side: HTMLElement;
    private readonly made = new Map<DocumentSource, Map<string, Made>>();
    private readonly listeners = new Set<() => void>(); // of views, when documents come or go
    private changing = false; // several values of the state change together
    private opening = false; // files are read: the list grows, the view follows at the end
    private entering: Promise<void> = Promise.resolve();
    private shown: { document: DocumentSource; definition: ViewDefinition; view: View | null; made: Made | null } | null = null;

    constructor(
        private readonly source: Source,
        private readonly views: ViewDefinition[],
    ) {
        this.documents = new DocumentList({
            choose: document => this.choose(document),
            openTable: (document, table) => this.choose(document, { view: 'tables', table }),
            close: document => this.close(document),
        });
        this.side = h(
            'aside',
            { class: 'side', 'aria-label': 'Files' },
            this.documents.element,
            h(
                'p',
                { class: 'privacy' },
                source.live
                    ? 'Files are read on this computer. Nothing is sent anywhere.'
                    : 'This page needs no network. All data is in it.',
            ),
        );
        const tools = h(
            'div',
            { class: 'tools' },
            source.live && source.open ? makeOpenInput(files => void this.open(files), 'Open files') : null,
            this.saveButton,
            iconButton(icons.theme, 'Dark or light', () => this.announcer.say(`${toggleTheme()} theme`), { 'data-action': 'theme' }),
            iconButton(icons.print, 'Print', () => print(), { 'data-action': 'print', class: 'icon-button wide-only' }),
            iconButton(icons.help, 'Keys (?)', () => this.openHelp(), { 'data-action': 'help' }),
        );
        const skip = h('button', { type: 'button', class: 'skip', on: { click: () => this.main.focus() } }, 'Skip to content');
        const sideButton = iconButton(
            icons.menu,
            'Files and tables',
            () => {
                const open = this.side.classList.toggle('open');
                sideButton.setAttribute('aria-expanded', String(open));
            },
            { class: 'icon-button side-button', 'aria-expanded': 'false' },
        );
        this.verdict.addEventListener('click', () => this.go('findings'));
        this.saveButton.addEventListener('click', () => void this.savePage().catch(error => this.tellProblems([problemText(error)])));
        replace(
            document.body,
            skip,
            h('header', { class: 'top' }, sideButton, h('div', { class: 'headline' }, this.title, this.facts), this.verdict, tools),
            h('div', { class: 'frame' }, this.side, h('div', { class: 'centre' }, this.tabs, this.alert, this.main)),
            this.announcer.element,
            this.help.element,
        );
        this.main.addEventListener('click', event => {
            const driver = (event.target as Element).closest<HTMLElement>('[data-driver]')?.dataset.driver;
            if (driver !== undefined) this.go('driver', { driver });
        });
        addEventListener('keydown', event => this.key(event));
        addEventListener('beforeprint', () => this.state.write());
        addEventListener('unhandledrejection', event => {
            // a view of a file that was closed meanwhile: its answer is not needed
            if (event.reason instanceof SourceError && event.reason.code === 'page.closed') event.preventDefault();
        });
        for (const key of ['file', 'view'] as const) this.state.watch(key, () => this.show());
        this.state.watch('table', () => this.showDocuments());
        source.onChange(() => {
            this.forgetGone();
            if (this.opening) this.showDocuments();
            else this.show();
            for (const listener of [...this.listeners]) listener();
        });
        if (source.live && source.open) startDropping(files => void this.open(files));
        this.show();
    }

    private current(): DocumentSource | null {
        return (
            this.source.documents.find(document => documentKey(this.source, document) === this.state.get('file')) ??
            mostTellingOf(this.source.documents)
        );
    }
    private available(document: DocumentSource): ViewDefinition[] {
        return this.views.filter(view => view.isFor(document, this.source));
    }
    private showDocuments(): void {
        this.saveButton.hidden = !this.source.documents.some(document => this.source.canSave(document));
        this.documents.show(this.source, this.current(), this.state.get('view') === 'tables' ? this.state.get('table') : '');
    }

    private choose(document: DocumentSource, changes: { [key: string]: string } = {}): void {
        this.changing = true;
        const before = [this.state.get('file'), this.state.get('view')].join();
        this.state.write(); // "back" leads to what was looked at, not to what it began with
        if (document !== this.current())
            for (const key of ['driver', 'lap', 't', 'table', 'incident', 'at'] as const) this.state.set(key, '');
        for (const [key, value] of Object.entries(changes)) if (key !== 'view') this.state.set(key as 'table', value);
        this.state.set('file', documentKey(this.source, document));
        if (changes.view !== undefined) this.state.set('view', changes.view);
        this.changing = false;
        if (before === [this.state.get('file'), this.state.get('view')].join()) this.state.write();
        else this.state.enter();
        this.side.classList.remove('open');
        this.show();
    }
    private go(view: ViewName, changes: { [key: string]: string } = {}): void {
        const document = this.current();
        if (!document || !this.available(document).some(each => each.name === view)) return;
        this.choose(document, { ...changes, view });
    }

    private show(): void {
        if (this.changing) return;
        const root = document.documentElement;
        const chosen = this.current();
        if (!chosen) {
            this.leave();
            this.showDocuments();
            replace(this.tabs);
            this.title.textContent = 'Paddock';
            this.facts.textContent = 'What is in the files of racing simulators';
            this.verdict.hidden = true;
            replace(this.main, this.welcome());
            if (root.dataset.state !== 'error') root.dataset.state = 'empty';
            return;
        }
        const available = this.available(chosen);
        const definition =
            available.find(view => view.name === this.state.get('view')) ??
            available.find(view => view.isFirstFor?.(chosen, this.source)) ??
            available[0];
        this.showHeader(chosen);
        this.showDocuments();
        replace(
            this.tabs,
            ...available.map(view =>
                h(
                    'button',
                    {
                        type: 'button',
                        'data-view': view.name,
                        'aria-current': view === definition ? 'page' : null,
                        on: { click: () => this.go(view.name) },
                    },
                    capital(view.name),
                ),
            ),
        );
        // with the next frame, which lays out the page anyway
        requestAnimationFrame(() => this.tabs.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
        if (this.shown?.document === chosen && this.shown.definition === definition && this.isRenewed(this.shown)) return;
        this.entering = this.enter(chosen, definition);
    }

    // Does what is shown follow its document's edition?
    private isRenewed({ document, view, made }: NonNullable<App['shown']>): boolean {
        if (!made || made.edition === document.edition) return true;
        if (!view?.renewed) return false;
        made.edition = document.edition;
        view.renewed();
        return true;
    }
    private make(chosen: DocumentSource, definition: ViewDefinition): Made {
        const life: Pick<Made, 'edition' | 'ends'> = { edition: chosen.edition, ends: [] };
        // what arrives after the end (from the worker) ends at once
        const whenClosed = (end: () => void) => void (life.ends ? life.ends.push(end) : end());
        const context = {
            source: this.source,
            document: chosen,
            state: accessUntil(this.state, whenClosed),
            whenClosed,
            whenDocumentsChange: (listener: () => void) => {
                this.listeners.add(listener);
                whenClosed(() => this.listeners.delete(listener));
            },
            go: (view: ViewName, changes?: { [key: string]: string }) => this.go(view, changes),
            savePage: this.source.canSave(chosen) ? (about?: string) => this.savePage(about) : null,
            announce: (text: string) => this.announcer.say(text),
        };
        return Object.assign(life, { view: definition.make(context) });
    }
    private async enter(chosen: DocumentSource, definition: ViewDefinition): Promise<void> {
        this.leave();
        const mine = (this.shown = { document: chosen, definition, view: null as View | null, made: null as Made | null });
        const root = document.documentElement;
        root.dataset.state = 'loading';
        replace(this.main, h('p', { class: 'waiting' }, 'Reading …'));
        this.alert.textContent = '';
        let views = this.made.get(chosen);
        if (!views) this.made.set(chosen, (views = new Map<string, Made>()));
        let made = views.get(definition.name);
        if (made && made.edition !== chosen.edition) {
            end(made);
            made = undefined;
        }
        if (!made) views.set(definition.name, (made = this.make(chosen, definition)));
        mine.made = made;
        try {
            const view = await made.view;
            if (this.shown !== mine) return;
            mine.view = view;
            replace(this.main, definition.name === 'findings' ? null : this.damage(chosen), view.element);
            view.element.dataset.panel = definition.name;
            await appear(view.element);
            if (this.shown !== mine) return;
            view.shown?.();
            root.dataset.state = 'ready';
        } catch (error) {
            views.delete(definition.name);
            if (this.shown === mine) this.fail(`${capital(definition.name)} cannot be shown`, error);
        }
    }
    // What a damaged file lacks, before answers made of the rest are taken for the whole.
    private damage(chosen: DocumentSource): HTMLElement | null {
        const error = chosen.findings.find(finding => finding.severity === 'error');
        if (!error) return null;
        return h(
            'p',
            { class: 'problem damage' },
            h('strong', null, chosen.content_size === 0 ? 'A file in it is damaged. ' : 'This file is damaged. '),
            'Some data may be missing: ',
            error.message,
            '. ',
            h('button', { type: 'button', class: 'name-link', on: { click: () => this.go('findings') } }, 'Show all problems'),
        );
    }
    private leave(): void {
        this.shown?.view?.hidden?.();
        this.shown = null;
    }

    fail(what: string, error: unknown): void {
        replace(this.main);
        replace(this.alert, h('strong', null, `${what}: `), problemText(error));
        document.documentElement.dataset.state = 'error';
        if (!(error instanceof SourceError)) console.error(error);
    }

    private showHeader(chosen: DocumentSource): void {
        replace(this.title, name(chosen.file));
        const property = (wanted: string) => chosen.property_facts[wanted]?.text;
        const format = chosen.dialect && chosen.dialect !== chosen.title ? `${chosen.title}, ${chosen.dialect}` : chosen.title;
        const parts = [
            property('session'),
            property('track'),
            chosen.kind === 'lap' ? property('driver') : property('drivers') ? plural(Number(property('drivers')), 'driver') : null,
            format,
        ];
        replace(this.facts, ...parts.filter(part => part).flatMap((part, index) => [index ? ' · ' : '', name(String(part))]));
        const worst = chosen.findings.some(finding => finding.severity === 'error')
            ? 'bad'
            : chosen.findings.some(finding => finding.severity === 'warning')
              ? 'doubtful'
              : 'sound';
        this.verdict.hidden = chosen.verdict === '';
        this.verdict.className = `verdict ${worst}`;
        this.verdict.textContent = chosen.verdict;
        this.verdict.title = 'Result of the file check';
        document.title = `${isolated(chosen.file)} – Paddock`;
    }

    private welcome(): HTMLElement {
        return h(
            'div',
            { class: 'welcome' },
            icon(icons.open),
            h('h2', null, this.source.live ? 'Drop files here' : 'There is no file in this page'),
            this.source.live ? makeOpenInput(files => void this.open(files), 'or choose them') : null,
            this.source.live
                ? h(
                      'p',
                      null,
                      'Race replays (.vcr, .rpl, headers of .spr and .mpr), results (.xml), laps (.raf, .vbo, .gpx, .csv of MoTeC, AiM, ',
                      'RaceChrono, .ld with its .ldx), tracks (.tri, .pth), surfaces (.rld, .smx, .las), cars and pictures (.fam, .cfm, ',
                      '.fsh, .qfs, .crp): one or many, also a folder.',
                  )
                : null,
        );
    }

    private async open(files: File[]): Promise<void> {
        const root = document.documentElement;
        const failures: string[] = [];
        const opened = new Set<string>();
        root.dataset.state = 'loading';
        this.alert.textContent = '';
        this.opening = true;
        for (const [index, file] of files.entries()) {
            const which = files.length > 1 ? ` (${index + 1} of ${files.length})` : '';
            const bar = h('progress', { max: 1, value: 0, 'aria-label': `Reading ${isolated(file.name)}` });
            this.leave();
            replace(this.main, h('div', { class: 'waiting' }, h('p', null, 'Reading ', name(file.name), which, ' …'), bar));
            try {
                opened.add((await this.source.open!(file, share => (bar.value = share))).id);
            } catch (error) {
                failures.push(`${isolated(file.name)}: ${problemText(error)}`);
            }
        }
        this.opening = false;
        const first = mostTellingOf(this.source.documents.filter(document => opened.has(document.id)));
        if (first) this.choose(first, { view: '' });
        else this.show();
        await this.entering;
        if (failures.length) {
            this.tellProblems(failures);
            root.dataset.state = 'error';
        }
    }
    private tellProblems(problems: string[]): void {
        replace(this.alert, ...problems.map(text => h('p', null, name(text))));
    }
    // Begins where this page is now.
    private async savePage(about = ''): Promise<string> {
        const saved = this.source.documents.filter(document => this.source.canSave(document));
        const stem = saved.length === 1 ? saved[0].file.replace(/\.[^.]*$/, '') : 'paddock',
            file = `${stem}${about ? ` - ${about}` : ''}.html`;
        this.saveButton.disabled = true;
        try {
            saveAs(file, 'text/html', await this.source.savePage(this.state.text()));
        } finally {
            this.saveButton.disabled = false;
        }
        this.announcer.say(`${file} saved`);
        return file;
    }
    // Ends the views of documents that the source has no more.
    private forgetGone(): void {
        const there = new Set(this.source.documents);
        if (this.shown && !there.has(this.shown.document)) this.leave();
        for (const [gone, views] of this.made) {
            if (there.has(gone)) continue;
            for (const made of views.values()) end(made);
            this.made.delete(gone);
        }
    }
    private close(chosen: DocumentSource): void {
        const current = this.current();
        this.changing = true;
        this.source.close?.(chosen.id);
        this.state.set('file', current && current !== chosen ? documentKey(this.source, current) : '');
        this.changing = false;
        delete document.documentElement.dataset.state;
        this.alert.textContent = '';
        this.show();
        if (this.shown?.view) document.documentElement.dataset.state = 'ready';
    }

    private openHelp(): void {
        this.help.open(capital(this.shown?.definition.name ?? ''), this.shown?.view?.keys ?? []);
    }
    private key(event: KeyboardEvent): void {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || this.help.element.open) return;
        if (target.matches('input:not([type=range]):not([type=checkbox]), textarea, select')) return;
        if (event.key === '?') this.openHelp();
        else if (event.key === 'D' && event.shiftKey) this.announcer.say(`${toggleTheme()} theme`);
        else if (this.shown?.view?.key?.(event)) event.preventDefault();
        else if (/^[1-9]$/.test(event.key)) (this.tabs.children[Number(event.key) - 1] as HTMLElement | undefined)?.click();
    }
}
