/* What opening a CRP finds besides its pictures, which are in a pdk_fam: articles and all parts. */
#ifndef PADDOCK_FORMAT_FAM_CRP_H
#define PADDOCK_FORMAT_FAM_CRP_H

#include "format/fam/fam_index.h"

typedef struct pdk_crp_article_entry {
    pdk_text name;       /* what its part Name says; may be empty */
    uint64_t parts_at;   /* its table of parts in the file */
    uint32_t part_count; /* those that are there */
    uint32_t first_part;
} pdk_crp_article_entry;

typedef struct pdk_crp_part_entry {
    uint32_t article; /* PDK_FAM_NONE = of the file itself */
    uint64_t line;    /* of the table, in the file */
    uint64_t offset;  /* of what it holds; 0 = that is not in the file */
    uint64_t size;
    char id[5]; /* "Name", "vt", the characters in the right order */
    bool has_number;
    uint16_t number;
} pdk_crp_part_entry;

/* A document's state. The index of its pictures comes first: what reads pictures takes it for the whole. */
typedef struct pdk_crp {
    pdk_fam pictures;           /* part 0 is the file, the others are sets */
    pdk_vector articles, parts; /* pdk_crp_article_entry, pdk_crp_part_entry */
    uint64_t articles_at;
    uint64_t lines; /* of articles and parts so far */
} pdk_crp;

static inline const pdk_crp_article_entry *pdk_crp_article_at(const pdk_crp *crp, size_t index)
{
    return (const pdk_crp_article_entry *)crp->articles.items + index;
}
static inline const pdk_crp_part_entry *pdk_crp_part_at(const pdk_crp *crp, size_t index)
{
    return (const pdk_crp_part_entry *)crp->parts.items + index;
}

/* crp_walk.c: fills document->state. */
pdk_status pdk_crp_walk(pdk_document *document, pdk_error *error);
/* crp_tables.c */
void pdk_crp_add_tables(pdk_document *document);
void pdk_crp_add_regions(pdk_document *document);
/* crp_synth.c */
pdk_status pdk_crp_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
