/* OpenDRIVE 1.7: one road. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "base/xml.h"
#include "io/output.h"
#include "mesh/stated_place.h"
#include "opendrive/road.h"
#include "target/text_buffer.h"

static void put(pdk_text_buffer *text, const char *line)
{
    pdk_text_buffer_put(text, line, strlen(line));
}

/* What XML has no characters for becomes a blank, what is no UTF-8 the sign for that. */
static void put_text(pdk_text_buffer *text, const char *name, const char *value)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    size_t left = strlen(value), size;
    pdk_text_buffer_printf(text, " %s=\"", name);
    for (; left > 0; value += size, left -= size) {
        size = pdk_utf8_sequence((const uint8_t *)value, left);
        const char *instead = pdk_xml_instead(*value);
        bool control = (unsigned char)*value < ' ' || *value == 0x7F;
        bool none = size == 3 && memcmp(value, "\xEF\xBF\xBE", 2) == 0 && (unsigned char)value[2] >= 0xBE;
        if (size == 0 || none) put(text, replacement);
        else if (control || instead != NULL) put(text, control ? " " : instead);
        else pdk_text_buffer_put(text, value, size);
        if (size == 0) size = 1;
    }
    put(text, "\"");
}

static void put_number(pdk_text_buffer *text, const char *name, double value)
{
    char number[PDK_NUMBER_SIZE];
    number[pdk_format_number(number, value + 0.0, PDK_FLOAT64)] = '\0'; /* a zero without a sign */
    pdk_text_buffer_printf(text, " %s=\"%s\"", name, number);
}

static void put_fact(pdk_text_buffer *text, const char *code, double value)
{
    put(text, "    <userData");
    put_text(text, "code", code);
    put_number(text, "value", value);
    put(text, "/>\n");
}

/* ---------------------------------------------------------------------------------------------------- header */

/* As PROJ writes coordinate systems: in full for zones of UTM, otherwise by their number. */
static void put_system(pdk_text_buffer *text, uint32_t epsg)
{
    if (epsg == 0) return;
    unsigned zone = epsg % 100;
    const char *datum = epsg / 100 == 326 || epsg / 100 == 327 ? "+datum=WGS84" : "+ellps=GRS80 +towgs84=0,0,0";
    bool utm = zone >= 1 && zone <= 60 && (epsg / 100 == 326 || epsg / 100 == 327);
    utm = utm || (epsg >= 25828 && epsg <= 25838);
    put(text, "    <geoReference><![CDATA[");
    if (utm)
        pdk_text_buffer_printf(text, "+proj=utm +zone=%u%s %s +units=m +no_defs", zone,
                               epsg / 100 == 327 ? " +south" : "", datum);
    else pdk_text_buffer_printf(text, "+init=epsg:%u", (unsigned)epsg);
    put(text, "]]></geoReference>\n");
}

static void put_box(pdk_text_buffer *text, const pdk_road *road)
{
    const pdk_road_point *points = road->points.items;
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    for (size_t i = 0; i < road->points.count; i++) {
        low[0] = fmin(low[0], points[i].x);
        low[1] = fmin(low[1], points[i].y);
        high[0] = fmax(high[0], points[i].x);
        high[1] = fmax(high[1], points[i].y);
    }
    put_number(text, "north", high[1]);
    put_number(text, "south", low[1]);
    put_number(text, "east", high[0]);
    put_number(text, "west", low[0]);
}

static void put_head(pdk_text_buffer *text, const pdk_road *road)
{
    const char *file = road->job->document->file_name;
    put(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OpenDRIVE>\n  <header revMajor=\"1\" revMinor=\"7\"");
    put_text(text, "name", file != NULL ? file : "");
    put(text, " version=\"1.00\"");
    put_box(text, road);
    pdk_text_buffer_printf(text, " vendor=\"Paddock %s\">\n", pdk_version());
    put_system(text, pdk_export_place(road->job).epsg);
    put_fact(text, "paddock.error", road->error);
    put_fact(text, "paddock.line.largest", road->curve.largest);
    put_fact(text, "paddock.line.typical", road->curve.typical);
    static const char *const names[PDK_ROAD_PROFILES][2] = {
        [PDK_ROAD_HEIGHT] = { "paddock.height.largest", "paddock.height.typical" },
        [PDK_ROAD_LEAN] = { "paddock.superelevation.largest", "paddock.superelevation.typical" },
        [PDK_ROAD_LEFT] = { "paddock.left.largest", "paddock.left.typical" },
        [PDK_ROAD_RIGHT] = { "paddock.right.largest", "paddock.right.typical" },
    };
    for (int i = 0; i < PDK_ROAD_PROFILES; i++) {
        if (road->profiles[i].count == 0) continue;
        put_fact(text, names[i][0], road->profiles[i].largest);
        put_fact(text, names[i][1], road->profiles[i].typical);
    }
    if (road->widths_assumed) put_fact(text, "paddock.assumed_width", 2 * road->half_width);
    put(text, "  </header>\n");
}

/* ------------------------------------------------------------------------------------------------------ road */

