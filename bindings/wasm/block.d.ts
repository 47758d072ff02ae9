import type { BlockHead } from './contract.js';

// bool: Uint8Array of 0 and 1. text: string[]. bytes: Uint8Array[].
export type ColumnValues =
  | Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array | Float32Array | Float64Array
  | string[] | Uint8Array[];

export interface ColumnData {
  values: ColumnValues;
  valid: Uint8Array | null; // a byte for each row, 0 = there is no value; null = all rows have one
}

interface NumberArrays {
  (name: string): Float32Array;
  <Numbers extends Int8Array | Uint8Array | Uint32Array | Int32Array | Float64Array>(name: string, type: NumberArrayType<Numbers>): Numbers;
}
interface NumberArrayType<Numbers> {
  new (length: number): Numbers;
}

/** Columns of values, decoded when they are requested. `Head`: what its header has beside the columns, by
 * contract.d.ts. */
export interface Block<Head = unknown> {
  head: Head & BlockHead;
  names: string[];
  column(name: string): ColumnData | null; // null = there is none
  numbers: NumberArrays; // NaN where there is no value (as far as the type has it); empty where there is no such column
  texts(name: string): string[];
}
export function readBlock<Head = unknown>(bytes: Uint8Array): Block<Head>;
export function bytesOfBits(bits: Uint8Array, count: number): Uint8Array;
