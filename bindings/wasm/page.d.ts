import type { DocumentHead, MotionInfo } from './contract.js';
import type { PaddockDocument } from './index.js';

/** What the page of the project shows: JSON, and blocks of columns that the page decodes itself. See paddock/page.h. */
export function describePage(document: PaddockDocument, options?: { name?: string; art?: PaddockDocument | null; results?: PaddockDocument | null; track?: PaddockDocument | null; carInfo?: PaddockDocument | null }): DocumentHead;
export function describeMotion(document: PaddockDocument): MotionInfo;
export function runBlock(document: PaddockDocument, run: number): Uint8Array;
export function trackBlock(document: PaddockDocument): Uint8Array;
export function recordedBlock(document: PaddockDocument): Uint8Array;
export function marksBlock(document: PaddockDocument): Uint8Array;
export function surfaceBlock(document: PaddockDocument, index: number, art?: PaddockDocument | null): Uint8Array;
export function sceneBlock(document: PaddockDocument, art?: PaddockDocument | null): Uint8Array;
export function imageBlock(document: PaddockDocument, index: number, art?: PaddockDocument | null): Uint8Array;
export function layoutBlock(document: PaddockDocument, first: number, count: number): Uint8Array;
export function tracesBlock(laps: { document: PaddockDocument; driver: string | null; lap: string | null }[], step?: number): Uint8Array;
export function writePage(
  files: { document: PaddockDocument; name?: string; art?: PaddockDocument | null; results?: PaddockDocument | null; track?: PaddockDocument | null; carInfo?: PaddockDocument | null }[],
  options: { script: string; style: string; rulings?: string | null; progress?: (done: number, total: number) => boolean | void },
): Uint8Array;
