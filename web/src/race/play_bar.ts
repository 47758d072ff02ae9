// A player of some seconds with its controls and keys: play, steps, a slider, the speed.
import { h, iconButton, icons, select } from '../base/dom';
import type { Key } from '../shell/view';
import { PlayButton } from './play_button';
import { Player, rates, rateText } from './player';

export const playKeys: Key[] = [
    { keys: 'Space', does: 'play or pause' },
    { keys: ', / .', does: 'a step of 0.1 s back or on' },
    { keys: '← / →', does: '0.2 s back or on; with Shift 1 s' },
];

export class PlayBar {
    readonly element: HTMLElement;
    readonly player: Player;

    // `changed` is called as that of the player; `more` follows the controls.
    constructor(
        start: number,
        end: number,
        rate: number,
        changed: (time: number, playing: boolean) => void,
        ...more: (HTMLElement | null)[]
    ) {
        const range = h('input', { type: 'range', min: start, max: end, step: 'any', 'aria-label': 'Moment', 'data-action': 'seek' }),
            button = new PlayButton(() => this.player.toggle());
        this.player = new Player(start, end, (time, playing) => {
            range.value = String(time);
            button.show(playing);
            changed(time, playing);
        });
        this.player.rate = rate;
        range.value = String(start);
        range.addEventListener('input', () => this.player.seek(Number(range.value)));
        const slow = rates.filter(each => each <= 2).map(each => ({ value: String(each), text: rateText(each) }));
        this.element = h(
            'div',
            { class: 'control-row no-print' },
            iconButton(icons.stepBack, 'Back 0.1 s (,)', () => this.move(-0.1), { 'data-action': 'step-back' }),
            button.element,
            iconButton(icons.stepForward, 'Forward 0.1 s (.)', () => this.move(0.1), { 'data-action': 'step-forward' }),
            range,
            select('Speed', slow, String(rate), value => (this.player.rate = Number(value)), { 'data-action': 'speed' }),
            ...more,
        );
    }
    private move(seconds: number): void {
        this.player.pause();
        this.player.seek(this.player.time + seconds);
    }
    key(event: KeyboardEvent): boolean {
        const onButton = (event.target as Element).closest('button, summary') !== null,
            does: { [key: string]: () => void } = {
                ...(onButton ? {} : { ' ': () => this.player.toggle() }),
                ',': () => this.move(-0.1),
                '.': () => this.move(0.1),
                ArrowLeft: () => this.move(event.shiftKey ? -1 : -0.2),
                ArrowRight: () => this.move(event.shiftKey ? 1 : 0.2),
            };
        if (!Object.hasOwn(does, event.key)) return false;
        does[event.key]();
        return true;
    }
}
