/* The header: blocks of lines, each begun by a line with a dollar and its name, up to a line of dollars. */
#include <math.h>
#include <stdio.h>

#include "base/read_number.h"
#include "format/crg/crg_import.h"
#include "base/nocase.h"
#include "text/shown_text.h"

const char *const pdk_crg_parameter_names[PDK_CRG_PARAMETERS] = {
    "reference_line_start_u",   "reference_line_end_u",     "reference_line_increment", "long_section_v_right",
    "long_section_v_left",      "long_section_v_increment", "reference_line_start_x",   "reference_line_start_y",
    "reference_line_start_phi", "reference_line_end_x",     "reference_line_end_y",     "reference_line_end_phi",
    "reference_line_start_z",   "reference_line_end_z",     "reference_line_start_s",   "reference_line_end_s",
    "reference_line_start_b",   "reference_line_end_b",     "reference_line_start_lon", "reference_line_start_lat",
    "reference_line_start_alt", "reference_line_end_lon",   "reference_line_end_lat",   "reference_line_end_alt",
};

typedef enum block { BLOCK_NONE, BLOCK_COMMENT, BLOCK_ROAD, BLOCK_DATA, BLOCK_FILE, BLOCK_OTHER } block;

typedef struct header {
    pdk_crg_file *crg;
    const char *at, *end;
    block block;
    pdk_vector sections; /* pdk_crg_section */
    pdk_crg_reference reference;
    bool modifiers_given, options_given;
    uint64_t *lines_in_block; /* counts the lines of a block that says what to do with the grid; NULL = of no such */
    pdk_error *error;
} header;

static pdk_status refuse(const header *head, const pdk_line *line, const char *code, const char *what)
{
    char shown[64];
    return pdk_fail(head->error, PDK_E_CORRUPT, (uint64_t)(line->at - head->crg->text), code, "%s, found \"%s\"", what,
                    pdk_text_show(shown, sizeof shown, line->at, (size_t)(line->end - line->at)));
}

static bool begins(const pdk_line *line, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(line->end - line->at) >= length && pdk_compare_nocase_n(line->at, word, length) == 0;
}

/* Goes after the word (which may be empty), and the blanks after it. */
static bool take(pdk_line *line, const char *word)
{
    if (!begins(line, word)) return false;
    line->at += strlen(word);
    while (line->at < line->end && pdk_is_blank(*line->at)) line->at++;
    return true;
}

/* The next line without its comment; *raw is where it begins in the file. */
static bool next_line(header *head, pdk_line *line)
{
    if (head->at >= head->end) return false;
    const char *from = head->at, *behind = memchr(from, '\n', (size_t)(head->end - from));
    head->at = behind != NULL ? behind + 1 : head->end;
    if (behind == NULL) behind = head->end;
    const char *remark = head->block == BLOCK_COMMENT ? NULL : memchr(from, '!', (size_t)(behind - from));
    if (remark != NULL) behind = remark;
    while (from < behind && pdk_is_blank(*from)) from++;
    while (behind > from && pdk_is_blank(behind[-1])) behind--;
    *line = (pdk_line){ from, behind };
    return true;
}

/* ------------------------------------------------------------------------------------------------- $ROAD_CRG */

static pdk_status read_parameter(header *head, pdk_line line)
{
    pdk_line whole = line;
    const char *equals = memchr(line.at, '=', (size_t)(line.end - line.at));
    if (equals == NULL) return refuse(head, &whole, "crg.parameter", "expected \"name = number\"");
    const char *end = equals;
    while (end > line.at && pdk_is_blank(end[-1])) end--;
    size_t length = (size_t)(end - line.at);
    for (int i = 0; i < PDK_CRG_PARAMETERS; i++) {
        if (strlen(pdk_crg_parameter_names[i]) != length ||
            pdk_compare_nocase_n(line.at, pdk_crg_parameter_names[i], length) != 0)
            continue;
        line.at = equals + 1;
        while (line.at < line.end && pdk_is_blank(*line.at)) line.at++;
        double *value = &head->crg->parameters[i];
        if (!pdk_read_double(&line.at, line.end, value) || line.at != line.end || !isfinite(*value)) {
            return refuse(head, &whole, "crg.parameter", "expected \"name = number\"");
        }
        head->crg->given[i] = true;
        return PDK_OK;
    }
    return PDK_OK; /* others mean nothing to a surface */
}

/* --------------------------------------------------------------------------------------------- $KD_DEFINITION */

