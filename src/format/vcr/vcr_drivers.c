/* The drivers: few, so their columns are arrays. */
#include <string.h>

#include "format/vcr/vcr.h"
#include "text/encoding.h"

/* Calls `take` for each driver that was found whole. */
typedef void (*driver_visit)(void *user, uint64_t number, const pdk_place *places);

static void each_driver(const pdk_document *document, const pdk_vcr_state *state, driver_visit take, void *user)
{
    const pdk_vcr_layout *layout = state->layout;
    uint64_t next = state->head->drivers_at;
    for (uint64_t i = 0; i < state->head->drivers_read; i++) {
        pdk_place places[PDK_VCR_MAX_PLACES];
        if (i > 0 && layout->separator != NULL) next += layout->separator->size;
        if (pdk_vcr_place_driver(layout, document->content, next, places, &next, NULL) != PDK_OK) return;
        take(user, i, places);
    }
}

/* --------------------------------------------------------------------------------------------------- names */

typedef struct name_taker {
    pdk_document *document;
    pdk_vcr_state *state;
} name_taker;

static void take_name(void *user, uint64_t number, const pdk_place *places)
{
    (void)number;
    name_taker *taker = user;
    pdk_document *document = taker->document;
    const pdk_place *name = pdk_vcr_place_of(taker->state->layout->driver, places, "name");
    pdk_encoding encoding = pdk_record_field(taker->state->layout->driver, "name")->encoding;
    pdk_text text =
        pdk_text_read_padded(&document->memory, encoding, document->content.data + name->offset, (size_t)name->size);
    if (text.data == NULL) document->failed = true;
    uint8_t slot = document->content.data[places[0].offset];
    if (text.data != NULL && slot != PDK_VCR_NOBODY) taker->state->names[slot] = text;
}

void pdk_vcr_read_names(pdk_document *document, pdk_vcr_state *state)
{
    for (size_t i = 0; i < 256; i++) state->names[i] = (pdk_text){ "", 0 };
    name_taker taker = { document, state };
    each_driver(document, state, take_name, &taker);
}

/* ------------------------------------------------------------------------------------------- version or id? */

/* One source has a driver's version and id the other way round. An id is long and hexadecimal; a version is not. */
typedef struct id_vote {
    const pdk_document *document;
    const pdk_record *driver;
    unsigned as_laid_out, swapped;
} id_vote;

