/* Units in well-known text, version 1 (PROJCS["..", .., UNIT["metre",1]]) and 2 (PROJCRS["..", LENGTHUNIT[..]]).
 *
 * Units are in many places. Those of the coordinates are the direct children of the system, or of its axes; those of
 * the datum, of parameters and of a base system are not meant. */
#include "format/las/las.h"

#include <ctype.h>

#include "base/read_number.h"
#include "base/nocase.h"

enum { DEPTH = 16, WORD = 24 };

typedef enum place { ELSEWHERE, COMPOUND, PROJECTED, GEOGRAPHIC, GEOCENTRIC, VERTICAL, AXIS } place;

typedef struct wkt {
    const char *at, *end;
    place places[DEPTH]; /* of the brackets that are open */
    bool upward[DEPTH];  /* axes: this one is height */
    int depth;
    bool projected; /* a projected system was met: a geographic one in it is its base */
    pdk_las_units units;
} wkt;

static place place_of(const char *word)
{
    static const struct {
        const char *word;
        place is;
    } places[] = { { "COMPD_CS", COMPOUND },        { "COMPOUNDCRS", COMPOUND },   { "PROJCS", PROJECTED },
                   { "PROJCRS", PROJECTED },        { "PROJECTEDCRS", PROJECTED }, { "LOCAL_CS", PROJECTED },
                   { "ENGCRS", PROJECTED },         { "GEOGCS", GEOGRAPHIC },      { "GEOGCRS", GEOGRAPHIC },
                   { "GEOGRAPHICCRS", GEOGRAPHIC }, { "GEODCRS", GEOGRAPHIC },     { "GEODETICCRS", GEOGRAPHIC },
                   { "GEOCCS", GEOCENTRIC },        { "VERT_CS", VERTICAL },       { "VERTCS", VERTICAL },
                   { "VERTCRS", VERTICAL },         { "VERTICALCRS", VERTICAL },   { "AXIS", AXIS } };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (pdk_compare_nocase(places[i].word, word) == 0) return places[i].is;
    }
    return ELSEWHERE;
}

/* A letter or digit of a keyword. */
static bool is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

static void take_word(wkt *text, char word[WORD])
{
    size_t length = 0;
    for (; text->at < text->end && is_word(*text->at); text->at++) {
        if (length + 1 < WORD) word[length++] = *text->at;
    }
    word[length] = '\0';
}

/* Behind a text in quotes; two of them are a quote in the text. */
static void skip_quoted(wkt *text)
{
    for (text->at++; text->at < text->end; text->at++) {
        if (*text->at != '"') continue;
        text->at++;
        if (text->at == text->end || *text->at != '"') return;
    }
}

/* The number of UNIT["metre",1,...]: what follows the first comma. */
static bool factor_of(wkt text, double *factor)
{
    while (text.at < text.end && *text.at != ',' && *text.at != ']' && *text.at != ')') {
        if (*text.at == '"') skip_quoted(&text);
        else text.at++;
    }
    if (text.at < text.end && *text.at == ',') text.at++;
    while (text.at < text.end && isspace((unsigned char)*text.at)) text.at++;
    return pdk_read_double(&text.at, text.end, factor) && *factor > 0 && *factor < 1e9;
}

/* Whose units a unit here would be. */
static place owner_of(const wkt *text, bool *upward)
{
    int depth = text->depth;
    *upward = false;
    if (depth > 0 && depth <= DEPTH && text->places[depth - 1] == AXIS) *upward = text->upward[--depth];
    return depth > 0 && depth <= DEPTH ? text->places[depth - 1] : ELSEWHERE;
}

static void take_unit(wkt *text, bool angle, bool length)
{
    double factor;
    bool upward;
    place owner = owner_of(text, &upward);
    if (!factor_of(*text, &factor)) return;
    if (owner == VERTICAL || (owner != ELSEWHERE && upward)) {
        if (!angle && text->units.upward <= 0) text->units.upward = factor;
    } else if (owner == PROJECTED && !angle) {
        if (text->units.across <= 0) text->units.across = factor;
    } else if (owner == GEOGRAPHIC && !length && !text->projected) {
        text->units.degrees = true;
    }
}

static void open_bracket(wkt *text, const char *word)
{
    place is = place_of(word);
    if (pdk_compare_nocase(word, "UNIT") == 0) take_unit(text, false, false);
    if (pdk_compare_nocase(word, "LENGTHUNIT") == 0) take_unit(text, false, true);
    if (pdk_compare_nocase(word, "ANGLEUNIT") == 0) take_unit(text, true, false);
    if (is == PROJECTED) text->projected = true;
    if (is == GEOCENTRIC) text->units.geocentric = true;
    if (text->depth < DEPTH) {
        text->places[text->depth] = is;
        text->upward[text->depth] = false;
    }
    text->depth++;
}

pdk_las_units pdk_las_wkt_units(const char *from, size_t size)
{
    wkt text = { .at = from, .end = from + size };
    char word[WORD] = "";
    while (text.at < text.end) {
        char letter = *text.at;
        if (letter == '"') {
            skip_quoted(&text);
        } else if (is_word(letter)) {
            take_word(&text, word);
            if (pdk_compare_nocase(word, "up") == 0 && text.depth > 0 && text.depth <= DEPTH)
                text.upward[text.depth - 1] = true;
            continue;
        } else {
            text.at++;
            if (letter == '[' || letter == '(') open_bracket(&text, word);
            if ((letter == ']' || letter == ')') && text.depth > 0) text.depth--;
        }
        if (!isspace((unsigned char)letter)) word[0] = '\0';
    }
    return text.units;
}
