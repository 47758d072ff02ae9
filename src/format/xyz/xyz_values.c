/* Columns besides x, y and z. */
#include <math.h>

#include "format/xyz/xyz.h"
#include "base/nocase.h"

/* ------------------------------------------------------------------------------------------- what is known */

static bool is_one_of(const pdk_line *name, const char *const *names)
{
    for (; *names != NULL; names++) {
        size_t length = strlen(*names);
        if ((size_t)(name->end - name->at) == length && pdk_compare_nocase_n(name->at, *names, length) == 0)
            return true;
    }
    return false;
}

/* A PTS file begins with the number of points; then come x, y, z, intensity, red, green and blue. */
static void find_by_place(pdk_xyz *xyz)
{
    enum { PTS_INTENSITY = 4, PTS_COLORS = 7 };
    if (xyz->shape.announced == UINT64_MAX) return;
    if (xyz->shape.columns != PTS_INTENSITY && xyz->shape.columns != PTS_COLORS) return;
    for (int k = 0; k < (int)xyz->shape.columns - 3; k++) xyz->known[k] = 3 + k;
}

void pdk_xyz_find_known(pdk_xyz *xyz)
{
    static const char *const names[PDK_XYZ_KNOWN][5] = { [PDK_XYZ_INTENSITY] = { "intensity", "i", "reflectance" },
                                                         [PDK_XYZ_RED] = { "red", "r" },
                                                         [PDK_XYZ_GREEN] = { "green", "g" },
                                                         [PDK_XYZ_BLUE] = { "blue", "b" } };
    for (int k = 0; k < PDK_XYZ_KNOWN; k++) {
        xyz->known[k] = -1;
        xyz->ranges[k] = pdk_xyz_no_range();
        for (size_t i = 0; i < xyz->shape.columns && xyz->shape.has_names; i++) {
            const pdk_line *name = &xyz->shape.names[i];
            if (xyz->known[k] < 0 && name->at != NULL && is_one_of(name, names[k])) xyz->known[k] = (int)i;
        }
    }
    if (!xyz->shape.has_names) find_by_place(xyz);
}

pdk_xyz_range pdk_xyz_no_range(void)
{
    return (pdk_xyz_range){ INFINITY, -INFINITY, true };
}

void pdk_xyz_join_range(pdk_xyz_range *range, const pdk_xyz_range *more)
{
    range->whole = range->whole && more->whole;
    if (more->minimum < range->minimum) range->minimum = more->minimum;
    if (more->maximum > range->maximum) range->maximum = more->maximum;
}

static void look_at(const pdk_xyz *xyz, int column, double value, pdk_xyz_range ranges[PDK_XYZ_KNOWN])
{
    for (int k = 0; k < PDK_XYZ_KNOWN; k++) {
        if (xyz->known[k] != column) continue;
        if (isfinite(value)) {
            bool whole = !(fmod(value, 1) < 0 || fmod(value, 1) > 0);
            pdk_xyz_join_range(&ranges[k], &(pdk_xyz_range){ value, value, whole });
        } else {
            ranges[k].whole = false;
            ranges[k].maximum = INFINITY; /* no range it could be within */
        }
    }
}

bool pdk_xyz_look_at_values(const pdk_xyz *xyz, pdk_line line, pdk_xyz_range ranges[PDK_XYZ_KNOWN])
{
    bool numbers = true;
    for (int column = 0; column < (int)xyz->shape.columns; column++) {
        double value = NAN;
        pdk_line field;
        bool there = pdk_xyz_field(&line, xyz->shape.separator, &field);
        if (there && !pdk_word_number(&field, &value)) {
            value = NAN;
            numbers = numbers && field.at == field.end;
        }
        look_at(xyz, column, value, ranges);
        if (!there) line.at = line.end;
    }
    return numbers;
}

/* The smallest type that holds a range of numbers; PDK_FLOAT64 where it is no range of whole ones. */
static pdk_type type_of(const pdk_xyz_range *range)
{
    if (!range->whole || !(range->minimum >= 0)) return PDK_FLOAT64;
    return range->maximum <= UINT8_MAX ? PDK_UINT8 : range->maximum <= UINT16_MAX ? PDK_UINT16 : PDK_FLOAT64;
}

