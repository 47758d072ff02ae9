/* A recording without the names of people. The walk over a file hands out every byte of it, so that none is forgotten:
 * fields that are text by their layout, opaque fields, and bytes that no layout describes. */
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "base/text.h"
#include "edit/edit.h"
#include "io/output.h"
#include "model/document_life.h"

typedef struct anonymiser {
    const pdk_document *document;
    pdk_memory *memory;
    pdk_output *output;
    uint64_t written; /* of the document's bytes: what is before has been put out, or something in its place */
    pdk_vector teams, vehicles; /* pdk_bytes: the texts that have been met, for a number each */
    unsigned drivers, co_drivers;
    pdk_status status;
    pdk_error *error;
} anonymiser;

/* ------------------------------------------------------------------------------------------------ what goes */

typedef enum treatment { KEEP, SCRUB, DRIVER, CO_DRIVER, TEAM, VEHICLE } treatment;

/* What a text field is about, by its name and that of its record; every other text is scrubbed. */
static const struct {
    const char *record, *field; /* record: its name has this in it; NULL = any */
    treatment how;
} treatments[] = {
    { "driver", "name", DRIVER },   { "driver", "co_driver", CO_DRIVER },
    { "rply.car", "name", DRIVER }, { NULL, "player", DRIVER },
    { NULL, "team", TEAM },         { NULL, "vehicle", VEHICLE },
    { NULL, "magic", KEEP },        { NULL, "tag", KEEP },
    { NULL, "track", KEEP },        { NULL, "track_code", KEEP },
    { NULL, "config", KEEP },       { NULL, "car", KEEP },
    { NULL, "weather", KEEP },      { NULL, "lfs_version", KEEP },
};

static treatment treatment_of(const pdk_record *record, const pdk_field *field)
{
    for (size_t i = 0; i < sizeof treatments / sizeof treatments[0]; i++) {
        bool fits = treatments[i].record == NULL || strstr(record->name, treatments[i].record) != NULL;
        if (fits && strcmp(field->name, treatments[i].field) == 0) return treatments[i].how;
    }
    return SCRUB;
}

static bool is_prefixed(const pdk_field *field)
{
    return field->storage >= PDK_RAW_TEXT8 && field->storage <= PDK_RAW_TEXT32;
}

static unsigned number_of(pdk_vector *all, pdk_bytes text)
{
    pdk_bytes *known = all->items;
    for (size_t i = 0; i < all->count; i++) {
        if (known[i].size == text.size && memcmp(known[i].data, text.data, text.size) == 0) return (unsigned)i + 1;
    }
    pdk_bytes *added = pdk_vector_push(all);
    if (added != NULL) *added = text;
    return (unsigned)all->count;
}

/* ------------------------------------------------------------------------------------------------- scrubbing */

static bool is_letter(uint8_t byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte >= 0x80;
}

static uint8_t scrubbed(uint8_t byte)
{
    if (is_letter(byte)) return 'x';
    return byte >= '0' && byte <= '9' ? '0' : byte;
}

/* The keys of JSON stay: they identify what has them. */
static void scrub_text(uint8_t *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        size_t end = i + 1;
        if (text[i] == '"') {
            while (end < size && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
            size_t after = end + 1;
            while (after < size && (text[after] == ' ' || text[after] == '\n' || text[after] == '\r')) after++;
            if (after < size && text[after] == ':') {
                i = end;
                continue;
            }
        }
        text[i] = scrubbed(text[i]);
    }
}

/* In bytes of unknown meaning: whatever has two letters together, of one byte each, or of two as in UTF-16. */
static void scrub_bytes(uint8_t *bytes, size_t size)
{
    for (size_t step = 1; step <= 2; step++) {
        for (size_t i = 0; i + step < size; i++) {
            bool pair = is_letter(bytes[i]) && is_letter(bytes[i + step]) && (step == 1 || bytes[i + 1] == 0);
            size_t begin = i, end = i;
            if (!pair) continue;
            while (begin >= step && bytes[begin - step] >= ' ' && (step == 1 || bytes[begin - 1] == 0)) begin -= step;
            while (end < size && bytes[end] >= ' ' && (step == 1 || end + 1 == size || bytes[end + 1] == 0))
                end += step;
            for (size_t k = begin; k < end && k < size; k += step) bytes[k] = scrubbed(bytes[k]);
            i = end > i ? end - 1 : i;
        }
    }
}

/* --------------------------------------------------------------------------------------------------- output */

static const uint8_t *content(const anonymiser *work, uint64_t offset)
{
    return work->document->content.data + offset;
}

static void put(anonymiser *work, const void *bytes, size_t size)
{
    if (work->status == PDK_OK && size > 0) work->status = pdk_output_write(work->output, bytes, size, work->error);
}

/* The bytes up to there, as they are. */
static void put_up_to(anonymiser *work, uint64_t end)
{
    while (work->written < end && work->status == PDK_OK) {
        uint64_t size = end - work->written;
        if (size > (16 << 20)) size = 16 << 20;
        put(work, content(work, work->written), (size_t)size);
        work->written += size;
    }
}

/* A changed copy of bytes of the file, of the same size. Most are few: they need no memory. */
static void put_changed(anonymiser *work, pdk_place place, void (*change)(uint8_t *, size_t))
{
    uint8_t few[512], *copy = few;
    size_t size = (size_t)place.size;
    if (size > sizeof few) copy = pdk_alloc_raw(work->memory, size);
    if (copy == NULL) {
        if (work->status == PDK_OK) work->status = pdk_fail_memory(work->error, work->memory, "names");
        return;
    }
    memcpy(copy, content(work, place.offset), size);
    change(copy, size);
    if (memcmp(copy, content(work, place.offset), size) != 0) {
        put_up_to(work, place.offset);
        put(work, copy, size);
        work->written = place.offset + place.size;
    }
    if (copy != few) pdk_free(work->memory, copy);
}

