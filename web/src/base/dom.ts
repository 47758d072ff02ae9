// Elements made in code. Text goes in as text only, so that nothing from a file can become markup.

type Child = Node | string | number | null | undefined | false;

interface Attributes {
    class?: string | null | undefined;
    text?: string;
    on?: { [event: string]: (event: never) => void };
    [name: string]: string | number | boolean | null | undefined | { [event: string]: (event: never) => void };
}

// h('button', { type: 'button', 'data-action': 'play', on: { click: play } }, 'Play'). true sets an empty attribute;
// false, null and undefined leave it out.
export function h<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes?: Attributes | null,
    ...children: Child[]
): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (name === 'on') {
            for (const [event, listener] of Object.entries(value as object)) element.addEventListener(event, listener as EventListener);
        } else if (name === 'text') element.textContent = String(value);
        else element.setAttribute(name, value === true ? '' : String(value));
    }
    append(element, children);
    return element;
}

export function append(element: Element, children: Child[]): void {
    for (const child of children) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

export function replace(element: Element, ...children: Child[]): void {
    element.replaceChildren();
    append(element, children);
}

// As replace(), but children that stay are not touched: what browsers have laid out of them remains.
export function arrange(element: Element, children: Element[]): void {
    const wanted = new Set<Element>(children);
    for (const child of [...element.children]) if (!wanted.has(child)) child.remove();
    let at = element.firstElementChild;
    for (const child of children) {
        if (child === at) at = at.nextElementSibling;
        else element.insertBefore(child, at);
    }
}

// A name from a file: kept apart, so that marks of direction in it do not turn the text around it.
export function name(text: string, className?: string): HTMLElement {
    return h('bdi', className ? { class: className } : null, text);
}

const svgNamespace = 'http://www.w3.org/2000/svg';

// A drawing of strokes on a field of 24 by 24, in the colour of the text.
export function icon(path: string, filled = false): SVGSVGElement {
    const svg = document.createElementNS(svgNamespace, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('class', filled ? 'icon filled' : 'icon');
    const line = document.createElementNS(svgNamespace, 'path');
    line.setAttribute('d', path);
    svg.append(line);
    return svg;
}

export const icons = {
    play: 'M7 4v16l13-8z',
    pause: 'M7 4h4v16H7zM14 4h4v16h-4z',
    previous: 'M18 5l-9 7 9 7zM6 5v14',
    next: 'M6 5l9 7-9 7zM18 5v14',
    stepBack: 'M14 6l-6 6 6 6',
    stepForward: 'M10 6l6 6-6 6',
    close: 'M6 6l12 12M18 6L6 18',
    help: 'M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17.4v.1',
    theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
    print: 'M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z',
    open: 'M3 19V5h6l2 2h8v3M3 19l3-9h16l-3 9z',
    copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
    save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
    fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
    link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
    menu: 'M4 7h16M4 12h16M4 17h16',
};

export function iconButton(path: string, label: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
    const button = h('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, ...attributes });
    button.append(icon(path));
    button.addEventListener('click', click);
    return button;
}

// A choice between few, as buttons side by side; aria-pressed says which is chosen.
export function choice<Value extends string>(
    label: string,
    values: { value: Value; text: string; title?: string }[],
    chosen: Value,
    change: (value: Value) => void,
): HTMLElement {
    const buttons = values.map(each =>
        h(
            'button',
            { type: 'button', 'data-value': each.value, 'aria-pressed': String(each.value === chosen), title: each.title },
            each.text,
        ),
    );
    for (const button of buttons) {
        button.addEventListener('click', () => {
            for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
            change(button.dataset.value as Value);
        });
    }
    return h('div', { class: 'choice', role: 'group', 'aria-label': label }, ...buttons);
}

const optionsAtOnce = 200;

export function select(
    label: string,
    options: { value: string; text: string }[],
    chosen: string,
    change: (value: string) => void,
    attributes: Attributes = {},
): HTMLSelectElement {
    const element = h('select', { 'aria-label': label, ...attributes });
    // a long race has thousands of laps: all after the first ones are added later
    const add = (from: number, to: number) => {
        for (const option of options.slice(from, to))
            element.append(h('option', { value: option.value, selected: option.value === chosen }, option.text));
        if (to < options.length) setTimeout(() => add(to, to + optionsAtOnce), 0);
    };
    add(0, Math.max(optionsAtOnce, options.findIndex(option => option.value === chosen) + 1));
    // as wide as all of them, the browser would measure all of them, at each of these steps
    if (options.length > optionsAtOnce) element.classList.add('long');
    element.value = chosen;
    element.addEventListener('change', () => change(element.value));
    return element;
}

export function checkbox(
    label: string,
    checked: boolean,
    change: (checked: boolean) => void,
    attributes: Attributes = {},
): HTMLLabelElement {
    const input = h('input', { type: 'checkbox', checked, ...attributes });
    input.addEventListener('change', () => change(input.checked));
    return h('label', { class: 'check' }, input, label);
}

// A part of a view under a heading.
export function section(title: string, ...children: Child[]): HTMLElement {
    const heading = h('h3', null, title);
    return h('section', { class: 'part' }, heading, ...children);
}