static void put_piece(pdk_text_buffer *text, const pdk_curve_piece *piece)
{
    const pdk_clothoid *shape = &piece->shape;
    bool bent = fabs(shape->curvature) > 0, changes = fabs(shape->rate) > 0;
    put(text, "      <geometry");
    put_number(text, "s", piece->begin);
    put_number(text, "x", shape->start.x);
    put_number(text, "y", shape->start.y);
    put_number(text, "hdg", shape->start.heading);
    put_number(text, "length", shape->length);
    put(text, changes ? "><spiral" : bent ? "><arc" : "><line");
    if (changes) put_number(text, "curvStart", shape->curvature);
    if (changes) put_number(text, "curvEnd", pdk_clothoid_curvature(shape, shape->length));
    else if (bent) put_number(text, "curvature", shape->curvature);
    put(text, "/></geometry>\n");
}

/* `place` is the name of the attribute that says where a piece begins. */
static void put_cubic(pdk_text_buffer *text, const char *element, const char *place, const pdk_cubic *piece)
{
    static const char *const names[] = { "a", "b", "c", "d" };
    pdk_text_buffer_printf(text, "%s", element);
    put_number(text, place, piece->begin);
    for (int i = 0; i < 4; i++) put_number(text, names[i], piece->factors[i]);
    put(text, "/>\n");
}

static void put_cubics(pdk_text_buffer *text, const char *element, const char *place, const pdk_cubics *cubics)
{
    for (size_t i = 0; i < cubics->count; i++) put_cubic(text, element, place, &cubics->pieces[i]);
}

static void put_lane(pdk_text_buffer *text, const pdk_road *road, int id, int profile)
{
    const pdk_cubics *widths = &road->profiles[profile];
    const pdk_cubic assumed = { 0, { road->half_width, 0, 0, 0 } };
    const char *side = id > 0 ? "left" : "right";
    pdk_text_buffer_printf(text, "        <%s>\n          <lane id=\"%d\" type=\"driving\" level=\"false\">\n", side,
                           id);
    if (road->closed)
        pdk_text_buffer_printf(text, "            <link><predecessor id=\"%d\"/><successor id=\"%d\"/></link>\n", id,
                               id);
    if (widths->count > 0) put_cubics(text, "            <width", "sOffset", widths);
    else put_cubic(text, "            <width", "sOffset", &assumed);
    pdk_text_buffer_printf(text, "          </lane>\n        </%s>\n", side);
}

/* The heights of OpenCRG are whole heights, not what is added to those of the road: mode attached0. */
static void put_surface(pdk_text_buffer *text, const pdk_road *road)
{
    if (road->crg == NULL) return;
    put(text, "    <surface>\n      <CRG");
    put_text(text, "file", road->crg);
    put(text, " sStart=\"0\"");
    put_number(text, "sEnd", road->curve.length);
    put(text, " orientation=\"same\" mode=\"attached0\" purpose=\"elevation\" sOffset=\"0\" tOffset=\"0\" "
              "zOffset=\"0\" zScale=\"1\"/>\n    </surface>\n");
}

static void put_road_begin(pdk_text_buffer *text, const pdk_road *road)
{
    const char *file = road->job->document->file_name;
    put(text, "  <road");
    put_text(text, "name", file != NULL ? file : "");
    put_number(text, "length", road->curve.length);
    put(text, " id=\"1\" junction=\"-1\" rule=\"RHT\">\n");
    if (road->closed)
        put(text, "    <link>\n      <predecessor elementType=\"road\" elementId=\"1\" contactPoint=\"end\"/>\n"
                  "      <successor elementType=\"road\" elementId=\"1\" contactPoint=\"start\"/>\n    </link>\n");
    put(text, "    <planView>\n");
}

static void put_road_end(pdk_text_buffer *text, const pdk_road *road)
{
    put(text, "    </planView>\n    <elevationProfile>\n");
    put_cubics(text, "      <elevation", "s", &road->profiles[PDK_ROAD_HEIGHT]);
    put(text, "    </elevationProfile>\n    <lateralProfile>\n");
    put_cubics(text, "      <superelevation", "s", &road->profiles[PDK_ROAD_LEAN]);
    put(text, "    </lateralProfile>\n    <lanes>\n      <laneSection s=\"0\">\n");
    put_lane(text, road, 1, PDK_ROAD_LEFT);
    put(text, "        <center>\n          <lane id=\"0\" type=\"none\" level=\"false\"/>\n        </center>\n");
    put_lane(text, road, -1, PDK_ROAD_RIGHT);
    put(text, "      </laneSection>\n    </lanes>\n");
    put_surface(text, road);
    put(text, "  </road>\n</OpenDRIVE>\n");
}

static pdk_status flush(const pdk_road *road, pdk_text_buffer *text, pdk_error *error)
{
    if (text->failed) return pdk_fail_memory(error, road->job->memory, "the text of a road");
    pdk_status status = pdk_output_write(road->job->output, text->buffer, (size_t)(text->at - text->buffer), error);
    text->at = text->buffer;
    return status;
}

pdk_status pdk_road_write(const pdk_road *road, pdk_error *error)
{
    pdk_text_buffer text;
    if (!pdk_text_buffer_init(&text, road->job->memory))
        return pdk_fail_memory(error, road->job->memory, "the text of a road");
    put_head(&text, road);
    put_road_begin(&text, road);
    for (size_t i = 0; i < road->curve.count; i++) put_piece(&text, &road->curve.pieces[i]);
    put_road_end(&text, road);
    return flush(road, &text, error);
}
