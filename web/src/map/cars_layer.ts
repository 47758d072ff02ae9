// Cars as dots with numbers, or near by as shapes; trails and names where they are wanted.
import { css } from '../base/colours';
import type { MapLayer, MapTransform } from './map_canvas';

export interface ShownCar {
    x: number;
    y: number;
    z: number;
    heading: number;
    number: string; // in the dot
    name: string;
    colour: () => string; // asked for when it is drawn: themes change
    quiet: boolean; // drawn grey, behind the others
    followed: boolean;
    braking: boolean;
    inPits: boolean;
    trail: [number, number][]; // oldest first
}

const radius = 9;
const length = 4.6,
    width = 1.9; // m, of a car where its own size is not known

const mostLetters = 24; // of a name

type Box = [number, number, number, number]; // left, top, right, bottom
const overlap = (a: Box, b: Box) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

export class CarsLayer implements MapLayer {
    cars: ShownCar[] = []; // the last is on top
    names = true;

    draw(context: CanvasRenderingContext2D, transform: MapTransform): void {
        const near = transform.scale * length > 26;
        for (const car of this.cars) this.drawTrail(context, transform, car);
        for (const car of this.cars) {
            const x = transform.x(car.x, car.y),
                y = transform.y(car.x, car.y);
            if (x < -40 || y < -40 || x > transform.width + 40 || y > transform.height + 40) continue;
            if (near) this.drawShape(context, transform, car, x, y);
            else this.drawDot(context, transform, car, x, y);
        }
        if (this.names) this.drawNames(context, transform, near);
    }

    private drawTrail(context: CanvasRenderingContext2D, transform: MapTransform, car: ShownCar): void {
        if (car.trail.length < 2) return;
        context.strokeStyle = car.colour();
        context.lineWidth = car.followed ? 3 : 2;
        context.lineCap = 'round';
        for (let i = 1; i < car.trail.length; i++) {
            context.globalAlpha = (0.75 * i) / car.trail.length;
            context.beginPath();
            context.moveTo(transform.x(...car.trail[i - 1]), transform.y(...car.trail[i - 1]));
            context.lineTo(transform.x(...car.trail[i]), transform.y(...car.trail[i]));
            context.stroke();
        }
        context.globalAlpha = 1;
    }
    private drawDot(context: CanvasRenderingContext2D, transform: MapTransform, car: ShownCar, x: number, y: number): void {
        context.globalAlpha = car.inPits ? 0.55 : 1;
        const angle = transform.angle(car.heading),
            size = car.followed ? radius + 2 : car.quiet ? radius - 1 : radius;
        // where the nose points
        context.fillStyle = car.colour();
        context.beginPath();
        context.moveTo(x + Math.cos(angle) * (size + 5), y + Math.sin(angle) * (size + 5));
        context.lineTo(x + Math.cos(angle + 0.6) * size, y + Math.sin(angle + 0.6) * size);
        context.lineTo(x + Math.cos(angle - 0.6) * size, y + Math.sin(angle - 0.6) * size);
        context.fill();
        context.beginPath();
        context.arc(x, y, size, 0, 2 * Math.PI);
        context.fill();
        context.lineWidth = car.followed ? 2.5 : 1.5;
        context.strokeStyle = car.followed ? css('--text') : css('--ground');
        context.stroke();
        context.fillStyle = css('--on-colour');
        context.font = `700 ${car.number.length > 2 ? 8 : 10.5}px system-ui, "DejaVu Sans", sans-serif`;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.fillText(car.number, x, y + 0.5);
        context.globalAlpha = 1;
    }
    private drawShape(context: CanvasRenderingContext2D, transform: MapTransform, car: ShownCar, x: number, y: number): void {
        const long = length * transform.scale,
            wide = width * transform.scale;
        context.save();
        context.translate(x, y);
        context.rotate(transform.angle(car.heading));
        context.fillStyle = car.colour();
        context.strokeStyle = car.followed ? css('--text') : css('--ground');
        context.lineWidth = car.followed ? 2.5 : 1.5;
        context.beginPath();
        context.moveTo(-long / 2, -wide * 0.48);
        context.lineTo(long * 0.25, -wide * 0.48);
        context.quadraticCurveTo(long * 0.5, -wide * 0.4, long / 2, 0);
        context.quadraticCurveTo(long * 0.5, wide * 0.4, long * 0.25, wide * 0.48);
        context.lineTo(-long / 2, wide * 0.48);
        context.closePath();
        context.fill();
        context.stroke();
        context.fillStyle = css('--ground');
        context.globalAlpha = 0.4;
        context.fillRect(-long * 0.02, -wide * 0.34, long * 0.14, wide * 0.68); // windscreen
        context.globalAlpha = 1;
        if (car.braking) {
            context.fillStyle = css('--brake');
            context.fillRect(-long / 2 - 3, -wide * 0.45, 4, wide * 0.28);
            context.fillRect(-long / 2 - 3, wide * 0.17, 4, wide * 0.28);
        }
        context.restore();
    }

    // Names next to cars, where they cover neither a car nor another name. A name without such a place is left out, except
    // that of the followed car.
    private drawNames(context: CanvasRenderingContext2D, transform: MapTransform, near: boolean): void {
        const size = near ? (length * transform.scale) / 2 : radius + 2,
            away = size + 5;
        const places = this.cars.map(car => [transform.x(car.x, car.y), transform.y(car.x, car.y)] as const),
            taken: Box[] = places.map(([x, y]) => [x - size, y - size, x + size, y + size]),
            own = new Map(this.cars.map((car, i) => [car, taken[i]]));
        context.textBaseline = 'middle';
        context.textAlign = 'left';
        context.lineJoin = 'round';
        for (const [i, car] of [...this.cars.entries()].reverse()) {
            context.font = `${car.followed ? 700 : 500} 12px system-ui, "DejaVu Sans", sans-serif`;
            const name = car.name.length > mostLetters ? `${car.name.slice(0, mostLetters - 1)}…` : car.name,
                wide = context.measureText(name).width,
                [x, y] = places[i];
            const corners: [number, number][] = [
                [x + away, y],
                [x - away - wide, y],
                [x - wide / 2, y - away - 7],
                [x - wide / 2, y + away + 7],
            ];
            const isFree = ([left, top]: [number, number]) => {
                const box: Box = [left, top - 7, left + wide, top + 7];
                return !taken.some(other => other !== own.get(car) && overlap(box, other));
            };
            const place = corners.find(isFree) ?? (car.followed ? corners[0] : null);
            if (!place) continue;
            taken.push([place[0], place[1] - 7, place[0] + wide, place[1] + 7]);
            context.strokeStyle = css('--map');
            context.lineWidth = 3.5;
            context.strokeText(name, ...place);
            context.fillStyle = car.quiet ? css('--muted') : css('--text');
            context.fillText(name, ...place);
        }
    }
}
