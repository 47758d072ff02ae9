/* Reading goes over the text twice: once to count, so that the tree is allocated in one piece, and once to fill it.
 * While an object or array is open, `next` of its node says what it is in: that is all the stack there is. */
#include "json/json_read.h"

#include <math.h>
#include <string.h>

#include "base/read_number.h"
#include "base/text.h"

static const uint32_t NONE = UINT32_MAX;

typedef struct reader {
    pdk_json_tree *tree;
    const char *at, *end;
    uint32_t capacity; /* nodes that were counted */
    uint32_t open;     /* the innermost object or array */
    char *plain;       /* where the next text without escapes goes */
    const char *what;
} reader;

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static bool is_mark(char byte)
{
    return memchr("{}[],:", byte, 6) != NULL;
}

/* Nodes: everything that begins; and room for texts that have escapes. */
static void count(const char *text, size_t size, size_t *nodes, size_t *plain)
{
    bool in_word = false;
    *nodes = *plain = 0;
    for (size_t i = 0; i < size; i++) {
        char byte = text[i];
        if (byte == '"') {
            bool escapes = false;
            size_t begin = ++i;
            for (; i < size && text[i] != '"'; i++) {
                if (text[i] != '\\') continue;
                escapes = true;
                i++;
            }
            if (escapes) *plain += i - begin + 1;
            in_word = false;
            ++*nodes;
        } else if (is_blank(byte) || is_mark(byte)) {
            *nodes += byte == '{' || byte == '[';
            in_word = false;
        } else {
            *nodes += !in_word;
            in_word = true;
        }
    }
}

static bool fail(reader *reading, const char *what)
{
    reading->what = what;
    return false;
}

static void pass_blanks(reader *reading)
{
    while (reading->at < reading->end && is_blank(*reading->at)) reading->at++;
}

static bool is_next(const reader *reading, char byte)
{
    return reading->at < reading->end && *reading->at == byte;
}

static bool add_node(reader *reading)
{
    pdk_json_tree *tree = reading->tree;
    if (tree->count == reading->capacity)
        return fail(reading, "more objects and arrays begin than can end before the end of the text");
    tree->nodes[tree->count++] = (pdk_json_node){ .at = (uint32_t)(reading->at - tree->text) };
    return true;
}

/* ---------------------------------------------------------------------------------------------------- texts */

static bool read_hex(reader *reading, uint32_t *unit)
{
    uint8_t bytes[2];
    if (reading->end - reading->at < 6 || !pdk_hex_read(reading->at + 2, bytes, 2))
        return fail(reading, "\\u needs four hexadecimal digits");
    *unit = (uint32_t)bytes[0] << 8 | bytes[1];
    reading->at += 6;
    return true;
}

static void put_letter(reader *reading, uint32_t letter)
{
    static const uint8_t begins[] = { 0, 0xC0, 0xE0, 0xF0 };
    int more = letter < 0x80 ? 0 : letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;
    *reading->plain++ = (char)(begins[more] | letter >> (6 * more));
    while (more-- > 0) *reading->plain++ = (char)(0x80 | (letter >> (6 * more) & 0x3F));
}

/* \u0041, or two of them for one letter: never more bytes than they are themselves. */
static bool read_unit(reader *reading)
{
    const char *begin = reading->at;
    uint32_t letter, low;
    if (!read_hex(reading, &letter)) return false;
    if (letter >= 0xD800 && letter < 0xDC00 && reading->end - reading->at >= 2 && reading->at[0] == '\\' &&
        reading->at[1] == 'u') {
        if (!read_hex(reading, &low)) return false;
        if (low >= 0xDC00 && low < 0xE000) letter = 0x10000 + ((letter - 0xD800) << 10) + (low - 0xDC00);
    }
    if (letter != 0 && (letter < 0xD800 || letter >= 0xE000)) {
        put_letter(reading, letter);
        return true;
    }
    reading->at = begin;
    return fail(reading, letter == 0 ? "a text contains a NUL" : "half a surrogate pair");
}

