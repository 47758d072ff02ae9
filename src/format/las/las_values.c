/* What a point has besides its place, as attributes of the mesh: the fields of its format, and extra bytes as their
 * descriptors say. */
#include "format/las/las.h"

#include <math.h>

#include "base/load.h"
#include "base/text.h"
#include "text/shown_text.h"

static const struct {
    const char *field;
    pdk_attribute_role role;
} roles[] = { { "intensity", PDK_ATTRIBUTE_INTENSITY },         { "classification", PDK_ATTRIBUTE_CLASSIFICATION },
              { "return_number", PDK_ATTRIBUTE_RETURN_NUMBER }, { "returns", PDK_ATTRIBUTE_RETURNS },
              { "scan_angle", PDK_ATTRIBUTE_SCAN_ANGLE },       { "gps_time", PDK_ATTRIBUTE_TIME } };

/* What an attribute reads from. */
typedef struct las_value {
    const pdk_las *las;
    const pdk_field *field; /* of the point; NULL = extra bytes */
    void (*take)(const pdk_attribute *attribute, const uint8_t *records, size_t count, void *values);
    pdk_las_extra_value extra;
} las_value;

static void take_field(const pdk_attribute *attribute, const uint8_t *records, size_t count, void *values)
{
    const las_value *value = attribute->state;
    pdk_gather(value->field, 0, records, value->las->point_size, count, attribute->type, values);
}

static void take_color(const pdk_attribute *attribute, const uint8_t *records, size_t count, void *values)
{
    const las_value *value = attribute->state;
    pdk_las_take_colors(value->las, records, count, values);
}

/* Values go into `room` first where they are wanted at a place that is not aligned, beside those of other attributes.
 */
static void take(const pdk_attribute *attribute, const uint8_t *records, size_t count, char *values)
{
    const las_value *value = attribute->state;
    double room[256];
    size_t size = pdk_attribute_size(attribute), word = pdk_type_size(attribute->type);
    if ((uintptr_t)values % word == 0) {
        value->take(attribute, records, count, values);
        return;
    }
    for (size_t done = 0, some; done < count; done += some) { /* three words at most: bytes are always aligned */
        some = count - done < sizeof room / size ? count - done : sizeof room / size;
        value->take(attribute, records + done * value->las->point_size, some, room);
        memcpy(values + done * size, room, some * size);
    }
}

