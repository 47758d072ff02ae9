/* Pages: documents as one self-contained HTML file, and the data that such a page reads.
 *
 *     pdk_page_file files[] = { { .document = race, .name = "race.vcr" } };
 *     pdk_page_front front = { .script = { ... }, .style = { ... } }; // the built front end of web/
 *     pdk_page_write(files, 1, &front, NULL, output, &error);
 *
 * The data is a description of each document (JSON) and blocks: columns of values that are small when packed, and quick
 * to decode. A written page holds them packed; a program that keeps documents open (the library in a browser) requests
 * them one at a time with the other calls here. Coordinates in blocks are in metres, right-handed, z up, relative to
 * the block's origin; times are seconds of the session's clock. */
#ifndef PADDOCK_PAGE_H
#define PADDOCK_PAGE_H

#include "analysis.h"
#include "compare.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document as it goes into a page. */
typedef struct pdk_page_file {
    const pdk_document *document;
    const char *name;            /* file name shown to readers; NULL = none */
    const pdk_document *art;     /* for a track: its pictures and 3D parts; NULL = none */
    const pdk_document *results; /* for a replay: as pdk_analysis_options.results; NULL = none */
    const pdk_document *track;   /* for a recording: as pdk_analysis_options.track; NULL = that of the page's options */
    const pdk_document *car_info; /* for a lap: as pdk_analysis_options.car_info; NULL = none */
} pdk_page_file;

typedef struct pdk_page_options {
    size_t struct_size;        /* PDK_PAGE_OPTIONS_INIT sets it */
    const char *title;         /* NULL = made from the file names */
    const char *driver;        /* positions and laps only of drivers that pdk_match_driver finds; NULL = all */
    const pdk_document *track; /* a track or surface of the same place, as pdk_analysis_options.track */
    double rate;               /* positions per second; 0 = all if they are few, otherwise 10 or as many as fit */
    uint64_t triangles;        /* of a surface, approximately; larger ones are simplified. 0 = 200 000 */
    uint64_t values;           /* of stored tables in a page, in total; 0 = 3 000 000 */
    pdk_limits limits;         /* memory: for making the page, without the documents' own */
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    const pdk_rulings *rulings; /* as pdk_analysis_options.rulings, by the files' names; NULL = nothing was decided */
    uint64_t all_incidents;     /* 1: also near misses, unsafe returns and lock-ups */
} pdk_page_options;

#define PDK_PAGE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_page_options)

/* The program of the page: a classic script and its style sheet. `worker` and `library` are for a page that opens files
 * itself: a script for a worker, and this library as WebAssembly; size 0 = the page only shows its own data. */
typedef struct pdk_page_front {
    pdk_text script, style, worker;
    pdk_bytes library;
} pdk_page_front;

/* Writes the page: UTF-8, the same bytes for the same call. Its policy lets it run only these scripts, and forbids
 * network requests; texts from files are shown as text. Readers without JavaScript see the main answer as tables. The
 * page says what is left out or thinned. `count` may be 0 with front->library. If a document cannot be read, the call
 * fails; answers that a document cannot have are not in the page. */
PDK_API pdk_status pdk_page_write(const pdk_page_file *files, size_t count, const pdk_page_front *front,
                                  const pdk_page_options *options, pdk_output *output, pdk_error *error);

/* ------------------------------------------------------------------------------ the data, one piece at a time */

/* What a document is, with its tables, pictures and findings, as JSON: no rows, no positions. Computes all answers,
 * because it says how many rows they have. */
PDK_API pdk_status pdk_page_describe(const pdk_page_file *file, const pdk_page_options *options, pdk_output *output,
                                     pdk_error *error);

/* The motion as JSON: runs, channels, the origin of coordinates. PDK_E_UNSUPPORTED if nothing moves. */
PDK_API pdk_status pdk_page_motion(const pdk_document *document, const pdk_page_options *options, pdk_output *output,
                                   pdk_error *error);
/* The positions and other channels of a run, as a block: time, x, y, z, heading, speed ... and distance along
 * the track with the offset to its left. Around incidents it has all samples of the file. */
PDK_API pdk_status pdk_page_run(const pdk_document *document, size_t run, const pdk_page_options *options,
                                pdk_output *output, pdk_error *error);
/* The driven track as a block: x, y, z, heading, left, right; pit_lane_x, pit_lane_y of the pit lanes of a given track,
 * with a missing point between two lanes. */
PDK_API pdk_status pdk_page_track(const pdk_document *document, const pdk_page_options *options, pdk_output *output,
                                  pdk_error *error);
/* Skid marks and smoke as a block: points with their times, and the number of points of each mark; puffs with their
 * drift and lifetime. PDK_E_UNSUPPORTED if the file has none. */
PDK_API pdk_status pdk_page_marks(const pdk_document *document, const pdk_page_options *options, pdk_output *output,
                                  pdk_error *error);
/* What results and laps are made of before rulings, as a block: with it a page applies rulings by itself. A row for
 * each driver, each lap, each line passed. PDK_E_UNSUPPORTED if there are no results. */
PDK_API pdk_status pdk_page_recorded(const pdk_document *document, const pdk_page_options *options, pdk_output *output,
                                     pdk_error *error);
/* Laps on one line of stations, as a block: times since the start line, speed, pedals ... of each. `step` in metres, 0
 * = as pdk_compare_laps. A single lap is fine. */
PDK_API pdk_status pdk_page_traces(const pdk_lap_reference *laps, size_t count, double step,
                                   const pdk_page_options *options, pdk_output *output, pdk_error *error);
/* A surface as a block: x, y, z of points, corners of triangles, texture coordinates. PDK_E_UNSUPPORTED if it has far
 * more triangles than wanted and Paddock's part for meshes is missing. */
PDK_API pdk_status pdk_page_surface(const pdk_page_file *file, size_t index, const pdk_page_options *options,
                                    pdk_output *output, pdk_error *error);
/* A track with its objects, or a car, as a block: meshes with their materials, their placements, lines with the kinds
 * of things along them. An object placed many times is stored once. Materials name pictures by the numbers that
 * pdk_page_image takes. PDK_E_UNSUPPORTED if a file has only surfaces or nothing, or far more triangles than wanted. */
PDK_API pdk_status pdk_page_scene(const pdk_page_file *file, const pdk_page_options *options, pdk_output *output,
                                  pdk_error *error);
/* A picture as a block: red, green, blue, alpha. Those of the art follow the document's own. */
PDK_API pdk_status pdk_page_image(const pdk_page_file *file, size_t index, pdk_output *output, pdk_error *error);
/* The fields in bytes first .. first+count-1 of the unpacked file, as far as layouts describe them: a block with a row
 * for each field. */
PDK_API pdk_status pdk_page_layout(const pdk_document *document, uint64_t first, uint64_t count, pdk_output *output,
                                   pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
