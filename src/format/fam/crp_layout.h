/* The records of Need for Speed's CRP files (crp_layout.c). */
#ifndef PADDOCK_FORMAT_FAM_CRP_LAYOUT_H
#define PADDOCK_FORMAT_FAM_CRP_LAYOUT_H

#include "layout/layout.h"

/* Places within records that are read singly. */
enum {
    PDK_CRP_COUNT = 4, /* of the header: articles, above its lowest bits */
    PDK_CRP_PART_COUNT = 8,
    PDK_CRP_ARTICLES = 12, /* where they are */
    PDK_CRP_ARTICLE_PARTS = 8,
    PDK_CRP_ARTICLE_OFFSET = 12,
    PDK_CRP_PART_KIND = 4,
    PDK_CRP_PART_SIZE = 4, /* above its lowest byte */
    PDK_CRP_PART_COUNT_FIELD = 8,
    PDK_CRP_PART_OFFSET = 12,
    PDK_CRP_UNIT = 16,     /* bytes in which the offsets of articles count */
    PDK_CRP_COUNT_BIT = 5, /* the lowest of the number of articles */
    PDK_CRP_KIND = 0x1A,   /* what is below it */
    PDK_CRP_SIZE_BIT = 8,
};

extern const pdk_record pdk_crp_header;
extern const pdk_record pdk_crp_article;
extern const pdk_record pdk_crp_part;
extern const pdk_record *const pdk_crp_records[]; /* all of the above, and those of SHPI */

#endif
