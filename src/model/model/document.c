/* Building a document, and the plain getters over what was built. */
#include "model/document.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/callback.h"
#include "text/encoding.h"

/* vsnprintf into document memory. */
static char *format_text(pdk_document *document, const char *format, va_list arguments)
{
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    char *copy = pdk_strdup(&document->memory, text);
    if (copy == NULL) document->failed = true;
    return copy;
}

static void *push(pdk_document *document, pdk_vector *vector)
{
    if (document->failed) return NULL;
    void *item = pdk_vector_push(vector);
    if (item == NULL) document->failed = true;
    return item;
}

void *pdk_document_new_state(pdk_document *document, size_t size)
{
    document->state = pdk_alloc(&document->memory, size);
    if (document->state == NULL) document->failed = true;
    return document->state;
}

void pdk_document_set_dialect(pdk_document *document, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(document, format, arguments);
    va_end(arguments);
    if (text != NULL) document->dialect = text;
}

void pdk_document_add_evidence(pdk_document *document, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(document, format, arguments);
    va_end(arguments);
    char **place = push(document, &document->evidence);
    if (place != NULL) *place = text;
}

void pdk_document_add_property(pdk_document *document, const char *name, pdk_value value, const char *unit,
                               const char *meaning, pdk_certainty certainty)
{
    if (value.type == PDK_TEXT && value.as.text.data == NULL) document->failed = true;
    pdk_property *property = push(document, &document->properties);
    if (property != NULL) {
        *property =
            (pdk_property){ .name = name, .value = value, .unit = unit, .meaning = meaning, .certainty = certainty };
    }
}

/* The names of the bits that are set; NULL = none is set. A bit without a name is left to
 * the number, which is shown too. */
static const char *name_flags(pdk_document *document, const pdk_label *labels, int64_t value)
{
    size_t size = 1, used = 0;
    for (const pdk_label *label = labels; label->text != NULL; label++)
        if ((value & label->value) != 0) size += strlen(label->text) + 2;
    char *names = size > 1 ? pdk_alloc(&document->memory, size) : NULL;
    if (names == NULL) {
        document->failed |= size > 1;
        return NULL;
    }
    for (const pdk_label *label = labels; label->text != NULL; label++) {
        if ((value & label->value) == 0) continue;
        used += (size_t)snprintf(names + used, size - used, "%s%s", used > 0 ? ", " : "", label->text);
    }
    return names;
}

void pdk_document_add_field(pdk_document *document, const pdk_field *field, const uint8_t *record)
{
    pdk_document_add_property(document, field->name, pdk_get_value(&document->memory, field, record), field->unit,
                              field->meaning, field->certainty);
    bool numeric = field->storage < PDK_RAW_CHARS && !pdk_field_is_float(field);
    if (!numeric || document->failed) return;
    pdk_property *added = (pdk_property *)document->properties.items + document->properties.count - 1;
    int64_t value = pdk_get_i64(field, 0, record);
    added->label = field->labels != NULL && field->is_flags ? name_flags(document, field->labels, value)
                                                            : pdk_field_label(field, value);
}

static bool makes_property(const pdk_field *field)
{
    static const char *const silent[] = { "reserved", "unknown", "magic" };
    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++) {
        if (strncmp(field->name, silent[i], strlen(silent[i])) == 0) return false;
    }
    if (field->storage == PDK_RAW_OPAQUE || field->storage >= PDK_RAW_TEXT8 || field->offset == PDK_FOLLOWS)
        return false;
    return field->storage == PDK_RAW_CHARS || field->count <= 1;
}

void pdk_document_add_shown_field(pdk_document *document, const pdk_field *field, const uint8_t *bytes)
{
    if (makes_property(field)) pdk_document_add_field(document, field, bytes);
}

void pdk_document_add_fields(pdk_document *document, const pdk_record *record, const uint8_t *bytes)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        pdk_document_add_shown_field(document, &record->fields[i], bytes);
    }
}

void pdk_document_add_number(pdk_document *document, const char *name, double value, const char *unit,
                             const char *meaning, pdk_certainty certainty)
{
    pdk_value number = { .type = PDK_FLOAT64, .as.number = value };
    pdk_document_add_property(document, name, number, unit, meaning, certainty);
}

void pdk_document_add_late_number(pdk_document *document, const char *name, const char *unit, const char *meaning,
                                  pdk_certainty certainty, pdk_measure measure, const void *state)
{
    pdk_document_add_number(document, name, NAN, unit, meaning, certainty);
    pdk_late_number *late = push(document, &document->late);
    if (late != NULL) *late = (pdk_late_number){ document->properties.count - 1, measure, state, false };
}

/* Looks whether the value is there, and computes it when it is not. Any thread. */
static void find_late_number(const pdk_document *document, size_t property)
{
    pdk_document *open = (pdk_document *)(uintptr_t)document; /* computed on first use, under the lock */
    for (size_t i = 0; i < document->late.count; i++) {
        pdk_late_number *late = (pdk_late_number *)document->late.items + i;
        if (late->property != property) continue;
        if (pdk_own_lock(&open->lock, "this property", NULL) != PDK_OK) return;
        if (!late->known) {
            pdk_property *found = (pdk_property *)document->properties.items + property;
            found->value.as.number = late->measure(document, late->state);
            late->known = true;
        }
        pdk_own_unlock(&open->lock);
    }
}

