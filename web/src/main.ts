// Where the page starts: finds its source and shows it.

import { reasonOf } from './base/reason';
import { checkBrowser } from './shell/abilities';
import { App } from './shell/app';
import { startTheme } from './shell/theme';
import { openSource } from './source/index';
import { views } from './views';

async function start(): Promise<void> {
    const root = document.documentElement;
    root.dataset.state = 'loading';
    startTheme();
    try {
        checkBrowser();
        const source = await openSource();
        new App(source, views);
    } catch (error) {
        root.dataset.state = 'error';
        const alert = document.createElement('p');
        alert.setAttribute('role', 'alert');
        alert.textContent = `The page cannot be shown: ${reasonOf(error)}`;
        document.body.prepend(alert);
    }
}

void start();
