// The middle of numbers, and how far they are from it, as base/median.h.

// NaN of none.
export function median(numbers: number[]): number {
    const sorted = [...numbers].sort((a, b) => a - b),
        middle = sorted.length >> 1;
    if (!sorted.length) return NaN;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// The standard deviation of all of them; NaN of none.
export function deviation(numbers: number[]): number {
    if (!numbers.length) return NaN;
    const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
    return Math.sqrt(numbers.reduce((sum, each) => sum + (each - mean) * (each - mean), 0) / numbers.length);
}
