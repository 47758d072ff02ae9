/* Packing to RefPack, by level. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_ENCODE_H
#define PADDOCK_CODEC_REFPACK_REFPACK_ENCODE_H

#include "codec/codec.h"

/* The encoder of the codec: 1 and 2 take the first copy that they find, 3 to 8 plan with ever more copies to choose
 * from, 9 with all that there are, which gives the smallest file there is. */
pdk_status pdk_refpack_pack(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error);

#endif
