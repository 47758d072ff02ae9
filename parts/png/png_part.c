/* The table that the library finds. */
#include "coder.h"

PDK_PART_TABLE const pdk_png_part_table pdk_png_part;

const pdk_png_part_table pdk_png_part = {
    .head = { PDK_PART_VERSION, sizeof pdk_png_part },
    .write_begin = pdk_png_encode_begin,
    .write_text = pdk_png_encode_text,
    .write_row = pdk_png_encode_row,
    .write_end = pdk_png_encode_end,
    .write_close = pdk_png_encode_close,
    .read_begin = pdk_png_decode_begin,
    .read_rows = pdk_png_decode_rows,
    .read_close = pdk_png_decode_close,
};
