/* Dump: a walk over the file, written during the walk. */
#include "base/callback.h"
#include "base/options.h"
#include "io/output.h"
#include "model/document_life.h"
#include "twin/twin.h"

typedef struct twin_dump {
    const pdk_document *document;
    const pdk_dump_options *options;
    pdk_output *output;
    pdk_vector records;
    const pdk_record *run; /* the record whose rows are being written */
    uint64_t rows;         /* of it so far */
    bool any;              /* a part was written */
    uint64_t start;        /* of the text in the output */
    uint64_t zeros;        /* counted, not written, so far */
    uint64_t next_pause;   /* offset: progress, and pages returned to the system */
    pdk_status status;
    pdk_error *error;
} twin_dump;

enum { PAUSE = 1 << 22 };

static pdk_json plain_json(const twin_dump *dump)
{
    return (pdk_json){ .output = dump->output };
}

static void end_run(twin_dump *dump)
{
    if (dump->run != NULL) pdk_twin_put(dump->output, "]}");
    dump->run = NULL;
}

/* "{"name": ", on a separate line */
static void begin_part(twin_dump *dump, const char *name)
{
    end_run(dump);
    pdk_json json = plain_json(dump);
    pdk_twin_put(dump->output, dump->any ? ",\n  {" : "\n  {");
    pdk_json_text(&json, name);
    pdk_twin_put(dump->output, ": ");
    dump->any = true;
}

