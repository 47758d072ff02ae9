// Ticks that people expect: steps of 1, 2 and 5; times in human steps.

export function niceStep(span: number, most: number): number {
    const rough = span / Math.max(most, 1),
        power = 10 ** Math.floor(Math.log10(rough)),
        ratio = rough / power;
    return power * (ratio > Math.sqrt(50) ? 10 : ratio > Math.sqrt(10) ? 5 : ratio > Math.sqrt(2) ? 2 : 1);
}

const timeSteps = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400,
];

export function timeStep(span: number, most: number): number {
    return timeSteps.find(step => span / step <= most) ?? 14400;
}

// Multiples of the step from low to high: no sum of errors.
export function multiples(low: number, high: number, step: number): number[] {
    const ticks: number[] = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(i * step);
    return ticks;
}

export function decimalsOf(step: number): number {
    return Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));
}
