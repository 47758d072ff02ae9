/* What the reader of glTF and its stand-in share. */
#ifndef PADDOCK_FORMAT_GLB_GLB_PROBE_H
#define PADDOCK_FORMAT_GLB_GLB_PROBE_H

#include "format/format.h"

int pdk_glb_probe(const pdk_probe *probe, char *reason, size_t capacity);

#endif