/* Now and then, and false when it is time to leave. */
static bool pause_at(twin_dump *dump, uint64_t offset)
{
    if (offset < dump->next_pause) return true;
    dump->next_pause = offset + PAUSE;
    pdk_trim(dump->document);
    const pdk_dump_options *options = dump->options;
    if (!pdk_tell_progress(options->progress, options->progress_user, offset, dump->document->content.size)) {
        dump->status = pdk_fail_cancelled(dump->error);
    } else {
        dump->status = pdk_output_write(dump->output, "", 0, dump->error);
    }
    return dump->status == PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- records */

/* Where the fields of a record of variable size are; the walk has already found that they fit. */
static void find_places(const twin_dump *dump, const pdk_record *record, uint64_t offset, pdk_place *places)
{
    uint64_t end;
    pdk_record_place(record, dump->document->content, offset, places, &end, NULL);
}

static void write_by_name(twin_dump *dump, const pdk_record *record, uint64_t offset)
{
    const uint8_t *content = dump->document->content.data;
    pdk_place places[PDK_MAX_PLACED_FIELDS];
    if (record->size == 0) find_places(dump, record, offset, places);
    begin_part(dump, record->name);
    for (uint32_t i = 0; i < record->field_count; i++) {
        pdk_json json = plain_json(dump);
        pdk_twin_put(dump->output, i > 0 ? ",\n   " : "{\n   ");
        pdk_json_text(&json, record->fields[i].name);
        pdk_twin_put(dump->output, ": ");
        json = plain_json(dump);
        if (record->size == 0) pdk_placed_dump(&json, &record->fields[i], places[i], content);
        else pdk_field_dump(&json, &record->fields[i], content + offset);
    }
    pdk_twin_put(dump->output, "}}");
}

static void write_row(twin_dump *dump, const pdk_record *record, uint64_t offset)
{
    const uint8_t *content = dump->document->content.data;
    pdk_json json = plain_json(dump);
    if (record->size != 0) {
        pdk_row_dump(&json, record, content + offset);
        return;
    }
    pdk_place places[PDK_MAX_PLACED_FIELDS];
    find_places(dump, record, offset, places);
    pdk_json_begin(&json, '[');
    for (uint32_t i = 0; i < record->field_count; i++) pdk_placed_dump(&json, &record->fields[i], places[i], content);
    pdk_json_end(&json, ']');
}

/* What is written before a row: rows of one value share a line. */
static void begin_row(twin_dump *dump, const pdk_record *record)
{
    enum { A_LINE = 16 };
    if (dump->run != record) {
        begin_part(dump, record->name);
        pdk_twin_put(dump->output, "[");
        dump->run = record;
        dump->rows = 0;
    } else {
        bool shares = record->field_count == 1 && record->fields[0].count <= 1 && dump->rows % A_LINE != 0;
        pdk_twin_put(dump->output, shares ? "," : ",\n   ");
    }
    dump->rows++;
}

static bool write_records(twin_dump *dump, const pdk_span *span, bool by_name)
{
    uint64_t size = span->size / span->count;
    for (uint64_t i = 0; i < span->count; i++) {
        uint64_t offset = span->offset + i * size;
        if (!pause_at(dump, offset)) return false;
        if (by_name) {
            write_by_name(dump, span->record, offset);
            continue;
        }
        begin_row(dump, span->record);
        write_row(dump, span->record, offset);
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------- bytes */

static uint64_t zeros_at(const uint8_t *bytes, uint64_t at, uint64_t end)
{
    uint64_t from = at;
    while (at < end && bytes[at] == 0) at++;
    return at - from;
}

/* So many zeros more may be counted: all there are, except in files that are hardly anything else. */
static uint64_t room_for_zeros(const twin_dump *dump)
{
    return pdk_twin_most_zeros(pdk_output_position(dump->output) - dump->start) / 4 - dump->zeros;
}

/* The end of the bytes from `at` on that are to be written out: where many zeros begin that can be counted, or a piece
 * is long enough. */
static uint64_t piece_end(const uint8_t *bytes, uint64_t at, uint64_t end, bool counts)
{
    enum { PIECE = 1 << 16 };
    if (end - at > PIECE) end = at + PIECE;
    for (uint64_t i = at; i < end; i++) {
        if (bytes[i] != 0) continue;
        uint64_t zeros = zeros_at(bytes, i, end);
        if (zeros >= PDK_TWIN_ZEROS && counts) return i;
        i += zeros;
    }
    return end;
}

static bool write_bytes(twin_dump *dump, const pdk_span *span)
{
    const uint8_t *bytes = dump->document->content.data;
    uint64_t end = span->offset + span->size;
    for (uint64_t at = span->offset, next; at < end; at = next) {
        if (!pause_at(dump, at)) return false;
        uint64_t capacity = room_for_zeros(dump);
        uint64_t zeros = zeros_at(bytes, at, end - at < capacity ? end : at + capacity);
        if (zeros >= PDK_TWIN_ZEROS) {
            dump->zeros += zeros;
            pdk_json json = plain_json(dump);
            begin_part(dump, "zeros");
            pdk_json_natural(&json, zeros);
            next = at + zeros;
        } else {
            next = piece_end(bytes, at, end, capacity >= PDK_TWIN_ZEROS);
            begin_part(dump, "bytes");
            pdk_twin_write_hex(dump->output, bytes + at, next - at, "\n   ");
        }
        pdk_twin_put(dump->output, "}");
    }
    return true;
}

static bool write_span(void *user, const pdk_span *span)
{
    twin_dump *dump = user;
    const pdk_twin_record *known = span->record != NULL ? pdk_twin_known(&dump->records, span->record) : NULL;
    return known != NULL ? write_records(dump, span, known->count <= PDK_TWIN_BY_NAME) : write_bytes(dump, span);
}

static pdk_status write_twin(twin_dump *dump, pdk_memory *memory, pdk_error *error)
{
    pdk_status status = pdk_twin_collect(dump->document, memory, &dump->records, error);
    if (status != PDK_OK) return status;
    pdk_twin_write_head(dump->document, &dump->records, dump->output);
    pdk_twin_put(dump->output, ",\n \"parts\": [");
    status = pdk_document_walk(dump->document, memory, write_span, dump, error);
    if (status == PDK_OK) status = dump->status;
    if (status != PDK_OK) return status;
    end_run(dump);
    return pdk_output_write(dump->output, "]}\n", 3, error);
}

pdk_status pdk_dump(const pdk_document *document, const pdk_dump_options *given, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_dump_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_DUMP_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (document == NULL || output == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a dump needs a document and an output");
    }
    pdk_memory memory;
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    twin_dump dump = { .document = document, .options = &options, .output = output, .error = error };
    dump.start = pdk_output_position(output);
    status = write_twin(&dump, &memory, error);
    pdk_memory_destroy(&memory);
    return status == PDK_OK ? pdk_document_unchanged(document, error) : status;
}
