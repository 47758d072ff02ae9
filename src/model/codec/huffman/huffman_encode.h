/* Packing to Huffman, as EA's packer does. */
#ifndef PADDOCK_CODEC_HUFFMAN_HUFFMAN_ENCODE_H
#define PADDOCK_CODEC_HUFFMAN_HUFFMAN_ENCODE_H

#include "codec/codec.h"

/* `method` is 0x30, or 0x32 and 0x34 for data that are made differences once and twice. */
pdk_status pdk_huffman_pack(const pdk_pack_request *request, uint8_t method, pdk_bytes *packed, pdk_error *error);

#endif
