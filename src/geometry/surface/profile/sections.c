/* Heights across a path, again and again along it. */
#include <math.h>

#include "surface/index/height_index.h"

#include "base/options.h"
#include "base/trigonometry.h"
#include "base/whole.h"
#include "surface/min_max.h"

typedef struct section_path {
    const double (*corners)[2];
    size_t count;
} section_path;

static double length_of(const double from[2], const double to[2])
{
    return pdk_hypot(to[0] - from[0], to[1] - from[1]);
}

static pdk_status measure(const section_path *path, double *length, pdk_error *error)
{
    *length = 0;
    if (path->corners == NULL || path->count < 2)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "sections need a path of two points or more");
    for (size_t i = 0; i < path->count; i++) {
        if (!isfinite(path->corners[i][0]) || !isfinite(path->corners[i][1]))
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                            "corner %zu of the path is not a finite point", i);
        if (i > 0) *length += length_of(path->corners[i - 1], path->corners[i]);
    }
    if (*length > 0) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "section.length", "sections need a line with a length");
}

static pdk_status take_options(pdk_section_options *options, const pdk_section_options *given, pdk_error *error)
{
    pdk_status status = pdk_options_copy(options, sizeof *options, given, "PDK_SECTION_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (options->every <= 0 && options->every >= 0) options->every = 10;
    if (options->width <= 0 && options->width >= 0) options->width = 12;
    if (options->step <= 0 && options->step >= 0) options->step = 0.1;
    bool good = options->every > 0 && options->width > 0 && options->step > 0 && isfinite(options->every) &&
                isfinite(options->width) && isfinite(options->step) && isfinite(options->height);
    if (good) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "every, width and step are numbers above 0");
}

/* Heights on one side of the path. */
static double side_of(const pdk_section_options *options)
{
    return floor(options->width / 2 / options->step * (1 + 1e-9));
}

/* Which way the path goes from a corner on, of length 1; past points that are at one place. */
static void way_from(const section_path *path, size_t corner, double way[2])
{
    size_t to = corner + 1;
    while (to + 1 < path->count && !(length_of(path->corners[corner], path->corners[to]) > 0)) to++;
    double length = length_of(path->corners[corner], path->corners[to]);
    for (int k = 0; k < 2; k++)
        way[k] = length > 0 ? (path->corners[to][k] - path->corners[corner][k]) / length : (double)(k == 0);
}

/* The section that is `on` metres after a corner. */
static pdk_section cross(const section_path *path, size_t corner, double on, double distance)
{
    double way[2], before[2];
    way_from(path, corner, way);
    pdk_section section = { .distance = distance,
                            .x = path->corners[corner][0] + on * way[0],
                            .y = path->corners[corner][1] + on * way[1] };
    if (corner > 0 && !(on > 0)) {
        way_from(path, corner - 1, before);
        double x = way[0] + before[0], y = way[1] + before[1];
        bool turns_back = !(pdk_hypot(x, y) > 1e-9);
        for (int k = 0; k < 2 && !turns_back; k++) way[k] = k == 0 ? x : y;
    }
    section.heading = pdk_atan2(way[1], way[0]);
    return section;
}

static void lay(const section_path *path, double every, double length, pdk_section *sections, size_t count)
{
    double begin = 0;
    size_t corner = 0;
    for (size_t i = 0; i < count; i++) {
        double on = pdk_min((double)i * every, length);
        for (; corner + 2 < path->count; corner++) {
            double reach = length_of(path->corners[corner], path->corners[corner + 1]);
            if (on < begin + reach) break;
            begin += reach;
        }
        sections[i] = cross(path, corner, on - begin, (double)i * every);
    }
}

pdk_status pdk_surface_sections_lay(const pdk_section_options *given, pdk_section *sections, size_t capacity,
                                    size_t *made, size_t *heights, pdk_error *error)
{
    pdk_section_options options;
    double length;
    if (made == NULL || heights == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "sections need places for their numbers");
    pdk_status status = take_options(&options, given, error);
    const section_path path = { options.path, options.corners };
    if (status == PDK_OK) status = measure(&path, &length, error);
    if (status != PDK_OK) return status;
    double count = floor(length / options.every * (1 + 1e-12)) + 1, across = 2 * side_of(&options) + 1;
    if (!(count * across < 0x1p40))
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "section.many",
                        "that many heights are too many; a larger step makes fewer");
    *made = pdk_whole_size(count);
    *heights = pdk_whole_size(across);
    if (capacity == 0) return PDK_OK;
    if (capacity < *made || sections == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.capacity",
                        "there are %zu sections, but the array has %zu", *made, capacity);
    lay(&path, options.every, length, sections, *made);
    return PDK_OK;
}

void pdk_section_point(const pdk_section *section, double offset, double point[2])
{
    point[0] = section->x - pdk_sin(section->heading) * offset;
    point[1] = section->y + pdk_cos(section->heading) * offset;
}

/* The height at a place, on the layer nearest to *near (NaN = the highest), which it becomes. */
static double meet(const pdk_height_index *index, const double at[2], pdk_surface_hint *hint, double *near)
{
    pdk_surface_hit hit;
    bool met = isnan(*near) ? pdk_surface_query(index, at[0], at[1], hint, &hit, 1) > 0
                            : pdk_surface_query_near(index, at[0], at[1], *near, hint, &hit);
    if (met) *near = hit.z;
    return met ? hit.z : (double)NAN;
}

/* From the path to one side, each height on the layer of the last. */
static void follow_side(const pdk_height_index *index, const pdk_section *section, double step, size_t side, double *z)
{
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    for (int left = 0; left < 2; left++) {
        double near = z[side], at[2];
        for (size_t k = 1; k <= side; k++) {
            pdk_section_point(section, (left ? (double)k : -(double)k) * step, at);
            z[left ? side + k : side - k] = meet(index, at, &hint, &near);
        }
    }
}

pdk_status pdk_surface_sections(const pdk_height_index *index, const pdk_section *sections, size_t count,
                                const pdk_section_options *given, double *z, pdk_error *error)
{
    pdk_section_options options;
    if (index == NULL || (count > 0 && (sections == NULL || z == NULL)))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "sections need an index and room for heights");
    pdk_status status = take_options(&options, given, error);
    if (status != PDK_OK) return status;
    size_t side = pdk_whole_size(side_of(&options)), across = 2 * side + 1;
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    double near = options.has_height ? options.height : (double)NAN;
    for (size_t i = 0; i < count; i++) { /* a section begins on the layer of the one before */
        const double at[2] = { sections[i].x, sections[i].y };
        z[i * across + side] = meet(index, at, &hint, &near);
        follow_side(index, &sections[i], options.step, side, z + i * across);
    }
    return PDK_OK;
}
