/* Surfaces and tracks written as files of other programs, and meshes of other programs as RLD. A mesh file (PLY, LAS,
 * OpenCRG ...) opens as a document with one surface, which all calls for surfaces take. Recordings (laps, replays) are
 * written as files of data loggers: MoTeC, VBO, GPX ...
 *
 *     pdk_convert_report report;
 *     if (pdk_convert_file(document, "road.ply", NULL, NULL, &report, &error) != PDK_OK) { ... }
 *     printf("%llu points\n", (unsigned long long)report.points);
 */
#ifndef PADDOCK_CONVERT_H
#define PADDOCK_CONVERT_H

#include "document.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_target_info {
    const char *id; /* "glb" */
    const char *title;
    const char *extensions; /* ".glb", blank-separated */
    pdk_frame frame;        /* its axes; the unit is the metre */
    bool pictures;          /* shows textures and placed parts: of a track, those of its FAM */
    bool recordings;        /* can be made from recordings */
    bool recordings_only;   /*   ... and of nothing else */
    bool one_driver;        /* for recordings: a file has one driver */
    const char *beside;     /* ".ldx": the extension of a file that may come with the target's own; NULL = none */
} pdk_target_info;

/* What can be converted to: by index, by id, and by the extension of a file name. NULL when there is none. */
PDK_API size_t pdk_target_count(void);
PDK_API const pdk_target_info *pdk_target_at(size_t index);
PDK_API const pdk_target_info *pdk_target_find(const char *id);
PDK_API const pdk_target_info *pdk_target_for_file(const char *file_name);

typedef enum pdk_origin {
    PDK_ORIGIN_NEEDED = 0, /* as AUTO if floats would be off by more than 0.1 mm, otherwise as NONE */
    PDK_ORIGIN_NONE = 1,   /* coordinates are not moved, even if floats lose precision */
    PDK_ORIGIN_AUTO = 2,   /* a round one near the middle */
    PDK_ORIGIN_GIVEN = 3   /* origin_given */
} pdk_origin;

/* Options of one target, or of several that share them. A conversion gets them through the member of
 * pdk_convert_options that points to them:
 *
 *     pdk_ply_options ply = PDK_PLY_OPTIONS_INIT;
 *     ply.ascii = true;
 *     pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
 *     options.ply = &ply;
 *     pdk_convert_file(document, "road.ply", NULL, &options, NULL, &error); */

/* Of recordings, to every target that takes them (pdk_target_info.recordings). */
typedef struct pdk_recording_options {
    size_t struct_size; /* PDK_RECORDING_OPTIONS_INIT sets it */
    const char *driver; /* only this driver, as pdk_match_driver takes it; NULL = all; for targets that hold one driver,
                           the only one */
    bool has_from, has_to;
    double from, to; /* only these seconds of the session's clock, if given */
} pdk_recording_options;

#define PDK_RECORDING_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_recording_options)

/* Of targets that show pictures (pdk_target_info.pictures): GLB, OBJ. */
typedef struct pdk_scene_options {
    size_t struct_size;      /* PDK_SCENE_OPTIONS_INIT sets it */
    const pdk_document *art; /* of a TRI: its FAM, for textures and models; NULL = none */
    uint64_t block_colors;   /* 1 = a material for the colour of each block of points (an RLD's), instead of the
                                source's materials; blocks that meet in a triangle differ. A triangle belongs to the
                                block of its first corner. A number, so that no padding ends the struct */
} pdk_scene_options;

#define PDK_SCENE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_scene_options)

typedef struct pdk_glb_options {
    size_t struct_size; /* PDK_GLB_OPTIONS_INIT sets it */
    bool quantize;      /* points in steps of a 65535th of their mesh's size, in each direction */
    bool compress;      /* compressed, for programs that support EXT_meshopt_compression */
    /* Of recordings: the shape of every car, a mesh (NULL = a plain one), and a surface or track (NULL = the part that
     * was driven). */
    const pdk_document *car, *track;
} pdk_glb_options;

#define PDK_GLB_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_glb_options)

typedef struct pdk_ply_options {
    size_t struct_size; /* PDK_PLY_OPTIONS_INIT sets it */
    uint32_t ascii;     /* 1: numbers as text; a number, as the next, so that no padding ends the struct */
    uint32_t doubles;   /* 1: coordinates as doubles, so no origin is needed */
} pdk_ply_options;

#define PDK_PLY_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_ply_options)

typedef struct pdk_crg_options {
    size_t struct_size;      /* PDK_CRG_OPTIONS_INIT sets it */
    bool ascii;              /* numbers as text */
    const double (*line)[2]; /* points of the reference line, a smooth curve: x and y in the target's axes, with the
                                origin; NULL = straight along the middle of the surface */
    size_t line_count;
    double step;     /* m between two heights; 0 = as dense as the points of the surface */
    double width;    /* m across the line, half of them on each side; 0 = as wide as the surface */
    uint64_t middle; /* 1: without `line`, the line is found: along the middle of the surface, even if it is bent */
} pdk_crg_options;

#define PDK_CRG_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_crg_options)

typedef struct pdk_rld_options {
    size_t struct_size; /* PDK_RLD_OPTIONS_INIT sets it */
    double block_size;  /* a block for each square of this size, m, that has points, instead of the source's; points and
                           triangles are ordered by block. 0 = the source's blocks */
} pdk_rld_options;

#define PDK_RLD_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_rld_options)

typedef struct pdk_srt_options {
    size_t struct_size; /* PDK_SRT_OPTIONS_INIT sets it */
    const pdk_document
        *reference; /* deltas are to the best lap of this recording; NULL = to the driver's own best lap */
} pdk_srt_options;

