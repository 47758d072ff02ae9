// The surface of another open file that a lap was driven on: a track's mesh, a scan of the road.
import type { DocumentSource, Mesh, Source, TrackLine } from '../source/source';
import { liesOn } from './lies_on';
import { movedBy, type Shapes, shapesOf } from './shape';

export interface Ground {
    file: string;
    shapes: Shapes; // less their middle, which is less the track's origin
}

export const hasGround = (source: Source, own: DocumentSource): boolean =>
    source.documents.some(document => document !== own && document.surfaces.length > 0 && document.kind !== 'car');

// The first file whose surface the track lies on; null = there is none.
export async function groundOf(source: Source, own: DocumentSource, track: TrackLine): Promise<Ground | null> {
    for (const document of source.documents) {
        if (document === own || document.kind === 'car' || !document.surfaces.length) continue;
        const meshes: Mesh[] = [];
        for (let i = 0; i < document.surfaces.length; i++) meshes.push(await document.surface(i));
        const shapes = movedBy(shapesOf(meshes), track.origin);
        if (!shapes.arePoints && liesOn(shapes, track)) return { file: document.file, shapes };
    }
    return null;
}