/* Colours are whole numbers, or from 0 to 1. */
static pdk_type color_type(const pdk_xyz *xyz)
{
    pdk_xyz_range all = pdk_xyz_no_range();
    for (int k = PDK_XYZ_RED; k <= PDK_XYZ_BLUE; k++) {
        if (xyz->known[k] < 0) return PDK_TYPE_NONE;
        pdk_xyz_join_range(&all, &xyz->ranges[k]);
    }
    pdk_type type = type_of(&all);
    if (type != PDK_FLOAT64) return type;
    return all.minimum >= 0 && all.maximum <= 1 ? PDK_FLOAT64 : PDK_TYPE_NONE;
}

/* ------------------------------------------------------------------------------------------------- reading */

typedef struct xyz_value {
    const pdk_xyz *xyz;
    int columns[3];
} xyz_value;

static void read_line(const pdk_attribute *attribute, pdk_line line, void *values, size_t row)
{
    const xyz_value *value = attribute->state;
    pdk_line field;
    double numbers[3] = { NAN, NAN, NAN };
    int last = 0;
    for (uint32_t k = 0; k < attribute->components; k++) last = value->columns[k] > last ? value->columns[k] : last;
    for (int column = 0; column <= last && pdk_xyz_field(&line, value->xyz->shape.separator, &field); column++) {
        for (uint32_t k = 0; k < attribute->components; k++) {
            if (value->columns[k] == column && !pdk_word_number(&field, &numbers[k])) numbers[k] = NAN;
        }
    }
    for (uint32_t k = 0; k < attribute->components; k++)
        pdk_attribute_store(numbers[k], attribute->type, values, row * attribute->components + k);
}

static pdk_status read_values(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                              pdk_error *error)
{
    const xyz_value *value = attribute->state;
    pdk_text_cursor cursor = pdk_text_seek(&value->xyz->lines, first);
    for (size_t i = 0; i < count; i++) {
        pdk_line line;
        if (!pdk_text_next(&cursor, &line))
            return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.changed", "the file changed while it was read");
        read_line(attribute, line, values, i);
    }
    return PDK_OK;
}

typedef struct value_kind {
    const char *name;
    pdk_attribute_role role;
    pdk_type type;
} value_kind;

static bool add(pdk_xyz *xyz, pdk_attribute *to, value_kind kind, const int *columns, uint32_t components)
{
    xyz_value *value = pdk_alloc(&xyz->document->memory, sizeof *value);
    if (value == NULL) return false;
    value->xyz = xyz;
    for (uint32_t k = 0; k < components; k++) value->columns[k] = columns[k];
    *to = (pdk_attribute){ .name = kind.name,
                           .role = kind.role,
                           .type = kind.type,
                           .components = components,
                           .state = value,
                           .read = read_values };
    return true;
}

pdk_status pdk_xyz_add_attributes(pdk_xyz *xyz, pdk_error *error)
{
    pdk_memory *memory = &xyz->document->memory;
    pdk_attribute *attributes = pdk_alloc_array(memory, xyz->shape.columns + 1, sizeof *attributes);
    size_t count = 0;
    pdk_type color = color_type(xyz);
    bool fine = attributes != NULL;
    for (size_t i = 0; i < xyz->shape.columns && fine; i++) {
        int column = (int)i;
        bool axis = xyz->shape.axis[0] == column || xyz->shape.axis[1] == column || xyz->shape.axis[2] == column;
        bool colored =
            color != PDK_TYPE_NONE && (xyz->known[PDK_XYZ_RED] == column || xyz->known[PDK_XYZ_GREEN] == column ||
                                       xyz->known[PDK_XYZ_BLUE] == column);
        if (axis || (colored && xyz->known[PDK_XYZ_RED] != column)) continue;
        bool intensity = xyz->known[PDK_XYZ_INTENSITY] == column;
        if (colored) {
            fine = add(xyz, &attributes[count++], (value_kind){ "color", PDK_ATTRIBUTE_COLOR, color },
                       &xyz->known[PDK_XYZ_RED], 3);
        } else if (intensity) {
            pdk_type type = type_of(&xyz->ranges[PDK_XYZ_INTENSITY]);
            fine = add(xyz, &attributes[count++],
                       (value_kind){ "intensity", PDK_ATTRIBUTE_INTENSITY, type == PDK_UINT8 ? PDK_UINT16 : type },
                       &column, 1);
        } else {
            fine = add(xyz, &attributes[count++], (value_kind){ xyz->names[i], PDK_ATTRIBUTE_OTHER, PDK_FLOAT64 },
                       &column, 1);
        }
    }
    if (!fine) return pdk_fail_memory(error, memory, "attributes");
    xyz->mesh.attributes = attributes;
    xyz->mesh.attribute_count = count;
    return PDK_OK;
}
