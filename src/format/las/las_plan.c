/* Which point format is written, and where each attribute goes. */
#include "format/las/las_write.h"

enum { MAX_EXTRA = 192, MAX_POINT = UINT16_MAX, MAX_NAME = 32, FIRST_VALUE = 3 };

static bool is_whole(pdk_type type)
{
    return type >= PDK_INT8 && type <= PDK_UINT64;
}

/* The field of this name after the place; NULL where there is none. */
static const pdk_field *value_field(const pdk_record *record, const char *name)
{
    const pdk_field *field = pdk_record_field(record, name);
    return field != NULL && field >= record->fields + FIRST_VALUE ? field : NULL;
}

static const char *field_name(const pdk_attribute *attribute)
{
    switch (attribute->role) {
    case PDK_ATTRIBUTE_INTENSITY: return "intensity";
    case PDK_ATTRIBUTE_CLASSIFICATION: return "classification";
    case PDK_ATTRIBUTE_RETURN_NUMBER: return "return_number";
    case PDK_ATTRIBUTE_RETURNS: return "returns";
    case PDK_ATTRIBUTE_SCAN_ANGLE: return "scan_angle";
    case PDK_ATTRIBUTE_TIME: return "gps_time";
    case PDK_ATTRIBUTE_COLOR: return "red";
    default: return attribute->name;
    }
}

/* Numbers with a fraction only go where one can be written; otherwise they are extra bytes, which lose nothing. */
static const pdk_field *field_of(const pdk_record *record, const pdk_attribute *attribute)
{
    const pdk_field *field = value_field(record, field_name(attribute));
    if (field == NULL) return NULL;
    if (attribute->role == PDK_ATTRIBUTE_COLOR) return attribute->components >= 3 ? field : NULL;
    if (attribute->components != 1) return NULL;
    bool fraction = pdk_field_is_float(field) || attribute->role == PDK_ATTRIBUTE_SCAN_ANGLE;
    return is_whole(attribute->type) || fraction ? field : NULL;
}

bool pdk_las_holds(const pdk_export *job, const pdk_attribute *attribute)
{
    (void)job;
    return !attribute->of_triangles && pdk_attribute_size(attribute) <= MAX_EXTRA;
}

/* --------------------------------------------------------------------------------------------------- format */

static bool has(const pdk_mesh *mesh, const char *field)
{
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        const pdk_attribute *attribute = &mesh->attributes[i];
        if (!attribute->of_triangles && strcmp(field_name(attribute), field) == 0) return true;
    }
    return false;
}

/* The source's own format; without waves where these did not come along. */
static uint32_t format_of_source(const pdk_las *source, const pdk_mesh *mesh)
{
    static const uint8_t without_waves[PDK_LAS_FORMATS] = { 0, 1, 2, 3, 1, 3, 6, 7, 8, 6, 8 };
    return has(mesh, "wave_descriptor") ? source->point_format : without_waves[source->point_format];
}

/* The smallest that has the fields; 6 and above are those of today, with room for any classification. */
static uint32_t smallest_format(const pdk_mesh *mesh)
{
    bool color = has(mesh, "red"), time = has(mesh, "gps_time");
    bool today = has(mesh, "classification") || has(mesh, "return_number") || has(mesh, "returns") ||
                 has(mesh, "scanner_channel") || has(mesh, "overlap") || has(mesh, "near_infrared");
    if (!today) return (time ? 1U : 0) + (color ? 2U : 0);
    return has(mesh, "near_infrared") ? 8 : color ? 7 : 6;
}

/* ----------------------------------------------------------------------------------------------- extra bytes */

static unsigned type_number(pdk_type type)
{
    static const uint8_t numbers[] = {
        [PDK_UINT8] = 1, [PDK_INT8] = 2,   [PDK_UINT16] = 3, [PDK_INT16] = 4,   [PDK_UINT32] = 5,
        [PDK_INT32] = 6, [PDK_UINT64] = 7, [PDK_INT64] = 8,  [PDK_FLOAT32] = 9, [PDK_FLOAT64] = 10
    };
    return numbers[type];
}

/* The source's own descriptor of this attribute: both come in the same order. */
static bool find_own(const pdk_las_plan *plan, const pdk_attribute *attribute, pdk_las_extra_value *own)
{
    if (plan->source == NULL) return false;
    while (pdk_las_extra_next(plan->source, own)) {
        if (strcmp(own->name, attribute->name) == 0 && own->type == attribute->type &&
            own->components == attribute->components)
            return true;
    }
    return false;
}

static pdk_las_extra_value new_extra(const pdk_attribute *attribute)
{
    return (pdk_las_extra_value){ .type = attribute->type,
                                  .stored = attribute->type,
                                  .components = attribute->components,
                                  .size = (uint32_t)pdk_attribute_size(attribute) };
}

