import type { LoadOptions, Paddock } from './index.js' with { 'resolution-mode': 'import' };

export function load(options?: LoadOptions): Promise<Paddock>;
export function isValid(validity: Uint8Array | null, row: number): boolean;
