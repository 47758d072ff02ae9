/* Markers are read by their tags alone, because that is all it takes and the files in the wild are of many writers. */
#include "format/ldx/ldx_markers.h"

#include <math.h>

#include "base/read_number.h"
#include "markup/xml_markup.h"

/* Microseconds. */
static bool read_time(pdk_xml_span value, double *time)
{
    value = pdk_xml_trim(value);
    if (!pdk_read_double(&value.at, value.end, time) || !isfinite(*time)) return false;
    *time /= 1e6;
    return value.at == value.end;
}

/* Of a tag's attributes; false where it is no beacon. */
static bool read_marker(pdk_xml_span attributes, pdk_ldx_marker *marker)
{
    pdk_xml_attribute attribute;
    bool beacon = false;
    while (pdk_xml_next_attribute(&attributes, &attribute)) {
        if (attribute.damaged) continue;
        if (pdk_xml_is(attribute.name, "ClassName")) beacon = pdk_xml_is(attribute.value, "BCN");
        if (pdk_xml_is(attribute.name, "Time")) marker->timed = read_time(attribute.value, &marker->time);
        if (pdk_xml_is(attribute.name, "Name"))
            marker->name = (pdk_ldx_text){ attribute.value.at, attribute.value.end };
    }
    return beacon;
}

bool pdk_ldx_next_marker(pdk_ldx_text *text, pdk_ldx_marker *marker)
{
    pdk_xml_reader reader = { .at = text->at, .end = text->end };
    pdk_xml_token token;
    bool found;
    do {
        pdk_xml_next(&reader, &token);
        *marker = (pdk_ldx_marker){ .at = token.at, .time = NAN, .name = { token.at, token.at } };
        found = token.kind == PDK_XML_OPEN && !token.cut && pdk_xml_is(token.name, "Marker");
        found = found && read_marker(token.attributes, marker);
    } while (!found && token.kind != PDK_XML_DONE);
    text->at = reader.at;
    return found;
}
