/* What a mesh carries besides positions, normals and texture coordinates: values for each point or triangle, and things
 * said once for the whole file. Conversions carry what their target can hold, and note the rest. */
#ifndef PADDOCK_MODEL_ATTRIBUTE_H
#define PADDOCK_MODEL_ATTRIBUTE_H

#include "paddock/core.h"

/* What several formats have. Anything else is PDK_ATTRIBUTE_OTHER and known by its name. */
typedef enum pdk_attribute_role {
    PDK_ATTRIBUTE_OTHER,
    PDK_ATTRIBUTE_COLOR, /* 3 or 4 components, red first: uint8 or uint16 over their whole range, or float32 or
                            float64 from 0 to 1 */
    PDK_ATTRIBUTE_INTENSITY,
    PDK_ATTRIBUTE_CLASSIFICATION,
    PDK_ATTRIBUTE_RETURN_NUMBER,
    PDK_ATTRIBUTE_RETURNS,
    PDK_ATTRIBUTE_SCAN_ANGLE,
    PDK_ATTRIBUTE_TIME,
    PDK_ATTRIBUTE_MATERIAL, /* of triangles, one uint32: 1 + the number of one of the mesh's materials, 0 = none */
    PDK_ATTRIBUTE_ROLES
} pdk_attribute_role;

typedef struct pdk_attribute pdk_attribute;
struct pdk_attribute {
    const char *name; /* as the source calls it: "intensity"; a colour is "color" */
    pdk_attribute_role role;
    bool of_triangles;   /* else of points */
    bool fixed_axes;     /* directions in space: only true while axes and scale stay as they are */
    pdk_type type;       /* PDK_INT8 to PDK_FLOAT64 */
    bool linear;         /* of colours: proportional to light, as glTF has them; otherwise sRGB, as the others do */
    uint32_t components; /* values for each point or triangle, side by side */
    const char *unit;    /* NULL = none known */
    const void *state;   /* of what reads */
    /* Values in the host's byte order. From any thread, for ranges in any order, like pdk_mesh.read_points. */
    pdk_status (*read)(const pdk_attribute *attribute, uint64_t first, size_t count, void *values, pdk_error *error);
};

/* Bytes that one point or triangle takes. */
size_t pdk_attribute_size(const pdk_attribute *attribute);
/* Any number as value `i` of an array of this type; what does not fit the type is 0 (text may hold anything). */
void pdk_attribute_store(double value, pdk_type type, void *values, size_t i);
/* "colours": the plural, for people; "attributes" for PDK_ATTRIBUTE_OTHER. */
const char *pdk_attribute_role_text(pdk_attribute_role role);
/* One component of each, as doubles. */
pdk_status pdk_attribute_read_doubles(const pdk_attribute *attribute, uint32_t component, uint64_t first, size_t count,
                                      double *values, pdk_error *error);
/* A colour as floats from 0 to 1, alpha 1 where there is none. */
pdk_status pdk_attribute_read_color(const pdk_attribute *color, uint64_t first, size_t count, float (*rgba)[4],
                                    pdk_error *error);

/* Triangles that have a name in common: an OBJ group, an STL solid. In order, and next to each other. */
typedef struct pdk_mesh_group {
    const char *name;
    uint64_t first_triangle, triangle_count;
} pdk_mesh_group;

typedef enum pdk_fact_kind {
    PDK_FACT_COMMENT,           /* bytes: a line of text */
    PDK_FACT_TITLE,             /* bytes: what the file calls its content: the name of an STL solid */
    PDK_FACT_COORDINATE_SYSTEM, /* bytes: well-known text, or what there is: "EPSG 26910" */
    PDK_FACT_RECORD,            /* bytes: a record of the source's format, headers included, for the same format */
    PDK_FACT_OTHER              /* something no mesh carries, counted: materials, animations */
} pdk_fact_kind;

typedef struct pdk_mesh_fact {
    pdk_fact_kind kind;
    bool fixed_axes;    /* only true while axes and scale stay as they are */
    const char *format; /* the source's: "las" */
    const char *name;   /* what it is, as a note says it: "materials", "comments", "variable length records" */
    pdk_bytes bytes;
    uint64_t count; /* of PDK_FACT_OTHER; 0 = not known */
} pdk_mesh_fact;

#endif
