/* A line or path along a surface, and heights on it. */
#ifndef PADDOCK_CLI_ALONG_H
#define PADDOCK_CLI_ALONG_H

#include "surface.h"

/* A profile and what it was made from. */
typedef struct cli_along {
    const cli_arguments *arguments;
    double (*path)[2]; /* in true coordinates, until cli_surface_ask makes the surface's of them */
    size_t corners;
    double near, step;
    bool near_of_replay; /* `near` is a height of the replay, in the surface's own coordinates */
    bool as_json;
    pdk_profile_point *points;
    size_t count;
} cli_along;

/* --line, --coordinates or --path, --step, --near. Call cli_along_end afterwards, also after a failure. */
int cli_along_begin(const cli_arguments *arguments, cli_along *made);
void cli_along_end(cli_along *made);
/* The height that --near or the path gives, in the surface's coordinates; NaN = none. */
double cli_along_near(const cli_surface *surface, const cli_along *made);
/* Samples the surface, in true coordinates. */
int cli_along_follow(const cli_surface *surface, const pdk_height_index *index, cli_along *made);
/* Opens the surface, and asks what the tool asks. */
int cli_along_ask(cli_along *made, cli_surface_asker ask, void *user);
/* A number, or nothing where it is NaN. */
void cli_put_cell(cli_out *out, double value, const char *end);

#endif
