/* The container of binary glTF, as it is read (glb_container.c) and written (glb_export.c). */
#ifndef PADDOCK_FORMAT_GLB_GLB_LAYOUT_H
#define PADDOCK_FORMAT_GLB_GLB_LAYOUT_H

#include "layout/layout.h"

/* Places within records that are read singly, named here for the tables and for the code alike. */
enum { PDK_GLB_VERSION = 4, PDK_GLB_LENGTH = 8, PDK_GLB_CHUNK_TYPE = 4 };

/* Sizes in bytes; a file begins with a header and its first chunk. */
enum { PDK_GLB_HEADER = 12, PDK_GLB_CHUNK = 8, PDK_GLB_START = PDK_GLB_HEADER + PDK_GLB_CHUNK };

#define PDK_GLB_MAGIC "glTF"
/* Types of chunks, four characters in a number. */
enum { PDK_GLB_JSON = 0x4E4F534A, PDK_GLB_BIN = 0x004E4942 };

extern const pdk_record pdk_glb_header, pdk_glb_chunk;
extern const pdk_record *const pdk_glb_records[];

#endif
