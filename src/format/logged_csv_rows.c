/* A row is a line with a cell for each column; other lines are reported. */
#include <inttypes.h>
#include <math.h>

#include "base/fixed_number.h"
#include "format/logged_csv.h"

/* Does the line have a cell for each column, and no more that hold something? */
static bool is_whole(const pdk_logged_csv *csv, pdk_csv_span line)
{
    pdk_csv_span cell;
    size_t cells = 0;
    for (; pdk_csv_next_cell(&line, csv->separator, &cell); cells++)
        if (cells >= csv->column_count && cell.at < cell.end) return false;
    return cells >= csv->column_count;
}

typedef struct walk {
    pdk_logged_fault cells, words, empty, clocks, repeated, back, heads, others;
    double last;  /* s */
    bool in_head; /* of another file, pasted after this one */
    bool unnamed; /*   whose names did not come so far */
    bool ended;   /* what comes is of a file that is not read */
    bool begins;  /* the next row is the first of another recording */
} walk;

/* Reads a line into row log.rows. */
static void read_row(pdk_logged_csv *csv, pdk_csv_span line, walk *state)
{
    pdk_csv_span cell;
    uint64_t row = csv->log.rows;
    bool placeless = false, spoiled = false; /* no place, and why */
    for (size_t c = 0; c < csv->column_count && pdk_csv_next_cell(&line, csv->separator, &cell); c++) {
        pdk_logged_csv_column *column = &csv->columns[c];
        double value = NAN;
        if (column->words) continue;
        if (csv->no_value != NULL && pdk_csv_is(cell, csv->no_value)) cell.end = cell.at;
        if (cell.at == cell.end) pdk_logged_fault_add(&state->empty, pdk_logged_csv_offset(csv, cell.at));
        else if (!pdk_csv_number(cell, csv->separator, &value)) {
            pdk_logged_fault_add(&state->words, pdk_logged_csv_offset(csv, cell.at));
            value = NAN;
        }
        column->values[row] = value;
        if (column->id > PDK_LOGGED_LONGITUDE || !isnan(value)) continue;
        placeless |= cell.at == cell.end;
        spoiled |= cell.at < cell.end;
    }
    csv->log.placeless[row] = placeless && !spoiled;
}

/* Does the row go on in time? Rows that stand twice, and those that go back, are left out. */
static bool goes_on(pdk_logged_csv *csv, walk *at, const char *line)
{
    double time = csv->columns[csv->time_column].values[csv->log.rows];
    if (csv->log.rows == 0) csv->first_time = time;
    if (csv->from_first) time = round((time - csv->first_time) * 1e6) / 1e6;
    pdk_logged_fault *fault = isnan(time)                               ? &at->clocks
                              : csv->log.rows > 0 && time < at->last    ? &at->back
                              : csv->log.rows > 0 && !(time > at->last) ? &at->repeated
                                                                        : NULL;
    if (fault != NULL) {
        pdk_logged_fault_add(fault, pdk_logged_csv_offset(csv, line));
        return false;
    }
    at->last = time;
    csv->log.times[csv->log.rows] = time;
    return true;
}

static pdk_status allocate(pdk_logged_csv *csv, pdk_error *error)
{
    const char *end = (const char *)csv->bytes.data + csv->bytes.size,
               *at = (const char *)csv->bytes.data + csv->data_at;
    pdk_memory *memory = &csv->document->memory;
    pdk_csv_span line;
    uint64_t rows = 0;
    while (pdk_csv_next_line(&at, end, &line)) rows += line.at < line.end && is_whole(csv, line);
    csv->log.times = pdk_alloc_array(memory, rows + 1, sizeof *csv->log.times);
    csv->log.placeless = pdk_alloc_array(memory, rows + 1, sizeof *csv->log.placeless);
    for (size_t c = 0; c < csv->column_count; c++) {
        if (csv->columns[c].words) continue;
        csv->columns[c].values = pdk_alloc_array(memory, rows + 1, sizeof(double));
        if (csv->columns[c].values == NULL) return pdk_fail_memory(error, memory, "the rows");
    }
    bool all = csv->log.times != NULL && csv->log.placeless != NULL;
    return all ? PDK_OK : pdk_fail_memory(error, memory, "the rows");
}

/* ------------------------------------------------------------------------------------------------ pasted together */

/* The names in this line are those of the columns, and stand where others have them. */
static bool names_columns(const pdk_logged_csv *csv, pdk_csv_span line)
{
    pdk_csv_span own = csv->names, cell, other;
    pdk_csv_next_cell(&own, csv->separator, &cell);
    return pdk_csv_next_cell(&line, csv->separator, &other) && cell.at < cell.end && pdk_csv_same(cell, other);
}

static bool has_time(const pdk_logged_csv *csv, pdk_csv_span line)
{
    pdk_csv_span cell = { NULL, NULL };
    double time;
    for (size_t c = 0; c <= csv->time_column; c++)
        if (!pdk_csv_next_cell(&line, csv->separator, &cell)) return false;
    return pdk_csv_number(cell, csv->separator, &time);
}

/* Units and facts are of the head, too. Rows without names above them are of a file that has others. */
static bool goes_on_in_head(pdk_logged_csv *csv, pdk_csv_span line, walk *state)
{
    if (!state->in_head || !has_time(csv, line)) return state->in_head;
    if (state->unnamed) {
        state->ended = true;
        pdk_logged_fault_add(&state->others, pdk_logged_csv_offset(csv, line.at));
        return true;
    }
    state->in_head = false;
    return false;
}

