/* The characters of a part of XML: its encoding, and entities replaced by what they stand for. */
#ifndef PADDOCK_MARKUP_XML_TEXT_H
#define PADDOCK_MARKUP_XML_TEXT_H

#include "base/memory.h"
#include "markup/xml_markup.h"

/* How often, and how many bytes into the span the first is. */
typedef struct pdk_xml_text_fault {
    uint64_t count, first;
} pdk_xml_text_fault;

typedef struct pdk_xml_text_faults {
    pdk_xml_text_fault letters;    /* bytes that are no UTF-8: the text is read as Windows-1252; once for a text */
    pdk_xml_text_fault ampersands; /* that begin no entity, and stay */
} pdk_xml_text_faults;

/* The five entities of XML and numbers are replaced, no others. On failure of memory `data` is NULL. */
pdk_text pdk_xml_text(pdk_memory *memory, pdk_xml_span span, pdk_xml_text_faults *faults);

#endif
