// How wide a track is drawn: from edge to edge where a file gives them; otherwise the band that laps used. That is of
// the middles of cars, so half a car is added on both sides: where there was one lap, the ground that its car covered.
import type { TrackLine } from '../source/source';

const halfCar = 1; // m

// Metres to the left of the line: of the left edge and of the right one, which is negative if the line is between them.
export function bandAt(track: Pick<TrackLine, 'left' | 'right' | 'given'>, point: number): [number, number] {
    const beside = track.given ? 0 : halfCar,
        left = track.left[point],
        right = track.right[point];
    return [Number.isNaN(left) ? halfCar : left + beside, Number.isNaN(right) ? -halfCar : right - beside];
}