/* A line of a head that is among the rows. */
static bool is_head(pdk_logged_csv *csv, pdk_csv_span line, walk *state)
{
    bool begins = csv->first_words != NULL && pdk_csv_begins(line, csv->first_words), names = names_columns(csv, line);
    if (!begins && !names) return goes_on_in_head(csv, line, state);
    pdk_logged_fault_add(&state->heads, pdk_logged_csv_offset(csv, line.at));
    state->ended = begins ? !csv->takes_pasted : !pdk_csv_same(line, csv->names);
    state->unnamed = begins;
    state->in_head = state->begins = true;
    return true;
}

static pdk_status begin_recording(pdk_logged_csv *csv, walk *state, pdk_error *error)
{
    if (!state->begins) return PDK_OK;
    state->begins = false;
    uint64_t *row = pdk_vector_push(&csv->pasted);
    if (row == NULL) return pdk_fail_memory(error, &csv->document->memory, "the rows");
    *row = csv->log.rows;
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------------- faults */

static void tell_faults(pdk_logged_csv *csv, const walk *state)
{
    const pdk_logged_csv_codes *codes = csv->codes;
    const struct {
        pdk_severity severity;
        const char *code;
        pdk_logged_fault fault;
        const char *sentence;
    } all[] = {
        { PDK_WARNING, codes->row_cells, state->cells,
          "rows with more or fewer cells than there are columns are left out" },
        { PDK_WARNING, codes->value, state->words, "values that are no numbers are missing" },
        { PDK_NOTE, codes->value_empty, csv->gaps_are_told ? state->empty : (pdk_logged_fault){ 0 },
          "empty cells are missing values" },
        { PDK_WARNING, codes->time, state->clocks, "rows whose time is no number are left out" },
        { PDK_NOTE, codes->time_repeated, state->repeated, "rows with the time of the row before are left out" },
        { PDK_WARNING, codes->time_back, state->back, "rows that are earlier than the row before are left out" },
        { PDK_NOTE, codes->row_head, state->heads, "heads, or lines of names, that stand among the rows" },
        { PDK_WARNING, codes->row_other, state->others,
          "lines after the head of another file are left out: read that file separately" },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        pdk_logged_fault_tell(csv->document, all[i].severity, all[i].code, all[i].fault, codes->rows, all[i].sentence);
}

/* A file that was cut between two lines looks whole, but is shorter than its head says. */
static void tell_short(pdk_logged_csv *csv)
{
    static const double slack = 1; /* s; writers count the last sample or do not */
    char stated[PDK_NUMBER_SPACE], seen[PDK_NUMBER_SPACE];
    double duration = csv->log.rows > 0 ? csv->log.times[csv->log.rows - 1] - csv->log.times[0] : 0;
    if (!(csv->duration - duration > slack)) return;
    pdk_document_add_finding(csv->document, PDK_WARNING, csv->codes->rows_short, csv->bytes.size, csv->codes->rows,
                             "the head says that the log lasts %s s, but the rows last %s s",
                             pdk_decimal_text(stated, csv->duration, 3), pdk_decimal_text(seen, duration, 3));
}

/* --------------------------------------------------------------------------------------------------------- rows */

static pdk_status take_line(pdk_logged_csv *csv, pdk_csv_span line, walk *state, pdk_error *error)
{
    if (state->ended) {
        pdk_logged_fault_add(&state->others, pdk_logged_csv_offset(csv, line.at));
        return PDK_OK;
    }
    if (is_head(csv, line, state)) return PDK_OK;
    if (!is_whole(csv, line)) {
        pdk_logged_fault_add(&state->cells, pdk_logged_csv_offset(csv, line.at));
        return PDK_OK;
    }
    pdk_status status = begin_recording(csv, state, error);
    pdk_logged_fault words = state->words, empty = state->empty; /* those of rows that are left out do not count */
    read_row(csv, line, state);
    if (goes_on(csv, state, line.at)) {
        csv->log.rows++;
        return status;
    }
    state->words = words;
    state->empty = empty;
    return status;
}

static pdk_status read_rows(pdk_logged_csv *csv, pdk_error *error)
{
    pdk_status status = allocate(csv, error);
    const char *end = (const char *)csv->bytes.data + csv->bytes.size,
               *at = (const char *)csv->bytes.data + csv->data_at;
    pdk_csv_span line;
    walk state = { .last = 0 };
    for (uint64_t lines = 0; status == PDK_OK && pdk_csv_next_line(&at, end, &line); lines++) {
        if (lines % 4096 == 0 &&
            !pdk_document_progress(csv->document, pdk_logged_csv_offset(csv, line.at), csv->bytes.size))
            return pdk_fail_cancelled(error);
        if (!pdk_csv_is_blank(line, csv->separator)) status = take_line(csv, line, &state, error);
    }
    if (status != PDK_OK) return status;
    tell_faults(csv, &state);
    tell_short(csv);
    return PDK_OK;
}

pdk_status pdk_logged_csv_read(pdk_logged_csv *csv, pdk_error *error)
{
    pdk_logged_csv_choose_columns(csv);
    pdk_status status = read_rows(csv, error);
    if (status == PDK_OK) status = pdk_logged_csv_place(csv, error);
    if (status != PDK_OK || csv->log.rows == 0) return status;
    pdk_document_add_number(csv->document, "duration", csv->log.times[csv->log.rows - 1] - csv->log.times[0], "s",
                            "from the first row to the last", PDK_LIKELY);
    return PDK_OK;
}
