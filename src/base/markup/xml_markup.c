#include "markup/xml_markup.h"

#include <string.h>

static bool is_space(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

static bool begins_name(char letter)
{
    return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') || letter == '_';
}

static bool is_of_name(char letter)
{
    return begins_name(letter) || (letter >= '0' && letter <= '9') || letter == '-' || letter == '.' || letter == ':';
}

static bool begins_with(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(end - at) >= size && memcmp(at, word, size) == 0;
}

/* Behind `word`; NULL = it does not come. */
static const char *skip_past(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    while ((size_t)(end - at) >= size) {
        const char *next = memchr(at, word[0], (size_t)(end - at) - size + 1);
        if (next == NULL) return NULL;
        if (memcmp(next, word, size) == 0) return next + size;
        at = next + 1;
    }
    return NULL;
}

/* The document type: with an internal part in brackets, and texts in quotes that may hold both brackets. */
static const char *skip_declaration(const char *at, const char *end)
{
    bool inside = false;
    char quote = '\0';
    for (; at < end; at++) {
        if (quote != '\0') quote = *at == quote ? '\0' : quote;
        else if (*at == '"' || *at == '\'') quote = *at;
        else if (*at == '[') inside = true;
        else if (*at == ']') inside = false;
        else if (*at == '>' && !inside) return at + 1;
    }
    return NULL;
}

/* Where a comment, declaration or instruction at `at` ends; `at` where there is none; NULL = it has no end. */
static const char *skip_aside(const char *at, const char *end)
{
    if (begins_with(at, end, "<!--")) return skip_past(at + 4, end, "-->");
    if (begins_with(at, end, "<?")) return skip_past(at + 2, end, "?>");
    if (begins_with(at, end, "<!")) return skip_declaration(at + 2, end);
    return at;
}

static bool begins_tag(const char *at, const char *end)
{
    if (end - at < 2 || *at != '<') return false;
    return begins_name(at[1]) || at[1] == '!' || at[1] == '?' || (at[1] == '/' && end - at > 2 && begins_name(at[2]));
}

/* The > of a tag, or the < of the next one where that comes first. Quotes are respected as long as they end in their
 * line and hold no <. */
static const char *tag_end(const char *at, const char *end)
{
    while (at < end && *at != '>' && *at != '<') {
        const char *quote = at++;
        if (*quote != '"' && *quote != '\'') continue;
        const char *close = at;
        while (close < end && *close != *quote && *close != '<' && *close != '\n') close++;
        if (close < end && *close == *quote) at = close + 1;
    }
    return at;
}

static void read_tag(pdk_xml_reader *reader, pdk_xml_token *token)
{
    const char *at = reader->at + 1, *end = reader->end;
    token->kind = *at == '/' ? PDK_XML_CLOSE : PDK_XML_OPEN;
    if (*at == '/') at++;
    token->name.at = at;
    while (at < end && is_of_name(*at)) at++;
    token->name.end = at;
    const char *stop = tag_end(at, end);
    token->cut = stop == end;
    token->damaged = stop < end && *stop == '<';
    token->damage = token->at;
    token->closed = token->kind == PDK_XML_OPEN && stop > at && stop[-1] == '/';
    token->attributes = (pdk_xml_span){ at, token->closed ? stop - 1 : stop };
    reader->at = stop < end && *stop == '>' ? stop + 1 : stop;
}

static void read_text(pdk_xml_reader *reader, pdk_xml_token *token)
{
    const char *at = reader->at;
    token->kind = PDK_XML_TEXT;
    for (;;) {
        const char *next = memchr(at, '<', (size_t)(reader->end - at));
        at = next != NULL ? next : reader->end;
        if (next == NULL || begins_tag(at, reader->end)) break;
        if (!token->damaged) token->damage = at;
        token->damaged = true;
        at++;
    }
    token->text = (pdk_xml_span){ reader->at, at };
    reader->at = at;
}

void pdk_xml_next(pdk_xml_reader *reader, pdk_xml_token *token)
{
    *token = (pdk_xml_token){ .kind = PDK_XML_DONE, .at = reader->at };
    while (reader->at < reader->end && begins_tag(reader->at, reader->end)) {
        const char *behind = skip_aside(reader->at, reader->end);
        if (behind == reader->at) break;
        reader->cut |= behind == NULL;
        reader->at = behind != NULL ? behind : reader->end;
    }
    token->at = reader->at;
    if (reader->at == reader->end) return;
    if (begins_tag(reader->at, reader->end)) read_tag(reader, token);
    else read_text(reader, token);
}

bool pdk_xml_next_attribute(pdk_xml_span *rest, pdk_xml_attribute *attribute)
{
    const char *at = rest->at, *end = rest->end;
    while (at < end && is_space(*at)) at++;
    *attribute = (pdk_xml_attribute){ .name = { at, at }, .value = { at, at } };
    rest->at = at;
    if (at == end) return false;
    while (at < end && is_of_name(*at)) at++;
    attribute->name.end = at;
    char quote = end - at > 1 && at[0] == '=' ? at[1] : '\0';
    const char *close = quote == '"' || quote == '\'' ? memchr(at + 2, quote, (size_t)(end - at) - 2) : NULL;
    if (close != NULL && attribute->name.end > attribute->name.at) {
        attribute->value = (pdk_xml_span){ at + 2, close };
        rest->at = close + 1;
        return true;
    }
    attribute->damaged = true;
    while (at < end && !is_space(*at)) at++;
    attribute->name.end = at;
    rest->at = at;
    return true;
}

bool pdk_xml_is(pdk_xml_span span, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(span.end - span.at) == size && memcmp(span.at, word, size) == 0;
}

pdk_xml_span pdk_xml_trim(pdk_xml_span span)
{
    while (span.at < span.end && is_space(*span.at)) span.at++;
    while (span.end > span.at && is_space(span.end[-1])) span.end--;
    return span;
}

bool pdk_xml_has(pdk_xml_span span, const char *word)
{
    size_t size = strlen(word);
    const char *at = span.at;
    while ((size_t)(span.end - at) >= size) {
        const char *next = memchr(at, word[0], (size_t)(span.end - at) - size + 1);
        if (next == NULL) return false;
        if (memcmp(next, word, size) == 0) return true;
        at = next + 1;
    }
    return false;
}
