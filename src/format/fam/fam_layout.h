/* The records of Need for Speed's containers, pictures and 3D parts (fam_layout.c, fam_model_layout.c). */
#ifndef PADDOCK_FORMAT_FAM_FAM_LAYOUT_H
#define PADDOCK_FORMAT_FAM_FAM_LAYOUT_H

#include "layout/layout.h"

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
extern const pdk_record pdk_orip_index;

extern const pdk_record *const pdk_wwww_records[]; /* all of the above */
extern const pdk_record *const pdk_shpi_records[]; /* those of SHPI */

#endif