void pdk_document_add_count(pdk_document *document, const char *name, uint64_t value, const char *meaning)
{
    pdk_value count = { .type = PDK_UINT64, .as.natural = value };
    pdk_document_add_property(document, name, count, NULL, meaning, PDK_CONFIRMED);
}

void pdk_document_add_text(pdk_document *document, const char *name, const void *bytes, size_t size,
                           const char *meaning, pdk_certainty certainty)
{
    pdk_value text = { .type = PDK_TEXT,
                       .as.text = pdk_text_read_padded(&document->memory, PDK_ENCODING_UTF8_OR_1252, bytes, size) };
    pdk_document_add_property(document, name, text, NULL, meaning, certainty);
}

pdk_text pdk_document_text(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    bool is_text = property != NULL && property->value.type == PDK_TEXT;
    return is_text ? property->value.as.text : (pdk_text){ "", 0 };
}

void pdk_document_add_unrecorded(pdk_document *document, const char *names)
{
    pdk_document_add_text(document, "unrecorded", names, strlen(names),
                          "columns, including those of computed tables, that this file does not record", PDK_LIKELY);
}

void pdk_document_add_text_field(pdk_document *document, const pdk_field *field, const void *bytes, size_t size)
{
    pdk_value text = { .type = PDK_TEXT,
                       .as.text = pdk_text_read_padded(&document->memory, field->encoding, bytes, size) };
    pdk_document_add_property(document, field->name, text, NULL, field->meaning, field->certainty);
}

static pdk_table *new_table(pdk_document *document, pdk_memory *memory, const char *name, const char *meaning,
                            uint64_t rows, size_t columns)
{
    pdk_table *table = pdk_alloc(memory, sizeof *table);
    pdk_column *list = pdk_alloc_array(memory, columns, sizeof *list);
    if (table == NULL || list == NULL) return NULL;
    *table = (pdk_table){ .document = document,
                          .memory = memory,
                          .failed = &document->failed,
                          .name = name,
                          .meaning = meaning,
                          .rows = rows,
                          .columns = list,
                          .column_capacity = columns };
    return table;
}

pdk_table *pdk_document_new_table(const pdk_document *document, pdk_memory *memory, const char *name,
                                  const char *meaning, uint64_t rows, size_t columns)
{
    pdk_document *of = (pdk_document *)(uintptr_t)document; /* what reads the table finds its document there */
    pdk_table *table = new_table(of, memory, name, meaning, rows, columns);
    if (table != NULL) table->failed = &table->incomplete;
    return table;
}

pdk_status pdk_table_built(const pdk_table *table, pdk_error *error)
{
    return *table->failed ? pdk_fail_memory(error, table->memory, table->name) : PDK_OK;
}

void pdk_document_list_table(pdk_document *document, pdk_table *table)
{
    if (document->failed) return;
    pdk_table **place = push(document, &document->tables);
    if (place != NULL) *place = table;
}

pdk_table *pdk_document_add_table(pdk_document *document, const char *name, const char *meaning, uint64_t rows,
                                  size_t columns)
{
    if (document->failed) return NULL;
    pdk_table *table = new_table(document, &document->memory, name, meaning, rows, columns);
    if (table == NULL) document->failed = true;
    else pdk_document_list_table(document, table);
    if (document->failed) return NULL;
    if (document->limits.records != 0 && rows > document->limits.records) {
        document->over_limit = table;
        document->failed = true;
    }
    return table;
}

void pdk_document_add_surface(pdk_document *document, const pdk_surface_entry *entry)
{
    pdk_surface_entry *place = push(document, &document->surfaces);
    if (place != NULL) *place = *entry;
}

void pdk_document_add_image(pdk_document *document, const pdk_image_entry *entry)
{
    pdk_image_entry *place = push(document, &document->images);
    if (place != NULL) *place = *entry;
}

void pdk_document_add_region(pdk_document *document, const char *name, const pdk_record *record, uint64_t offset,
                             uint64_t stride, uint64_t count)
{
    pdk_region *place = push(document, &document->regions);
    if (place != NULL) *place = (pdk_region){ name, record, offset, stride, count, false };
}

void pdk_document_add_bulk_region(pdk_document *document, const char *name, const pdk_record *record, uint64_t offset,
                                  uint64_t stride, uint64_t count)
{
    pdk_region *place = push(document, &document->regions);
    if (place != NULL) *place = (pdk_region){ name, record, offset, stride, count, true };
}

pdk_status pdk_document_built(pdk_document *document, pdk_error *error)
{
    const pdk_table *over_limit = document->over_limit;
    if (over_limit != NULL) {
        return pdk_fail_where(error, PDK_E_LIMIT, PDK_NO_OFFSET, "records.limit", over_limit->name,
                              "the table %s has %llu rows, but the limit is %llu records", over_limit->name,
                              (unsigned long long)over_limit->rows, (unsigned long long)document->limits.records);
    }
    return document->failed ? pdk_fail_memory(error, &document->memory, "the document's index") : PDK_OK;
}

