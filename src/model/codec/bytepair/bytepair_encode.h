/* Packing to byte pairs, as EA's packer does. */
#ifndef PADDOCK_CODEC_BYTEPAIR_BYTEPAIR_ENCODE_H
#define PADDOCK_CODEC_BYTEPAIR_BYTEPAIR_ENCODE_H

#include "codec/codec.h"

pdk_status pdk_bytepair_pack(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error);

#endif
