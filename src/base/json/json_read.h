/* JSON text read as a tree next to the text: eight bytes for each value or name, found without recursion. Its
 * memory is that of the caller, counted and limited as all other; the text has to stay as long as the tree. */
#ifndef PADDOCK_JSON_JSON_READ_H
#define PADDOCK_JSON_JSON_READ_H

#include "base/memory.h"

typedef struct pdk_json_node {
    uint32_t at;   /* where it begins in the text */
    uint32_t next; /* objects and arrays: the number of the node after all inside them; texts with escapes: 1 + their
                      place in `plain` */
} pdk_json_node;

typedef struct pdk_json_tree {
    pdk_memory *memory;
    const char *text;
    size_t size;
    pdk_json_node *nodes; /* of objects: a name, its value, a name, its value ... */
    uint32_t count;
    char *plain; /* texts that have escapes, without them, each with a NUL after it */
} pdk_json_tree;

/* One value of a tree. Where there is none `tree` is NULL; everything below takes that, too, and finds nothing in it.
 */
typedef struct pdk_json_found {
    const pdk_json_tree *tree;
    uint32_t node;
} pdk_json_found;

typedef struct pdk_json_trouble {
    const char *what; /* NULL = memory, or its limit */
    size_t at;        /* in the text */
    uint64_t line;    /* from 1 */
} pdk_json_trouble;

/* Reads one value of any kind, with nothing but blanks around it. Refused is what JSON does not allow, and besides: NUL
 * in texts, bytes that are not UTF-8, numbers that no double holds. The tree is given to pdk_json_free, also after
 * false; then there is nothing in it. */
bool pdk_json_parse(pdk_json_tree *tree, pdk_memory *memory, const char *text, size_t size, pdk_json_trouble *trouble);
/* No name occurs twice in one object. false as above. */
bool pdk_json_names_differ(const pdk_json_tree *tree, pdk_json_trouble *trouble);
void pdk_json_free(pdk_json_tree *tree);

pdk_json_found pdk_json_root(const pdk_json_tree *tree);
/* '{', '[', '"', '0' (a number), 't', 'f', 'n'; '\0' = there is no value. */
char pdk_json_kind(pdk_json_found value);
/* The member of that name; of several the first. Takes as long as there are members. */
pdk_json_found pdk_json_member(pdk_json_found object, const char *name);
/* What is in an object or array, one after the other; in an object each name comes before its value. */
pdk_json_found pdk_json_first(pdk_json_found outer);
pdk_json_found pdk_json_next(pdk_json_found outer, pdk_json_found inner);
/* Elements of an array, or members of an object; counts no further than `maximum`. */
size_t pdk_json_count(pdk_json_found outer, size_t maximum);
/* Takes as long as `index` is large. */
pdk_json_found pdk_json_item(pdk_json_found array, size_t index);
/* A text or name, without escapes, as long as the tree. NULL data = it is none. */
pdk_text pdk_json_as_text(pdk_json_found value);
bool pdk_json_is(pdk_json_found value, const char *text);
/* false = it is none. */
bool pdk_json_as_number(pdk_json_found value, double *number);

#endif
