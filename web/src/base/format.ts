// Numbers as people read them. The decimal point is a point, so that what is copied can be pasted anywhere.

export const noValue = '–';

// 62.63 -> "1:02.630"; 5 -> "5.000"; with hours from 3600 s on.
export function lapTime(seconds: number | null | undefined, digits = 3): string {
    if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return noValue;
    const scale = 10 ** digits;
    const units = Math.round(Math.abs(seconds) * scale);
    const sign = seconds < 0 && units > 0 ? '−' : '';
    const whole = Math.floor(units / scale);
    const part = digits ? `.${String(units % scale).padStart(digits, '0')}` : '';
    const hours = Math.floor(whole / 3600),
        minutes = Math.floor(whole / 60) % 60,
        rest = whole % 60;
    if (hours) return `${sign}${hours}:${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}${part}`;
    if (minutes) return `${sign}${minutes}:${String(rest).padStart(2, '0')}${part}`;
    return `${sign}${rest}${part}`;
}

// A moment: always with minutes. 65 -> "1:05".
export function clock(seconds: number | null | undefined, digits = 0): string {
    if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return noValue;
    const text = lapTime(seconds, digits);
    if (text.includes(':')) return text;
    return Math.abs(seconds) < 10 && !/^−?\d\d/.test(text) ? text.replace(/^(−?)/, '$10:0') : text.replace(/^(−?)/, '$10:');
}

// 16.667 -> "+16.667"; what is rounded to 0 has no sign
export function signed(value: number | null | undefined, digits = 3): string {
    const text = fixed(value, digits);
    return value! > 0 && Number(text) > 0 ? `+${text}` : text;
}

export function gap(seconds: number | null | undefined, digits = 3): string {
    if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return noValue;
    const text = lapTime(seconds, digits);
    return text.startsWith('−') ? text : `+${text}`;
}

// A half is rounded away from 0, as by the library; what is rounded to 0 has no sign.
export function fixed(value: number | null | undefined, digits: number): string {
    if (value === null || value === undefined || !Number.isFinite(value)) return noValue;
    const scale = 10 ** digits,
        units = Math.round(Math.abs(value) * scale);
    return (value < 0 && units > 0 ? '−' : '') + (units / scale).toFixed(digits);
}

export const kmhOfSpeed = 3.6;
// 12.3 m/s -> "44", where the unit is in a heading
export function kmh(metresPerSecond: number | null | undefined, digits = 0): string {
    return fixed(typeof metresPerSecond === 'number' ? metresPerSecond * kmhOfSpeed : null, digits);
}
function measure(text: string, unit: string): string {
    return text === noValue ? text : `${text} ${unit}`;
}
// 12.3 m/s -> "44 km/h"
export function speed(metresPerSecond: number | null | undefined, digits = 0): string {
    return measure(kmh(metresPerSecond, digits), 'km/h');
}
// 312.44 -> "312 m"
export function distance(length: number | null | undefined, digits = 0, unit = 'm'): string {
    return measure(fixed(length, digits), unit);
}

const counts = new Intl.NumberFormat('en', { useGrouping: true });
export function count(value: number): string {
    return counts.format(value).replace(/,/g, '\u202f');
}

export function plural(value: number, one: string, many = `${one}s`): string {
    return `${count(value)} ${value === 1 ? one : many}`;
}

export function bytes(size: number): string {
    if (size < 1000) return `${size} bytes`;
    const units = ['kB', 'MB', 'GB'];
    let value = size / 1000,
        unit = 0;
    while (value >= 999.5 && unit < 2) {
        value /= 1000;
        unit++;
    }
    return `${value < 999.5 ? value.toPrecision(3) : value.toFixed(0)} ${units[unit]}`;
}

export function capital(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

// "best_lap_time" -> "best lap time"
export function words(identifier: string): string {
    return identifier.replace(/_/g, ' ');
}

// The fewest digits that read back as the same float32.
export function float32Text(value: number): string {
    if (!Number.isFinite(value) || Number.isInteger(value)) return exactText(value);
    for (let digits = 6; digits < 10; digits++) {
        const text = Number(value.toPrecision(digits));
        if (Math.fround(text) === value) return String(text);
    }
    return String(value);
}

export function exactText(value: number): string {
    if (Number.isNaN(value)) return 'NaN';
    if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
    return Object.is(value, -0) ? '-0' : String(value);
}