static pdk_status add_section(header *head, pdk_line line, const pdk_line *whole)
{
    pdk_crg_section section = { .channel = head->crg->channels };
    bool by_position = take(&line, "at v");
    if (by_position && !take(&line, "="))
        return refuse(head, whole, "crg.section", "expected \"long section at v = NUMBER,m\"");
    if (!pdk_read_double(&line.at, line.end, &section.v) || !isfinite(section.v)) {
        return refuse(head, whole, "crg.section", "expected \"long section NUMBER,m\"");
    }
    take(&line, "");
    if (!take(&line, ",") || !begins(&line, "m"))
        return refuse(head, whole, "crg.unit", "expected the position of the section in metres, \",m\"");
    if (head->sections.count > 0 && by_position != head->crg->by_position) {
        return refuse(head, whole, "crg.section", "expected all sections by number, or all by position");
    }
    head->crg->by_position = by_position;
    pdk_crg_section *to = pdk_vector_push(&head->sections);
    if (to == NULL) return pdk_fail_memory(head->error, &head->crg->document->memory, "sections");
    *to = section;
    return PDK_OK;
}

static pdk_status add_line_channel(header *head, pdk_line line, const pdk_line *whole)
{
    static const struct {
        const char *name, *unit;
    } names[PDK_CRG_LINES] = { { "u", "m" },     { "x", "m" },         { "y", "m" },
                               { "phi", "rad" }, { "banking", "m/m" }, { "slope", "m/m" } };
    for (int i = 0; i < PDK_CRG_LINES; i++) {
        pdk_line rest = line;
        if (!take(&rest, names[i].name) || !take(&rest, ",")) continue;
        if (!begins(&rest, names[i].unit))
            return refuse(head, whole, "crg.unit", "expected the unit m, rad for phi, m/m for banking and slope");
        if (head->crg->lines[i] >= 0) return refuse(head, whole, "crg.channel", "expected each channel once");
        head->crg->lines[i] = (int)head->crg->channels;
        return PDK_OK;
    }
    return refuse(head, whole, "crg.channel", "expected reference line u, x, y, phi, banking or slope");
}

static pdk_status read_definition(header *head, pdk_line line)
{
    static const char *const formats[] = { "KRBI", "KDBI", "LRFI", "LDFI" };
    pdk_line whole = line;
    if (take(&line, "#:")) {
        for (size_t i = 0; i < 4; i++) {
            if (take(&line, formats[i]) && line.at == line.end) memcpy(head->crg->format, formats[i], 5);
        }
        if (head->crg->format[0] != '\0') return PDK_OK;
        return pdk_fail(head->error, PDK_E_UNSUPPORTED, (uint64_t)(whole.at - head->crg->text), "crg.format",
                        "expected KRBI, KDBI, LRFI or LDFI as the form of numbers");
    }
    if (take(&line, "U:")) { /* "reference line u,m,START,STEP": only where the other block does not say */
        if (!take(&line, "reference line u") || !take(&line, ",") || !take(&line, "m") || !take(&line, ","))
            return PDK_OK;
        double start, step;
        bool fine = pdk_read_double(&line.at, line.end, &start) && take(&line, ",") &&
                    pdk_read_double(&line.at, line.end, &step);
        if (!fine || !isfinite(start) || !isfinite(step)) return PDK_OK;
        if (!head->crg->given[PDK_CRG_START_U]) head->crg->parameters[PDK_CRG_START_U] = start;
        if (!head->crg->given[PDK_CRG_INCREMENT]) head->crg->parameters[PDK_CRG_INCREMENT] = step;
        head->crg->given[PDK_CRG_START_U] = head->crg->given[PDK_CRG_INCREMENT] = true;
        return PDK_OK;
    }
    if (!take(&line, "D:")) return PDK_OK;
    pdk_status status;
    if (take(&line, "long section")) status = add_section(head, line, &whole);
    else if (take(&line, "reference line")) status = add_line_channel(head, line, &whole);
    else
        return refuse(head, &whole, "crg.channel", "expected a channel \"reference line ...\" or \"long section ...\"");
    head->crg->channels++;
    return status;
}

/* ---------------------------------------------------------------------------------------------------- blocks */