static bool read_escape(reader *reading)
{
    static const char names[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    char name = reading->end - reading->at < 2 ? '\0' : reading->at[1];
    if (name == 'u') return read_unit(reading);
    const char *found = name != '\0' ? strchr(names, name) : NULL;
    if (found == NULL) return fail(reading, "JSON has no such escape");
    *reading->plain++ = bytes[found - names];
    reading->at += 2;
    return true;
}

/* The text at `at`, to after its closing quote. */
static bool read_text(reader *reading)
{
    const char *begin = ++reading->at, *plain = reading->plain;
    while (reading->at < reading->end && *reading->at != '"') {
        size_t left = (size_t)(reading->end - reading->at);
        size_t length = pdk_utf8_sequence((const uint8_t *)reading->at, left);
        if (length == 0) return fail(reading, "a byte is not UTF-8");
        if ((unsigned char)*reading->at < ' ') return fail(reading, "a text contains a control character");
        if (*reading->at == '\\') {
            if (plain == reading->plain) { /* the first: what is before it has none */
                memcpy(reading->plain, begin, (size_t)(reading->at - begin));
                reading->plain += reading->at - begin;
                reading->tree->nodes[reading->tree->count - 1].next = 1 + (uint32_t)(plain - reading->tree->plain);
            }
            if (!read_escape(reading)) return false;
            continue;
        }
        if (plain != reading->plain) memcpy(reading->plain, reading->at, length);
        if (plain != reading->plain) reading->plain += length;
        reading->at += length;
    }
    if (reading->at == reading->end) return fail(reading, "the text ends inside a string");
    if (plain != reading->plain) *reading->plain++ = '\0';
    reading->at++;
    return true;
}

/* -------------------------------------------------------------------------------------------------- scalars */

static size_t pass_digits(reader *reading)
{
    const char *begin = reading->at;
    while (reading->at < reading->end && *reading->at >= '0' && *reading->at <= '9') reading->at++;
    return (size_t)(reading->at - begin);
}

static bool read_number(reader *reading)
{
    enum { SURE = 300 }; /* any double fits into this many digits */
    const char *begin = reading->at;
    bool large = false;
    if (is_next(reading, '-')) reading->at++;
    bool zero = is_next(reading, '0');
    size_t digits = pass_digits(reading);
    if (digits == 0 || (zero && digits > 1)) return fail(reading, "this is not a JSON value");
    if (is_next(reading, '.')) {
        reading->at++;
        if (pass_digits(reading) == 0) return fail(reading, "a number has no digits after its point");
    }
    if (is_next(reading, 'e') || is_next(reading, 'E')) {
        large = true;
        reading->at++;
        if (is_next(reading, '-') || is_next(reading, '+')) reading->at++;
        if (pass_digits(reading) == 0) return fail(reading, "a number has no digits in its exponent");
    }
    double value = 0;
    const char *from = begin;
    if ((large || digits > SURE) && (!pdk_read_double(&from, reading->at, &value) || !isfinite(value))) {
        reading->at = begin;
        return fail(reading, "a number is too large for a double");
    }
    return true;
}

static bool read_scalar(reader *reading)
{
    static const char *const words[] = { "true", "false", "null" };
    if (!add_node(reading)) return false;
    if (is_next(reading, '"')) return read_text(reading);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(reading->end - reading->at) < length || memcmp(reading->at, words[i], length) != 0) continue;
        reading->at += length;
        return true;
    }
    return read_number(reading);
}

/* --------------------------------------------------------------------------------------------------- values */

static bool read_name(reader *reading)
{
    pass_blanks(reading);
    if (!is_next(reading, '"')) return fail(reading, "expected a name in quotes");
    if (!add_node(reading) || !read_text(reading)) return false;
    pass_blanks(reading);
    if (!is_next(reading, ':')) return fail(reading, "expected ':'");
    reading->at++;
    return true;
}

