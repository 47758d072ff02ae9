/* A GLB being planned and written: what its binary part holds, run after run, and the JSON that says so. */
#ifndef PADDOCK_FORMAT_GLB_GLB_EXPORT_H
#define PADDOCK_FORMAT_GLB_GLB_EXPORT_H

#include "target/scene_view.h"

/* Where bytes go; *size gets how many. */
typedef struct pdk_glb_bytes {
    uint8_t *bytes;
    size_t *size;
} pdk_glb_bytes;

/* What a buffer view's bytes are. */
typedef enum pdk_glb_kind {
    PDK_GLB_POINTS,
    PDK_GLB_NORMALS,
    PDK_GLB_COORDINATES,
    PDK_GLB_COLORS,
    PDK_GLB_NUMBERS, /* second texture coordinates */
    PDK_GLB_CORNERS, /* of one run of a mesh */
    PDK_GLB_LINE_POINTS,
    PDK_GLB_LINE_VALUES, /* one of a line's */
    PDK_GLB_KEY_TIMES,   /* of a node that moves */
    PDK_GLB_KEY_PLACES,
    PDK_GLB_KEY_TURNS,
    PDK_GLB_SHOWN_TIMES,
    PDK_GLB_SHOWN_SCALES,
    PDK_GLB_FRAME_TIMES, /* of a mesh with an animated bitmap; part: the frame */
    PDK_GLB_FRAME_SCALES,
    PDK_GLB_PICTURE
} pdk_glb_kind;

/* A buffer view and, except for pictures, the accessor of the same number. */
typedef struct pdk_glb_view {
    pdk_glb_kind kind;
    size_t item, part; /* mesh, line, node or texture; run or values of it */
    uint64_t count;    /* elements */
    size_t size;       /* bytes of one element, as it is in the buffer */
    uint64_t offset;   /* in the buffer, or in the one that is there once it is unpacked */
    pdk_bytes packed;  /* bytes already made: of pictures and compressed views */
    uint64_t packed_offset;
    float minimum[3], maximum[3];
} pdk_glb_view;

typedef struct pdk_glb_export {
    pdk_export *job;
    pdk_scene_view scene;
    bool quantized, compressed;
    pdk_vector views;     /* pdk_glb_view; those of a mesh, its runs and a line follow each other */
    size_t *mesh_views;   /* the first view of each mesh; PDK_SCENE_NONE = nothing to show */
    size_t *mesh_numbers; /* which glTF mesh shows it, one for each frame: those with nothing to show are not there */
    size_t mesh_count;
    size_t *line_views;
    size_t *key_views; /* the first view of each node that moves; PDK_SCENE_NONE = it does not move */
    size_t moving_count;
    size_t *material_numbers; /* the first glTF material of each, one for each frame */
    size_t *frame_views;      /* of each mesh, times and scales of each frame; PDK_SCENE_NONE = it has no frames */
    size_t first_frame_view;
    size_t *frame_nodes;   /* of each node, the first of those that show its frames; PDK_SCENE_NONE = it has none */
    size_t animated_count; /* nodes with frames */
    uint64_t frame_ticks;  /* after which all frames begin again */
    size_t *first_children, *next_siblings; /* of each node; PDK_SCENE_NONE = there is none */
    size_t *picture_views;
    size_t accessor_count;            /* views before the pictures */
    pdk_scene_picture_file *pictures; /* of each texture */
    uint64_t size;                    /* of the binary part */
    uint64_t unpacked_size;           /* of the buffer compressed views unpack into */
} pdk_glb_export;

static inline pdk_glb_view *pdk_glb_view_at(const pdk_glb_export *glb, size_t index)
{
    return (pdk_glb_view *)glb->views.items + index;
}

/* glb_plan.c: what comes where. */
pdk_status pdk_glb_plan(pdk_glb_export *glb, pdk_error *error);

/* Bytes of one of the four numbers of a colour. */
static inline size_t pdk_glb_color_size(const pdk_attribute *color)
{
    return color->type == PDK_UINT8 ? sizeof(uint8_t) : color->type == PDK_UINT16 ? sizeof(uint16_t) : sizeof(float);
}

/* Is it one of a movement's? These are no attributes of points, and are not compressed. */
static inline bool pdk_glb_is_movement(const pdk_glb_view *view)
{
    return view->kind >= PDK_GLB_KEY_TIMES && view->kind <= PDK_GLB_FRAME_SCALES;
}
static inline bool pdk_glb_is_packed(const pdk_glb_export *glb, const pdk_glb_view *view)
{
    return glb->compressed && view->kind != PDK_GLB_PICTURE && !pdk_glb_is_movement(view);
}

/* glb_movement.c: views of what moves, their bytes, and the animation that uses them. */
bool pdk_glb_plan_movements(pdk_glb_export *glb);
void pdk_glb_fill_movement(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                           uint8_t *bytes);

/* glb_frames.c: the same for bitmaps that animate. */
bool pdk_glb_plan_frames(pdk_glb_export *glb);
void pdk_glb_fill_frames(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                         uint8_t *bytes);
/* How many pictures a mesh shows one after the other. */
size_t pdk_glb_frame_count(const pdk_glb_export *glb, size_t mesh);

/* glb_channels.c: where a mesh begins and how large it is, which its node says where points are steps of that;
 * otherwise 0 and 1. */
void pdk_glb_stretch(const pdk_glb_export *glb, size_t mesh, double least[3], double size[3]);

/* glb_fill.c: things `first` .. of a view as bytes; of corners these are triangles of the run, and fewer may come out.
 */
pdk_status pdk_glb_fill(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                        pdk_glb_bytes to, pdk_error *error);
/* Things there are to go through: elements, or triangles. */
uint64_t pdk_glb_things(const pdk_glb_export *glb, const pdk_glb_view *view);

/* glb_compress.c: packs every view but the pictures; says "glb.compress" where meshoptimizer is not in this build. */
pdk_status pdk_glb_compress(pdk_glb_export *glb, pdk_error *error);
/* Is it there, to pack and to simplify? */

/* glb_json.c: the JSON part, into an output in memory. */
pdk_status pdk_glb_write_json(const pdk_glb_export *glb, pdk_output *output, pdk_error *error);

#endif
