/* The records of Need for Speed's containers, pictures and 3D parts (fam_layout.c, fam_model_layout.c). */
#ifndef PADDOCK_FORMAT_FAM_FAM_LAYOUT_H
#define PADDOCK_FORMAT_FAM_FAM_LAYOUT_H

#include "layout/layout.h"

/* Places within records that are read singly, named here for the tables and for the code alike. */
enum {
    PDK_WWWW_CHILD_COUNT = 4,
    PDK_SHPI_LENGTH = 4,
    PDK_SHPI_ENTRY_COUNT = 8,
    PDK_SHPI_DIRECTORY = 12,
    PDK_SHPI_LINE_OFFSET = 4,
    PDK_SHPI_ATTACHED = 1,
    PDK_SHPI_WIDTH = 4, /* of palettes: how many colours; of texts: their length, as 32 bits */
    PDK_SHPI_HEIGHT = 6,
    PDK_SHPI_PIVOT_X = 8, /* of palettes: again how many colours */
    PDK_ORIP_SIZE = 4,
    PDK_ORIP_POLYGON_VERTICES = 4,
    PDK_ORIP_POLYGON_UVS = 8,
    PDK_ORIP_UV_V = 4,
    PDK_ORIP_GROUP_FIRST = 16,
    PDK_ORIP_GROUP_COUNT = 20,
    PDK_ORIP_LABEL_NUMBER = 8
};

extern const pdk_record pdk_wwww_header; /* then a u32 offset per child */
extern const pdk_record pdk_wwww_child;

extern const pdk_record pdk_shpi_header; /* then a directory line per entry */
extern const pdk_record pdk_shpi_directory;
extern const pdk_record pdk_shpi_entry; /* in front of pixels or colours */
extern const pdk_record pdk_shpi_text;  /* the other way to read an entry: code 6F */

/* One colour or pixel each: fields red, green, blue and, where there is one, alpha. */
extern const pdk_record pdk_shpi_color_666;
extern const pdk_record pdk_shpi_color_888;
extern const pdk_record pdk_shpi_color_565;
extern const pdk_record pdk_shpi_color_1555;
extern const pdk_record pdk_shpi_color_4444;
extern const pdk_record pdk_shpi_color_bgr;
extern const pdk_record pdk_shpi_color_bgra;

extern const pdk_record pdk_orip_header;
extern const pdk_record pdk_orip_polygon;
extern const pdk_record pdk_orip_vertex;
extern const pdk_record pdk_orip_uv;
extern const pdk_record pdk_orip_texture;
extern const pdk_record pdk_orip_hinge;
extern const pdk_record pdk_orip_group;
extern const pdk_record pdk_orip_label;
extern const pdk_record pdk_orip_swap;
extern const pdk_record pdk_orip_index;

extern const pdk_record *const pdk_wwww_records[]; /* all of the above */
extern const pdk_record *const pdk_shpi_records[]; /* those of SHPI */

#endif
