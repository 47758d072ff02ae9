#include "markup/xml_text.h"

#include <string.h>

#include "base/text.h"
#include "text/encoding.h"

/* The five of XML, and "#65" or "#x41". 0 = none of them. */
static uint32_t letter_of(const char *at, const char *end)
{
    static const struct {
        const char *name;
        uint32_t letter;
    } known[] = { { "amp", '&' }, { "lt", '<' }, { "gt", '>' }, { "quot", '"' }, { "apos", '\'' } };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (pdk_xml_is((pdk_xml_span){ at, end }, known[i].name)) return known[i].letter;
    bool hexadecimal = end - at > 1 && at[0] == '#' && at[1] == 'x';
    uint32_t letter = 0, base = hexadecimal ? 16 : 10;
    if (at == end || *at != '#') return 0;
    for (at += hexadecimal ? 2 : 1; at < end; at++) {
        int lower = *at | 0x20;
        uint32_t digit = *at >= '0' && *at <= '9' ? (uint32_t)(*at - '0') : 99;
        if (hexadecimal && lower >= 'a' && lower <= 'f') digit = (uint32_t)(lower - 'a') + 10;
        if (digit >= base || letter > 0x10FFFF) return 0;
        letter = letter * base + digit;
    }
    bool surrogate = letter >= 0xD800 && letter <= 0xDFFF;
    return letter <= 0x10FFFF && !surrogate ? letter : 0;
}

/* An entity at `at`, which is an ampersand: what is after it, and its character; `at` itself where there is none. */
static const char *skip_entity(const char *at, const char *end, uint32_t *letter)
{
    enum { LONGEST = 10 };
    const char *limit = end - at > LONGEST ? at + LONGEST : end;
    for (const char *close = at + 1; close < limit; close++) {
        if (*close != ';') continue;
        *letter = letter_of(at + 1, close);
        return *letter != 0 ? close + 1 : at;
    }
    return at;
}

static void note(pdk_xml_text_fault *fault, uint64_t offset)
{
    if (fault->count++ == 0) fault->first = offset;
}

/* A text is never longer than its bytes: each letter takes fewer in UTF-8 than its entity. */
static pdk_text without_entities(pdk_memory *memory, pdk_text text, pdk_xml_text_fault *ampersands)
{
    char *made = pdk_keep_room(memory, text.size + 1), *to = made;
    if (made == NULL) return (pdk_text){ NULL, 0 };
    const char *end = text.data + text.size;
    for (const char *at = text.data; at < end;) {
        uint32_t letter = 0;
        const char *behind = *at == '&' ? skip_entity(at, end, &letter) : at;
        if (behind > at) {
            to += pdk_utf8_write(to, letter);
            at = behind;
            continue;
        }
        if (*at == '&') note(ampersands, (uint64_t)(at - text.data));
        *to++ = *at++;
    }
    return (pdk_text){ made, (size_t)(to - made) };
}

pdk_text pdk_xml_text(pdk_memory *memory, pdk_xml_span span, pdk_xml_text_faults *faults)
{
    size_t size = (size_t)(span.end - span.at);
    *faults = (pdk_xml_text_faults){ 0 };
    for (const uint8_t *at = (const uint8_t *)span.at, *end = at + size; at < end;) {
        size_t sequence = pdk_utf8_sequence(at, (size_t)(end - at));
        if (sequence == 0) note(&faults->letters, (uint64_t)((const char *)at - span.at));
        if (sequence == 0) break;
        at += sequence;
    }
    pdk_text text = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, span.at, size);
    if (text.data != NULL && memchr(text.data, '&', text.size) != NULL)
        text = without_entities(memory, text, &faults->ampersands);
    return text;
}
