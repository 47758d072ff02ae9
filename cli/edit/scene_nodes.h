/* Nodes of a GLB: what they are called, and where they are. */
#ifndef PADDOCK_CLI_SCENE_NODES_H
#define PADDOCK_CLI_SCENE_NODES_H

#include "paddock/paddock.h"

#define CLI_NO_NODE SIZE_MAX

typedef struct cli_scene_node {
    pdk_text name;     /* no data = none */
    size_t parent;     /* CLI_NO_NODE = none */
    size_t block;      /* row of the scene's table blocks; CLI_NO_NODE = none */
    double place[3];   /* m: x right, y forward, z up, as in files. NaN = beyond doubles */
    double axes[3][3]; /* where its axes point in the scene, which has x left, y up, z forward */
} cli_scene_node;

typedef struct cli_scene_nodes {
    size_t count;
    cli_scene_node *items; /* malloc'd */
} cli_scene_nodes;

/* CLI_FINE, or another status after saying what failed. Give them to cli_forget_nodes in any case. */
int cli_read_nodes(cli_scene_nodes *nodes, const pdk_document *scene, const char *file);
void cli_forget_nodes(cli_scene_nodes *nodes);
/* Is this the name, or one that a program made of it: "prop 3.001"? *copy is then 0, or its number. */
bool cli_is_name(pdk_text text, const char *name, size_t *copy);

#endif
