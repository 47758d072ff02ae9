// The views, in the order of their buttons. To add one, write its definition and list it here.

import { bytesView } from './file/bytes_view';
import { findingsView } from './file/findings_view';
import { picturesView } from './file/pictures_view';
import { compareView } from './lap/compare_view';
import { ghostView } from './lap/ghost_view';
import { mapView } from './lap/map_view';
import { wheelsView } from './lap/wheels_view';
import { driverView } from './race/driver_view';
import { incidentsView } from './race/incidents_view';
import { lapsView } from './race/laps_view';
import { replayView } from './race/replay_view';
import { resultsView } from './race/results_view';
import type { ViewDefinition } from './shell/view';
import { surfaceView } from './space/surface_view';
import { tablesView } from './table/tables_view';

export const views: ViewDefinition[] = [
    resultsView,
    incidentsView,
    replayView,
    lapsView,
    driverView,
    compareView,
    ghostView,
    mapView,
    wheelsView,
    surfaceView,
    picturesView,
    tablesView,
    bytesView,
    findingsView,
];
