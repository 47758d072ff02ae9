/* Edits: fields by name, whole tracks and surfaces, cuts of recordings.
 *
 *     pdk_edit *edit = NULL;
 *     pdk_status status = pdk_edit_open(document, &edit, &error);
 *     if (status == PDK_OK) status = pdk_edit_set(edit, "player", "A. Nother", &error);
 *     if (status == PDK_OK) status = pdk_edit_write(edit, output, &error);
 *     pdk_edit_close(edit);
 */
#ifndef PADDOCK_EDIT_H
#define PADDOCK_EDIT_H

#include "document.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------------------- fields */

/* Fields changed by name in a file that otherwise stays as it is. */
typedef struct pdk_edit pdk_edit;

/* The edit holds the document until pdk_edit_close. Memory grows with what is changed, not with the file. */
PDK_API pdk_status pdk_edit_open(const pdk_document *document, pdk_edit **edit, pdk_error *error);
/* Changes one field. `path` names it as findings do: "raf.block[17].wheel_1.load", the format's id may be left out; a
 * field of a record that occurs once needs no record: "player". An element of a field is given by its number or name:
 * "forward[2]", "forward[z]", "forward_z". `value` is text as a person types it: a number in the
 * field's unit, the name of a value ("legal"), text, or hex for bytes. Fails with PDK_E_ARGUMENT and one of the codes
 *     set.unknown  no such record or field; the message has the nearest name
 *     set.index    a number beyond the last or a name that no element has, or no element if one is needed
 *     set.value    not the kind of value the field holds
 *     set.range    a number or text too large for the field, or outside what its layout allows
 *     set.length   text of a different length than in the file, if other fields follow it */
PDK_API pdk_status pdk_edit_set(pdk_edit *edit, const char *path, const char *value, pdk_error *error);
/* The same for a number, in the field's unit. */
PDK_API pdk_status pdk_edit_set_number(pdk_edit *edit, const char *path, double value, pdk_error *error);
/* Puts an image into the file: RGBA as pdk_document_image_read gives it, in the image's own size. `path` is
 * "entry[NAME].image" with the name as in pdk_image_info. Indexed images get the nearest colours of their palette,
 * which does not change. Pixels that look as before keep their bytes: an image put back unchanged gives the same
 * file. Fails with
 *     PDK_E_ARGUMENT     set.unknown       no such image; the message has the nearest name
 *                        set.image.size    another width or height
 *                        set.image.alpha   transparent pixels, but the file cannot store them
 *                        set.image.mask    colours, but the file stores only opacity
 *                        set.image.header  the same edit changed how the pixels are stored
 *     PDK_E_UNSUPPORTED  set.image.packed  the pixels are packed inside the file */
PDK_API pdk_status pdk_edit_set_image(pdk_edit *edit, const char *path, const uint8_t *rgba, uint32_t width,
                                      uint32_t height, pdk_error *error);
/* The same for the bytes of a PNG of any kind. From 16-bit samples the upper half is used; gamma and profiles are
 * ignored. Also fails with
 *     PDK_E_UNKNOWN_FORMAT  png.signature  not a PNG
 *     PDK_E_TRUNCATED       png.truncated  it ends too early
 *     PDK_E_CORRUPT         png.damaged, png.size
 *     PDK_E_UNSUPPORTED     png.absent     Paddock's part for PNG is missing */
PDK_API pdk_status pdk_edit_set_image_png(pdk_edit *edit, const char *path, const void *png, size_t size,
                                          pdk_error *error);

/* How far the last image set differs from the one stored: a palette may lack its colours. */
typedef struct pdk_image_loss {
    uint64_t pixels;  /* of the image; 0 = none was set */
    uint64_t inexact; /* of them, those with another colour or opacity */
    double mean;      /* the difference, of 255, in the channel that differs most: on average over those ... */
    uint8_t largest;  /* ... and at most */
} pdk_image_loss;

PDK_API pdk_image_loss pdk_edit_image_loss(const pdk_edit *edit);

