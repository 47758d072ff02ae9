/* Files that come with a conversion's main one: they appear under their names only once all is well. */
#ifndef PADDOCK_CONVERT_COMPANIONS_H
#define PADDOCK_CONVERT_COMPANIONS_H

#include "export/exporter.h"

typedef struct pdk_companions {
    const char *path;   /* of the main file */
    pdk_vector outputs; /* pdk_output * */
} pdk_companions;

/* pdk_export.companion where files are written. */
pdk_output *pdk_companion_open(pdk_export *job, const char *suffix, const char **name, pdk_error *error);
/* Where the origin goes that was subtracted from the main file's points: its whole name and .origin.json, so that no other
 * file of that stem is taken to lack it. */
pdk_output *pdk_companion_origin(pdk_export *job, pdk_error *error);
/* Removes the one an older file of this name left: it would move the new one. */
pdk_status pdk_companion_forget_origin(pdk_export *job, pdk_error *error);
/* Puts them all into place; nothing more is done after a failure. */
pdk_status pdk_companions_finish(pdk_companions *companions, pdk_error *error);
/* What was not finished vanishes. */
void pdk_companions_close(pdk_companions *companions);

#endif
