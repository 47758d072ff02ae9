/* Text and JSON within HTML. */
#include <string.h>

#include "base/xml.h"
#include "page/page_html.h"

void pdk_html_put(pdk_output *output, const char *markup)
{
    pdk_output_write(output, markup, strlen(markup), NULL);
}

void pdk_html_text(pdk_output *output, const char *text, size_t size)
{
    size_t done = 0;
    for (size_t i = 0; i < size; i++) {
        const char *instead = pdk_xml_instead(text[i]);
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7F) instead = "\xEF\xBF\xBD";
        if (instead == NULL) continue;
        pdk_output_write(output, text + done, i - done, NULL);
        pdk_html_put(output, instead);
        done = i + 1;
    }
    pdk_output_write(output, text + done, size - done, NULL);
}

/* U+2028 and U+2029 are E2 80 A8 and E2 80 A9. */
static const char *json_escape(const uint8_t *at, size_t left, size_t *length)
{
    *length = 1;
    switch (*at) {
    case '<': return "\\u003C";
    case '>': return "\\u003E";
    case '&': return "\\u0026";
    default: break;
    }
    if (left < 3 || at[0] != 0xE2 || at[1] != 0x80 || (at[2] != 0xA8 && at[2] != 0xA9)) return NULL;
    *length = 3;
    return at[2] == 0xA8 ? "\\u2028" : "\\u2029";
}

void pdk_html_json(pdk_output *output, pdk_bytes json)
{
    size_t done = 0, length;
    for (size_t i = 0; i < json.size; i++) {
        const char *instead = json_escape(json.data + i, json.size - i, &length);
        if (instead == NULL) continue;
        pdk_output_write(output, json.data + done, i - done, NULL);
        pdk_html_put(output, instead);
        i += length - 1;
        done = i + 1;
    }
    pdk_output_write(output, json.data + done, json.size - done, NULL);
}
