/* Markup of XML as far as files of games and of receivers have it, read without trust: whatever the bytes are, it moves
 * forward and ends. No entity is expanded here, and the document type is skipped, so that nothing in a file can grow.
 */
#ifndef PADDOCK_MARKUP_XML_MARKUP_H
#define PADDOCK_MARKUP_XML_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the file. */
typedef struct pdk_xml_span {
    const char *at, *end;
} pdk_xml_span;

typedef enum pdk_xml_kind {
    PDK_XML_OPEN,  /* <Name attributes> */
    PDK_XML_CLOSE, /* </Name> */
    PDK_XML_TEXT,
    PDK_XML_DONE
} pdk_xml_kind;

typedef struct pdk_xml_token {
    pdk_xml_kind kind;
    pdk_xml_span name, attributes, text;
    const char *at;     /* where it begins */
    bool closed;        /* <Name/>: it has no content */
    bool damaged;       /* of a tag: it has no end, the next one begins in it; of a text: it has a lone < */
    const char *damage; /* where */
    bool cut;           /* the file ends in it */
} pdk_xml_token;

typedef struct pdk_xml_reader {
    const char *at, *end;
    bool cut; /* the file ends in a comment, or in the document type */
} pdk_xml_reader;

/* The next token; at the end PDK_XML_DONE, again and again. Comments, declarations and the document type are left out.
 */
void pdk_xml_next(pdk_xml_reader *reader, pdk_xml_token *token);

typedef struct pdk_xml_attribute {
    pdk_xml_span name, value;
    bool damaged; /* what is at name.at is no attribute, and is skipped */
} pdk_xml_attribute;

/* The next of a tag's attributes; false when there are no more. */
bool pdk_xml_next_attribute(pdk_xml_span *rest, pdk_xml_attribute *attribute);

bool pdk_xml_is(pdk_xml_span span, const char *word);
/* Is the word anywhere in it? */
bool pdk_xml_has(pdk_xml_span span, const char *word);
/* Without the blanks and line ends around it. */
pdk_xml_span pdk_xml_trim(pdk_xml_span span);

#endif
