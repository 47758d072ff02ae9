/* The sections of a VBO, in any order: titles, names and units of columns, comments, lines of timing, data. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/nocase.h"
#include "base/read_number.h"
#include "format/vbo/vbo.h"
#include "text/encoding.h"

enum { MOST_LINES = 16 /* of timing */ };

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' || letter == '\0';
}

bool pdk_vbo_next_line(const char **at, const char *end, pdk_vbo_line *line)
{
    while (*at < end) {
        const char *close = memchr(*at, '\n', (size_t)(end - *at));
        *line = (pdk_vbo_line){ *at, close != NULL ? close : end };
        *at = close != NULL ? close + 1 : end;
        while (line->at < line->end && is_blank(*line->at)) line->at++;
        while (line->end > line->at && is_blank(line->end[-1])) line->end--;
        if (line->at < line->end) return true;
    }
    return false;
}

bool pdk_vbo_next_word(pdk_vbo_line *line, pdk_vbo_line *word)
{
    while (line->at < line->end && is_blank(*line->at)) line->at++;
    *word = (pdk_vbo_line){ line->at, line->at };
    while (word->end < line->end && !is_blank(*word->end)) word->end++;
    line->at = word->end;
    return word->at < word->end;
}

bool pdk_vbo_is(pdk_vbo_line line, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(line.end - line.at) == size && pdk_compare_nocase_n(line.at, text, size) == 0;
}

bool pdk_vbo_is_section(pdk_vbo_line line)
{
    return *line.at == '[' && line.end[-1] == ']';
}

/* ---------------------------------------------------------------------------------------------------- sections */

static bool push_line(pdk_vbo *vbo, pdk_vector *lines, pdk_vbo_line line)
{
    pdk_vbo_line *added = pdk_vector_push(lines);
    if (added == NULL) vbo->document->failed = true;
    else *added = line;
    return added != NULL;
}

/* "Start long lat long lat name": four numbers after a word. */
static void read_timing(pdk_vbo *vbo, pdk_vbo_line line)
{
    pdk_vbo_line rest = line, word;
    pdk_vbo_timing timing = { .offset = (uint64_t)(line.at - (const char *)vbo->bytes.data) };
    uint32_t splits = 0;
    const pdk_vbo_timing *known = vbo->timing.items;
    for (size_t i = 0; i < vbo->timing.count; i++) splits += known[i].sector > 0;
    bool named = pdk_vbo_next_word(&rest, &word);
    if (named && pdk_vbo_is(word, "Split")) timing.sector = splits + 1;
    else if (named && pdk_vbo_is(word, "Finish")) timing.finish = true;
    else named = named && pdk_vbo_is(word, "Start");
    for (size_t i = 0; i < 4 && named; i++) {
        named = pdk_vbo_next_word(&rest, &word) && pdk_read_double(&word.at, word.end, &timing.ends[i / 2][i % 2]) &&
                word.at == word.end && isfinite(timing.ends[i / 2][i % 2]);
    }
    if (!named || timing.sector >= PDK_SESSION_SECTORS || vbo->timing.count == MOST_LINES) {
        pdk_document_add_finding(vbo->document, PDK_WARNING, "vbo.timing", timing.offset, "vbo.laptiming",
                                 "this is no line of timing that can be used: Start, Finish or up to %d Splits, and "
                                 "four numbers",
                                 PDK_SESSION_SECTORS - 1);
        return;
    }
    pdk_vbo_timing *added = pdk_vector_push(&vbo->timing);
    if (added == NULL) vbo->document->failed = true;
    else *added = timing;
}

/* Past the lines of the data, to the next section. */
static void pass_data(const char **at, const char *end)
{
    pdk_vbo_line line;
    for (const char *next = *at; pdk_vbo_next_line(&next, end, &line); *at = next)
        if (pdk_vbo_is_section(line)) return;
}

static void take_line(pdk_vbo *vbo, pdk_vbo_line section, pdk_vbo_line line)
{
    if (pdk_vbo_is(section, "[header]")) push_line(vbo, &vbo->titles, line);
    else if (pdk_vbo_is(section, "[channel units]")) push_line(vbo, &vbo->units, line);
    else if (pdk_vbo_is(section, "[comments]")) push_line(vbo, &vbo->comments, line);
    else if (pdk_vbo_is(section, "[laptiming]")) read_timing(vbo, line);
    else if (pdk_vbo_is(section, "[column names]") && vbo->names.at == NULL) vbo->names = line;
}

