/* A scene seen from its exporter: in the target's axes, its meshes measured and what cannot be written left out. */
#ifndef PADDOCK_TARGET_SCENE_VIEW_H
#define PADDOCK_TARGET_SCENE_VIEW_H

#include "target/exporter.h"
#include "scene/scene.h"

/* What there is of a mesh to write. */
typedef struct pdk_scene_extent {
    float minimum[3], maximum[3]; /* of what is written, in the target's axes; equal where there is no point */
    uint64_t not_finite;          /* points that are not numbers: written as `minimum`, and no triangle has them */
    uint64_t *kept;               /* sound triangles of each run */
    uint64_t kept_in_all;
    bool empty;    /* nothing of it can be drawn: it is left out */
    uint64_t *odd; /* a bit for each point that is not a number; NULL where there are none */
} pdk_scene_extent;

typedef struct pdk_scene_view {
    pdk_export *job;
    pdk_scene scene;
    double shift[3];           /* written = turned and scaled, plus this */
    pdk_scene_extent *extents; /* of each mesh */
} pdk_scene_view;

/* What exporters of scenes accept: triangles can only be made for a scene that is one mesh. */
pdk_status pdk_scene_view_accept(const pdk_export *job, pdk_error *error);

/* Without a scene: places of the document can be seen in the target's axes. */
void pdk_scene_view_begin(pdk_export *job, pdk_scene_view *view);
/* Makes the scene of a job, measures its meshes on all processors and sets the report. */
pdk_status pdk_scene_view_open(pdk_export *job, pdk_scene_view *view, pdk_error *error);

/* Runs of a mesh as they are written. Any thread. */
enum { PDK_SCENE_RUN = 512 };
pdk_status pdk_scene_view_points(const pdk_scene_view *view, size_t mesh, uint64_t first, size_t count,
                                 float (*points)[3], pdk_error *error);
pdk_status pdk_scene_view_normals(const pdk_scene_view *view, size_t mesh, uint64_t first, size_t count,
                                  float (*normals)[3], pdk_error *error);
/* The sound ones of these triangles; *kept is how many there are. */
pdk_status pdk_scene_view_triangles(const pdk_scene_view *view, size_t mesh, uint64_t first, size_t count,
                                    uint32_t (*corners)[3], size_t *kept, pdk_error *error);
/* Are a mesh's numbers to be written? They say where points of the file went in an edited scene, so they are useful
 * only where points are where the file has them, to the last bit. */
bool pdk_scene_view_has_numbers(const pdk_scene_view *view, size_t mesh);
/* Where a node is, and its turn as a quaternion (x, y, z, w). */
void pdk_scene_view_place(const pdk_scene_view *view, const pdk_scene_node *node, double place[3], double turn[4]);
/* The same of a key of a movement. */
void pdk_scene_view_key(const pdk_scene_view *view, const pdk_scene_movement *movement, size_t key, double place[3],
                        double turn[4]);
/* scene_pictures.c: every texture as PNG, or as it is in the source where that is PNG or JPEG; made on all processors.
 * *pictures are to be freed, whatever the status. */
typedef struct pdk_scene_picture_file {
    pdk_output *output; /* in memory */
    const char *media_type;
    bool cut_out; /* some pixels are not opaque, where Paddock made it */
} pdk_scene_picture_file;
pdk_status pdk_scene_pictures_make(pdk_scene_view *view, pdk_scene_picture_file **pictures, pdk_error *error);
void pdk_scene_pictures_free(const pdk_scene_view *view, pdk_scene_picture_file *pictures);

/* A place of the scene's own, a line's point among them. */
void pdk_scene_view_point(const pdk_scene_view *view, const double from[3], double to[3]);

#endif
