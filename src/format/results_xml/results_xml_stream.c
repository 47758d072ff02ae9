/* The lines of the stream. Games write sentences there, "Name(3) reported contact (0.16) with Immovable", and newer
 * ones attributes. A name itself may have spaces, brackets and digits, so a line is cut at the words that follow it. */
#include <math.h>
#include <string.h>

#include "base/merge_sort.h"
#include "base/text.h"
#include "format/results_xml/results_xml.h"
#include "text/shown_text.h"

enum { SHOWN = 60 };

typedef struct line {
    pdk_results_file *file;
    pdk_xml_span element, attributes, raw;
    pdk_text text;
    double time;
} line;

typedef struct times {
    double time;
} times;

/* ----------------------------------------------------------------------------------------------- sentences */

static const char *find(pdk_xml_span in, const char *words)
{
    size_t size = strlen(words);
    for (const char *at = in.at; (size_t)(in.end - at) >= size; at++)
        if (memcmp(at, words, size) == 0) return at;
    return NULL;
}

/* Moves after `words`, if the rest begins with them. */
static bool take_words(pdk_xml_span *rest, const char *words)
{
    size_t size = strlen(words);
    if ((size_t)(rest->end - rest->at) < size || memcmp(rest->at, words, size) != 0) return false;
    rest->at += size;
    return true;
}

/* A number up to `stop` or to the end of the line. */
static bool take_number(pdk_xml_span *rest, const char *stop, double *value)
{
    const char *end = stop[0] != '\0' ? find(*rest, stop) : rest->end;
    if (end == NULL || !pdk_results_number((pdk_xml_span){ rest->at, end }, value)) return false;
    rest->at = end + strlen(stop);
    return true;
}

static bool take_count(pdk_xml_span *rest, const char *stop, uint32_t *count)
{
    double value;
    pdk_xml_span from = *rest;
    bool whole = take_number(&from, stop, &value) && value >= 0 && value < PDK_RESULTS_NONE && !(value > floor(value));
    if (!whole) return false;
    *count = (uint32_t)value;
    *rest = from;
    return true;
}

static pdk_text text_of(const char *at, const char *end)
{
    return end > at ? (pdk_text){ at, (size_t)(end - at) } : (pdk_text){ NULL, 0 };
}

/* "Name(3)" and nothing else. */
static bool read_who(pdk_xml_span span, pdk_text *name, uint32_t *slot)
{
    const char *open = span.end;
    if (open == span.at || open[-1] != ')') return false;
    while (open > span.at && open[-1] != '(') open--;
    if (open == span.at) return false;
    pdk_xml_span number = { open, span.end };
    if (!take_count(&number, ")", slot) || number.at != number.end) return false;
    *name = text_of(span.at, open - 1);
    return true;
}

/* "Name(3)" in front of `words`; the rest is after them. */
static bool take_who(pdk_xml_span *rest, const char *words, pdk_text *name, uint32_t *slot)
{
    const char *at = find(*rest, words);
    if (at == NULL || !read_who((pdk_xml_span){ rest->at, at }, name, slot)) return false;
    rest->at = at + strlen(words);
    return true;
}

static pdk_xml_span sentence(const line *of)
{
    const char *at = of->text.data != NULL ? of->text.data : "";
    return (pdk_xml_span){ at, at + of->text.size };
}

static void add_line(const line *of, pdk_vector *list)
{
    pdk_results_line *row = pdk_results_push(of->file, list);
    if (row == NULL) return;
    *row = (pdk_results_line){ .time = of->time,
                               .kind = { of->element.at, (size_t)(of->element.end - of->element.at) },
                               .text = pdk_results_hide(of->file, of->text) };
}

/* A sentence that is none of those that such elements have: kept as it is, and reported. */
static void add_strange(const line *of)
{
    char shown[SHOWN], element[SHOWN];
    pdk_text text = pdk_results_hide(of->file, of->text);
    pdk_text_show(shown, sizeof shown, text.data != NULL ? text.data : "", text.size);
    pdk_text_show(element, sizeof element, of->element.at, (size_t)(of->element.end - of->element.at));
    pdk_document_add_finding(of->file->document, PDK_WARNING, "results-xml.sentence",
                             pdk_results_offset(of->file, of->raw.at), element,
                             "\"%s\" is no sentence that is known here; it is kept in the table notices", shown);
    add_line(of, &of->file->notices);
}

/* ----------------------------------------------------------------------------------------------- the elements */

