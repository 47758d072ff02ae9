import type { FieldPlace } from './contract.js';

/** The fields in a block of layout that have a byte in first .. end - 1, by offset. */
export function readLayout(block: Uint8Array, first: number, end: number): FieldPlace[];
