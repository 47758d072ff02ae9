/* A scene: meshes in places, materials, textures and lines, in the axes of the document they come from. What the
 * exporters of scenes write. */
#ifndef PADDOCK_SCENE_SCENE_H
#define PADDOCK_SCENE_SCENE_H

#include "model/mesh.h"

#define PDK_SCENE_NONE SIZE_MAX

/* Ticks in a second: what pictures that change count in. */
enum { PDK_SCENE_TICKS = 60 };

/* An image that something shows. */
typedef struct pdk_scene_texture {
    const char *name;             /* unique in the scene */
    const pdk_document *document; /* whose image it is */
    size_t image;
    uint32_t width, height;
} pdk_scene_texture;

typedef struct pdk_scene_material {
    const char *name;
    size_t texture;  /* PDK_SCENE_NONE = plain */
    double color[3]; /* of plain ones, linear */
    bool repeats;    /* along u; across, and otherwise, the bitmap ends at its edges */
    bool two_sided;
    bool prelit; /* light and shadow are painted: to be shown as it is */
    const size_t
        *frames; /* textures that it shows one after the other, over and over, `texture` the first; NULL = one */
    size_t frame_count;
    uint32_t frame_ticks;            /* for which it shows each */
    const pdk_mesh_material *source; /* of a file that says more about its materials; NULL = dull, and repeated as
                                      * above */
} pdk_scene_material;

/* Triangles one after the other that share a material. */
typedef struct pdk_scene_run {
    uint64_t first_triangle, triangle_count;
    size_t material;
    const char *name; /* of a group; NULL = none */
} pdk_scene_run;

typedef struct pdk_scene_mesh {
    const char *name;
    pdk_mesh mesh;             /* texture coordinates: v 0 is the bitmap's top row */
    bool rows_up;              /* but here v 0 is the bottom row, as in OBJ and PLY */
    const float (*normals)[3]; /* made of the triangles around each point, where the mesh itself has none; or NULL */
    const float (
        *numbers)[2];        /* what each point is in the file, as second texture coordinates: a half and whole numbers.
                                Programs that edit scenes keep them, unlike the order of points. NULL = none */
    bool numbers_rows;       /* they are the row and the point (0 to 10) of strips, whose v is 0 or 1 */
    const uint32_t *sources; /* of a 3D part: the vertex of its surface that each point was made of. NULL = none */
    const pdk_scene_run *runs; /* triangles in none of them are not shown */
    size_t run_count;
    bool shared;      /* its points are about the places of the nodes that show it */
    const char *kind; /* such as "bitmap" or "model"; NULL = not known */
} pdk_scene_mesh;

/* A number for each point of a line. */
typedef struct pdk_scene_values {
    const char *name; /* "legal_speed" */
    const char *unit;
    const float *values;
} pdk_scene_values;

/* What kind of thing each stretch of a line is, from its point to the next. */
typedef struct pdk_scene_kinds {
    const char *name; /* what the kinds distinguish, the same for all lines that have kinds: "barrier" */
    const char *meaning;
    const pdk_label *labels; /* words for values, ended by text == NULL; others have none. NULL = none has */
    const float *values;     /* whole numbers, one for each point of the line */
} pdk_scene_kinds;

typedef struct pdk_scene_line {
    const char *name;
    const float (*points)[3]; /* a closed one has its first point again at the end */
    size_t point_count;
    bool closed;
    const pdk_scene_values *values;
    size_t value_count;
    const pdk_scene_kinds *kinds; /* NULL = it is the same all along */
    bool upright;                 /* there is an obstacle */
} pdk_scene_line;

/* How a node moves, or only when it is there: straight from key to key, and turning the shorter way. */
typedef struct pdk_scene_movement {
    const char *driver;        /* the driver as recorded; may be empty. NULL = none */
    uint64_t slot;             /*   and the number it gives */
    const float *times;        /* s from the scene's first moment, each later than the one before */
    const double (*places)[3]; /* in the axes of the document */
    const float (*turns)[4];   /* quaternions: x, y, z, w */
    size_t key_count;          /* 0 = it stays where the node is */
    const float *shown_times;  /* from each of these moments on ... */
    const bool *shown;         /*   ... it is there to be seen, or not */
    size_t shown_count;        /* 0 = it always is */
} pdk_scene_movement;

