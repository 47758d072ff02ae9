/* The database that a document's file is, read by what the caller gave (pdk_open_options.databases). */
#ifndef PADDOCK_MODEL_DATABASE_H
#define PADDOCK_MODEL_DATABASE_H

#include "model/document.h"

/* Opens the file as a database. Fails with PDK_E_UNSUPPORTED, "database.reader" without a reader and without the part
 * that has one, and "database.path" where the bytes are not those of a file that has a path. */
pdk_status pdk_database_open(pdk_document *document, pdk_error *error);
/* NULL past the end. */
const pdk_database_column *pdk_database_column_at(const pdk_document *document, size_t index);
/* All rows of a column as numbers, in `memory`. Calls for one document come one at a time. */
pdk_status pdk_database_numbers(const pdk_document *document, size_t column, pdk_memory *memory, const double **values,
                                pdk_error *error);
/* The same of texts, without NUL inside; NULL = missing. */
pdk_status pdk_database_texts(const pdk_document *document, size_t column, pdk_memory *memory,
                              const char *const **texts, pdk_error *error);
/* Nothing where it is not open. */
void pdk_database_close(pdk_document *document);

#endif
