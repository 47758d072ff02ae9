// The camera around a point, z up: drag turns, shift-drag or two fingers move, the wheel zooms, keys do all of it.

interface Eye {
    x: number;
    y: number;
    z: number;
}

const least = 0.02,
    most = Math.PI / 2; // rad above the ground

export class Orbit {
    target: Eye = { x: 0, y: 0, z: 0 };
    distance = 10;
    private azimuth = -Math.PI / 2 - 0.6; // the eye is in the south
    private elevation = 0.75;
    private home = { target: { x: 0, y: 0, z: 0 }, distance: 10 };
    private points: Float32Array | null = null; // x, y, z of what shall be in sight at first, less home.target
    private half = { across: Math.tan(Math.PI / 9), up: Math.tan(Math.PI / 9) }; // of what is seen, as tangents
    private isHome = true;
    private readonly pointers = new Map<number, { x: number; y: number }>();
    private travelled = 0; // css pixels since the first finger came down

    constructor(
        private readonly element: HTMLElement,
        private readonly changed: () => void,
        private readonly click: (x: number, y: number) => void,
    ) {
        element.addEventListener('pointerdown', event => this.down(event));
        element.addEventListener('pointermove', event => this.move(event));
        for (const type of ['pointerup', 'pointercancel'] as const) element.addEventListener(type, event => this.lift(event));
        element.addEventListener(
            'wheel',
            event => {
                event.preventDefault();
                this.zoom(Math.exp(Math.max(-80, Math.min(80, event.deltaY)) * 0.004));
            },
            { passive: false },
        );
        element.addEventListener('dblclick', () => this.reset());
        element.addEventListener('contextmenu', event => event.preventDefault());
    }

    // Looks at a ball so that it fills the picture, or so that all of `points` are in it.
    frame(centre: Eye, radius: number, points: Float32Array | null = null): void {
        this.home = { target: { ...centre }, distance: Math.max(radius, 1e-3) * 2.3 };
        this.points = points;
        this.reset();
    }
    // How much is seen to the sides and upwards. Until people move the view, all of it is shown.
    setView(across: number, up: number): void {
        this.half = { across, up };
        if (this.isHome && this.points) this.reset();
    }
    reset(): void {
        this.target = { ...this.home.target };
        this.azimuth = -Math.PI / 2 - 0.6;
        this.elevation = 0.75;
        this.distance = this.distanceToAll();
        this.isHome = true;
        this.changed();
    }
    fromAbove(): void {
        this.target = { ...this.home.target };
        this.elevation = most;
        this.azimuth = -Math.PI / 2;
        this.distance = this.distanceToAll();
        this.isHome = false;
        this.changed();
    }
    // From where all points are in sight, as the camera is turned now.
    private distanceToAll(): number {
        if (!this.points) return this.home.distance;
        const { up, azimuth, elevation, half } = this,
            sine = Math.sin(azimuth),
            cosine = Math.cos(azimuth),
            level = Math.cos(elevation),
            height = Math.sin(elevation);
        let distance = this.home.distance * 0.05;
        for (let i = 0; i + 2 < this.points.length; i += 3) {
            const x = this.points[i],
                y = this.points[i + 1],
                z = this.points[i + 2];
            const nearer = x * cosine * level + y * sine * level + z * height,
                aside = Math.abs(y * cosine - x * sine),
                above = Math.abs(x * up.x + y * up.y + z * up.z);
            distance = Math.max(distance, nearer + (1.06 * aside) / half.across, nearer + (1.06 * above) / half.up);
        }
        return distance;
    }

    get eye(): Eye {
        const level = Math.cos(this.elevation) * this.distance;
        return {
            x: this.target.x + Math.cos(this.azimuth) * level,
            y: this.target.y + Math.sin(this.azimuth) * level,
            z: this.target.z + Math.sin(this.elevation) * this.distance,
        };
    }
    // What is up in the picture; seen from right above, the ground's y.
    get up(): Eye {
        const sine = Math.sin(this.elevation);
        return { x: -Math.cos(this.azimuth) * sine, y: -Math.sin(this.azimuth) * sine, z: Math.cos(this.elevation) };
    }