/* Some writers have all units in one line. */
static void split_units(pdk_vbo *vbo)
{
    const pdk_vbo_line *lines = vbo->units.items;
    pdk_vbo_line line, word;
    if (vbo->units.count != 1) return;
    line = lines[0];
    vbo->units.count = 0;
    while (pdk_vbo_next_word(&line, &word) && push_line(vbo, &vbo->units, word)) {
    }
}

static void add_text(pdk_vbo *vbo, const char *name, pdk_vbo_line line, const char *meaning)
{
    size_t size = (size_t)(line.end - line.at);
    pdk_text text = pdk_text_read(&vbo->document->memory, PDK_ENCODING_UTF8_OR_1252, line.at, size);
    if (text.data == NULL) vbo->document->failed = true;
    else if (text.size > 0 && pdk_document_find_property(vbo->document, name) == NULL)
        pdk_document_add_text(vbo->document, name, text.data, text.size, meaning, PDK_LIKELY);
}

/* "Driver : A. Varga" */
static void add_comments(pdk_vbo *vbo)
{
    static const char *const names[][2] = { { "Driver", "driver" }, { "Vehicle", "vehicle" }, { "Track", "track" } };
    const pdk_vbo_line *lines = vbo->comments.items;
    for (size_t i = 0; i < vbo->comments.count; i++) {
        pdk_vbo_line key = lines[i], value = lines[i];
        const char *colon = memchr(key.at, ':', (size_t)(key.end - key.at));
        if (colon == NULL) continue;
        key.end = colon;
        value.at = colon + 1;
        while (key.end > key.at && is_blank(key.end[-1])) key.end--;
        while (value.at < value.end && is_blank(*value.at)) value.at++;
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (pdk_vbo_is(key, names[k][0])) add_text(vbo, names[k][1], value, "from the comments");
    }
}

/* "File created on 25/11/2006 @ 14:00:12": by the unit's clock, which need not be that of the rows. */
static void add_date(pdk_vbo *vbo, pdk_vbo_line line)
{
    static const char *const words[] = { "File", "created", "on" };
    pdk_vbo_line word;
    for (size_t i = 0; i < 3; i++)
        if (!pdk_vbo_next_word(&line, &word) || !pdk_vbo_is(word, words[i])) return;
    if (!pdk_vbo_next_word(&line, &word)) return;
    add_text(vbo, "date", word, "dd/mm/yyyy, by the logger's clock");
    if (!pdk_vbo_next_word(&line, &word)) return;
    if ((pdk_vbo_is(word, "@") || pdk_vbo_is(word, "at")) && !pdk_vbo_next_word(&line, &word)) return;
    add_text(vbo, "time_of_day", word, "by the logger's clock, which need not be that of the rows");
}

pdk_status pdk_vbo_read_sections(pdk_vbo *vbo, pdk_error *error)
{
    pdk_memory *memory = &vbo->document->memory;
    const char *begin = (const char *)vbo->bytes.data, *at = begin, *end = begin + vbo->bytes.size;
    pdk_vbo_line line, section = { "", "" };
    vbo->titles = pdk_vector_of(memory, sizeof(pdk_vbo_line));
    vbo->units = pdk_vector_of(memory, sizeof(pdk_vbo_line));
    vbo->comments = pdk_vector_of(memory, sizeof(pdk_vbo_line));
    vbo->timing = pdk_vector_of(memory, sizeof(pdk_vbo_timing));
    while (!vbo->document->failed && pdk_vbo_next_line(&at, end, &line)) {
        if (pdk_vbo_is_section(line)) {
            section = line;
            bool first = pdk_vbo_is(section, "[data]") && vbo->data_at == 0;
            if (first) vbo->data_at = (uint64_t)(at - begin);
            if (pdk_vbo_is(section, "[data]")) pass_data(&at, end);
        } else if (section.at == section.end) {
            add_date(vbo, line);
        } else {
            take_line(vbo, section, line);
        }
    }
    split_units(vbo);
    add_comments(vbo);
    if (vbo->document->failed) return pdk_document_built(vbo->document, error);
    if (vbo->data_at > 0) return PDK_OK;
    return pdk_fail_where(error, PDK_E_CORRUPT, vbo->bytes.size, "vbo.data", "vbo", "there is no section [data]");
}
