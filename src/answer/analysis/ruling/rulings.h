/* What stewards decided, as answers use it. */
#ifndef PADDOCK_ANALYSIS_RULING_RULINGS_H
#define PADDOCK_ANALYSIS_RULING_RULINGS_H

#include "base/memory.h"
#include "paddock/rulings.h"

/* rulings.c: those of `file`, and those of any, copied into `memory`; *rulings belongs to it. NULL `from` gives NULL.
 */
pdk_status pdk_rulings_copy(const pdk_rulings *from, const char *file, pdk_memory *memory, const pdk_rulings **rulings,
                            pdk_error *error);

/* Is it the file of the ruling, which has its path or the end of it from a folder on? */
bool pdk_ruling_names_file(const pdk_ruling *ruling, const char *path);

/* What was decided: "+5 s", "lap 3 invalid"; nothing of a note that has a reason. Returns its length. */
enum { PDK_RULING_WORDS = 64 };
int pdk_ruling_words(char text[PDK_RULING_WORDS], const pdk_ruling *ruling);

#endif