    // Follows something that moves and stays behind it when it turns; people choose the distance and the side.
    stayWith(target: Eye, turned: number, farther = 1): void {
        this.isHome = false;
        this.target = { ...target };
        this.azimuth += turned;
        this.distance *= farther;
    }
    // From where everything that near the target is in sight, from any side.
    distanceTo(radius: number): number {
        const least = Math.min(this.half.across, this.half.up);
        return (radius * Math.hypot(1, least)) / least;
    }
    // From behind something that looks along `heading`.
    behind(target: Eye, heading: number, distance: number, elevation = 0.3): void {
        this.isHome = false;
        this.target = { ...target };
        this.azimuth = heading + Math.PI;
        this.elevation = elevation;
        this.distance = distance;
        this.changed();
    }
    turn(right: number, up: number): void {
        this.isHome = false;
        this.azimuth -= right;
        this.elevation = Math.max(least, Math.min(most, this.elevation + up));
        this.changed();
    }
    zoom(factor: number): void {
        this.isHome = false;
        this.distance = Math.max(this.home.distance / 400, Math.min(this.home.distance * 4, this.distance * factor));
        this.changed();
    }
    // By css pixels, over the ground.
    pan(right: number, down: number): void {
        this.isHome = false;
        const metres = (this.distance * 1.1) / Math.max(1, this.element.clientHeight);
        const c = Math.cos(this.azimuth),
            s = Math.sin(this.azimuth),
            away = metres / Math.max(0.3, Math.sin(this.elevation));
        this.target.x += s * right * metres - c * down * away;
        this.target.y += -c * right * metres - s * down * away;
        this.changed();
    }
    key(event: KeyboardEvent): boolean {
        const step = event.shiftKey ? 60 : 0;
        switch (event.key) {
            case 'ArrowLeft':
                step ? this.pan(step, 0) : this.turn(-0.12, 0);
                return true;
            case 'ArrowRight':
                step ? this.pan(-step, 0) : this.turn(0.12, 0);
                return true;
            case 'ArrowUp':
                step ? this.pan(0, step) : this.turn(0, 0.1);
                return true;
            case 'ArrowDown':
                step ? this.pan(0, -step) : this.turn(0, -0.1);
                return true;
            case '+':
            case '=':
                this.zoom(0.8);
                return true;
            case '-':
                this.zoom(1.25);
                return true;
            case '0':
                this.reset();
                return true;
            case 't':
                this.fromAbove();
                return true;
            default:
                return false;
        }
    }

    private down(event: PointerEvent): void {
        this.element.setPointerCapture(event.pointerId);
        if (this.pointers.size === 0) this.travelled = 0;
        this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }
    private move(event: PointerEvent): void {
        const before = this.pointers.get(event.pointerId);
        if (!before) return;
        const dx = event.clientX - before.x,
            dy = event.clientY - before.y;
        this.travelled += Math.hypot(dx, dy);
        if (this.pointers.size === 2) {
            const other = [...this.pointers].find(([id]) => id !== event.pointerId)![1];
            const was = Math.hypot(before.x - other.x, before.y - other.y),
                is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
            if (was > 0 && is > 0) this.zoom(was / is);
            this.pan(dx / 2, dy / 2);
        } else if (event.shiftKey || event.buttons === 2 || event.buttons === 4) this.pan(dx, dy);
        else this.turn(dx * 0.008, dy * 0.008);
        this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }
    private lift(event: PointerEvent): void {
        if (this.pointers.delete(event.pointerId) && event.type === 'pointerup' && this.pointers.size === 0 && this.travelled < 5) {
            const place = this.element.getBoundingClientRect();
            this.click(event.clientX - place.left, event.clientY - place.top);
        }
    }
}
