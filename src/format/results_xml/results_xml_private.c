/* Games write addresses of people into sentences. Readers of results do not need them, and posted results must not
 * reveal them. */
#include <string.h>

#include "format/results_xml/results_xml.h"

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static bool is_of_word(char letter)
{
    return is_digit(letter) || (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') || letter == '.' ||
           letter == ':' || letter == '[' || letter == ']' || letter == '_' || letter == '-';
}

static size_t digits_at(const char *at, const char *end)
{
    size_t count = 0;
    while (at + count < end && is_digit(at[count])) count++;
    return count;
}

/* 203.0.113.7, anywhere in the word. */
static bool has_four_numbers(const char *at, const char *end)
{
    for (; at < end; at++) {
        const char *next = at;
        int numbers = 0;
        for (; numbers < 4; numbers++) {
            size_t digits = digits_at(next, end);
            if (digits == 0 || digits > 3) break;
            next += digits;
            if (numbers < 3 && (next == end || *next++ != '.')) break;
        }
        if (numbers == 4) return true;
    }
    return false;
}

/* 2001:db8::1: hexadecimal numbers between colons, a letter or two colons together among them; not 12:30:05. */
static bool is_long_address(const char *at, const char *end)
{
    int colons = 0;
    bool two = false, letters = false;
    for (const char *letter = at; letter < end; letter++) {
        int lower = *letter | 0x20;
        bool hexadecimal = is_digit(*letter) || (lower >= 'a' && lower <= 'f');
        if (*letter == ':') two |= letter + 1 < end && letter[1] == ':';
        else if (!hexadecimal && *letter != '[' && *letter != ']' && *letter != '.') return false;
        colons += *letter == ':';
        letters |= hexadecimal && !is_digit(*letter);
    }
    return end - at > 2 && colons >= 2 && (two || letters || colons >= 5);
}

/* Steam's numbers of accounts have 17 digits and begin so. */
static bool has_account(const char *at, const char *end)
{
    enum { DIGITS = 17 };
    for (; at < end; at++) {
        size_t count = digits_at(at, end);
        if (count == DIGITS && memcmp(at, "7656", 4) == 0) return true;
        if (count > 0) at += count - 1;
    }
    return false;
}

/* "Name(3) address has joined as a participant": whatever the address looks like. */
static pdk_xml_span address_of_joiner(pdk_text text)
{
    static const char joins[] = " has joined as a ";
    enum { SIZE = sizeof joins - 1 };
    const char *end = text.data + text.size, *to = NULL;
    for (const char *at = text.data; to == NULL && end - at >= SIZE; at++)
        if (memcmp(at, joins, SIZE) == 0) to = at;
    const char *from = to;
    while (from != NULL && from > text.data && from[-1] != ' ' && from[-1] != ')') from--;
    bool behind_name = from != NULL && from - text.data >= 2 && from[-1] == ' ' && from[-2] == ')';
    return behind_name ? (pdk_xml_span){ from, to } : (pdk_xml_span){ NULL, NULL };
}

pdk_text pdk_results_hide(pdk_results_file *file, pdk_text text)
{
    static const char instead[] = "(left out)";
    enum { SIZE = sizeof instead - 1 };
    if (text.data == NULL) return text;
    pdk_xml_span joiner = address_of_joiner(text);
    const char *end = text.data + text.size, *from = text.data;
    char *made = NULL;
    size_t size = 0;
    for (const char *at = text.data; at < end;) {
        const char *word = at;
        while (word < end && !is_of_word(*word)) word++;
        const char *behind = word;
        while (behind < end && is_of_word(*behind)) behind++;
        at = behind;
        bool hidden = word < behind && (word == joiner.at || has_four_numbers(word, behind) ||
                                        is_long_address(word, behind) || has_account(word, behind));
        if (!hidden) continue;
        /* The shortest hidden one has 3 characters, and there is one other between two of them. */
        if (made == NULL) made = pdk_keep_room(&file->document->memory, 3 * text.size + SIZE);
        if (made == NULL) {
            file->failed = true;
            return (pdk_text){ NULL, 0 };
        }
        if (word == joiner.at) at = behind = joiner.end;
        memcpy(made + size, from, (size_t)(word - from));
        size += (size_t)(word - from);
        memcpy(made + size, instead, SIZE);
        size += SIZE;
        from = behind;
    }
    if (made == NULL) return text;
    memcpy(made + size, from, (size_t)(end - from));
    return (pdk_text){ made, size + (size_t)(end - from) };
}
