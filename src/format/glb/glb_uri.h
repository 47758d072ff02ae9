/* The URIs of glTF: names of files, percent-encoded, and data: with the data in it. */
#ifndef PADDOCK_FORMAT_GLB_GLB_URI_H
#define PADDOCK_FORMAT_GLB_GLB_URI_H

#include "base/memory.h"

bool pdk_uri_is_data(pdk_text uri);
/* The bytes of a data: URI, of any media type, in base64 or percent-encoded. false = they are damaged; memory ran out
 * when bytes->data is NULL then. */
bool pdk_uri_decode_data(pdk_memory *memory, pdk_text uri, pdk_bytes *bytes);
/* Is the media type of a data: URI this one? */
bool pdk_uri_has_type(pdk_text uri, const char *type);
/* The path that a relative URI stands for. NULL = memory ran out; "" = there is a NUL in it. */
char *pdk_uri_path(pdk_memory *memory, pdk_text uri);

#endif
