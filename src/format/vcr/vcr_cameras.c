/* R1: the director's cameras. There are few, so their columns are arrays. */
#include "format/vcr/vcr.h"
#include "text/encoding.h"

#include <string.h>

typedef struct camera_filler {
    pdk_document *document;
    void *columns[PDK_VCR_MAX_PLACES]; /* of each field of the record; NULL = no column */
    uint32_t *numbers, *groups;
    pdk_text *drivers; /* their names */
} camera_filler;

static pdk_type type_of(const pdk_field *field)
{
    if (field->encoding == PDK_ENCODING_BYTES) return PDK_BYTES;
    return field->storage == PDK_RAW_F32 ? PDK_FLOAT32 : field->storage == PDK_RAW_I32 ? PDK_INT32 : PDK_TEXT;
}

static void take_value(camera_filler *work, uint32_t field_number, const pdk_place *place, uint64_t row)
{
    const pdk_field *field = &pdk_vcr_r1_camera.fields[field_number];
    const uint8_t *at = work->document->content.data + place->offset;
    void *values = work->columns[field_number];
    switch (type_of(field)) {
    case PDK_FLOAT32: ((float *)values)[row] = pdk_load_f32(at); return;
    case PDK_INT32: ((int32_t *)values)[row] = (int32_t)pdk_load_u32(at); return;
    case PDK_BYTES: ((pdk_bytes *)values)[row] = (pdk_bytes){ at, (size_t)place->size }; return;
    default: break;
    }
    pdk_text text = pdk_text_read_padded(&work->document->memory, field->encoding, at, (size_t)place->size);
    if (text.data == NULL) work->document->failed = true;
    else ((pdk_text *)values)[row] = text;
}

/* All that were placed when the head was read. */
static void fill(camera_filler *work, const pdk_vcr_state *state, uint64_t count)
{
    uint64_t next = state->head->cameras_at;
    for (uint64_t row = 0; row < count && !work->document->failed; row++) {
        pdk_place places[PDK_VCR_MAX_PLACES];
        if (pdk_record_place(&pdk_vcr_r1_camera, work->document->content, next, places, &next, NULL) != PDK_OK) return;
        for (uint32_t i = 0; i < pdk_vcr_r1_camera.field_count; i++) {
            if (work->columns[i] != NULL) take_value(work, i, &places[i], row);
        }
        const pdk_place *driver = pdk_vcr_place_of(&pdk_vcr_r1_camera, places, "driver");
        uint32_t slot = pdk_load_u32(work->document->content.data + driver->offset);
        work->numbers[row] = (uint32_t)row;
        work->drivers[row] = slot < PDK_VCR_NOBODY ? state->names[slot] : (pdk_text){ "", 0 };
    }
}

static void *add_array(camera_filler *work, pdk_table *table, pdk_column_info info, uint64_t count)
{
    void *values = pdk_alloc_array(&work->document->memory, count + 1, pdk_type_size(info.type));
    if (values == NULL) work->document->failed = true;
    else pdk_table_add_array(table, info, values);
    if (info.type == PDK_TEXT) pdk_table_set_empty_missing(table);
    return values;
}

static pdk_column_info number_column(const char *name, const char *meaning)
{
    return (pdk_column_info){ .name = name, .type = PDK_UINT32, .meaning = meaning, .certainty = PDK_GUESSED };
}

void pdk_vcr_add_cameras(pdk_document *document, const pdk_vcr_state *state)
{
    camera_filler work = { .document = document };
    uint64_t count = state->head->cameras_read;
    if (state->layout->dialect != PDK_VCR_R1) return;
    pdk_table *table = pdk_document_add_table(document, "cameras", "a row for each camera of the director", count, 16);
    if (table == NULL) return;
    static const pdk_column_info driver_name = {
        .name = "driver_name", .type = PDK_TEXT, .meaning = "of the driver it shows", .certainty = PDK_GUESSED
    };
    work.groups = add_array(&work, table, number_column("group", "0: a file has one group at most"), count);
    work.numbers = add_array(&work, table, number_column("camera", "in the group, from 0"), count);
    for (uint32_t i = 0; i < pdk_vcr_r1_camera.field_count; i++) {
        const pdk_field *field = &pdk_vcr_r1_camera.fields[i];
        pdk_column_info info = pdk_column_of_field(field);
        info.type = type_of(field);
        work.columns[i] = add_array(&work, table, info, count);
        if (strcmp(field->name, "driver") == 0) work.drivers = add_array(&work, table, driver_name, count);
    }
    if (!document->failed) fill(&work, state, count);
}