/* "Name(3) lap=1 point=2 t=47.918 et=54.321" */
static bool read_score(const line *of)
{
    pdk_results_score row = { .time = of->time };
    pdk_xml_span rest = sentence(of);
    double lap_time;
    bool good = take_who(&rest, " lap=", &row.name, &row.slot) && take_count(&rest, " point=", &row.lap) &&
                take_count(&rest, " t=", &row.sector) && take_number(&rest, " et=", &lap_time) &&
                take_number(&rest, "", &row.crossing_time);
    if (!good) return false;
    row.lap_time = lap_time < 0 ? NAN : lap_time;
    pdk_results_score *made = pdk_results_push(of->file, &of->file->scores);
    if (made != NULL) *made = row;
    return true;
}

/* What else is in this element, without a driver's crossing. */
static bool is_score_notice(const line *of)
{
    static const char *const begins[] = { "Checkered for ", "Yellow flag state ", "Lucky dog " };
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        pdk_xml_span rest = sentence(of);
        if (take_words(&rest, begins[i])) return true;
    }
    return false;
}

/* "Name(3) reported contact (0.16) with another vehicle Name(4)" or "with Immovable" */
static bool read_contact(const line *of)
{
    pdk_results_contact row = { .time = of->time, .other = PDK_RESULTS_NONE };
    pdk_xml_span rest = sentence(of);
    bool good = take_who(&rest, " reported contact (", &row.name, &row.slot) &&
                take_number(&rest, ") with ", &row.magnitude) && rest.at < rest.end;
    if (!good) return false;
    if (take_words(&rest, "another vehicle ")) {
        if (!read_who(rest, &row.other_name, &row.other)) return false;
    } else row.object = text_of(rest.at, rest.end);
    pdk_results_contact *made = pdk_results_push(of->file, &of->file->contacts);
    if (made != NULL) *made = row;
    return true;
}

/* "Name(3) set new best for sector 2", "Name(3) reports new suspension damage" */
static bool read_sector(const line *of)
{
    pdk_results_sector row = { .time = of->time, .sector = PDK_RESULTS_NONE };
    pdk_xml_span rest = sentence(of);
    bool best =
        take_who(&rest, " set new best for sector ", &row.name, &row.slot) && take_count(&rest, "", &row.sector);
    if (!best) {
        rest = sentence(of);
        if (!take_who(&rest, " reports new ", &row.name, &row.slot)) return false;
        const char *end = find(rest, " damage");
        if (end == NULL) return false;
        row.part = text_of(rest.at, end);
    }
    pdk_results_sector *made = pdk_results_push(of->file, best ? &of->file->bests : &of->file->damages);
    if (made != NULL) *made = row;
    return true;
}

static pdk_text penalty_kind(pdk_xml_span words)
{
    static const struct {
        const char *words, *kind;
    } kinds[] = { { "Drive Thru", "drive_through" }, { "Stop/Go", "stop_and_go" } };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (pdk_xml_is(words, kinds[i].words)) return pdk_text_of(kinds[i].kind);
    return pdk_text_of("other");
}

/* "received Drive Thru penalty, 10s, 2laps for "Speeding". Result: ..." */
static bool read_received(pdk_xml_span rest, pdk_results_penalty *row)
{
    const char *end = find(rest, " penalty, ");
    if (end == NULL) return false;
    row->step = pdk_text_of("given");
    row->kind = penalty_kind((pdk_xml_span){ rest.at, end });
    rest.at = end + strlen(" penalty, ");
    if (!take_number(&rest, "s, ", &row->seconds) || !take_number(&rest, "laps", &row->laps)) return false;
    if (!take_words(&rest, " for \"")) return true;
    end = find(rest, "\"");
    if (end == NULL) return false;
    row->reason = text_of(rest.at, end);
    return true;
}

/* "served 1st Drive Thru penalty, result: ..." */
static bool read_served(pdk_xml_span rest, pdk_results_penalty *row)
{
    const char *number = find(rest, " "), *end = find(rest, " penalty, ");
    if (number == NULL || end == NULL || end < number + 1) return false;
    row->step = pdk_text_of("served");
    row->kind = penalty_kind((pdk_xml_span){ number + 1, end });
    return true;
}

/* "finished before serving penalty, added 35 seconds to totalET" or "subtracted 1 lap and adjusted totalET" */
static bool read_added(pdk_xml_span rest, pdk_results_penalty *row)
{
    row->step = pdk_text_of("added");
    row->kind = pdk_text_of("other");
    if (take_words(&rest, "added ")) return take_number(&rest, " second", &row->seconds);
    return take_words(&rest, "subtracted ") && take_number(&rest, " lap", &row->laps);
}

