// A view: one way to look at a document. Views are listed in views.ts; each is made when it is first shown, and kept.
import type { DocumentSource, Source } from '../source/source';
import type { StateAccess } from './state';

export interface ViewContext {
    source: Source;
    document: DocumentSource;
    state: StateAccess;
    go(view: ViewName, changes?: { [key: string]: string }): void; // to another view of the same document
    // Called when the view is not needed any more (its document is closed): end there what holds others (themes, observers).
    whenClosed(end: () => void): void;
    whenDocumentsChange(listener: () => void): void; // files were opened or closed
    // Saves the files of this page as one that begins here, and gives its name, in which `about` is. null = this file cannot be saved.
    savePage: ((about?: string) => Promise<string>) | null;
    announce(text: string): void; // to screen readers; calm: the last of several texts within half a second
}

export interface Key {
    keys: string;
    does: string;
}

export interface View {
    element: HTMLElement;
    shown?(): void; // it is in the page now: sizes are known
    hidden?(): void; // it is taken out: stop what moves
    closed?(): void; // its document is closed
    renewed?(): void; // its document has another edition: show that. Without it the view is made again
    key?(event: KeyboardEvent): boolean; // true = used
    keys?: Key[]; // what `?` says about it
}

// Of [data-view], #view= and, with a capital, of the button: one name everywhere.
export type ViewName =
    | 'results'
    | 'incidents'
    | 'replay'
    | 'laps'
    | 'compare'
    | 'ghost'
    | 'wheels'
    | 'driver'
    | 'map'
    | 'surface'
    | 'pictures'
    | 'tables'
    | 'bytes'
    | 'findings';

export interface ViewDefinition {
    name: ViewName;
    isFor(document: DocumentSource, source: Source): boolean;
    isFirstFor?(document: DocumentSource, source: Source): boolean; // shown if no view was requested
    make(context: ViewContext): Promise<View>;
}