#define PDK_SRT_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_srt_options)

/* Of OpenDRIVE. The options of OpenCRG that are about a line apply too: `line`, `middle`, `step` and `width`. */
typedef struct pdk_opendrive_options {
    size_t struct_size;        /* PDK_OPENDRIVE_OPTIONS_INIT sets it */
    double error;              /* m that the road may be off its line, its heights and its edges; 0 = 0.05 */
    const char *crg;           /* name of an OpenCRG file with the surface of the road, written as it is, in UTF-8;
                                  NULL = none, or the source if that is OpenCRG */
    const pdk_document *track; /* of recordings: a file with the line of the track; NULL = the line that was driven */
} pdk_opendrive_options;

#define PDK_OPENDRIVE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_opendrive_options)

/* What all targets share, and the options of some of them. */
typedef struct pdk_convert_options {
    size_t struct_size;     /* PDK_CONVERT_OPTIONS_INIT sets it */
    const char *axes;       /* "+y-x+z": which axis of the source becomes the target's x, y and z; must be a rotation.
                               NULL = as the frames of both say */
    double scale;           /* metres per unit of the source; 0 = 1 */
    pdk_origin origin;      /* subtracted from points, in the target's axes, and returned in the report */
    bool triangulate;       /* Delaunay triangles seen from above, instead of the source's */
    bool keep_existing;     /* refuses to replace or remove any existing file, the main one or a companion */
    bool has_source_origin; /* source_origin is meant even if it is 0, 0, 0 */
    double origin_given[3];
    double source_origin[3]; /* what was subtracted from the source's points when it was made (its own axes). It is
                                added again if the target has doubles or a field for an origin. Without one (0, 0, 0
                                and no has_source_origin) it is what the file itself states */
    double max_edge; /* triangulate: leaves out triangles with an edge longer than this, m, seen from above; 0 = all */
    pdk_finding_handler note; /* called for everything left out, or done without being requested; may be NULL */
    void *note_user;
    pdk_limits limits; /* memory: of the conversion, without the document's own */
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    const pdk_inputs *inputs; /* files that are never replaced or removed, by the main one or a companion; NULL = those
                                 that the document was opened with, if any */
    /* NULL = their defaults. Options that the target does not have are refused. */
    const pdk_recording_options *recording;
    const pdk_scene_options *scene;
    const pdk_glb_options *glb;
    const pdk_ply_options *ply;
    const pdk_crg_options *crg;
    const pdk_rld_options *rld;
    const pdk_srt_options *srt;
    uint64_t epsg; /* number of the coordinate system in EPSG's list, for targets that state one (GLB, PLY, OBJ,
                      OpenCRG, OpenDRIVE); others refuse it with PDK_E_ARGUMENT, "convert.crs". 0 = what the source
                      states */
    const pdk_opendrive_options *opendrive;
} pdk_convert_options;

#define PDK_CONVERT_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_convert_options)

typedef struct pdk_convert_report {
    uint64_t points, triangles; /* written; for recordings, points are samples */
    uint64_t dropped;           /* points, triangles and the like left out; noted, one note per kind */
    double origin[3];           /* written point + origin = the point, in the target's axes */
    bool moved;                 /* origin is not zero */
    bool keeps_origin;          /* the target has a field for it, so no other file is needed */
    uint64_t left_out;    /* kinds of things the source has and the target cannot hold; each has been noted, with a
                             code that begins with convert.left_out */
    uint64_t reserved[8]; /* zero; later editions may name them */
} pdk_convert_report;

/* Writes the document's surfaces (or its track), or the recording, as another format. `target` is an id. A target that
 * takes several files (OBJ with materials and textures) writes only its first. options and report may be NULL. Fails
 * with PDK_E_ARGUMENT     convert.target, convert.axes   no such target; invalid axes, or a mirror image
 *                        convert.triangulate            to a scene (glb, obj) of parts that have triangles
 *                        convert.options                options of another target
 *                        convert.blocks                 no size of blocks, or one that makes too many
 *                        convert.block_colors           from a source without blocks
 *                        convert.driver                 no such driver, several, or several where one is needed
 *                        convert.recording, convert.surface   options that do not apply to the document
 *                        opendrive.error, opendrive.crg   no number above 0, no name in UTF-8
 *     PDK_E_UNSUPPORTED  mesh.none                      nothing to convert
 *                        opendrive.none, opendrive.triangles, opendrive.empty   nothing to make a road of
 *                        curve.short, curve.turn        a line without a length, or that turns on the spot
 *                        motion.none                    nothing moves in such a file, but the target needs it
 *                        logger.empty                   no driver moves in that time
 *     PDK_E_LIMIT        logger.gaps, logger.time       too long for the recorded part, or for the target
 *                        convert.triangulate            no three points off a line
 * `note` gets the findings of opening the source first. In another program's mesh, points that are not finite are left
 * out, with their triangles. */
PDK_API pdk_status pdk_convert(const pdk_document *document, const char *target, const pdk_convert_options *options,
                               pdk_convert_report *report, pdk_output *output, pdk_error *error);
/* The same to a file and, for some targets, more files in its folder. `target` NULL = by the name's extension. An
 * origin is written to PATH.origin.json if the target has no field for it; if there is no origin, a PATH.origin.json
 * left by an older file is removed, with a note (convert.origin). For a device or pipe only PATH is written. With
 * keep_existing it fails with PDK_E_IO, io.exists, before any file appears if one of these names is taken. It fails
 * with PDK_E_ARGUMENT, output.input, before any file appears if one of these names leads to an input. */
PDK_API pdk_status pdk_convert_file(const pdk_document *document, const char *path, const char *target,
                                    const pdk_convert_options *options, pdk_convert_report *report, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