static bool read_penalty_sentence(const line *of, pdk_results_penalty *row)
{
    static const struct {
        const char *words;
        bool (*read)(pdk_xml_span rest, pdk_results_penalty *row);
    } sentences[] = { { " received ", read_received },
                      { " served ", read_served },
                      { " finished before serving penalty, ", read_added } };
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++) {
        pdk_xml_span rest = sentence(of);
        const char *at = find(rest, sentences[i].words);
        if (at == NULL) continue;
        pdk_results_penalty read = *row;
        read.name = text_of(rest.at, at);
        rest.at = at + strlen(sentences[i].words);
        if (!sentences[i].read(rest, &read)) continue;
        *row = read;
        return true;
    }
    return false;
}

#define PENALTY(member) offsetof(pdk_results_penalty, member)
static const pdk_results_cell penalty_cells[] = {
    { "et", PDK_RESULTS_SECONDS, PENALTY(time), true },      { "Driver", PDK_RESULTS_TEXT, PENALTY(name), false },
    { "ID", PDK_RESULTS_COUNT, PENALTY(slot), false },       { "Penalty", PDK_RESULTS_TEXT, PENALTY(kind), false },
    { "Time", PDK_RESULTS_NUMBER, PENALTY(seconds), false }, { "Laps", PDK_RESULTS_NUMBER, PENALTY(laps), false },
    { "Reason", PDK_RESULTS_TEXT, PENALTY(reason), false },  { NULL, PDK_RESULTS_TEXT, 0, false },
};
#undef PENALTY

static bool read_penalty(const line *of)
{
    pdk_results_penalty row = { .time = NAN, .seconds = NAN, .laps = NAN, .slot = PDK_RESULTS_NONE };
    pdk_results_set_attributes(of->file, penalty_cells, &row, of->attributes, "Penalty");
    row.text = pdk_results_hide(of->file, of->text);
    if (row.kind.data != NULL) { /* newer games say it in attributes */
        row.step = pdk_text_of("given");
        row.kind = penalty_kind((pdk_xml_span){ row.kind.data, row.kind.data + row.kind.size });
    } else if (!read_penalty_sentence(of, &row)) return false;
    pdk_results_penalty *made = pdk_results_push(of->file, &of->file->penalties);
    if (made != NULL) *made = row;
    return true;
}

#define LIMIT(member) offsetof(pdk_results_limit, member)
static const pdk_results_cell limit_cells[] = {
    { "et", PDK_RESULTS_SECONDS, LIMIT(time), true },
    { "Driver", PDK_RESULTS_TEXT, LIMIT(name), false },
    { "ID", PDK_RESULTS_COUNT, LIMIT(slot), false },
    { "Lap", PDK_RESULTS_COUNT, LIMIT(lap), false },
    { "WarningPoints", PDK_RESULTS_NUMBER, LIMIT(warning_points), false },
    { "CurrentPoints", PDK_RESULTS_NUMBER, LIMIT(current_points), false },
    { "Resolution", PDK_RESULTS_TEXT, LIMIT(resolution), false },
    { NULL, PDK_RESULTS_TEXT, 0, false },
};
#undef LIMIT

static bool read_limit(const line *of)
{
    pdk_results_limit row = {
        .time = NAN, .warning_points = NAN, .current_points = NAN, .slot = PDK_RESULTS_NONE, .lap = PDK_RESULTS_NONE
    };
    pdk_results_set_attributes(of->file, limit_cells, &row, of->attributes, "TrackLimits");
    if (row.lap != PDK_RESULTS_NONE) row.lap++; /* they count from 0 */
    row.text = pdk_results_hide(of->file, of->text);
    pdk_results_limit *made = pdk_results_push(of->file, &of->file->limits);
    if (made != NULL) *made = row;
    return true;
}

void pdk_results_read_line(pdk_results_file *file, pdk_xml_span element, pdk_xml_span attributes, pdk_xml_span text)
{
    static const pdk_results_cell time_cells[] = { { "et", PDK_RESULTS_SECONDS, offsetof(times, time), true },
                                                   { NULL, PDK_RESULTS_TEXT, 0, false } };
    static const struct {
        const char *element;
        bool (*read)(const line *of);
        bool own_attributes;
    } readers[] = { { "Score", read_score, false },
                    { "Incident", read_contact, false },
                    { "Sector", read_sector, false },
                    { "Penalty", read_penalty, true },
                    { "TrackLimits", read_limit, true } };
    static const char *const said[] = { "Chat", "ChatMessage", "Sent", "Vote" };
    line of = { .file = file, .element = element, .attributes = attributes, .raw = pdk_xml_trim(text), .time = NAN };
    of.text = pdk_results_text(file, of.raw);
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        if (!pdk_xml_is(element, readers[i].element)) continue;
        times at = { NAN };
        if (!readers[i].own_attributes)
            pdk_results_set_attributes(file, time_cells, &at, attributes, readers[i].element);
        of.time = at.time;
        if (readers[i].read(&of)) return;
        if (i == 0 && is_score_notice(&of)) add_line(&of, &file->notices);
        else add_strange(&of);
        return;
    }
    bool is_said = false;
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) is_said |= pdk_xml_is(element, said[i]);
    times at = { NAN };
    pdk_results_set_attributes(file, time_cells, &at, attributes, is_said ? "Chat" : "Stream");
    of.time = at.time;
    add_line(&of, is_said ? &file->chat : &file->notices);
}

