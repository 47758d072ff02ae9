/* The header: lines of words, up to "end_header". */
#include <stdio.h>

#include "base/read_number.h"
#include "format/ply/ply.h"
#include "text/encoding.h"
#include "text/shown_text.h"

enum { MAX_LINE = 1 << 16, MAX_ELEMENTS = 4096, MAX_PROPERTIES = 4096 };

typedef struct header {
    pdk_ply *ply;
    const char *text, *end, *at;
    const char *line_at; /* where the line being read begins */
    bool lone, feeds;    /* lines so far ended with CR alone; with LF */
    pdk_vector elements, properties;
    bool has_format;
    pdk_error *error;
} header;

static uint64_t place(const header *head)
{
    return (uint64_t)(head->line_at - head->text);
}

/* Lines end with LF, CR LF, or CR alone as on old Macs, and programs mix them. Where all lines before end with CR alone
 * an LF after the last one's is the first byte of the body; otherwise it belongs to the line's end. */
static bool next_line(header *head, pdk_line *line)
{
    const char *at = head->at;
    head->line_at = at;
    while (at < head->end && *at != '\n' && *at != '\r' && at - head->at < MAX_LINE) at++;
    if (at == head->end || at - head->at >= MAX_LINE) return false;
    *line = (pdk_line){ head->at, at };
    head->at = at + 1;
    bool pair = *at == '\r' && head->at < head->end && *head->at == '\n' && (head->feeds || !head->lone);
    if (pair) head->at++;
    if (pair || *at == '\n') head->feeds = true;
    else head->lone = true;
    return true;
}

static pdk_status refuse(const header *head, const char *code, const char *what, const pdk_line *line)
{
    char shown[64];
    return pdk_fail(head->error, PDK_E_CORRUPT, place(head), code, "%s, found \"%s\"", what,
                    pdk_text_show(shown, sizeof shown, head->line_at, (size_t)(line->end - head->line_at)));
}

static const char *keep(header *head, const pdk_line *word)
{
    pdk_text text = pdk_text_read(&head->ply->document->memory, PDK_ENCODING_UTF8_OR_1252, word->at,
                                  (size_t)(word->end - word->at));
    return text.data != NULL ? pdk_text_printf(&head->ply->document->memory, "%.*s", (int)text.size, text.data) : NULL;
}

static pdk_scalar scalar_of(const pdk_line *word)
{
    static const struct {
        const char *name;
        pdk_scalar type;
    } names[] = { { "char", PDK_SCALAR_I8 },    { "int8", PDK_SCALAR_I8 },     { "uchar", PDK_SCALAR_U8 },
                  { "uint8", PDK_SCALAR_U8 },   { "short", PDK_SCALAR_I16 },   { "int16", PDK_SCALAR_I16 },
                  { "ushort", PDK_SCALAR_U16 }, { "uint16", PDK_SCALAR_U16 },  { "int", PDK_SCALAR_I32 },
                  { "int32", PDK_SCALAR_I32 },  { "uint", PDK_SCALAR_U32 },    { "uint32", PDK_SCALAR_U32 },
                  { "float", PDK_SCALAR_F32 },  { "float32", PDK_SCALAR_F32 }, { "double", PDK_SCALAR_F64 },
                  { "float64", PDK_SCALAR_F64 } };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (pdk_word_is(word, names[i].name)) return names[i].type;
    }
    return PDK_SCALAR_NONE;
}

static pdk_status read_format(header *head, pdk_line *line)
{
    static const char *const names[] = { "ascii", "binary_little_endian", "binary_big_endian" };
    pdk_line word, version;
    bool found = false;
    pdk_line_word(line, &word);
    for (size_t i = 0; i < 3; i++) {
        if (!pdk_word_is(&word, names[i])) continue;
        head->ply->encoding = (pdk_ply_encoding)i;
        found = true;
    }
    if (!found) return refuse(head, "ply.format", "expected ascii, binary_little_endian or binary_big_endian", line);
    if (!pdk_line_word(line, &version) || !pdk_word_is(&version, "1.0")) {
        return refuse(head, "ply.version", "expected version 1.0", line);
    }
    head->has_format = true;
    return PDK_OK;
}

/* The properties read so far belong to the element before. */
static void end_element(header *head)
{
    if (head->elements.count == 0) return;
    pdk_ply_element *element = (pdk_ply_element *)head->elements.items + head->elements.count - 1;
    element->properties = head->properties.items;
    element->property_count = head->properties.count;
    for (size_t i = 0; i < element->property_count; i++) {
        pdk_ply_property *property = &element->properties[i];
        property->offset = (uint32_t)element->stride;
        element->stride += pdk_scalar_size(property->type);
    }
    for (size_t i = 0; i < element->property_count; i++) {
        if (element->properties[i].counts != PDK_SCALAR_NONE) element->stride = 0;
    }
    head->properties = pdk_vector_of(&head->ply->document->memory, sizeof(pdk_ply_property));
}

static pdk_status read_element(header *head, pdk_line *line)
{
    pdk_line name, number;
    int64_t count = -1;
    if (!pdk_line_word(line, &name) || *name.at == '\0' || !pdk_line_word(line, &number) ||
        !pdk_read_integer(&number.at, number.end, &count) || number.at != number.end || count < 0) {
        return refuse(head, "ply.element", "expected \"element NAME COUNT\"", line);
    }
    if (head->elements.count == MAX_ELEMENTS)
        return refuse(head, "ply.element", "the header has more than 4096 elements", line);
    end_element(head);
    pdk_ply_element *element = pdk_vector_push(&head->elements);
    const char *kept = keep(head, &name);
    if (element == NULL || kept == NULL) return pdk_fail_memory(head->error, &head->ply->document->memory, "elements");
    *element = (pdk_ply_element){ .name = kept, .count = (uint64_t)count };
    return PDK_OK;
}