/* Arrays of more than three values are bytes to a descriptor. */
static bool describe(pdk_las_plan *plan, const pdk_attribute *attribute, const pdk_las_extra_value *extra)
{
    uint8_t *to = pdk_bytes_more(&plan->descriptors, pdk_las_extra.size);
    char name[MAX_NAME + 1];
    if (to == NULL) return false;
    if (extra->descriptor != NULL) {
        memcpy(to, extra->descriptor, pdk_las_extra.size);
        return true;
    }
    bool plain = extra->components <= 3;
    size_t length = strlen(attribute->name) < MAX_NAME ? strlen(attribute->name) : MAX_NAME;
    memcpy(name, attribute->name, length);
    name[length] = '\0';
    pdk_put(&pdk_las_extra, to, "type", plain ? type_number(extra->type) + 10 * (extra->components - 1) : 0);
    pdk_put(&pdk_las_extra, to, "options", plain ? 0 : extra->size);
    return pdk_put_string(&pdk_las_extra, to, "name", name);
}

/* Bytes the source does not describe stay undescribed, at the end. */
static bool is_undescribed(const pdk_las_plan *plan, const pdk_las_extra_value *extra, const pdk_attribute *attribute)
{
    return plan->source != NULL && extra->descriptor == NULL && strcmp(attribute->name, "extra_bytes") == 0;
}

static pdk_status add_extra(pdk_export *job, pdk_las_plan *plan, pdk_las_slot *slot, pdk_las_extra_value *own,
                            pdk_error *error)
{
    pdk_las_extra_value at = *own;
    bool found = find_own(plan, slot->attribute, &at);
    if (found) *own = at;
    slot->extra = found ? at : new_extra(slot->attribute);
    if (slot->extra.size > MAX_POINT - plan->point_size) {
        job->report->left_out++;
        pdk_export_note(job, PDK_WARNING, "las.extra", "%s: left out, because a point has at most 65535 bytes",
                        slot->attribute->name);
        plan->slot_count--;
        return PDK_OK;
    }
    slot->extra.offset = plan->point_size;
    plan->point_size += slot->extra.size;
    if (is_undescribed(plan, &slot->extra, slot->attribute) || describe(plan, slot->attribute, &slot->extra))
        return PDK_OK;
    return pdk_fail_memory(error, job->memory, "descriptors of extra bytes");
}

/* ----------------------------------------------------------------------------------------------------- plan */

static bool take_fields(const pdk_las_plan *plan, pdk_las_slot *slot)
{
    static const char *const colors[] = { "red", "green", "blue" };
    const pdk_attribute *attribute = slot->attribute;
    const pdk_field *field = field_of(plan->record, attribute);
    for (const pdk_las_slot *other = plan->slots; other < slot; other++) { /* the first of two keeps the field */
        if (field != NULL && other->field_count > 0 && other->fields[0] == field) field = NULL;
    }
    slot->field_count = field == NULL ? 0 : attribute->role == PDK_ATTRIBUTE_COLOR ? 3 : 1;
    for (uint32_t k = 0; k < slot->field_count; k++)
        slot->fields[k] = slot->field_count == 3 ? pdk_record_field(plan->record, colors[k]) : field;
    slot->factor = slot->field_count < 3           ? 1
                   : attribute->type == PDK_UINT8  ? 257
                   : attribute->type == PDK_UINT16 ? 1
                                                   : 65535;
    return slot->field_count > 0;
}

pdk_status pdk_las_make_plan(pdk_export *job, pdk_las_plan *plan, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    if (job->document->mesh != NULL && strcmp(job->document->info->id, "las") == 0) plan->source = job->document->state;
    plan->format = plan->source != NULL ? format_of_source(plan->source, mesh) : smallest_format(mesh);
    plan->record = pdk_las_points[plan->format];
    plan->point_size = plan->record->size;
    plan->descriptors = (pdk_byte_buffer){ .memory = job->memory };
    plan->slots = pdk_alloc_array(job->memory, mesh->attribute_count, sizeof *plan->slots);
    if (plan->slots == NULL) return pdk_fail_memory(error, job->memory, "attributes");
    pdk_las_extra_value own = { .size = 0 };
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < mesh->attribute_count && status == PDK_OK; i++) {
        pdk_las_slot *slot = &plan->slots[plan->slot_count++];
        slot->attribute = &mesh->attributes[i];
        slot->field_count = 0;
        if (!take_fields(plan, slot)) status = add_extra(job, plan, slot, &own, error);
        else if (slot->field_count == 3 && slot->attribute->components > 3) {
            job->report->left_out++;
            pdk_export_note(job, PDK_NOTE, "convert.left_out.alpha",
                            "alpha of the colours: left out, because LAS has no field for it");
        }
    }
    plan->copies = plan->source != NULL && plan->format == plan->source->point_format &&
                   plan->point_size == plan->source->point_size && plan->slot_count == plan->source->attributes.count &&
                   mesh->point_count == plan->source->point_count;
    return status;
}
