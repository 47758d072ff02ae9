// What the page and its worker say to each other.
import type { DocumentHead } from '../../../bindings/wasm/contract.js';
import type { ColumnData, MotionInfo } from './source';

interface LapKey {
    key: number;
    slot: number;
    lap: number;
}

// Each asks for one thing; `key` is the number of an open file. Blocks come as bytes.
export interface Questions {
    start: { ask: { library: Uint8Array }; answer: { version: string } };
    // `renewed`: files before it that have other corners now, or other results
    open: { ask: { file: File }; answer: { key: number; head: DocumentHead; renewed: { key: number; head: DocumentHead }[] } };
    close: { ask: { key: number }; answer: { renewed: { key: number; head: DocumentHead }[] } };
    describe: { ask: { key: number; art: number | null }; answer: DocumentHead };
    rows: { ask: { key: number; table: string; columns: string[]; first: number; count: number }; answer: ColumnData[] };
    motion: { ask: { key: number }; answer: MotionInfo | null };
    run: { ask: { key: number; run: number }; answer: Uint8Array };
    track: { ask: { key: number }; answer: Uint8Array | null };
    recorded: { ask: { key: number }; answer: Uint8Array | null };
    marks: { ask: { key: number }; answer: Uint8Array | null };
    surface: { ask: { key: number; index: number }; answer: Uint8Array };
    scene: { ask: { key: number }; answer: Uint8Array | null };
    image: { ask: { key: number; index: number }; answer: Uint8Array };
    bytes: { ask: { key: number; first: number; count: number }; answer: Uint8Array };
    layout: { ask: { key: number; first: number; count: number }; answer: Uint8Array };
    page: { ask: { script: string; style: string; rulings: string | null }; answer: Uint8Array }; // of all open files
    traces: { ask: { laps: LapKey[]; step: number }; answer: Uint8Array };
}
export type Question = keyof Questions;

interface Failure {
    message: string;
    code: string;
    offset: number | null;
    where: string;
}
export interface Asked {
    id: number;
    question: Question;
    ask: unknown;
}
export type Answered = { id: number; answer: unknown } | { id: number; failure: Failure } | { id: number; share: number };
