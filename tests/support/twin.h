/* Dump and build as the tests of the twin use them. */
#ifndef PADDOCK_TESTS_TWIN_H
#define PADDOCK_TESTS_TWIN_H

#include "support.h"

/* The twin of a document, as a string; malloc'd. */
char *dump_or_fail(const pdk_document *document, size_t *size);
/* Builds from text; on PDK_OK *bytes is malloc'd, exactly *size bytes. */
pdk_status build_text(const char *text, size_t text_size, uint8_t **bytes, size_t *size, pdk_error *error);
/* Opens, dumps, builds: the same bytes. Returns the size of the twin. */
size_t assert_comes_back(const uint8_t *data, size_t size, const char *name);

#endif
