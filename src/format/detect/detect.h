/* The list of formats, and which of them a file is. */
#ifndef PADDOCK_FORMAT_DETECT_H
#define PADDOCK_FORMAT_DETECT_H

#include "format/format.h"

/* The list in formats.def, in its order. */
extern const pdk_format *const pdk_formats[];
extern const size_t pdk_formats_count;

/* Recognises and unpacks document->input, chooses the format (or `forced`), and leaves evidence. */
pdk_status pdk_detect(pdk_document *document, const char *forced, pdk_error *error);

#endif
