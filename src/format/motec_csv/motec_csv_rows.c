/* A row is a line with a cell for each column; what is else is told. */
#include <inttypes.h>
#include <math.h>

#include "base/fixed_number.h"
#include "format/motec_csv/motec_csv.h"

/* Does the line have a cell for each column, and no more that hold something? */
static bool is_whole(const pdk_motec_csv *csv, pdk_csv_span line)
{
    pdk_csv_span cell;
    size_t cells = 0;
    for (; pdk_csv_next_cell(&line, csv->separator, &cell); cells++)
        if (cells >= csv->column_count && cell.at < cell.end) return false;
    return cells >= csv->column_count;
}

typedef struct walk {
    pdk_logged_fault cells, words, empty, clocks, repeated, back;
    double last; /* s */
} walk;

/* Reads a line into row log.rows. */
static void read_row(pdk_motec_csv *csv, pdk_csv_span line, walk *state)
{
    pdk_csv_span cell;
    for (size_t c = 0; c < csv->column_count && pdk_csv_next_cell(&line, csv->separator, &cell); c++) {
        double value = NAN;
        if (cell.at == cell.end) pdk_logged_fault_add(&state->empty, pdk_motec_csv_offset(csv, cell.at));
        else if (!pdk_csv_number(cell, csv->separator, &value)) {
            pdk_logged_fault_add(&state->words, pdk_motec_csv_offset(csv, cell.at));
            value = NAN;
        }
        csv->columns[c].values[csv->log.rows] = value;
    }
}

/* Does the row go on in time? Rows that stand twice, and those that go back, are left out. */
static bool goes_on(pdk_motec_csv *csv, walk *at, const char *line)
{
    double time = csv->columns[0].values[csv->log.rows];
    pdk_logged_fault *fault = isnan(time)                               ? &at->clocks
                              : csv->log.rows > 0 && time < at->last    ? &at->back
                              : csv->log.rows > 0 && !(time > at->last) ? &at->repeated
                                                                        : NULL;
    if (fault != NULL) {
        pdk_logged_fault_add(fault, pdk_motec_csv_offset(csv, line));
        return false;
    }
    at->last = time;
    csv->log.times[csv->log.rows] = time;
    return true;
}

static pdk_status allocate(pdk_motec_csv *csv, pdk_error *error)
{
    const char *end = (const char *)csv->bytes.data + csv->bytes.size,
               *at = (const char *)csv->bytes.data + csv->data_at;
    pdk_memory *memory = &csv->document->memory;
    pdk_csv_span line;
    uint64_t rows = 0;
    while (pdk_csv_next_line(&at, end, &line)) rows += line.at < line.end && is_whole(csv, line);
    csv->log.times = pdk_alloc_array(memory, rows + 1, sizeof *csv->log.times);
    for (size_t c = 0; c < csv->column_count; c++) {
        csv->columns[c].values = pdk_alloc_array(memory, rows + 1, sizeof(double));
        if (csv->columns[c].values == NULL) return pdk_fail_memory(error, memory, "the rows");
    }
    return csv->log.times != NULL ? PDK_OK : pdk_fail_memory(error, memory, "the rows");
}

static void tell_faults(pdk_motec_csv *csv, const walk *state)
{
    const struct {
        pdk_severity severity;
        const char *code;
        pdk_logged_fault fault;
        const char *sentence;
    } all[] = {
        { PDK_WARNING, "motec-csv.row.cells", state->cells,
          "rows with more or fewer cells than there are columns are left out" },
        { PDK_WARNING, "motec-csv.value", state->words, "values that are no numbers are missing" },
        { PDK_NOTE, "motec-csv.value.empty", state->empty, "empty cells are missing values" },
        { PDK_WARNING, "motec-csv.time", state->clocks, "rows whose time is no number are left out" },
        { PDK_NOTE, "motec-csv.time.repeated", state->repeated, "rows with the time of the row before are left out" },
        { PDK_WARNING, "motec-csv.time.back", state->back, "rows that are earlier than the row before are left out" },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        pdk_logged_fault_tell(csv->document, all[i].severity, all[i].code, all[i].fault, "motec-csv.rows",
                              all[i].sentence);
}

/* A file that was cut between two lines looks whole, but is shorter than its head says. */
static void tell_short(pdk_motec_csv *csv)
{
    static const double slack = 1; /* s; writers count the last sample or do not */
    char stated[PDK_NUMBER_SPACE], seen[PDK_NUMBER_SPACE];
    double duration = csv->log.rows > 0 ? csv->log.times[csv->log.rows - 1] - csv->log.times[0] : 0;
    if (!(csv->duration - duration > slack)) return;
    pdk_document_add_finding(csv->document, PDK_WARNING, "motec-csv.rows.short", csv->bytes.size, "motec-csv.rows",
                             "the head says that the log lasts %s s, but the rows last %s s",
                             pdk_decimal_text(stated, csv->duration, 3), pdk_decimal_text(seen, duration, 3));
}

pdk_status pdk_motec_csv_read_rows(pdk_motec_csv *csv, pdk_error *error)
{
    pdk_status status = allocate(csv, error);
    if (status != PDK_OK) return status;
    const char *end = (const char *)csv->bytes.data + csv->bytes.size,
               *at = (const char *)csv->bytes.data + csv->data_at;
    pdk_csv_span line;
    walk state = { .last = 0 };
    for (uint64_t lines = 0; pdk_csv_next_line(&at, end, &line); lines++) {
        if (lines % 4096 == 0 &&
            !pdk_document_progress(csv->document, pdk_motec_csv_offset(csv, line.at), csv->bytes.size))
            return pdk_fail_cancelled(error);
        if (line.at == line.end) continue;
        if (!is_whole(csv, line)) {
            pdk_logged_fault_add(&state.cells, pdk_motec_csv_offset(csv, line.at));
            continue;
        }
        pdk_logged_fault words = state.words, empty = state.empty; /* those of rows that are left out do not count */
        read_row(csv, line, &state);
        if (goes_on(csv, &state, line.at)) {
            csv->log.rows++;
            continue;
        }
        state.words = words;
        state.empty = empty;
    }
    tell_faults(csv, &state);
    tell_short(csv);
    return PDK_OK;
}