/* Something in a place; or a group of such, whose children come later in the list. */
typedef struct pdk_scene_node {
    const char *name;
    size_t parent;     /* PDK_SCENE_NONE = at the top */
    size_t mesh, line; /* PDK_SCENE_NONE = none */
    double place[3];
    double heading; /* anticlockwise about z, radians */
    const char
        *mark; /* of the file's state that its children's places belong to: GLB adds it to the name. NULL = none */
    const char *aside; /* not to be shown with the rest, but on its own: "lines", "simpler"; NULL = in the main scene */
    bool backdrop;     /* around everything, to be seen from within */
    const pdk_scene_movement *movement; /* its place and turn then; NULL = it does not move. It shows nothing itself,
                                         * but its children do */
} pdk_scene_node;

typedef struct pdk_scene {
    pdk_memory *memory;
    pdk_vector textures;  /* pdk_scene_texture */
    pdk_vector materials; /* pdk_scene_material */
    pdk_vector meshes;    /* pdk_scene_mesh */
    pdk_vector lines;     /* pdk_scene_line */
    pdk_vector nodes;     /* pdk_scene_node */
    pdk_finding_handler note;
    void *note_user;
    uint64_t dropped;    /* things that are not in it: each has been noted */
    const char *missing; /* what belongs to it, but was not given, and where that is: a sentence. NULL = all is there */
    double start_time;   /* of movements: s of the session's clock */
} pdk_scene;

static inline const pdk_scene_texture *pdk_scene_texture_at(const pdk_scene *scene, size_t index)
{
    return (const pdk_scene_texture *)scene->textures.items + index;
}
static inline const pdk_scene_material *pdk_scene_material_at(const pdk_scene *scene, size_t index)
{
    return (const pdk_scene_material *)scene->materials.items + index;
}
static inline const pdk_scene_mesh *pdk_scene_mesh_at(const pdk_scene *scene, size_t index)
{
    return (const pdk_scene_mesh *)scene->meshes.items + index;
}
/* How many textures a material shows. */
static inline size_t pdk_scene_frame_count(const pdk_scene_material *material)
{
    return material->frame_count > 1 ? material->frame_count : 1;
}
static inline bool pdk_scene_has_normals(const pdk_scene_mesh *mesh)
{
    return mesh->normals != NULL || mesh->mesh.read_normals != NULL;
}
static inline const pdk_scene_line *pdk_scene_line_at(const pdk_scene *scene, size_t index)
{
    return (const pdk_scene_line *)scene->lines.items + index;
}
static inline const pdk_scene_node *pdk_scene_node_at(const pdk_scene *scene, size_t index)
{
    return (const pdk_scene_node *)scene->nodes.items + index;
}

/* An empty one. */
void pdk_scene_begin(pdk_finding_handler note, void *note_user, pdk_memory *memory, pdk_scene *scene);
/* The scene of a document with surfaces. `content` is all of them as one mesh in the document's axes, taken where they
 * are one; `art` are the pictures and 3D parts of a track, or NULL. The scene is in `memory` and reads from both
 * documents. `note` may be NULL. */
pdk_status pdk_scene_make(const pdk_document *document, const pdk_mesh *content, const pdk_document *art,
                          pdk_finding_handler note, void *note_user, pdk_memory *memory, pdk_scene *scene,
                          pdk_error *error);

/* Its scene is one mesh, the content it is made with. Others are made of parts that bring their own triangles. */
bool pdk_scene_is_whole(const pdk_document *document);

/* Decodes a texture into width * height * 4 bytes; *cut_out: some pixels are not opaque. Any thread. */
pdk_status pdk_scene_picture(const pdk_scene *scene, size_t texture, uint8_t *rgba, bool *cut_out, pdk_error *error);

#endif
