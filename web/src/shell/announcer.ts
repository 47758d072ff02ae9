// Tells screen readers what changed, calmly: the last of the texts that come within half a second.
import { h } from '../base/dom';

export class Announcer {
    readonly element = h('div', { class: 'unseen', 'aria-live': 'polite' });
    private timer = 0;
    say(text: string): void {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => (this.element.textContent = text), 500);
    }
}
