/* What a prop of a file can be: upright, of the size of its type, and turned about its foot. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "track_props.h"
#include "track_rows.h"

enum { X, Y, Z, AXES };

/* So much of 1 may be lost on the way through other programs: a millimetre in a metre, or 0.06 degrees. */
static const double loss = 0.001;

static double length_of(const double axis[AXES])
{
    return sqrt(axis[X] * axis[X] + axis[Y] * axis[Y] + axis[Z] * axis[Z]);
}

static double along(const double a[AXES], const double b[AXES])
{
    return a[X] * b[X] + a[Y] * b[Y] + a[Z] * b[Z];
}

static bool is_finite(const cli_scene_node *node)
{
    double sum = 0;
    for (int k = 0; k < AXES; k++) sum += node->place[k] + length_of(node->axes[k]);
    return isfinite(sum);
}

/* Also one that is mirrored, or whose axes are not at right angles because a parent is scaled. */
static int check_size(const cli_prop_scene *scene, size_t prop, const double (*axes)[AXES])
{
    static const char *const names[AXES] = { "left", "up", "forward" };
    char what[160];
    for (int k = 0; k < AXES; k++) {
        double length = length_of(axes[k]);
        if (fabs(length - 1) <= loss) continue;
        snprintf(what, sizeof what,
                 "its object is scaled by %.4g along its axis %s, but the size of a prop is that of its type: set the "
                 "scale to 1",
                 length, names[k]);
        return cli_fail_prop(scene, prop, PDK_E_UNSUPPORTED, what);
    }
    double right_angle = fmax(fabs(along(axes[X], axes[Y])), fabs(along(axes[X], axes[Z])));
    bool mirrored = axes[Z][Z] * axes[X][X] - axes[Z][X] * axes[X][Z] < 0;
    if (right_angle <= 2 * loss && !mirrored) return CLI_FINE;
    return cli_fail_prop(scene, prop, PDK_E_UNSUPPORTED,
                         "its object is mirrored or skewed, which the file cannot hold");
}

static int check_upright(const cli_prop_scene *scene, size_t prop, const double (*axes)[AXES])
{
    char what[160];
    double tilt = acos(fmax(-1, fmin(1, axes[Y][Y] / length_of(axes[Y]))));
    if (tilt <= 2 * loss) return CLI_FINE;
    snprintf(what, sizeof what,
             "its object is tilted by %.3g degrees, but the file only has its turn about the vertical",
             tilt * 45 / atan(1));
    return cli_fail_prop(scene, prop, PDK_E_UNSUPPORTED, what);
}

int cli_place_prop(const cli_prop_scene *scene, size_t prop, cli_prop_place *there)
{
    const cli_scene_node *node = &scene->nodes.items[scene->nodes_of[prop]];
    const double(*axes)[AXES] = (const double(*)[AXES])node->axes;
    if (!is_finite(node)) return cli_fail_prop(scene, prop, PDK_E_CORRUPT, "the place of its object is not a number");
    int status = check_upright(scene, prop, axes);
    if (status == CLI_FINE) status = check_size(scene, prop, axes);
    for (int k = 0; k < AXES; k++) there->place[k] = node->place[k];
    there->heading = atan2(axes[Z][X] - axes[X][Z], axes[X][X] + axes[Z][Z]);
    return status;
}

/* --------------------------------------------------------------------------------------------------- points */

/* The box around points, seen from a prop: to its right, ahead and up. */
typedef struct box {
    double least[AXES], most[AXES];
} box;

static void add_point(box *around, const cli_prop_place *from, const double point[AXES])
{
    double dx = point[X] - from->place[X], dy = point[Y] - from->place[Y];
    double c = cos(from->heading), s = sin(from->heading);
    const double seen[AXES] = { dx * c + dy * s, dy * c - dx * s, point[Z] - from->place[Z] };
    for (int k = 0; k < AXES; k++) {
        around->least[k] = fmin(around->least[k], seen[k]);
        around->most[k] = fmax(around->most[k], seen[k]);
    }
}