/* "Driver 3" instead of a text that has the length before it, or room for more. */
static void put_name(anonymiser *work, const pdk_field *field, pdk_place place, const char *word, unsigned number)
{
    char name[32];
    uint8_t prefix[4], room[256] = { 0 };
    size_t size = (size_t)snprintf(name, sizeof name, "%s %u", word, number), width = 0;
    if (is_prefixed(field)) width = field->storage == PDK_RAW_TEXT8 ? 1 : field->storage == PDK_RAW_TEXT16 ? 2 : 4;
    put_up_to(work, place.offset - width);
    if (width > 0) {
        pdk_store_u32(prefix, (uint32_t)size);
        put(work, prefix, width);
        put(work, name, size);
    } else {
        memcpy(room, name, size < place.size ? size : (size_t)place.size);
        for (uint64_t done = 0; done < place.size; done += sizeof room) {
            uint64_t left = place.size - done;
            put(work, room, left < sizeof room ? (size_t)left : sizeof room);
            memset(room, 0, sizeof room);
        }
    }
    work->written = place.offset + place.size;
}

/* ---------------------------------------------------------------------------------------------------- fields */

static void take_text(anonymiser *work, const pdk_record *record, const pdk_field *field, pdk_place place)
{
    pdk_bytes text = { content(work, place.offset), pdk_text_length(content(work, place.offset), (size_t)place.size) };
    treatment how = treatment_of(record, field);
    if (how == KEEP || place.size == 0) return;
    switch (text.size > 0 ? how : SCRUB) {
    case DRIVER: put_name(work, field, place, "Driver", ++work->drivers); break;
    case CO_DRIVER: put_name(work, field, place, "Co-driver", ++work->co_drivers); break;
    case TEAM: put_name(work, field, place, "Team", number_of(&work->teams, text)); break;
    case VEHICLE: put_name(work, field, place, "Vehicle", number_of(&work->vehicles, text)); break;
    default: put_changed(work, place, scrub_text);
    }
}

static void take_field(anonymiser *work, const pdk_record *record, const pdk_field *field, pdk_place place)
{
    if (is_prefixed(field) || field->storage == PDK_RAW_CHARS) take_text(work, record, field, place);
    else if (field->storage == PDK_RAW_OPAQUE) put_changed(work, place, scrub_bytes);
}

static bool is_placed(const pdk_record *record)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        if (record->fields[i].offset == PDK_FOLLOWS) return true;
    }
    return false;
}

static bool has_bytes(const pdk_field *field)
{
    return is_prefixed(field) || field->storage == PDK_RAW_CHARS || field->storage == PDK_RAW_OPAQUE;
}

static void take_placed(anonymiser *work, const pdk_span *span)
{
    pdk_place places[PDK_MAX_PLACED_FIELDS];
    uint64_t end;
    if (pdk_record_place(span->record, work->document->content, span->offset, places, &end, NULL) != PDK_OK) return;
    for (uint32_t i = 0; i < span->record->field_count; i++)
        take_field(work, span->record, &span->record->fields[i], places[i]);
}

static void take_fixed(anonymiser *work, const pdk_span *span)
{
    const pdk_record *record = span->record;
    bool any = false;
    for (uint32_t i = 0; i < record->field_count; i++) any |= has_bytes(&record->fields[i]);
    for (uint64_t n = 0; n < span->count && any && work->status == PDK_OK; n++) {
        for (uint32_t i = 0; i < record->field_count; i++) {
            if (!has_bytes(&record->fields[i])) continue;
            pdk_place place = { span->offset + n * record->size + record->fields[i].offset, record->fields[i].count };
            if (place.offset >= work->written) take_field(work, record, &record->fields[i], place);
        }
    }
}

/* What is before the first record says what the file is, and so does the tag of RPLY that no record has. */
static bool is_mark(const anonymiser *work, const pdk_span *span)
{
    static const char tag[] = "DATA";
    bool is_tag = span->size == sizeof tag - 1 && memcmp(content(work, span->offset), tag, sizeof tag - 1) == 0;
    return span->offset == 0 || is_tag;
}

static bool take_span(void *user, const pdk_span *span)
{
    anonymiser *work = user;
    if (span->record == NULL && !is_mark(work, span))
        put_changed(work, (pdk_place){ span->offset, span->size }, scrub_bytes);
    else if (span->record != NULL && is_placed(span->record)) take_placed(work, span);
    else if (span->record != NULL) take_fixed(work, span);
    return work->status == PDK_OK;
}

pdk_status pdk_anonymise(const pdk_document *document, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    if (document == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a document and an output are needed");
    pdk_memory memory;
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    anonymiser work = { .document = document,
                        .memory = &memory,
                        .output = output,
                        .teams = pdk_vector_of(&memory, sizeof(pdk_bytes)),
                        .vehicles = pdk_vector_of(&memory, sizeof(pdk_bytes)),
                        .error = error };
    bool drives = document->services != NULL && document->services->motion != NULL;
    pdk_status status = PDK_OK;
    if (drives) status = pdk_document_walk(document, &memory, take_span, &work, error);
    if (status == PDK_OK) put_up_to(&work, document->content.size);
    pdk_memory_destroy(&memory);
    if (status == PDK_OK) status = work.status;
    return status == PDK_OK ? pdk_document_unchanged(document, error) : status;
}
