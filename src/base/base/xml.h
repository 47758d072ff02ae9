/* Letters in XML and HTML. */
#ifndef PADDOCK_BASE_XML_H
#define PADDOCK_BASE_XML_H

/* What replaces a character of markup in texts and attribute values; NULL = the character itself. */
const char *pdk_xml_instead(char letter);

#endif