static bool looks_like_id(const uint8_t *text, uint64_t size)
{
    if (size < 32) return false;
    for (uint64_t i = 0; i < size; i++) {
        uint8_t letter = text[i];
        bool hex =
            (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f') || (letter >= 'A' && letter <= 'F');
        if (!hex) return false;
    }
    return true;
}

static void vote(void *user, uint64_t number, const pdk_place *places)
{
    (void)number;
    id_vote *votes = user;
    const uint8_t *data = votes->document->content.data;
    const pdk_place *version = pdk_vcr_place_of(votes->driver, places, "vehicle_version");
    const pdk_place *id = pdk_vcr_place_of(votes->driver, places, "vehicle_id");
    bool first = looks_like_id(data + version->offset, version->size),
         second = looks_like_id(data + id->offset, id->size);
    votes->as_laid_out += second && !first;
    votes->swapped += first && !second;
}

static bool are_swapped(pdk_document *document, const pdk_vcr_state *state)
{
    id_vote votes = { .document = document, .driver = state->layout->driver };
    if (pdk_record_field(votes.driver, "vehicle_version") == NULL) return false;
    each_driver(document, state, vote, &votes);
    if (votes.as_laid_out + votes.swapped == 0) return false;
    bool swapped = votes.swapped > votes.as_laid_out;
    pdk_document_add_evidence(document, "of a driver's version and id the %s comes first: %u of %u look so",
                              swapped ? "id" : "version", swapped ? votes.swapped : votes.as_laid_out,
                              votes.swapped + votes.as_laid_out);
    return swapped;
}

/* ------------------------------------------------------------------------------------------------- columns */

typedef struct filler {
    pdk_document *document;
    const pdk_record *driver;
    void *columns[PDK_VCR_MAX_PLACES]; /* of each field; NULL = no column */
} filler;

static pdk_type type_of(const pdk_field *field)
{
    switch (field->storage) {
    case PDK_RAW_U8: return PDK_UINT8;
    case PDK_RAW_F32: return PDK_FLOAT32;
    case PDK_RAW_OPAQUE: return PDK_BYTES;
    default: return PDK_TEXT;
    }
}

static void fill(void *user, uint64_t number, const pdk_place *places)
{
    filler *work = user;
    pdk_document *document = work->document;
    for (uint32_t i = 0; i < work->driver->field_count; i++) {
        const uint8_t *at = document->content.data + places[i].offset;
        void *column = work->columns[i];
        if (column == NULL) continue;
        switch (type_of(&work->driver->fields[i])) {
        case PDK_UINT8: ((uint8_t *)column)[number] = *at; break;
        case PDK_FLOAT32: ((float *)column)[number] = pdk_load_f32(at); break;
        case PDK_BYTES: ((pdk_bytes *)column)[number] = (pdk_bytes){ at, (size_t)places[i].size }; break;
        default: {
            pdk_text text =
                pdk_text_read_padded(&document->memory, work->driver->fields[i].encoding, at, (size_t)places[i].size);
            if (text.data == NULL) document->failed = true;
            else ((pdk_text *)column)[number] = text;
        }
        }
    }
}

/* The column's name, with version and id exchanged where the file has them so. */
static const char *name_of(const pdk_field *field, bool swapped)
{
    if (swapped && strcmp(field->name, "vehicle_version") == 0) return "vehicle_id";
    if (swapped && strcmp(field->name, "vehicle_id") == 0) return "vehicle_version";
    return field->name;
}

/* The number of the driver's field that makes the column of that name; field_count = none. */
static uint32_t find_column_field(const pdk_record *driver, const char *name, bool swapped)
{
    uint32_t i = 0;
    while (i < driver->field_count && strcmp(name_of(&driver->fields[i], swapped), name) != 0) i++;
    return i;
}

static void add_column(filler *work, pdk_table *table, const char *name, bool swapped)
{
    uint32_t i = find_column_field(work->driver, name, swapped);
    if (i == work->driver->field_count || work->columns[i] != NULL || strncmp(name, "unknown", 7) == 0) return;
    const pdk_field *field = &work->driver->fields[i];
    pdk_type type = type_of(field);
    work->columns[i] = pdk_alloc_array(&work->document->memory, table->rows, pdk_type_size(type));
    if (work->columns[i] == NULL) {
        work->document->failed = true;
        return;
    }
    pdk_column_info info = {
        .name = name, .type = type, .unit = field->unit, .meaning = field->meaning, .certainty = field->certainty
    };
    pdk_table_add_array(table, info, work->columns[i]);
    if (type == PDK_TEXT) pdk_table_set_empty_missing(table);
}

/* Columns in one order for all dialects, whichever of version and id comes first in the file. */
void pdk_vcr_add_drivers(pdk_document *document, const pdk_vcr_state *state)
{
    static const pdk_record *const drivers[] = { &pdk_vcr_r2_driver, &pdk_vcr_l_driver, &pdk_vcr_r1_driver };
    filler work = { .document = document, .driver = state->layout->driver };
    pdk_table *table =
        pdk_document_add_table(document, "drivers", "a row for each driver in the list", state->head->drivers_read, 16);
    bool swapped = are_swapped(document, state);
    for (size_t d = 0; table != NULL && d < sizeof drivers / sizeof drivers[0]; d++) {
        for (uint32_t i = 0; i < drivers[d]->field_count; i++) {
            add_column(&work, table, drivers[d]->fields[i].name, swapped);
        }
    }
    if (document->failed) return;
    pdk_vcr_set_roles(table);
    each_driver(document, state, fill, &work);
}