/* ----------------------------------------------------------------------------------------------- numbers */

/* A name and its number, as lines of the stream have both. */
typedef struct numbered {
    pdk_text name;
    uint32_t slot;
} numbered;

static int by_name(const void *a, const void *b, void *user)
{
    const numbered *one = a, *other = b;
    (void)user;
    size_t size = one->name.size < other->name.size ? one->name.size : other->name.size;
    int order = size > 0 ? memcmp(one->name.data, other->name.data, size) : 0;
    return order != 0 ? order : (one->name.size > other->name.size) - (one->name.size < other->name.size);
}

/* Blanks around a name are in some lines and not in others. */
static pdk_text without_blanks(pdk_text name)
{
    if (name.size == 0) return name;
    pdk_xml_span span = pdk_xml_trim((pdk_xml_span){ name.data, name.data + name.size });
    return (pdk_text){ span.at, (size_t)(span.end - span.at) };
}

static uint32_t slot_of(const numbered *list, size_t count, pdk_text name)
{
    const numbered wanted = { .name = without_blanks(name) };
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_name(&list[middle], &wanted, NULL) < 0) low = middle + 1;
        else high = middle;
    }
    return low < count && pdk_same_text(list[low].name, wanted.name) ? list[low].slot : PDK_RESULTS_NONE;
}

static void add_numbered(numbered *list, size_t *count, pdk_text name, uint32_t slot)
{
    name = without_blanks(name);
    if (name.size > 0 && slot != PDK_RESULTS_NONE) list[(*count)++] = (numbered){ name, slot };
}

/* A number that no line of the stream has: for drivers without a number in any line. */
static uint32_t find_free_slot(const pdk_results_file *file, const numbered *list, size_t count)
{
    const pdk_results_penalty *penalties = file->penalties.items;
    const pdk_results_limit *limits = file->limits.items;
    uint32_t most = UINT32_MAX / 2, next = 0;
    for (size_t i = 0; i < count; i++)
        if (list[i].slot >= next && list[i].slot < most) next = list[i].slot + 1;
    for (size_t i = 0; i < file->penalties.count; i++)
        if (penalties[i].slot >= next && penalties[i].slot < most) next = penalties[i].slot + 1;
    for (size_t i = 0; i < file->limits.count; i++)
        if (limits[i].slot >= next && limits[i].slot < most) next = limits[i].slot + 1;
    return next;
}

bool pdk_results_number_drivers(pdk_results_file *file)
{
    pdk_memory *memory = &file->document->memory;
    const pdk_results_score *scores = file->scores.items;
    const pdk_results_contact *contacts = file->contacts.items;
    const pdk_results_sector *bests = file->bests.items, *damages = file->damages.items;
    size_t count = 0;
    numbered *list = pdk_alloc_array(memory,
                                     (uint64_t)file->scores.count + 2 * (uint64_t)file->contacts.count +
                                         file->bests.count + file->damages.count,
                                     sizeof *list);
    if (list == NULL) return false;
    for (size_t i = 0; i < file->scores.count; i++) add_numbered(list, &count, scores[i].name, scores[i].slot);
    for (size_t i = 0; i < file->contacts.count; i++) {
        add_numbered(list, &count, contacts[i].name, contacts[i].slot);
        add_numbered(list, &count, contacts[i].other_name, contacts[i].other);
    }
    for (size_t i = 0; i < file->bests.count; i++) add_numbered(list, &count, bests[i].name, bests[i].slot);
    for (size_t i = 0; i < file->damages.count; i++) add_numbered(list, &count, damages[i].name, damages[i].slot);
    if (!pdk_merge_sort(memory, list, count, sizeof *list, by_name, NULL)) return false;
    pdk_results_driver *drivers = file->drivers.items;
    pdk_results_penalty *penalties = file->penalties.items;
    for (size_t i = 0; i < file->drivers.count; i++) drivers[i].slot = slot_of(list, count, drivers[i].name);
    for (size_t i = 0; i < file->penalties.count; i++)
        if (penalties[i].slot == PDK_RESULTS_NONE) penalties[i].slot = slot_of(list, count, penalties[i].name);
    file->free_slot = find_free_slot(file, list, count);
    pdk_free(memory, list);
    return true;
}
