// The base of everything in 3D: a canvas with WebGL, a camera that people move, and a picture drawn when something changed.
import { Camera, Renderer, Transform } from 'ogl';
import { css, onTheme } from '../base/colours';
import { h } from '../base/dom';
import { Orbit } from './orbit';
import { rgb } from './vectors';

interface Stage3dParts {
    label: string;
    keeps?: boolean; // the picture can be read later
    draw(): void; // what is to be said to the scene before it is drawn: look(), then render()
    sized?(width: number, height: number): void; // pixels of the canvas
    click?(x: number, y: number): void; // css pixels
}

export class Stage3d {
    readonly renderer: Renderer;
    readonly camera: Camera;
    readonly scene = new Transform();
    readonly orbit: Orbit;
    private readonly ends: (() => void)[] = [];
    private frame = 0;

    // Its canvas is the first in `element`. Throws where the browser has no WebGL.
    constructor(
        private readonly element: HTMLElement,
        private readonly parts: Stage3dParts,
    ) {
        this.renderer = new Renderer({
            antialias: true,
            dpr: Math.min(devicePixelRatio, 2),
            webgl: 2,
            preserveDrawingBuffer: parts.keeps === true,
        });
        const gl = this.renderer.gl;
        if (!gl || !this.renderer.isWebgl2) throw new Error('this browser has no WebGL 2');
        const canvas = gl.canvas as HTMLCanvasElement;
        canvas.tabIndex = 0;
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', parts.label);
        element.prepend(canvas);
        this.camera = new Camera(gl);
        this.orbit = new Orbit(
            canvas,
            () => this.invalidate(),
            (x, y) => parts.click?.(x, y),
        );
        const observer = new ResizeObserver(() => this.resize());
        observer.observe(element);
        this.ends.push(
            () => observer.disconnect(),
            onTheme(() => this.draw()),
        );
        this.listenToPrint(canvas);
    }
    // What prints of WebGL is the last picture on the screen, which may be dark: a copy of a new one, light by now, covers it.
    private listenToPrint(canvas: HTMLCanvasElement): void {
        const copy = h('canvas', { class: 'printed', 'aria-hidden': 'true' });
        const before = () => {
            this.draw();
            copy.width = canvas.width;
            copy.height = canvas.height;
            copy.getContext('2d')!.drawImage(canvas, 0, 0);
            canvas.after(copy);
        };
        const after = () => copy.remove();
        addEventListener('beforeprint', before);
        addEventListener('afterprint', after);
        this.ends.push(
            () => removeEventListener('beforeprint', before),
            () => removeEventListener('afterprint', after),
        );
    }
    get gl(): Renderer['gl'] {
        return this.renderer.gl;
    }

    // Half of what is seen from top to bottom, as a tangent: 20 degrees to the nearer side.
    get half(): number {
        return Math.tan(Math.PI / 9) / Math.min(1, this.aspect);
    }
    private get aspect(): number {
        return this.gl.canvas.width / Math.max(1, this.gl.canvas.height);
    }
    // Through the eye of the orbit, which stays above `floor`.
    look(near: number, far: number, floor = -Infinity): void {
        const { eye, up, target } = this.orbit;
        this.camera.perspective({ fov: (2 * Math.atan(this.half) * 180) / Math.PI, aspect: this.aspect, near, far });
        this.camera.up.set(up.x, up.y, up.z);
        this.camera.position.set(eye.x, eye.y, Math.max(eye.z, floor));
        this.camera.lookAt([target.x, target.y, target.z]);
    }
    render(): void {
        const [red, green, blue] = rgb(css('--map'));
        this.gl.clearColor(red, green, blue, 1);
        this.renderer.render({ scene: this.scene, camera: this.camera, sort: false });
    }

    // The canvas is empty then, so it is drawn at once.
    resize(): void {
        const { clientWidth, clientHeight } = this.element;
        if (clientWidth < 10 || clientHeight < 10) return;
        this.renderer.dpr = Math.min(devicePixelRatio, 2);
        this.renderer.setSize(clientWidth, clientHeight);
        this.orbit.setView(this.half * this.aspect, this.half);
        this.parts.sized?.(clientWidth * this.renderer.dpr, clientHeight * this.renderer.dpr);
        this.draw();
    }
    invalidate(): void {
        if (!this.frame) {
            this.frame = requestAnimationFrame(() => {
                this.frame = 0;
                this.draw();
            });
        }
    }
    private draw(): void {
        if (this.element.isConnected && !this.element.hidden) this.parts.draw();
    }
    close(): void {
        cancelAnimationFrame(this.frame);
        for (const end of this.ends) end();
        this.gl.getExtension('WEBGL_lose_context')?.loseContext();
    }
}