bool pdk_document_progress(const pdk_document *document, uint64_t done, uint64_t total)
{
    pdk_reporting reporting;
    if (document->progress == NULL || !pdk_reporting_begin(&reporting, document)) return true;
    bool wanted = pdk_tell_progress(document->progress, document->progress_user, done, total);
    pdk_reporting_end(&reporting);
    return wanted;
}

/* ---------------------------------------------------------------------------------------------- getters */

const char *pdk_document_dialect(const pdk_document *document)
{
    return document->dialect;
}
const char *pdk_document_packed(const pdk_document *document)
{
    return document->packed;
}
uint64_t pdk_document_size(const pdk_document *document)
{
    return document->input.bytes.size;
}
pdk_bytes pdk_document_content(const pdk_document *document)
{
    return document->content;
}

const char *pdk_document_evidence_at(const pdk_document *document, size_t index)
{
    return index < document->evidence.count ? ((char **)document->evidence.items)[index] : NULL;
}

size_t pdk_document_source_count(const pdk_document *document)
{
    return document->sources.count;
}

const pdk_document *pdk_document_source_at(const pdk_document *document, size_t index)
{
    return index < document->sources.count ? ((const pdk_document **)document->sources.items)[index] : NULL;
}

size_t pdk_document_property_count(const pdk_document *document)
{
    return document->properties.count;
}

const pdk_property *pdk_document_property_at(const pdk_document *document, size_t index)
{
    if (index >= document->properties.count) return NULL;
    if (document->late.count > 0) find_late_number(document, index);
    return (const pdk_property *)document->properties.items + index;
}

const pdk_property *pdk_document_find_property(const pdk_document *document, const char *name)
{
    for (size_t i = 0; i < document->properties.count; i++) {
        const pdk_property *property = (const pdk_property *)document->properties.items + i;
        if (strcmp(property->name, name) == 0) return pdk_document_property_at(document, i);
    }
    return NULL;
}

size_t pdk_document_table_count(const pdk_document *document)
{
    return document->tables.count;
}

const pdk_table *pdk_document_table_at(const pdk_document *document, size_t index)
{
    return index < document->tables.count ? ((pdk_table **)document->tables.items)[index] : NULL;
}

const pdk_table *pdk_document_own_table(const pdk_document *document, const char *name)
{
    for (size_t i = 0; i < document->tables.count; i++) {
        const pdk_table *table = pdk_document_table_at(document, i);
        if (strcmp(table->name, name) == 0) return table;
    }
    return NULL;
}

size_t pdk_document_surface_count(const pdk_document *document)
{
    return document->surfaces.count;
}

const pdk_surface_info *pdk_document_surface_at(const pdk_document *document, size_t index)
{
    if (index >= document->surfaces.count) return NULL;
    return &((const pdk_surface_entry *)document->surfaces.items)[index].info;
}

pdk_status pdk_document_surface_read(const pdk_document *document, size_t index, pdk_surface *surface, pdk_error *error)
{
    if (index >= document->surfaces.count) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no surface %zu", index);
    }
    pdk_document *mine = (pdk_document *)(uintptr_t)document; /* built on first use, under the lock */
    pdk_surface_entry *entry = (pdk_surface_entry *)mine->surfaces.items + index;
    pdk_status status = pdk_own_lock(&mine->lock, "surfaces of this document", error);
    if (status != PDK_OK) return status;
    if (!entry->built) {
        status = entry->build(mine, entry->state, &entry->surface, error);
        entry->built = status == PDK_OK;
    }
    if (pdk_input_unchanged(&mine->input, error) != PDK_OK) status = PDK_E_IO;
    if (status == PDK_OK) *surface = entry->surface;
    pdk_own_unlock(&mine->lock);
    return status;
}

size_t pdk_document_image_count(const pdk_document *document)
{
    return document->images.count;
}

const pdk_image_info *pdk_document_image_at(const pdk_document *document, size_t index)
{
    if (index >= document->images.count) return NULL;
    return &((const pdk_image_entry *)document->images.items)[index].info;
}

pdk_status pdk_document_image_read(const pdk_document *document, size_t index, uint8_t *rgba, size_t capacity,
                                   pdk_error *error)
{
    const pdk_image_info *info = pdk_document_image_at(document, index);
    if (info == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no image %zu", index);
    if (rgba == NULL || capacity / 4 / info->width < info->height) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an image of %u x %u needs %llu bytes",
                        (unsigned)info->width, (unsigned)info->height,
                        (unsigned long long)info->width * info->height * 4);
    }
    const pdk_image_entry *entry = (const pdk_image_entry *)document->images.items + index;
    pdk_status status = entry->decode(document, entry->state, rgba, error);
    return pdk_input_unchanged(&document->input, error) != PDK_OK ? PDK_E_IO : status;
}

const pdk_format_info *pdk_document_format(const pdk_document *document)
{
    return document->info;
}