/* Around the points of a node. */
static int measure(const cli_prop_scene *scene, size_t node, const cli_prop_place *from, box *around)
{
    enum { RUN = 64 };
    static const char *const names[AXES] = { "x", "z", "y" }; /* x left, y up, z forward */
    const pdk_table *blocks = pdk_document_own_table(scene->document, "blocks"),
                    *points = pdk_document_own_table(scene->document, "points");
    double values[AXES][RUN];
    pdk_error error;
    size_t first = (size_t)pdk_table_number_at(blocks, "start", scene->nodes.items[node].block),
           end = first + (size_t)pdk_table_number_at(blocks, "points", scene->nodes.items[node].block);
    *around = (box){ { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
    for (; first < end; first += RUN) {
        size_t count = end - first < RUN ? end - first : RUN;
        for (int k = 0; k < AXES; k++) {
            size_t column = pdk_table_find_column(points, names[k]);
            if (pdk_table_read_f64(points, column, first, count, values[k], &error) != PDK_OK)
                return cli_fail(scene->path, &error);
        }
        for (size_t i = 0; i < count; i++)
            add_point(around, from, (const double[]){ -values[X][i], values[Y][i], values[Z][i] });
    }
    return CLI_FINE;
}

/* What the tables of a track say about the types of its props. */
typedef struct sizes {
    const pdk_table *props, *types;
} sizes;

/* A bitmap stands on the foot of its prop, which is in the middle of it. A second one goes ahead from its right end. */
static bool fits(const sizes *track, size_t prop, const box *around, double off)
{
    enum { BITMAP = 4, CORNER = 6 };
    uint64_t type = (uint64_t)pdk_table_number_at(track->props, "prop_type", prop);
    double kind = pdk_table_number_at(track->types, "kind", type),
           depth = pdk_table_number_at(track->types, "second_width", type),
           height = pdk_table_number_at(track->types, "height", type);
    if (kind != BITMAP && kind != CORNER) return true; /* only the art knows the shape of a model */
    double ahead = kind == CORNER && depth > 0 ? depth : 0;
    return fabs(around->least[Z]) <= off && fabs(around->most[Z] - height) <= off &&
           fabs(around->least[X] + around->most[X]) <= off && fabs(around->least[Y]) <= off &&
           fabs(around->most[Y] - ahead) <= off;
}

int cli_fail_shape(const cli_prop_scene *scene, size_t prop)
{
    char what[256];
    snprintf(
        what, sizeof what,
        "its points are not where its object has them: move and turn `prop %zu` itself, in object mode, and do not "
        "apply its transforms; the size of a prop is that of its type",
        prop);
    return cli_fail_prop(scene, prop, PDK_E_UNSUPPORTED, what);
}

/* Of a prop that animates a click selects the picture that is shown, not the object: then the picture alone has moved,
 * and nobody wanted that. */
static int check_shape(cli_prop_scene *scene, size_t prop, size_t node, const sizes *track)
{
    cli_prop_place from;
    box around;
    double largest = 0;
    int status = cli_place_prop(scene, prop, &from);
    if (status == CLI_FINE) status = measure(scene, node, &from, &around);
    if (status != CLI_FINE) return status;
    for (int k = 0; k < AXES; k++) largest = fmax(largest, fabs(from.place[k]));
    if (fits(track, prop, &around, 10 * loss + 4 * cli_float_loss(largest, largest, largest))) return CLI_FINE;
    scene->reshaped[prop] = true;
    return node == scene->nodes_of[prop] ? CLI_FINE : cli_fail_shape(scene, prop);
}

/* The prop that a node shows: a bitmap that animates has a child for each picture. CLI_NO_NODE = none. */
static size_t prop_of(const cli_prop_scene *scene, const size_t *props, size_t node)
{
    size_t parent = scene->nodes.items[node].parent;
    pdk_text name = scene->nodes.items[node].name;
    if (scene->nodes.items[node].block == CLI_NO_NODE || props[node] != CLI_NO_NODE) return props[node];
    bool frame = name.size > 6 && memcmp(name.data, "frame ", 6) == 0;
    return frame && parent != CLI_NO_NODE ? props[parent] : CLI_NO_NODE;
}

int cli_check_prop_shapes(cli_prop_scene *scene, const pdk_document *track)
{
    const sizes known = { pdk_document_own_table(track, "props"), pdk_document_own_table(track, "prop_types") };
    size_t *props = malloc((scene->nodes.count + 1) * sizeof *props); /* of each node */
    int status = CLI_FINE;
    if (props == NULL) return cli_no_memory("props");
    for (size_t i = 0; i < scene->nodes.count; i++) props[i] = CLI_NO_NODE;
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes_of[i] != CLI_NO_NODE) props[scene->nodes_of[i]] = i;
    }
    for (size_t i = 0; i < scene->nodes.count && status == CLI_FINE; i++) {
        size_t prop = prop_of(scene, props, i);
        if (prop != CLI_NO_NODE && scene->nodes.items[i].block != CLI_NO_NODE)
            status = check_shape(scene, prop, i, &known);
    }
    free(props);
    return status;
}
