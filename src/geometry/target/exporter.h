/* What a target of conversions gives to the rest. Adding one is a file that defines a pdk_exporter, in the folder of
 * its format or in a room of src/out/, and a line in src/out/convert/exporters.def. */
#ifndef PADDOCK_TARGET_EXPORTER_H
#define PADDOCK_TARGET_EXPORTER_H

#include "model/mesh.h"

struct pdk_scene;
struct pdk_stated_place;
struct pdk_text_buffer;

/* A conversion under way. */
typedef struct pdk_export {
    const pdk_document *document;
    const pdk_convert_options *options;
    pdk_convert_report *report; /* the exporter sets what was written and dropped */
    pdk_memory *memory;         /* lives as long as the conversion */
    pdk_output *output;
    /* Everything as one mesh in the exporter's frame: turned, scaled, and moved by the origin. `mesh.arrays` is there
     * where nothing needed to be done to it. */
    pdk_mesh mesh;
    /* The same in the document's own axes: what scenes of one mesh (target/scene_view.h) are made of. */
    pdk_mesh source;
    uint64_t sound_triangles; /* of the mesh, once pdk_export_count_sound was called */
    pdk_turn turn;            /* from the document's axes to the exporter's */
    double scale;
    /* Opens a file next to the main one: its base name with this instead of the extension (".mtl", "-road.png"). The
     * name it got, without folder, goes to *name. NULL where only one output is written: do without, and note it.
     */
    pdk_output *(*companion)(struct pdk_export *job, const char *suffix, const char **name, pdk_error *error);
    struct pdk_companions *companions;
    /* Makes what exporters of scenes show, in axes with z up; NULL = the document's own scene. */
    pdk_status (*make_scene)(struct pdk_export *job, struct pdk_scene *scene, pdk_error *error);
} pdk_export;

typedef struct pdk_exporter {
    pdk_target_info info;
    bool doubles;              /* coordinates are not narrowed to floats: no origin is needed ... */
    bool either;               /*   ... or they are not where the options ask for doubles */
    bool own_origin;           /* has a field for the origin, and coordinates that include it */
    bool states_place;         /* writes pdk_export_place: the origin, and the number of the coordinate system */
    bool normals, coordinates; /* has a place for them, at each point */
    bool linear_colors;        /* colours are proportional to light; otherwise sRGB */
    bool groups;               /* has a place for names of runs of triangles */
    bool lines;                /* writes the document's lines: it needs no mesh */
    /*   ... though the document has one; NULL = then it takes the mesh */
    bool (*lines_alone)(const pdk_export *job);
    bool moving; /* writes scenes in which things move: those of recordings */
    /* Whether the target has a place for this attribute or fact of the source; NULL = for none of them. What it has no
     * place for is noted before `write` is called, so `write` writes all it said yes to. */
    bool (*holds)(const pdk_export *job, const pdk_attribute *attribute);
    bool (*holds_fact)(const pdk_export *job, const pdk_mesh_fact *fact);
    /* Will coordinates be new 32-bit numbers of steps, so that one far point makes all of them coarser? NULL = no. */
    bool (*whole_numbers)(const pdk_export *job);
    /* Refuses requests that mean nothing with this source, before anything is done; NULL = there are no such
     * requests. */
    pdk_status (*accept)(const pdk_export *job, pdk_error *error);
    pdk_status (*write)(pdk_export *job, pdk_error *error);
    /* Writes how cars moved; neither mesh nor lines are placed. Called instead of `write` where something moves in the
     * document, and where `write` is NULL. NULL = the target has no place for recordings. */
    pdk_status (*write_recording)(pdk_export *job, pdk_error *error);
} pdk_exporter;

/* What the written file can state of where it is: the origin, and the coordinate system unless points are scaled. */
struct pdk_stated_place pdk_export_place(const pdk_export *job);
/* The same as comments. */
void pdk_export_put_place(const pdk_export *job, struct pdk_text_buffer *text, const char *comment);

extern const pdk_exporter *const pdk_exporters[];
extern const size_t pdk_exporters_count;

/* A finding of the conversion: what was left out or done. */
void pdk_export_note(const pdk_export *job, pdk_severity severity, const char *code, const char *format, ...)
    PDK_PRINTF(4, 5);
/* Reports progress; a failure when the caller wants to stop. */
pdk_status pdk_export_progress(const pdk_export *job, uint64_t done, uint64_t total, pdk_error *error);
/* Says that `count` points are not numbers, and what was done with them: "kept". */
void pdk_export_note_odd(const pdk_export *job, uint64_t count, const char *done);
/* Fails (convert.empty) where no point is left to write: readers refuse such a file, ours too. */
pdk_status pdk_export_need_points(uint64_t points, pdk_error *error);
/* Says that triangles were left out because the target has none. */
void pdk_export_note_points_only(pdk_export *job);

/* --------------------------------------------- points and triangles in runs, made on all processors (pieces/) */

/* A run of items on its way to the output. */
typedef struct pdk_piece {
    uint64_t first;
    size_t count;
    uint8_t *buffer;   /* as much as was requested */
    const void *bytes; /* what is to be written: `buffer`, unless it is somewhere already */
    size_t size;
    uint64_t odd; /* items worth a note */
} pdk_piece;

typedef pdk_status (*pdk_make_piece)(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error);

typedef struct pdk_pieces {
    uint64_t count;      /* items */
    size_t item_size;    /* bytes one item takes at most */
    pdk_make_piece make; /* fills a piece, on any thread */
    const void *user;
    uint64_t done, total; /* what was done before and all there is to do, in items, for progress */
    uint64_t odd;         /* gets the sum of all pieces */
} pdk_pieces;

/* Makes and writes them in order. Pages of the source are returned to the system on the way. */
pdk_status pdk_export_pieces(pdk_export *job, pdk_pieces *pieces, pdk_error *error);

/* The triangles whose corners are all there, into job->sound_triangles; the others are noted and counted as dropped. */
pdk_status pdk_export_count_sound(pdk_export *job, pdk_error *error);
/* The sound ones of a run, which must have been counted. `buffer` holds `count`; *corners is that or the mesh's own
 * array. */
pdk_status pdk_export_corners(const pdk_export *job, uint64_t first, size_t count, uint32_t (*buffer)[3],
                              const uint32_t (**corners)[3], size_t *kept, pdk_error *error);
/* Makes of points: three floats, little-endian; `odd` are points with a coordinate that is not a number. */
pdk_status pdk_make_points(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error);
/* Makes of triangles: three 32-bit numbers, little-endian. Those that are not sound are left out. */
pdk_status pdk_make_triangles(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error);
/* All points as floats in memory, the mesh's own array where there is one. */
pdk_status pdk_export_positions(pdk_export *job, const float **positions, pdk_error *error);

#endif