/* One image for pdk_edit_set_palettes, and how well its palette serves it. */
typedef struct pdk_palette_image {
    const char *path;       /* "entry[NAME].image" */
    const void *png;        /* the bytes of a PNG, or NULL: then `rgba` has the pixels */
    size_t png_size;        /* bytes */
    const uint8_t *rgba;    /* as pdk_edit_set_image takes them */
    uint32_t width, height; /* of `rgba` */
    /* Filled in by the call: */
    bool has_palette; /* false = the image stores its colours itself */
    pdk_image_loss loss;
    double rms; /* root mean square of the differences in red, green and blue, of 255, over all pixels that are visible
                   in both; 0 = there are none */
} pdk_palette_image;

/* Puts images into the file and makes new palettes from their colours: by median cut, then k-means. Colours are rounded
 * to what the palette can store. The images lose nothing else if they have no more colours than the palette has room
 * for. Colours that the palette has already stay in their places, so unchanged images give the same file. Index
 * 255 of a full palette stays transparent, and the lights of cars (250 to 254) keep their colours. A palette is made
 * from all images that use it, which must be in the same call. Images that store their colours themselves are put in as
 * by pdk_edit_set_image. If the call fails, nothing is changed; `where` in the error is then the path of the image.
 * Fails as pdk_edit_set_image and pdk_edit_set_image_png do, and with PDK_E_ARGUMENT and
 *     set.palette.none     none of the images uses a palette of the file
 *     set.palette.shared   the palette has other users; the message names some
 *     set.palette.twice    an image is given twice, with different pixels
 *     set.palette.overlap  the palette shares bytes with something else */
PDK_API pdk_status pdk_edit_set_palettes(pdk_edit *edit, pdk_palette_image *images, size_t count, pdk_error *error);
/* A corner of a polygon of a 3D part (FAM, CFM), and where it is to be. A GLB that pdk_convert makes of such a file
 * numbers its points for this: their second texture coordinates are part + 0.5 and polygon * 4 + corner + 0.5. */
typedef struct pdk_part_corner {
    uint32_t part;         /* row of the table "parts" */
    uint32_t polygon;      /* of the part, in the order of the file */
    uint32_t corner;       /* of the polygon, 0 to 3 */
    double place[3];       /* m: x right, y forward, z up, as in the document's surfaces */
    double coordinates[2]; /* of the texture: 0 = the left edge and the top row of the bitmap, 1 = the other edges */
} pdk_part_corner;

/* What pdk_edit_set_corners did. */
typedef struct pdk_corner_changes {
    uint64_t points;       /* that have moved */
    uint64_t coordinates;  /* corners of polygons with other texture coordinates */
    uint64_t parts;        /* 3D parts that have corners among the given ones ... */
    uint64_t absent_parts; /* ... and those that have none: they stay as they are */
    uint64_t reserved[4];  /* zero; later editions may name them */
} pdk_corner_changes;

/* Brings an edited shape back: points of 3D parts go where their corners are, and corners get their texture
 * coordinates. `corners` in any order. A corner may be there several times: they are one if they are apart by no more
 * than half a step of the file and what floats lose. A part is given as a whole, with all corners that its surface has,
 * or not at all. Points are rounded to steps of the file (1/128 m in cars, 1/16 m in props), texture coordinates to
 * whole pixels of the bitmap. What differs by less stays, so unchanged corners give the same file. Corners that no
 * longer share texture coordinates get others of the part's list, which keeps its length. `changes` may be NULL. All is
 * done or, if the call fails, nothing. Fails with
 *     PDK_E_ARGUMENT     set.corner.unknown      the file has no such part, polygon or corner
 *                        set.corner.missing      a corner of a part is not there, though others of the part are
 *                        set.corner.number       a place or coordinate is not a finite number
 *                        set.corner.torn         corners that are one point of the file are apart
 *                        set.corner.range        beyond what the file can store
 *                        set.corner.coordinates  corners of one polygon's point have different texture coordinates; or
 *                                                the polygon has none in the file
 *                        set.corner.full         there is no room for that many different texture coordinates
 *                        set.corner.overlap      the lists of the part share bytes with each other
 *                        set.corner.header       the same edit changed what says which points belong to which polygon
 *     PDK_E_UNSUPPORTED  edit.unsupported        files of this format have no 3D parts that can change */
