/* Files that come with a conversion's main one: they appear under their names only once all is well. */
#ifndef PADDOCK_CONVERT_COMPANIONS_H
#define PADDOCK_CONVERT_COMPANIONS_H

#include "target/exporter.h"

typedef struct pdk_companions {
    const char *path;   /* of the main file */
    pdk_vector outputs; /* pdk_output * */
} pdk_companions;

/* Opens a file for the conversion, the main one too; never one of its inputs. */
pdk_status pdk_companion_open_path(const pdk_convert_options *options, const char *path, pdk_output **output,
                                   pdk_error *error);
/* Refuses a name that leads to an input, and one that is taken, where the options ask for that. */
pdk_status pdk_companion_check_name(const pdk_convert_options *options, const char *path, pdk_error *error);
/* Can the file that has the extension `suffix` be made? Nothing is left of the try. */
pdk_status pdk_companion_check_beside(const pdk_companions *companions, const char *suffix, pdk_memory *memory,
                                      pdk_error *error);
/* The same of the file that says where the origin was. */
pdk_status pdk_companion_check_origin(const pdk_companions *companions, pdk_memory *memory, pdk_error *error);
/* pdk_export.companion where files are written. */
pdk_output *pdk_companion_open(pdk_export *job, const char *suffix, const char **name, pdk_error *error);
/* The name of what says where the origin was: the main file's whole name and .origin.json, so that no other file of
 * that stem is taken to lack it. NULL when out of memory. */
const char *pdk_companion_origin_path(const pdk_companions *companions, pdk_memory *memory);
/* Where the origin goes that was subtracted from the main file's points. */
pdk_output *pdk_companion_origin(pdk_export *job, const char *path, pdk_error *error);
/* Removes the one an older file of this name left: it would move the new one. Nothing here runs out of memory, for the
 * files are in place by then. */
pdk_status pdk_companion_forget_origin(const pdk_export *job, const char *path, pdk_error *error);
/* Brings all of them to the disk, nameless: then a full one can no longer leave some of them alone in place. */
pdk_status pdk_companions_settle(pdk_companions *companions, pdk_error *error);
/* Puts them all into place; nothing more is done after a failure. */
pdk_status pdk_companions_finish(pdk_companions *companions, pdk_error *error);
/* Stores the names of all, the main file's too, which is in the same folder and finished by then. */
void pdk_companions_store_names(const pdk_companions *companions);
/* What was not finished vanishes. */
void pdk_companions_close(pdk_companions *companions);

#endif
