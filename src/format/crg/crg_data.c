/*
 * The numbers: a row of channels for each step along the line. In binary they are big-endian floats or doubles without
 * a gap, and the last record is filled up to 80 bytes. In text a row begins with a line, which holds 80 characters of
 * numbers.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "format/crg/crg_import.h"

bool pdk_crg_is_unused(const pdk_crg_file *crg, uint64_t row, uint32_t channel)
{
    static const char word[] = "**unused**";
    uint32_t size = sizeof word - 1;
    if (!crg->is_text || crg->width != size) return false;
    uint64_t from = pdk_crg_value_at(crg, row, channel),
             end = crg->line_at[row * crg->lines_a_row + channel / (PDK_CRG_RECORD / size) + 1];
    return from < end && end - from >= size && memcmp(crg->text + from, word, size) == 0;
}

/* Rows from the first to the last u; 0 = the header does not say. */
static pdk_status announced_rows(const pdk_crg_file *crg, uint64_t *rows, pdk_error *error)
{
    double step = crg->parameters[PDK_CRG_INCREMENT],
           length = crg->parameters[PDK_CRG_END_U] - crg->parameters[PDK_CRG_START_U];
    *rows = 0;
    if (!crg->given[PDK_CRG_INCREMENT]) {
        if (crg->lines[PDK_CRG_X] >= 0 && crg->lines[PDK_CRG_Y] >= 0) return PDK_OK;
        return pdk_fail(error, PDK_E_CORRUPT, crg->data, "crg.increment", "the header has no reference_line_increment");
    }
    if (!(step > 1e-6))
        return pdk_fail(error, PDK_E_CORRUPT, crg->data, "crg.increment", "expected an increment above 0, found %g",
                        step);
    if (!crg->given[PDK_CRG_END_U]) return PDK_OK;
    double steps = length / step;
    if (!(steps >= 0.5) || steps > 1e15 || fabs(steps - nearbyint(steps)) > 0.01) {
        return pdk_fail(error, PDK_E_CORRUPT, crg->data, "crg.increment", "steps of %g m do not divide a line of %g m",
                        step, length);
    }
    *rows = (uint64_t)nearbyint(steps) + 1;
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- binary */

/* For files whose size is wrong: the first row that cannot follow the one before it, by a heading that jumps by more
 * than half a radian in a step, or a height no road has. Where bytes are lost all numbers after are such. */
static uint64_t first_break(const pdk_crg_file *crg, uint64_t rows)
{
    int phi = crg->lines[PDK_CRG_PHI];
    for (uint64_t row = 1; row < rows; row++) {
        if (phi >= 0 && row > 1) {
            double turn = pdk_crg_value(crg, row, (uint32_t)phi) - pdk_crg_value(crg, row - 1, (uint32_t)phi);
            double around = fmod(fabs(turn), 6.283185307179586);
            if (!(fmin(around, 6.283185307179586 - around) < 0.5)) return row;
        }
        for (uint32_t i = 0; i < crg->section_count; i++) {
            if (fabs(pdk_crg_value(crg, row, crg->sections[i].channel)) > 1e5) return row;
        }
    }
    return rows;
}

static bool is_filling(const pdk_crg_file *crg, uint64_t row)
{
    for (uint32_t c = 0; c < crg->channels; c++) {
        if (fabs(pdk_crg_value(crg, row, c)) > 0) return false;
    }
    return true;
}

/* Where the header does not say how many rows there are, what fills up the last record may look like rows of nothing.
 */
static void leave_out_filling(pdk_crg_file *crg, uint64_t row_size, uint64_t have)
{
    uint64_t found = crg->rows;
    while (crg->rows > 2 && have - (crg->rows - 1) * row_size < PDK_CRG_RECORD && is_filling(crg, crg->rows - 1))
        crg->rows--;
    if (crg->rows == found) return;
    pdk_document_add_finding(crg->document, PDK_NOTE, "crg.filling", crg->data + crg->rows * row_size, "crg.row",
                             "%" PRIu64 " rows of zeros at the end are ignored: they seem to fill up the last record",
                             found - crg->rows);
}

static pdk_status find_binary(pdk_crg_file *crg, uint64_t announced, pdk_error *error)
{
    uint64_t row_size = (uint64_t)crg->channels * crg->width, have = crg->size - crg->data, capacity = have / row_size;
    crg->rows = announced != 0 && announced <= capacity ? announced : capacity;
    pdk_crg_find_order(crg);
    uint64_t need = crg->rows * row_size, filled = (need + PDK_CRG_RECORD - 1) / PDK_CRG_RECORD * PDK_CRG_RECORD;
    if (announced == 0 && have % PDK_CRG_RECORD == 0) {
        leave_out_filling(crg, row_size, have);
        return PDK_OK;
    }
    if ((have == need || have == filled) && (announced == 0 || announced == crg->rows)) return PDK_OK;
    uint64_t broken = first_break(crg, crg->rows);
    char where[48];
    snprintf(where, sizeof where, "crg.row[%" PRIu64 "]", broken);
    uint64_t offset = crg->data + broken * row_size, rows = crg->rows;
    crg->rows = broken;
    if (announced > rows) {
        return pdk_document_damage(crg->document, error, PDK_E_TRUNCATED, crg->size, "crg.rows", where,
                                   "expected %" PRIu64 " rows of %" PRIu64 " bytes, but the file has %" PRIu64,
                                   announced, row_size, rows);
    }
    return pdk_document_damage(crg->document, error, PDK_E_CORRUPT, offset, "crg.size", where,
                               "expected %" PRIu64 " bytes of data (%" PRIu64 " with padding), found %" PRIu64
                               ": bytes were lost or added, as when line ends are converted%s",
                               need, filled, have, broken < rows ? "; rows are wrong from about here on" : "");
}

/* ------------------------------------------------------------------------------------------------------ text */

static pdk_status fail_line(pdk_crg_file *crg, uint64_t line, pdk_error *error)
{
    char where[48];
    uint64_t row = line / crg->lines_a_row, offset = crg->line_at[line];
    snprintf(where, sizeof where, "crg.row[%" PRIu64 "]", row);
    crg->rows = row;
    return pdk_document_damage(
        crg->document, error, PDK_E_CORRUPT, offset, "crg.value", where,
        "expected %u columns of %u characters in %u lines; each holds a number, or a word with an asterisk",
        (unsigned)crg->channels, (unsigned)crg->width, (unsigned)crg->lines_a_row);
}

/* Where each line is. Blank ones at the end are none. */
static pdk_status find_lines(pdk_crg_file *crg, uint64_t *count, pdk_error *error)
{
    pdk_vector lines = pdk_vector_of(&crg->document->memory, sizeof(uint64_t));
    const char *at = crg->text + crg->data, *end = crg->text + crg->size;
    while (end > at && (pdk_is_blank(end[-1]) || end[-1] == '\n')) end--;
    while (at < end) {
        uint64_t *line = pdk_vector_push(&lines);
        if (line == NULL) return pdk_fail_memory(error, &crg->document->memory, "an index of lines");
        *line = (uint64_t)(at - crg->text);
        const char *behind = memchr(at, '\n', (size_t)(end - at));
        at = behind != NULL ? behind + 1 : end;
    }
    *count = lines.count;
    uint64_t *last = pdk_vector_push(&lines);
    if (last == NULL) return pdk_fail_memory(error, &crg->document->memory, "an index of lines");
    *last = (uint64_t)(end - crg->text);
    crg->line_at = lines.items;
    return PDK_OK;
}

/* Every number is looked at, and every line must have as many columns as its place in the row says, no more. */
static pdk_status check_lines(pdk_crg_file *crg, pdk_error *error)
{
    uint32_t in_line = PDK_CRG_RECORD / crg->width;
    for (uint64_t row = 0; row < crg->rows; row++) {
        for (uint32_t i = 0; i < crg->lines_a_row; i++) {
            uint64_t line = row * crg->lines_a_row + i;
            uint32_t left = crg->channels - i * in_line, wanted = left < in_line ? left : in_line;
            const char *from = crg->text + crg->line_at[line], *end = crg->text + crg->line_at[line + 1];
            while (end > from && (pdk_is_blank(end[-1]) || end[-1] == '\n')) end--;
            uint64_t length = (uint64_t)(end - from);
            bool fine = length > (uint64_t)(wanted - 1) * crg->width && length <= (uint64_t)wanted * crg->width;
            for (uint32_t c = i * in_line; c < i * in_line + wanted && fine; c++) {
                bool broken;
                pdk_crg_read_text(crg, row, c, &broken);
                fine = !broken;
            }
            if (!fine) return fail_line(crg, line, error);
        }
    }
    return PDK_OK;
}

/* Numbers are aligned on the right, so a last one that is short, with no line end after it, was probably cut. */
static void look_at_end(const pdk_crg_file *crg)
{
    uint64_t line = crg->rows * crg->lines_a_row - 1, begin = crg->line_at[line];
    uint64_t length = crg->line_at[line + 1] - begin, before = crg->line_at[line - crg->lines_a_row];
    const char *end = memchr(crg->text + before, '\n', (size_t)(begin - before));
    while (end != NULL && end > crg->text + before && pdk_is_blank(end[-1])) end--;
    if (end == NULL || length >= (uint64_t)(end - crg->text) - before || begin + length < crg->size) return;
    pdk_document_add_finding(crg->document, PDK_WARNING, "crg.end", begin, "crg.row",
                             "the last line is shorter than the same line of the row before and has no line end: the "
                             "file may be cut there");
}

static pdk_status find_text(pdk_crg_file *crg, uint64_t announced, pdk_error *error)
{
    uint64_t lines = 0;
    pdk_status status = find_lines(crg, &lines, error);
    if (status != PDK_OK) return status;
    crg->lines_a_row = (crg->channels * crg->width + PDK_CRG_RECORD - 1) / PDK_CRG_RECORD;
    crg->rows = lines / crg->lines_a_row;
    uint64_t found = crg->rows;
    if (announced != 0 && found > announced) crg->rows = announced;
    status = check_lines(crg, error);
    if (status != PDK_OK || crg->rows < (announced != 0 && found > announced ? announced : found)) return status;
    if (announced == 0 && crg->rows > 1) look_at_end(crg);
    bool fits = lines % crg->lines_a_row == 0 && (announced == 0 || announced == found);
    if (fits) return PDK_OK;
    bool few = announced == 0 || found < announced;
    uint64_t offset = few ? crg->size : crg->line_at[crg->rows * crg->lines_a_row];
    return pdk_document_damage(crg->document, error, few ? PDK_E_TRUNCATED : PDK_E_CORRUPT, offset, "crg.rows",
                               "crg.row", "expected %" PRIu64 " rows of %u lines, found %" PRIu64 " lines",
                               announced != 0 ? announced : found + 1, (unsigned)crg->lines_a_row, lines);
}

pdk_status pdk_crg_find_rows(pdk_crg_file *crg, pdk_error *error)
{
    uint64_t announced;
    crg->is_text = crg->format[2] == 'F';
    bool single = crg->format[1] == 'R';
    crg->width = crg->is_text ? (single ? 10 : 20) : single ? 4 : 8;
    pdk_status status = announced_rows(crg, &announced, error);
    if (status == PDK_OK) status = crg->is_text ? find_text(crg, announced, error) : find_binary(crg, announced, error);
    if (status != PDK_OK) return status;
    if (crg->rows >= 2) return PDK_OK;
    return pdk_fail(error, PDK_E_TRUNCATED, crg->size, "crg.rows", "expected at least two rows of data, found %" PRIu64,
                    crg->rows);
}
