#include "mesh/stated_place.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/read_number.h"
#include "mesh/text_lines.h"

static const char *const names[] = { "origin_x", "origin_y", "origin_z" };

/* Ours only: an "origin" of other programs may mean something else. */
#define TO_BE_ADDED "(to be added to the points)"

static bool read_origin(pdk_line line, double origin[3])
{
    static const char end[] = TO_BE_ADDED;
    pdk_line word;
    for (int k = 0; k < 3; k++) {
        if (!pdk_line_word(&line, &word) || !pdk_word_number(&word, &origin[k]) || !isfinite(origin[k])) return false;
    }
    while (line.at < line.end && pdk_is_blank(*line.at)) line.at++;
    return (size_t)(line.end - line.at) >= sizeof end - 1 && memcmp(line.at, end, sizeof end - 1) == 0;
}

static bool is_next(pdk_line *line, const char *text)
{
    pdk_line word;
    return pdk_line_word(line, &word) && pdk_word_is(&word, text);
}

void pdk_place_read_line(pdk_stated_place *place, const char *text, size_t size)
{
    static const char system[] = "EPSG:";
    pdk_line line = { text, text + size }, rest = line, word;
    double origin[3], number;
    if (is_next(&rest, "origin") && read_origin(rest, origin)) {
        place->has_origin = true;
        memcpy(place->origin, origin, sizeof origin);
    }
    if (!is_next(&line, "coordinate") || !is_next(&line, "system") || !pdk_line_word(&line, &word)) return;
    if ((size_t)(word.end - word.at) < sizeof system || memcmp(word.at, system, sizeof system - 1) != 0) return;
    word.at += sizeof system - 1;
    if (pdk_word_number(&word, &number)) pdk_place_take_epsg(place, number);
}

void pdk_place_take_epsg(pdk_stated_place *place, double number)
{
    if (number >= 1 && number < 1e6 && !(number > floor(number))) place->epsg = (uint32_t)number;
}

void pdk_place_origin_line(const pdk_stated_place *place, char line[PDK_PLACE_LINE])
{
    char texts[3][PDK_NUMBER_SIZE];
    line[0] = '\0';
    if (!place->has_origin) return;
    for (int k = 0; k < 3; k++) texts[k][pdk_format_number(texts[k], place->origin[k], PDK_FLOAT64)] = '\0';
    snprintf(line, PDK_PLACE_LINE, "origin %s %s %s " TO_BE_ADDED, texts[0], texts[1], texts[2]);
}

void pdk_place_system_line(const pdk_stated_place *place, char line[PDK_PLACE_LINE])
{
    line[0] = '\0';
    if (place->epsg != 0) snprintf(line, PDK_PLACE_LINE, "coordinate system EPSG:%" PRIu32, place->epsg);
}

void pdk_document_add_place(pdk_document *document, const pdk_stated_place *place)
{
    for (int k = 0; k < 3 && place->has_origin; k++)
        pdk_document_add_number(document, names[k], place->origin[k], NULL,
                                "was subtracted from the points when the file was written", PDK_CONFIRMED);
    if (place->epsg != 0)
        pdk_document_add_count(document, "epsg", place->epsg, "number of the coordinate system in EPSG's list");
}

pdk_stated_place pdk_document_stated_place(const pdk_document *document)
{
    pdk_stated_place place = { .has_origin = false };
    int found = 0;
    double origin[3];
    for (; found < 3; found++) {
        const pdk_property *property = pdk_document_find_property(document, names[found]);
        if (property == NULL || property->value.type != PDK_FLOAT64) break;
        origin[found] = property->value.as.number;
    }
    place.has_origin = found == 3;
    if (place.has_origin) memcpy(place.origin, origin, sizeof origin);
    const pdk_property *system = pdk_document_find_property(document, "epsg");
    if (system != NULL && system->value.type == PDK_UINT64) place.epsg = (uint32_t)system->value.as.natural;
    return place;
}
