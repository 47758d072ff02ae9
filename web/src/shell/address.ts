// What follows # in the address: what is shown, as key=value, so that a link shows the same.

export const stateKeys = ['file', 'view', 'driver', 'lap', 't', 'laps', 'since', 'by', 'table', 'incident', 'at'] as const;
export type StateKey = (typeof stateKeys)[number];

// In the order of the keys, without those that have no value; what a person may read stays readable.
export function addressText(value: (key: StateKey) => string): string {
    const readable = (text: string) => encodeURIComponent(text).replace(/%3A/g, ':').replace(/%20/g, '+').replace(/%2C/g, ',');
    return stateKeys
        .filter(key => value(key) !== '')
        .map(key => `${key}=${readable(value(key))}`)
        .join('&');
}

// Keys that are not ours are ignored.
export function addressValues(text: string): (key: StateKey) => string {
    const given = new URLSearchParams(text);
    return key => given.get(key) ?? '';
}
