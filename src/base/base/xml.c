/* Letters in XML and HTML. */
#include "base/xml.h"

#include <stddef.h>

const char *pdk_xml_instead(char letter)
{
    switch (letter) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;"; /* HTML 4 knows no &apos; */
    default: return NULL;
    }
}
