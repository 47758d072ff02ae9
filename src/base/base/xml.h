/* Letters in XML and HTML. */
#ifndef PADDOCK_BASE_XML_H
#define PADDOCK_BASE_XML_H

/* What stands for a letter that markup is made of, in texts and in values of attributes; NULL = the letter itself. */
const char *pdk_xml_instead(char letter);

#endif