static pdk_status begin_block(header *head, const pdk_line *line)
{
    pdk_crg_file *crg = head->crg;
    if (head->block == BLOCK_COMMENT && crg->comment_size == 0)
        crg->comment_size = (uint64_t)(line->at - crg->text) - crg->comment_at;
    bool modifiers = begins(line, "$ROAD_CRG_MODS"), options = begins(line, "$ROAD_CRG_OPTS");
    head->lines_in_block = modifiers && !crg->modifiers_fixed ? &crg->modifiers
                           : options && !crg->options_fixed   ? &crg->options
                                                              : NULL;
    if (modifiers) head->modifiers_given = true;
    if (options) head->options_given = true;
    if (begins(line, "$CT")) {
        head->block = BLOCK_COMMENT;
        if (crg->comment_at == 0) crg->comment_at = (uint64_t)(head->at - crg->text);
    } else if (begins(line, "$ROAD_CRG_FILE")) {
        head->block = BLOCK_FILE;
        head->reference.at = (uint64_t)(line->at - crg->text);
        if (head->reference.path != NULL)
            return refuse(head, line, "crg.include", "expected only one reference to another file");
        head->reference.path = pdk_strdup(&crg->document->memory, "");
        if (head->reference.path == NULL) return pdk_fail_memory(head->error, &crg->document->memory, "a file's name");
    } else if (begins(line, "$ROAD_CRG_")) head->block = BLOCK_OTHER;
    else if (begins(line, "$ROAD_CRG")) head->block = BLOCK_ROAD;
    else if (begins(line, "$KD_DEFINITION")) head->block = BLOCK_DATA;
    else head->block = BLOCK_NONE;
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------- the whole header */

/* A path may be split into several lines. One that begins with a dollar is an environment variable: blocks have no
 * slash in their names. */
static pdk_status add_to_path(header *head, const pdk_line *line)
{
    enum { LONGEST = 4096 };
    pdk_memory *memory = &head->crg->document->memory;
    if (strlen(head->reference.path) + (size_t)(line->end - line->at) > LONGEST)
        return refuse(head, line, "crg.include", "the name of the other file is too long");
    if (*line->at == '$') {
        return pdk_fail(
            head->error, PDK_E_UNSUPPORTED, (uint64_t)(line->at - head->crg->text), "crg.include",
            "the name of the other file contains an environment variable, which Paddock does not look up: write the "
            "name in full");
    }
    char *before = head->reference.path;
    head->reference.path = pdk_text_printf(memory, "%s%.*s", before, (int)(line->end - line->at), line->at);
    pdk_free(memory, before);
    return head->reference.path != NULL ? PDK_OK : pdk_fail_memory(head->error, memory, "a file's name");
}

static bool is_block(const header *head, const pdk_line *line)
{
    bool path = head->block == BLOCK_FILE && memchr(line->at, '/', (size_t)(line->end - line->at)) != NULL;
    return *line->at == '$' && !path;
}

/* A line of the modifiers or options. */
static void count_line(header *head, const pdk_line *line)
{
    pdk_crg_file *crg = head->crg;
    if (head->lines_in_block == &crg->options) {
        if (crg->options == 0) crg->option_lines.data = (const uint8_t *)line->at;
        crg->option_lines.size = (size_t)(line->end - (const char *)crg->option_lines.data);
    }
    ++*head->lines_in_block;
}

/* The file that names another one counts. */
static void read_comment(header *head, const pdk_line *line)
{
    pdk_stated_place place = { 0 };
    pdk_place_read_line(&place, line->at, (size_t)(line->end - line->at));
    if (head->crg->place.epsg == 0) head->crg->place.epsg = place.epsg;
}

static pdk_status read_line(header *head, const pdk_line *line)
{
    if (is_block(head, line)) return begin_block(head, line);
    if (head->lines_in_block != NULL) count_line(head, line);
    if (head->block == BLOCK_COMMENT) read_comment(head, line);
    if (head->block == BLOCK_ROAD) return read_parameter(head, *line);
    if (head->block == BLOCK_DATA) return read_definition(head, *line);
    return head->block == BLOCK_FILE ? add_to_path(head, line) : PDK_OK;
}

/* At the line of dollars. */
static pdk_status end_header(header *head, const pdk_line *line)
{
    head->crg->data = (uint64_t)(head->at - head->crg->text);
    if (head->crg->format[0] == '\0')
        return refuse(head, line, "crg.format", "expected a format like \"#:KRBI\" before the data");
    head->crg->sections = head->sections.items;
    head->crg->section_count = (uint32_t)head->sections.count;
    return pdk_crg_place_sections(head->crg, (uint64_t)(line->at - head->crg->text), head->error);
}

pdk_status pdk_crg_read_header(pdk_crg_file *crg, pdk_crg_reference *reference, pdk_error *error)
{
    header head = { .crg = crg,
                    .at = crg->text,
                    .end = crg->text + crg->size,
                    .sections = pdk_vector_of(&crg->document->memory, sizeof(pdk_crg_section)),
                    .error = error };
    pdk_line line;
    pdk_status status = PDK_OK;
    bool ended = false;
    for (int i = 0; i < PDK_CRG_LINES; i++) crg->lines[i] = -1;
    while (!ended && status == PDK_OK && next_line(&head, &line)) {
        if (line.at == line.end || (*line.at == '*' && head.block != BLOCK_COMMENT)) continue;
        ended = begins(&line, "$$$$");
        if (!ended) status = read_line(&head, &line);
        else if (head.reference.path == NULL) status = end_header(&head, &line);
    }
    *reference = head.reference;
    crg->modifiers_fixed = crg->modifiers_fixed || head.modifiers_given;
    crg->options_fixed = crg->options_fixed || head.options_given;
    if (status != PDK_OK || ended || reference->path != NULL) return status;
    return pdk_fail(error, PDK_E_TRUNCATED, crg->size, "crg.data",
                    "expected a line of dollar signs, and the data after it");
}