static pdk_status read_property(header *head, pdk_line *line)
{
    pdk_line word, name;
    pdk_ply_property property = { 0 };
    bool fine = pdk_line_word(line, &word);
    if (fine && pdk_word_is(&word, "list")) {
        fine = pdk_line_word(line, &word);
        property.counts = fine ? scalar_of(&word) : PDK_SCALAR_NONE;
        fine = property.counts != PDK_SCALAR_NONE && pdk_scalar_is_whole(property.counts) && pdk_line_word(line, &word);
    }
    property.type = fine ? scalar_of(&word) : PDK_SCALAR_NONE;
    if (property.type == PDK_SCALAR_NONE || !pdk_line_word(line, &name) || *name.at == '\0') {
        return refuse(head, "ply.property", "expected \"property TYPE NAME\" or \"property list TYPE TYPE NAME\"",
                      line);
    }
    if (head->elements.count == 0)
        return refuse(head, "ply.property", "expected an element before its properties", line);
    if (head->properties.count == MAX_PROPERTIES)
        return refuse(head, "ply.property", "the header has more than 4096 properties", line);
    pdk_ply_property *to = pdk_vector_push(&head->properties);
    property.name = keep(head, &name);
    if (to == NULL || property.name == NULL)
        return pdk_fail_memory(head->error, &head->ply->document->memory, "properties");
    *to = property;
    return PDK_OK;
}

static pdk_status keep_comment(header *head, const pdk_line *line, pdk_vector *comments)
{
    pdk_line text = *line;
    while (text.at < text.end && pdk_is_blank(*text.at)) text.at++;
    pdk_memory *memory = &head->ply->document->memory;
    if (head->ply->comments.count + head->ply->infos.count >= pdk_document_most_of_kind(head->ply->document)) {
        head->ply->comments_left_out++;
        return PDK_OK;
    }
    pdk_text *to = pdk_vector_push(comments);
    if (to != NULL) *to = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, text.at, (size_t)(text.end - text.at));
    return to != NULL && to->data != NULL ? PDK_OK : pdk_fail_memory(head->error, memory, "comments");
}

static pdk_status read_line(header *head, pdk_line line, bool *ended)
{
    pdk_line word;
    if (!pdk_line_word(&line, &word)) return PDK_OK;
    if (pdk_word_is(&word, "format")) return read_format(head, &line);
    if (pdk_word_is(&word, "element")) return read_element(head, &line);
    if (pdk_word_is(&word, "property")) return read_property(head, &line);
    if (pdk_word_is(&word, "comment")) return keep_comment(head, &line, &head->ply->comments);
    if (pdk_word_is(&word, "obj_info")) return keep_comment(head, &line, &head->ply->infos);
    *ended = pdk_word_is(&word, "end_header");
    if (*ended) return PDK_OK;
    char shown[64];
    pdk_document_add_finding(head->ply->document, PDK_WARNING, "ply.header", place(head), "ply.header",
                             "the line \"%s\" is ignored: expected format, element, property, comment or end_header",
                             pdk_text_show(shown, sizeof shown, word.at, (size_t)(line.end - word.at)));
    return PDK_OK;
}

pdk_status pdk_ply_read_header(pdk_document *document, pdk_ply *ply, pdk_error *error)
{
    const char *text = (const char *)document->content.data;
    header head = { .ply = ply,
                    .text = text,
                    .end = text + document->content.size,
                    .at = text,
                    .elements = pdk_vector_of(&document->memory, sizeof(pdk_ply_element)),
                    .properties = pdk_vector_of(&document->memory, sizeof(pdk_ply_property)),
                    .error = error };
    ply->comments = pdk_vector_of(&document->memory, sizeof(pdk_text));
    ply->infos = pdk_vector_of(&document->memory, sizeof(pdk_text));
    pdk_line line = { text, text }, word;
    if (!next_line(&head, &line) || !pdk_line_word(&line, &word) || !pdk_word_is(&word, "ply")) {
        return pdk_fail(error, PDK_E_CORRUPT, 0, "ply.magic", "the first line must be \"ply\"");
    }
    for (bool ended = false; !ended;) {
        if (!next_line(&head, &line)) {
            return pdk_fail(error, PDK_E_TRUNCATED, place(&head), "ply.header.end",
                            "the header has no line \"end_header\"");
        }
        pdk_status status = read_line(&head, line, &ended);
        if (status != PDK_OK) return status;
    }
    if (!head.has_format) return refuse(&head, "ply.format", "the header has no line \"format\"", &line);
    end_element(&head);
    ply->elements = head.elements.items;
    ply->element_count = head.elements.count;
    ply->body = (uint64_t)(head.at - text);
    if (ply->encoding == PDK_PLY_TEXT && head.at[-1] == '\r') {
        return pdk_fail(error, PDK_E_UNSUPPORTED, place(&head), "ply.lines",
                        "lines end with a carriage return alone, as on old Macs: convert the line ends first");
    }
    return PDK_OK;
}