static bool is_object(const reader *reading)
{
    return reading->tree->text[reading->tree->nodes[reading->open].at] == '{';
}

static void close_outer(reader *reading)
{
    pdk_json_node *node = &reading->tree->nodes[reading->open];
    reading->open = node->next;
    node->next = reading->tree->count;
    reading->at++;
}

/* What begins here; `*complete` = it also ends here. */
static bool begin_value(reader *reading, bool *complete)
{
    pass_blanks(reading);
    *complete = true;
    if (reading->at == reading->end) return fail(reading, "the text ends where a value should follow");
    char byte = *reading->at;
    if (byte != '{' && byte != '[') return read_scalar(reading);
    if (!add_node(reading)) return false;
    reading->tree->nodes[reading->tree->count - 1].next = reading->open;
    reading->open = reading->tree->count - 1;
    reading->at++;
    pass_blanks(reading);
    if (is_next(reading, byte == '{' ? '}' : ']')) {
        close_outer(reading);
        return true;
    }
    *complete = false;
    return byte == '[' || read_name(reading);
}

/* Behind a value: what it ends, up to the next one. `*more` = there is one. */
static bool end_values(reader *reading, bool *more)
{
    for (*more = false; reading->open != NONE && !*more;) {
        bool object = is_object(reading);
        pass_blanks(reading);
        if (is_next(reading, object ? '}' : ']')) {
            close_outer(reading);
        } else if (is_next(reading, ',')) {
            reading->at++;
            *more = true;
            if (object && !read_name(reading)) return false;
        } else {
            return fail(reading, object ? "expected ',' or '}'" : "expected ',' or ']'");
        }
    }
    return true;
}

static bool read_all(reader *reading)
{
    for (bool more = true; more;) {
        bool complete;
        if (!begin_value(reading, &complete)) return false;
        if (complete && !end_values(reading, &more)) return false;
    }
    pass_blanks(reading);
    return reading->at == reading->end || fail(reading, "something follows the end of the text");
}

static bool set_trouble(const char *text, size_t at, const char *what, pdk_json_trouble *trouble)
{
    *trouble = (pdk_json_trouble){ what, at, 1 };
    for (size_t i = 0; i < at; i++) trouble->line += text[i] == '\n';
    return false;
}

bool pdk_json_parse(pdk_json_tree *tree, pdk_memory *memory, const char *text, size_t size, pdk_json_trouble *trouble)
{
    size_t nodes, plain;
    *tree = (pdk_json_tree){ .memory = memory, .text = text, .size = size };
    *trouble = (pdk_json_trouble){ NULL, 0, 1 };
    if (size >= NONE) return set_trouble(text, 0, "the text has 4 GiB or more", trouble);
    count(text, size, &nodes, &plain);
    if (nodes > size / 2 + 1)
        nodes = size / 2 + 1; /* between two that begin there is a comma, or a bracket that ends one */
    tree->nodes = pdk_alloc_array(memory, nodes + 1, sizeof *tree->nodes);
    tree->plain = plain > 0 ? pdk_alloc_raw(memory, plain) : NULL;
    if (tree->nodes == NULL || (plain > 0 && tree->plain == NULL)) return false;
    reader reading = {
        .tree = tree, .at = text, .end = text + size, .capacity = (uint32_t)nodes, .open = NONE, .plain = tree->plain
    };
    if (read_all(&reading)) return true;
    tree->count = 0; /* what is half read has no root */
    return set_trouble(text, (size_t)(reading.at - text), reading.what, trouble);
}

void pdk_json_free(pdk_json_tree *tree)
{
    if (tree->memory == NULL) return;
    pdk_free(tree->memory, tree->nodes);
    pdk_free(tree->memory, tree->plain);
    *tree = (pdk_json_tree){ 0 };
}
