// Light and dark: as the system has it, until somebody chooses.
import { setCurrentTheme, type Theme } from '../base/colours';

const system = matchMedia('(prefers-color-scheme: dark)');
const store = 'paddock.theme';
let chosen: Theme | null = null;
let printing = false;

function apply(atOnce: boolean): void {
    const theme: Theme = printing ? 'light' : (chosen ?? (system.matches ? 'dark' : 'light'));
    document.documentElement.dataset.theme = theme;
    setCurrentTheme(theme, atOnce);
}

export function startTheme(): void {
    try {
        const kept = localStorage.getItem(store);
        if (kept === 'light' || kept === 'dark') chosen = kept;
    } catch {
        // a browser that keeps nothing: the choice lasts as long as the page
    }
    system.addEventListener('change', () => apply(false));
    addEventListener('beforeprint', () => {
        printing = true;
        apply(true);
    });
    addEventListener('afterprint', () => {
        printing = false;
        apply(false);
    });
    apply(true);
}

export function toggleTheme(): Theme {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    try {
        localStorage.setItem(store, chosen);
    } catch {
        // as above
    }
    apply(false);
    return chosen;
}
