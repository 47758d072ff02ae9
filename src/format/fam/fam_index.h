/* What opening a FAM, CFM or FSH file finds: its parts (containers, 3D parts) and the entries of its picture sets. */
#ifndef PADDOCK_FORMAT_FAM_FAM_INDEX_H
#define PADDOCK_FORMAT_FAM_FAM_INDEX_H

#include "model/document.h"

#define PDK_FAM_NONE UINT32_MAX

typedef enum pdk_fam_kind { PDK_FAM_WWWW, PDK_FAM_SHPI, PDK_FAM_ORIP, PDK_FAM_OTHER } pdk_fam_kind;

typedef struct pdk_fam_part {
    pdk_fam_kind kind;
    const char *path;     /* "/" for the whole file, "0/3" below */
    pdk_text name;        /* what it calls itself: LN32, _TRESTLE; may be empty */
    uint64_t offset, end; /* absolute; the bytes between belong to this part */
    uint32_t parent, depth;
    uint32_t children;                          /* wwww: children that can be followed; SHPI: directory lines */
    uint32_t first_entry, entry_count;          /* SHPI: its entries, unlisted palettes included */
    uint32_t vertices, uvs, polygons, textures; /* ORIP: counts that fit the part */
    uint32_t corners, triangles;                /* ORIP: what its drawable polygons come to */
    uint32_t pictures;                          /* ORIP: the part its textures are in, or PDK_FAM_NONE */
    double scale;                               /* ORIP: metres a unit */
} pdk_fam_part;

/* What kind of block an entry is. */
typedef enum pdk_fam_use {
    PDK_FAM_BITMAP,
    PDK_FAM_PALETTE,
    PDK_FAM_ATTACHMENT,
    PDK_FAM_TEXT,
    PDK_FAM_UNKNOWN
} pdk_fam_use;

/* How a bitmap came by its palette. */
typedef enum pdk_fam_rule {
    PDK_FAM_NO_PALETTE,
    PDK_FAM_ATTACHED, /* the chain of attached blocks leads to it */
    PDK_FAM_LISTED,   /* !pal, !PAL or the only palette of its set */
    PDK_FAM_UNLISTED, /* hidden between directory and first entry of its set */
    PDK_FAM_INHERITED /* the last one of an earlier set in the file */
} pdk_fam_rule;

typedef struct pdk_fam_entry {
    const char *path; /* "0/3/A000", unique */
    uint64_t offset;  /* of the 16-byte header, absolute */
    uint64_t size;    /* bytes it takes, header and all */
    uint64_t end;     /* nothing after this belongs to it */
    uint32_t part;
    uint32_t number;  /* directory line, or PDK_FAM_NONE when no line leads here */
    uint32_t palette; /* an entry, or PDK_FAM_NONE */
    uint8_t name[4];
    uint8_t code; /* without the packed bit */
    bool packed;
    bool whole; /* its size fits where it is */
    pdk_fam_use use;
    pdk_fam_rule rule;
} pdk_fam_entry;

typedef struct pdk_fam {
    pdk_vector parts;      /* pdk_fam_part, parents before children, in file order */
    pdk_vector entries;    /* pdk_fam_entry, those of a part together */
    uint32_t last_palette; /* while walking: the last one seen */
    uint64_t listed;       /*   containers and entries announced so far, the file itself the first */
} pdk_fam;

static inline pdk_fam_part *pdk_fam_part_at(const pdk_fam *fam, size_t index)
{
    return (pdk_fam_part *)fam->parts.items + index;
}
static inline pdk_fam_entry *pdk_fam_entry_at(const pdk_fam *fam, size_t index)
{
    return (pdk_fam_entry *)fam->entries.items + index;
}

/* --- fam_walk.c --- */

/* Fills document->state with the index of everything below the tag at 0. */
pdk_status pdk_fam_walk(pdk_document *document, pdk_error *error);

/* --- fam_names.c --- */

enum { PDK_FAM_WHERE = 128 };

/* "wwww", "shpi[0/3]", "orip[3/0/0]": a part's place in findings. */
const char *pdk_fam_where(char buffer[PDK_FAM_WHERE], const pdk_fam_part *part);
/* The same with ".entry[3].width" after it; `number` PDK_FAM_NONE leaves the brackets out, `field` may be NULL. */
const char *pdk_fam_where_in(char buffer[PDK_FAM_WHERE], const pdk_fam_part *part, const char *item, uint32_t number,
                             const char *field);
/* Gives the entries first .. first+count-1 of a part their paths: printable, safe as file names and unique. */
pdk_status pdk_fam_name_entries(pdk_document *document, const pdk_fam_part *part, uint32_t first, uint32_t count,
                                pdk_error *error);

