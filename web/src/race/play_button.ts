// Plays and pauses, and shows which of them it would do.
import { h, icon, icons } from '../base/dom';

export class PlayButton {
    readonly element = h('button', {
        type: 'button',
        class: 'play',
        'data-action': 'play',
        'aria-label': 'Play',
        title: 'Play (Space)',
    });
    private readonly path: Element;
    private wasPlaying = false;

    constructor(click: () => void) {
        const drawn = icon(icons.play, true);
        this.path = drawn.firstElementChild!;
        this.element.append(drawn);
        this.element.addEventListener('click', click);
    }
    show(playing: boolean): void {
        if (playing === this.wasPlaying) return;
        this.wasPlaying = playing;
        this.path.setAttribute('d', playing ? icons.pause : icons.play);
        this.element.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    }
}
