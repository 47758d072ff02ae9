/* What a surface's file says about where it is: the origin that was subtracted from its points, and the coordinate
 * system. Comments of PLY, OBJ and OpenCRG and `extras` of glTF have room for it, so it is known whatever the file is
 * called later. */
#ifndef PADDOCK_MESH_STATED_PLACE_H
#define PADDOCK_MESH_STATED_PLACE_H

#include "model/document.h"

typedef struct pdk_stated_place {
    bool has_origin;
    double origin[3]; /* point + origin = the true place, in the file's own axes; 0, 0, 0 where none is stated */
    uint32_t epsg;    /* number of the coordinate system in EPSG's list; 0 = not stated */
} pdk_stated_place;

enum { PDK_PLACE_LINE = 160 };

/* "origin 636000 849000 100 (to be added to the points)" and "coordinate system EPSG:25832": what such a comment of
 * ours says goes to *place; any other text is passed over. */
void pdk_place_read_line(pdk_stated_place *place, const char *text, size_t size);
/* A number of EPSG's list, of a file that has it alone; what cannot be one is passed over. */
void pdk_place_take_epsg(pdk_stated_place *place, double number);
/* The same lines, without the sign of a comment; "" where there is nothing to say. */
void pdk_place_origin_line(const pdk_stated_place *place, char line[PDK_PLACE_LINE]);
void pdk_place_system_line(const pdk_stated_place *place, char line[PDK_PLACE_LINE]);
/* As the properties origin_x, origin_y, origin_z and epsg. */
void pdk_document_add_place(pdk_document *document, const pdk_stated_place *place);
/* From these properties, whatever format has them. */
pdk_stated_place pdk_document_stated_place(const pdk_document *document);

#endif
