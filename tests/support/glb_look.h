/* Looking into a GLB: its JSON, and the numbers after it. */
#ifndef PADDOCK_TESTS_GLB_LOOK_H
#define PADDOCK_TESTS_GLB_LOOK_H

#include "support.h"

#include <jansson.h>

typedef struct glb {
    pdk_output *output;
    json_t *json;
    const uint8_t *binary;
    size_t size;
    pdk_convert_report report;
    char notes[2048]; /* codes, blank-separated */
} glb;

/* An accessor's bytes, checked to be inside. */
typedef struct access {
    const uint8_t *bytes;
    size_t stride, count, components;
    int type;
} access;

/* Converts to memory with these options, whose notes it takes; asserts that the parts of the file fit. */
glb glb_convert(const pdk_document *document, pdk_convert_options *options);
void glb_forget(glb *result);

/* Parts of the JSON; what is not there fails the test. */
json_t *item_at(const json_t *list, size_t index);
json_t *glb_list(const glb *file, const char *key);
size_t glb_number(const json_t *object, const char *key);
const json_t *glb_node(const glb *file, const char *name);
const json_t *glb_mesh(const glb *file, const char *node);

access glb_accessor(const glb *file, size_t number);
/* Of the first primitive of a mesh. */
access glb_attribute(const glb *file, const json_t *mesh, const char *name);
double glb_component(const access *from, size_t element, size_t component);

/* No list may be empty, every number leads to something, every node is reached once, bounds are those of the numbers.
 */
void assert_glb(const glb *file);

/* A generated file. */
typedef struct made {
    pdk_document *document;
    uint8_t *bytes;
} made;
made make_file(const char *format, const char *dialect, uint64_t points);
void drop_file(made *all);

/* A generated surface of 5000 points as it is and quantised, and one attribute of its mesh in both. */
typedef struct quantized {
    made rld;
    glb plain, coarse;
    access exact, steps;
} quantized;
quantized glb_quantized(const char *attribute);
void drop_quantized(quantized *both);

#endif
