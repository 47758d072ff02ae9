/* Which file formats and optional parts this build has.
 *
 *     for (size_t i = 0; i < pdk_format_count(); i++)
 *         printf("%s: %s\n", pdk_format_at(i)->id, pdk_format_at(i)->title);
 */
#ifndef PADDOCK_FORMAT_H
#define PADDOCK_FORMAT_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PDK_CAN_READ = 1,
    PDK_CAN_CHECK = 2,
    PDK_CAN_SYNTH = 4,
    PDK_CAN_WRITE = 8,  /* pdk_dump and pdk_build, pdk_edit_* */
    PDK_CAN_CUT = 16,   /* pdk_cut */
    PDK_CAN_TRACK = 32, /* pdk_track_* */
    PDK_CAN_REPAIR = 64 /* pdk_repair */
};

typedef struct pdk_format_info {
    const char *id;         /* "raf" */
    const char *title;      /* "Live for Speed RAF telemetry" */
    const char *extensions; /* ".raf", separated by blanks */
    unsigned abilities;     /* PDK_CAN_* */
    pdk_certainty certainty;
    const char *basis;                /* the basis of that certainty */
    const pdk_record *const *records; /* its layouts, ended by NULL */
    const char *synth_options;        /* the members of pdk_synth_options it uses besides the seed: "seconds size" */
    const char *synth_dialects;       /* which dialects can be generated: "r1 r2 l", blank-separated; NULL = one */
} pdk_format_info;

PDK_API size_t pdk_format_count(void);
/* NULL when `index` is out of range. */
PDK_API const pdk_format_info *pdk_format_at(size_t index);
/* By id; NULL when there is none. */
PDK_API const pdk_format_info *pdk_format_find(const char *id);

/* A part of Paddock that needs another library. It is loaded when a call needs it. If it is missing, that call fails
 * with PDK_E_UNSUPPORTED and names the missing file. */
typedef struct pdk_part_info {
    const char *id;      /* "png" */
    const char *library; /* "libpng" */
    const char *gives;   /* what it is needed for, in a few words */
    bool present;        /* it can be loaded: the call has tried */
} pdk_part_info;

PDK_API size_t pdk_part_count(void);
/* false when `index` is out of range. */
PDK_API bool pdk_part_at(size_t index, pdk_part_info *info);

#ifdef __cplusplus
}
#endif
#endif