/* Of its own; attachments and texts have none. */
bool pdk_fam_has_header(const pdk_fam_entry *entry);
/* "bitmap", "palette" ...; "lost" where its line leads nowhere. */
const char *pdk_fam_kind_of_entry(const pdk_fam_entry *entry);
/* pdk_services.picture_entry: by path. */
bool pdk_fam_find_entry(const pdk_document *document, const char *path, pdk_picture_entry *found);

/* --- fam_entries.c, fam_classify.c, fam_palettes.c --- */
/* Takes *count more containers or entries, announced at `offset`, into the list. Where that passes limits.records it is
 * damage, and *count becomes how many still fit. */
pdk_status pdk_fam_announce(pdk_document *document, uint64_t *count, uint64_t offset, const char *where,
                            pdk_error *error);

/* Directory and entries of the SHPI `part`, which has just been pushed. */
pdk_status pdk_fam_read_entries(pdk_document *document, uint32_t part, pdk_error *error);
/* Kind of block, size and findings of one block; needs offset, end and part set. */
pdk_status pdk_fam_classify(pdk_document *document, pdk_fam_entry *entry, pdk_error *error);
/* Entries for palettes between `from` and `to` that no directory line names. */
pdk_status pdk_fam_find_unlisted(pdk_document *document, uint32_t part, uint64_t from, uint64_t to, pdk_error *error);
/* Every bitmap of the part gets its palette. */
pdk_status pdk_fam_choose_palettes(pdk_document *document, uint32_t part, pdk_error *error);

/* --- fam_colors.c, fam_pixels.c, fam_images.c --- */

/* Bits a pixel or colour of this code takes; 0 when it is neither. */
uint32_t pdk_fam_bits(uint8_t code);
/* The record of one pixel or colour; NULL when it is an index or nothing. */
const pdk_record *pdk_fam_color(uint8_t code);
/* Does a bitmap of this code look its colours up? */
bool pdk_fam_is_indexed(uint8_t code);
/* Adds an image for every bitmap that can be decoded. */
void pdk_fam_add_images(pdk_document *document);

/* --- fam_model.c, fam_surface.c, fam_skins.c --- */

/* Counts of the ORIP `part` against its size, its polygons against its lists. */
pdk_status pdk_fam_read_model(pdk_document *document, uint32_t part, pdk_error *error);
/* Can this polygon be drawn? When not, or only in part, *problem says which field is wrong. Reads 12 bytes. */
typedef struct pdk_fam_polygon {
    uint32_t corners;
    uint32_t vertices[4], uvs[4];
    uint32_t texture;
    bool drawn, has_uv, flip, two_sided;
    const char *field; /* the field that is wrong, NULL = none */
} pdk_fam_polygon;
pdk_fam_polygon pdk_fam_read_polygon(const pdk_document *document, const pdk_fam_part *part, uint32_t number);
/* A number of the part's header, by field name. */
uint32_t pdk_fam_model_number(const pdk_document *document, const pdk_fam_part *part, const char *field);
/* Adds a surface for every 3D part. */
void pdk_fam_add_surfaces(pdk_document *document);
enum { PDK_FAM_TEXTURES = 256 }; /* a polygon's texture number is a byte */
/* The four characters of a texture of the part. */
const uint8_t *pdk_fam_texture_name(const pdk_document *document, const pdk_fam_part *part, uint32_t texture);
/* The bitmap of each of PDK_FAM_TEXTURES textures; NULL = none. What is made on the way is in `memory`. */
pdk_status pdk_fam_find_bitmaps(const pdk_document *document, const pdk_fam_part *part, const pdk_fam_entry **bitmaps,
                                pdk_memory *memory, pdk_error *error);
/* Its width and height; 1 where it is NULL: coordinates then stay as stored. */
void pdk_fam_bitmap_size(const pdk_document *document, const pdk_fam_entry *bitmap, double size[2]);
/* What the corners of a polygon without coordinates show: the whole bitmap, from its top left. */
extern const float pdk_fam_whole_bitmap[4][2];
/* A point of the part, metres. */
void pdk_fam_point(const pdk_document *document, const pdk_fam_part *part, uint32_t number, double place[3]);
/* The vertex of the part's surface that is the first corner of each of its polygons; PDK_FAM_NONE = not drawn. */
void pdk_fam_first_corners(const pdk_document *document, const pdk_fam_part *part, uint32_t *first);

/* --- fam_tables.c, fam_check.c --- */

void pdk_fam_add_tables(pdk_document *document);
/* The table entries alone. */
void pdk_fam_add_entries(pdk_document *document);
void pdk_fam_add_regions(pdk_document *document);
pdk_status pdk_fam_check(const pdk_document *document, pdk_report *report, pdk_error *error);

#endif