PDK_API pdk_status pdk_edit_set_corners(pdk_edit *edit, const pdk_part_corner *corners, size_t count,
                                        pdk_corner_changes *changes, pdk_error *error);
/* The field as it is now, as text that pdk_edit_set takes. *text belongs to the edit and lives until the next call. */
PDK_API pdk_status pdk_edit_get(pdk_edit *edit, const char *path, const char **text, pdk_error *error);
/* Recomputes the values that depend on the fields changed so far; with none changed yet, all that depend on others.
 * TRI: headings, slopes and right vectors of moved nodes, the header's copy of the first, lengths. In the other formats
 * none depends on fields that keep their size: with none changed, PDK_E_UNSUPPORTED, "edit.unsupported". Others stay.
 */
PDK_API pdk_status pdk_edit_recompute(pdk_edit *edit, pdk_error *error);
/* Writes the whole file, unpacked. */
PDK_API pdk_status pdk_edit_write(const pdk_edit *edit, pdk_output *output, pdk_error *error);
/* Writes it packed as the document was: see pdk_pack_again. It holds the file in memory. */
PDK_API pdk_status pdk_edit_write_packed(const pdk_edit *edit, pdk_output *output, pdk_error *error);
PDK_API void pdk_edit_close(pdk_edit *edit);

/* ------------------------------------------------------------------------------------- edits of a whole file
 * A document in, a whole new file out: plain, even if the document was packed; pdk_pack_again packs it. A format
 * without such an edit fails with PDK_E_UNSUPPORTED, "edit.unsupported". */

/* A track (TRI) driven the other way. Nodes, scenery, props, fences and speeds stay where they are in the world;
 * values per direction change sides. Applied twice, it gives the original positions again. */
PDK_API pdk_status pdk_track_reverse(const pdk_document *document, pdk_output *output, pdk_error *error);
/* A track (TRI) without hills and banks: the road is at height 0, and objects are as high above it as before. */
PDK_API pdk_status pdk_track_flatten(const pdk_document *document, pdk_output *output, pdk_error *error);

/* A picture that gets another size. */
typedef struct pdk_image_resize {
    const char *name; /* as in pdk_image_info */
    const void *png;  /* the bytes of a PNG that has this size, or NULL */
    size_t png_size;  /* bytes */
    uint32_t width, height;
} pdk_image_resize;

/* Pictures of a FAM, CFM or FSH with other widths and heights: what both sizes have stays, from the top left; the rest
 * is filled with zeros, to be replaced by pdk_edit_set_image in the new file. Lengths, offsets and distances between
 * blocks follow, and blocks stay at multiples of the same power of two; every other byte stays. Fails, with the name of
 * the picture in the error's `where`, with PDK_E_ARGUMENT     set.unknown       no such picture; the message has the
 * nearest name set.image.size    a width or height of 0 or above 65535, or two sizes for one picture set.image.model a
 * 3D part shows the picture, with coordinates in pixels set.image.overlap the picture shares bytes with another block
 *                        set.image.far     a distance or offset would not fit its field
 *     PDK_E_UNSUPPORTED  set.image.packed  the pixels are packed inside the file
 *     PDK_E_CORRUPT      set.image.incomplete  the file is damaged
 * and as pdk_edit_set_image_png does for a PNG. */
PDK_API pdk_status pdk_images_resize(const pdk_document *document, const pdk_image_resize *images, size_t count,
                                     pdk_output *output, pdk_error *error);

typedef struct pdk_repair_options {
    size_t struct_size;   /* PDK_REPAIR_OPTIONS_INIT sets it */
    bool drop_degenerate; /* triangles without area */
    bool drop_duplicates; /* triangles of the same corners, facing the same way, as an earlier one */
    bool drop_unused;     /* points in no triangle */
    pdk_progress progress;
    void *progress_user;
} pdk_repair_options;

#define PDK_REPAIR_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_repair_options)

/* One change made: "rld.repair.index", 12, "triangles dropped: they refer to missing points". */
typedef struct pdk_repair_change {
    const char *code;
    uint64_t count;
    const char *what;
} pdk_repair_change;