static pdk_status read_value(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                             pdk_error *error)
{
    const las_value *value = attribute->state;
    for (size_t done = 0; done < count;) {
        pdk_las_run run;
        pdk_status status = pdk_las_take_run(value->las, first + done, count - done, &run, error);
        if (status != PDK_OK) return status;
        take(attribute, run.at, run.count, (char *)values + done * pdk_attribute_size(attribute));
        done += run.count;
        pdk_las_give_back(value->las, &run);
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------- extra bytes */

static pdk_type type_of(unsigned number)
{
    static const pdk_type types[] = { PDK_UINT8, PDK_INT8,   PDK_UINT16, PDK_INT16,   PDK_UINT32,
                                      PDK_INT32, PDK_UINT64, PDK_INT64,  PDK_FLOAT32, PDK_FLOAT64 };
    return types[(number - 1) % 10];
}

static void read_descriptor(const uint8_t *descriptor, pdk_las_extra_value *value)
{
    enum { SCALED = 8, SHIFTED = 16, TYPES = 30 };
    const pdk_field *name = pdk_record_field(&pdk_las_extra, "name"),
                    *scale = pdk_record_field(&pdk_las_extra, "scale"),
                    *shift = pdk_record_field(&pdk_las_extra, "offset");
    unsigned type = (unsigned)pdk_get_i64(pdk_record_field(&pdk_las_extra, "type"), 0, descriptor),
             options = (unsigned)pdk_get_i64(pdk_record_field(&pdk_las_extra, "options"), 0, descriptor);
    size_t length = pdk_text_length(descriptor + name->offset, name->count);
    pdk_text_show(value->name, sizeof value->name, descriptor + name->offset, length);
    value->descriptor = descriptor;
    value->type = type == 0 || type > TYPES ? PDK_UINT8 : type_of(type);
    value->components = type == 0 || type > TYPES ? options : 1 + (type - 1) / 10;
    value->size = value->components * (uint32_t)pdk_type_size(value->type);
    value->scaled = type != 0 && type <= TYPES && (options & (SCALED | SHIFTED)) != 0;
    for (uint32_t k = 0; k < 3; k++) {
        value->scale[k] = value->scaled && (options & SCALED) != 0 ? pdk_get_f64(scale, k, descriptor) : 1;
        value->shift[k] = value->scaled && (options & SHIFTED) != 0 ? pdk_get_f64(shift, k, descriptor) : 0;
    }
    value->stored = value->type;
    if (value->scaled) value->type = PDK_FLOAT64;
}

bool pdk_las_extra_next(const pdk_las *las, pdk_las_extra_value *value)
{
    uint32_t capacity = las->point_size - pdk_las_points[las->point_format]->size;
    const pdk_las_vlr_row *row = pdk_las_find_vlr(las, PDK_LAS_SPEC, PDK_LAS_EXTRA_BYTES);
    uint64_t described = row != NULL ? row->length / pdk_las_extra.size : 0, next = value->next;
    uint32_t offset = value->offset + value->size;
    for (; next < described && offset < capacity; next++) {
        *value = (pdk_las_extra_value){ .offset = offset, .next = next + 1 };
        read_descriptor(las->bytes + row->offset + next * pdk_las_extra.size, value);
        if (value->size > capacity - offset) break;
        if (value->size > 0) return true;
    }
    *value = (pdk_las_extra_value){ .name = "extra_bytes", .type = PDK_UINT8, .offset = offset, .next = described };
    value->components = value->size = capacity - offset; /* the rest, whatever it is */
    value->stored = PDK_UINT8;
    return value->size > 0;
}

/* Little-endian words of one size, in the host's order. */
static void load_words(const uint8_t *from, size_t size, uint32_t count, uint8_t *to)
{
    for (uint32_t k = 0; k < count; k++) {
        for (size_t i = 0; i < size; i++) to[k * size + (PDK_HOST_IS_LITTLE ? i : size - 1 - i)] = from[k * size + i];
    }
}

static double stored_number(pdk_type type, const uint8_t *from)
{
    switch (type) {
    case PDK_UINT8: return from[0];
    case PDK_INT8: return (int8_t)from[0];
    case PDK_UINT16: return pdk_load_u16(from);
    case PDK_INT16: return pdk_load_i16(from);
    case PDK_UINT32: return pdk_load_u32(from);
    case PDK_INT32: return pdk_load_i32(from);
    case PDK_UINT64: return (double)pdk_load_u64(from);
    case PDK_INT64: return (double)(int64_t)pdk_load_u64(from);
    case PDK_FLOAT32: return (double)pdk_load_f32(from);
    default: return pdk_load_f64(from);
    }
}

static void take_extra(const pdk_attribute *attribute, const uint8_t *records, size_t count, void *values)
{
    const las_value *value = attribute->state;
    const pdk_las_extra_value *extra = &value->extra;
    const uint8_t *at = records + pdk_las_points[value->las->point_format]->size + extra->offset;
    uint8_t *to = values;
    size_t size = extra->size / extra->components;
    for (size_t i = 0; i < count; i++, at += value->las->point_size) {
        if (!extra->scaled) {
            load_words(at, size, extra->components, to + i * extra->size);
            continue;
        }
        for (uint32_t k = 0; k < extra->components; k++) {
            ((double *)values)[i * extra->components + k] =
                stored_number(extra->stored, at + k * size) * extra->scale[k] + extra->shift[k];
        }
    }
}

/* ------------------------------------------------------------------------------------------------ the list */

static bool add(pdk_las *las, pdk_attribute attribute, las_value from)
{
    pdk_attribute *added = pdk_vector_push(&las->attributes);
    las_value *value = pdk_alloc(&las->document->memory, sizeof *value);
    if (added == NULL || value == NULL) return false;
    *value = from;
    value->las = las;
    *added = attribute;
    added->state = value;
    return true;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool add_field(pdk_las *las, const pdk_field *field)
{
    pdk_attribute attribute = { .name = field->name,
                                .type = pdk_field_type(field),
                                .components = 1,
                                .unit = field->unit,
                                .fixed_axes = begins(field->name, "wave_"),
                                .read = read_value };
    las_value value = { .field = field, .take = take_field };
    if (strcmp(field->name, "green") == 0 || strcmp(field->name, "blue") == 0) return true;
    if (strcmp(field->name, "red") == 0) {
        attribute.name = "color";
        attribute.role = PDK_ATTRIBUTE_COLOR;
        attribute.components = 3;
        value.take = take_color;
    }
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
        if (strcmp(roles[i].field, field->name) == 0) attribute.role = roles[i].role;
    }
    return add(las, attribute, value);
}

static bool add_extra(pdk_las *las, const pdk_las_extra_value *extra)
{
    const char *name = pdk_keep(&las->document->memory, extra->name);
    if (name == NULL) return false;
    pdk_attribute attribute = {
        .name = name, .type = extra->type, .components = extra->components, .read = read_value
    };
    return add(las, attribute, (las_value){ .extra = *extra, .take = take_extra });
}

pdk_status pdk_las_add_attributes(pdk_las *las, pdk_error *error)
{
    const pdk_record *record = pdk_las_points[las->point_format];
    las->attributes = pdk_vector_of(&las->document->memory, sizeof(pdk_attribute));
    bool fine = true;
    for (uint32_t i = 3; i < record->field_count && fine; i++) fine = add_field(las, &record->fields[i]);
    pdk_las_extra_value extra = { .size = 0 };
    while (fine && pdk_las_extra_next(las, &extra)) fine = add_extra(las, &extra);
    if (!fine) return pdk_fail_memory(error, &las->document->memory, "attributes");
    las->mesh.attributes = las->attributes.items;
    las->mesh.attribute_count = las->attributes.count;
    return PDK_OK;
}
