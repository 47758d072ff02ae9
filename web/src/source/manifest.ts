// The description of documents that C writes (src/picture/page/page_document.c), for both sides.
import type { DocumentKind, Finding, ImageInfo, MotionInfo, Property, SurfaceInfo, TableInfo } from './source';

// As pdk_page_describe writes it.
export interface DocumentHead {
    file: string;
    format: string;
    formatName: string;
    dialect: string;
    dialectName: string;
    size: number;
    contentSize: number; // bytes, unpacked
    packed: string | null;
    kind: DocumentKind;
    trackName: string | null; // as the game calls it: laps are ranked with those of the same track
    evidence: string[];
    properties: Property[];
    findings: Finding[];
    findingCount: number; // also those that are not listed
    verdict: string;
    tables: TableInfo[];
    surfaces: SurfaceInfo[];
    images: ImageInfo[];
    notes: string[];
}

// Numbers are those of blocks: element b1, b2 ...
export interface EmbeddedDocument extends DocumentHead {
    parts: {
        tables: number[]; // as in `tables`
        motion: MotionInfo | null;
        runs?: number[]; // as in motion.runs
        track: number | null;
        marks?: number; // where there are skid marks or smoke
        scene: number | null; // then it has the surfaces
        surfaces: (number | null)[];
        images: number[];
        bytes: { first: number; count: number; block: number; layout: number }[];
    };
}

export interface Manifest {
    producer: string;
    title: string | null;
    driver: string | null;
    documents: EmbeddedDocument[];
    traces: { block: number; laps: { document: number; slot: number; lap: number }[] }[];
}