enum { PDK_REPAIR_CHANGES = 16 };
typedef struct pdk_repair_report {
    size_t count; /* 0 = nothing to repair, and the output has the same bytes */
    pdk_repair_change changes[PDK_REPAIR_CHANGES];
    uint64_t reserved[8]; /* zero; later editions may name them */
} pdk_repair_report;

/* A surface (RLD) without its errors: triangles with vertex numbers out of range, points that are not finite, wrong
 * counts and blocks. Open the document with `partial` to repair a truncated one. Memory does not grow with the file
 * except for a few bits per point and triangle, and with drop_duplicates a few bytes per triangle. options and report
 * may be NULL. Fails with PDK_E_CORRUPT, rld.repair.displaced, if bytes were inserted or lost among points or
 * triangles, because then it is unknown which of them are shifted. */
PDK_API pdk_status pdk_repair(const pdk_document *document, const pdk_repair_options *options,
                              pdk_repair_report *report, pdk_output *output, pdk_error *error);

/* ------------------------------------------------------------------------------------------------ cutting
 * A part of a recording as a separate file: a time range, selected drivers, or both. For RAF, RPLY and VCR.
 *
 * The kept part is the same byte for byte, including unknown events and opaque bytes; counters, lengths and pointers
 * are corrected. Times stay those of the session (in RAF, whose blocks have none, they begin at 0 again), numbers and
 * lists of drivers stay as they are. If nothing is left out, the output is the document's content, byte for byte. It is
 * plain, even if the document was packed, unless `gzip` is set; pdk_pack_again packs it as the document was. */

typedef struct pdk_cut_options {
    size_t struct_size;         /* PDK_CUT_OPTIONS_INIT sets it */
    bool has_from, has_to;      /* `from`, `to` are used; false = from the beginning, to the end */
    double from, to;            /* s, both included */
    const char *const *drivers; /* as pdk_match_driver takes them; numbers: a slot (VCR), a car's index (RPLY) */
    size_t driver_count;        /* 0 = all */
    bool gzip;             /* vcr: packed, as the game can; the packed file then passes through memory as a whole */
    pdk_progress progress; /* in bytes of the content */
    void *progress_user;
} pdk_cut_options;

#define PDK_CUT_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_cut_options)

/* Writes the part to `output`; NULL options = all of it. Memory does not grow with the file. A time is compared in the
 * precision the file stores it in, so times as printed by Paddock select their frames exactly. Fails with
 *     PDK_E_ARGUMENT     cut.empty    nothing is in the range; the message gives the file's range
 *                        cut.driver   no such driver; the message has the nearest name
 *                        cut.gzip     only VCR files come packed
 *     PDK_E_UNSUPPORTED  edit.unsupported  files of this format are not recordings */
PDK_API pdk_status pdk_cut(const pdk_document *document, const pdk_cut_options *options, pdk_output *output,
                           pdk_error *error);

/* ------------------------------------------------------------------------------------------------ joining */

/* Parts of one recording as one file again: what pdk_cut makes, or a recording that was interrupted. For VCR. Their
 * clocks may overlap or follow each other; where they overlap, they must have recorded the same. The list of drivers is
 * that of the last part, which must have everybody who is in the others. `parts` in any order; `output` NULL = only
 * says whether they fit. Writes a plain file. Fails with
 *     PDK_E_ARGUMENT     join.session  not the same session, track, drivers or layout of the file; or the same times
 *                                      hold other data
 *     PDK_E_UNSUPPORTED  edit.unsupported  files of this format cannot be joined */
PDK_API pdk_status pdk_join(const pdk_document *const *parts, size_t count, pdk_output *output, pdk_error *error);

/* ---------------------------------------------------------------------------------------------- anonymising */

/* A recording without the names of people, as a whole new file, plain: drivers are "Driver 1" and so on in the order of
 * the file's list, teams "Team 1", vehicles "Vehicle 1". In other texts letters become x and digits 0, also in bytes of
 * unknown meaning that look like text, such as chat. Track, configuration, car and the game's version stay. In files
 * that record no driving nothing is changed. The same bytes for the same call. */
PDK_API pdk_status pdk_anonymise(const pdk_document *document, pdk_output *output, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
