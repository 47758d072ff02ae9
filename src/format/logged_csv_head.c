/* The lines above the rows: what heads of such files share. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "format/logged_csv.h"
#include "text/encoding.h"

void pdk_logged_csv_begin(pdk_logged_csv *csv, pdk_document *document, const pdk_logged_csv_codes *codes)
{
    csv->document = csv->log.document = document;
    csv->codes = codes;
    csv->bytes = document->content;
    csv->duration = csv->first_time = NAN;
    csv->beacons = pdk_vector_of(&document->memory, sizeof(double));
    csv->pasted = pdk_vector_of(&document->memory, sizeof(uint64_t));
    csv->log.crossings = pdk_vector_of(&document->memory, sizeof(pdk_session_crossing));
}

const char *pdk_logged_csv_keep(pdk_logged_csv *csv, pdk_csv_span span)
{
    pdk_memory *memory = &csv->document->memory;
    pdk_text text = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, span.at, (size_t)(span.end - span.at));
    char *kept = text.data != NULL ? pdk_keep_printf(memory, "%.*s", (int)text.size, text.data) : NULL;
    if (kept == NULL) {
        csv->document->failed = true;
        return "";
    }
    char *to = kept; /* two quotes are one; a text of several lines becomes one line */
    for (const char *from = kept; *from != '\0'; from++) {
        *to++ = (char)((unsigned char)*from < ' ' ? ' ' : *from);
        if (from[0] == '"' && from[1] == '"') from++;
    }
    *to = '\0';
    return kept;
}

static void add_number(pdk_logged_csv *csv, const pdk_csv_fact *fact, pdk_csv_span value)
{
    double number;
    if (!pdk_csv_number(value, csv->separator, &number)) {
        pdk_document_add_finding(csv->document, PDK_WARNING, csv->codes->fact, pdk_logged_csv_offset(csv, value.at),
                                 csv->codes->format, "\"%s\" is no number: it is left out", fact->name);
        return;
    }
    if (strcmp(fact->property, "stated_duration") == 0) csv->duration = number;
    pdk_document_add_number(csv->document, fact->property, number, fact->unit, fact->meaning, PDK_LIKELY);
}

void pdk_logged_csv_add_fact(pdk_logged_csv *csv, const pdk_csv_fact *facts, size_t count, pdk_csv_span name,
                             pdk_csv_span value)
{
    for (size_t i = 0; i < count; i++) {
        if (!pdk_csv_is(name, facts[i].name) || value.at == value.end) continue;
        if (pdk_document_find_property(csv->document, facts[i].property) != NULL) return;
        if (facts[i].unit != NULL) {
            add_number(csv, &facts[i], value);
            return;
        }
        const char *text = pdk_logged_csv_keep(csv, value);
        pdk_document_add_text(csv->document, facts[i].property, text, strlen(text), facts[i].meaning, PDK_LIKELY);
    }
}

/* One of the times in a cell: blanks are between them, or commas, which are not taken for decimal ones. */
static bool next_time(pdk_csv_span *cell, char separator, pdk_csv_span *word)
{
    const char *between = separator == ';' ? " \t;" : " \t,;";
    while (cell->at < cell->end && memchr(between, *cell->at, strlen(between)) != NULL) cell->at++;
    *word = (pdk_csv_span){ cell->at, cell->at };
    while (word->end < cell->end && memchr(between, *word->end, strlen(between)) == NULL) word->end++;
    cell->at = word->end;
    if (word->end > word->at + 1 && word->end[-1] == ',') word->end--;
    return word->at < word->end;
}

pdk_status pdk_logged_csv_read_beacons(pdk_logged_csv *csv, pdk_csv_span line, pdk_error *error)
{
    pdk_csv_span cell, word;
    pdk_logged_fault words = { 0 };
    size_t most = pdk_document_most_of_kind(csv->document);
    pdk_csv_next_cell(&line, csv->separator, &cell);
    while (pdk_csv_next_cell(&line, csv->separator, &cell)) {
        while (next_time(&cell, csv->separator, &word)) {
            double time;
            if (!pdk_csv_number(word, csv->separator, &time)) {
                pdk_logged_fault_add(&words, pdk_logged_csv_offset(csv, word.at));
                continue;
            }
            if (csv->beacons.count == most)
                return pdk_fail_where(error, PDK_E_LIMIT, pdk_logged_csv_offset(csv, word.at), csv->codes->beacons_many,
                                      csv->codes->format,
                                      "more than %zu beacons: no more are read of a file of this size", most);
            double *added = pdk_vector_push(&csv->beacons);
            if (added == NULL) return pdk_fail_memory(error, &csv->document->memory, "the beacons");
            *added = time;
        }
    }
    pdk_logged_fault_tell(csv->document, PDK_WARNING, csv->codes->beacons_value, words, csv->codes->format,
                          "beacons whose time is no number are left out");
    return PDK_OK;
}

pdk_status pdk_logged_csv_name_columns(pdk_logged_csv *csv, pdk_csv_span units, pdk_error *error)
{
    pdk_csv_span rest = csv->names, cell, unit;
    size_t most = pdk_document_most_of_kind(csv->document);
    for (size_t i = 1; pdk_csv_next_cell(&rest, csv->separator, &cell); i++)
        if (cell.at < cell.end) csv->column_count = i; /* blank cells at the end are none */
    if (csv->column_count > most)
        return pdk_fail_where(error, PDK_E_LIMIT, pdk_logged_csv_offset(csv, csv->names.at), csv->codes->columns_many,
                              csv->codes->format, "%zu columns; at most %zu are read of a file of this size",
                              csv->column_count, most);
    csv->columns = pdk_alloc_array(&csv->document->memory, csv->column_count + 1, sizeof *csv->columns);
    if (csv->columns == NULL) return pdk_fail_memory(error, &csv->document->memory, "the columns");
    rest = csv->names;
    for (size_t i = 0; i < csv->column_count && !csv->document->failed; i++) {
        pdk_csv_next_cell(&rest, csv->separator, &cell);
        bool has_unit = pdk_csv_next_cell(&units, csv->separator, &unit);
        csv->columns[i] = (pdk_logged_csv_column){ .name = pdk_logged_csv_keep(csv, cell),
                                                   .unit = has_unit ? pdk_logged_csv_keep(csv, unit) : "",
                                                   .id = PDK_LOGGED_IDS };
    }
    return csv->document->failed ? pdk_document_built(csv->document, error) : PDK_OK;
}

void pdk_logged_csv_tell_no_units(pdk_logged_csv *csv)
{
    pdk_document_add_finding(csv->document, PDK_WARNING, csv->codes->units, csv->data_at, csv->codes->format,
                             "no line of units is below the names: what the columns are measured in is not known");
}
