/* Elements of tracks. Names count without their prefix: each writer has its own for extensions. */
#include <math.h>
#include <string.h>

#include "base/read_number.h"
#include "format/gpx/gpx.h"

typedef enum leaf { NO_LEAF, ELEVATION, TIME, SPEED, COURSE, NAME } leaf;

typedef struct walk {
    pdk_gpx *gpx;
    bool in_track, in_point, has_time;
    leaf leaf;
    pdk_text track_name;
    uint32_t segment;
    size_t track; /* SIZE_MAX = it has no point yet */
    pdk_gpx_point point;
    uint64_t time_at; /* of the time that is none; 0 = there is none */
    bool closed;      /* the root has ended */
    pdk_logged_fault values, untimed, clocks, markup;
} walk;

static uint64_t offset_of(const walk *at, const char *place)
{
    return (uint64_t)(place - (const char *)at->gpx->bytes.data);
}

static pdk_xml_span local(pdk_xml_span name)
{
    for (const char *at = name.at; at < name.end; at++)
        if (*at == ':') name.at = at + 1;
    return name;
}

static double read_value(walk *at, pdk_xml_span span)
{
    double value;
    span = pdk_xml_trim(span);
    const char *from = span.at;
    if (pdk_read_double(&from, span.end, &value) && from == span.end && isfinite(value)) return value;
    pdk_logged_fault_add(&at->values, offset_of(at, span.at));
    return NAN;
}

static void begin_point(walk *at, const pdk_xml_token *token)
{
    pdk_xml_span rest = token->attributes;
    pdk_xml_attribute attribute;
    at->point = (pdk_gpx_point){ .latitude = NAN,
                                 .longitude = NAN,
                                 .elevation = NAN,
                                 .speed = NAN,
                                 .course = NAN,
                                 .segment = at->segment,
                                 .offset = offset_of(at, token->at) };
    at->in_point = true;
    at->has_time = false;
    at->time_at = 0;
    bool found[2] = { false, false };
    while (pdk_xml_next_attribute(&rest, &attribute)) {
        if (attribute.damaged) pdk_logged_fault_add(&at->markup, offset_of(at, attribute.name.at));
        else if (pdk_xml_is(attribute.name, "lat")) {
            at->point.latitude = read_value(at, attribute.value);
            found[0] = true;
        } else if (pdk_xml_is(attribute.name, "lon")) {
            at->point.longitude = read_value(at, attribute.value);
            found[1] = true;
        }
    }
    if (!found[0] || !found[1]) pdk_logged_fault_add(&at->values, at->point.offset);
}

/* A point without a time is no moment of a lap. */
static bool end_point(walk *at)
{
    pdk_gpx *gpx = at->gpx;
    bool is_point = at->in_point;
    at->in_point = false;
    at->leaf = NO_LEAF;
    if (!is_point) return true;
    if (!at->has_time) {
        if (at->time_at > 0) pdk_logged_fault_add(&at->clocks, at->time_at);
        else pdk_logged_fault_add(&at->untimed, at->point.offset);
        return true;
    }
    if (at->track == SIZE_MAX) {
        pdk_gpx_track *track = pdk_vector_push(&gpx->tracks);
        if (track == NULL) return false;
        *track = (pdk_gpx_track){ .name = at->track_name, .first = gpx->points.count };
        at->track = gpx->tracks.count - 1;
    }
    pdk_gpx_point *point = pdk_vector_push(&gpx->points);
    if (point == NULL) return false;
    *point = at->point;
    point->track = (uint32_t)at->track;
    ((pdk_gpx_track *)gpx->tracks.items)[at->track].count++;
    return true;
}

static pdk_text read_text(walk *at, pdk_xml_span span)
{
    pdk_xml_text_faults faults;
    pdk_text text = pdk_xml_text(&at->gpx->document->memory, pdk_xml_trim(span), &faults);
    if (text.data == NULL) at->gpx->document->failed = true;
    return text;
}

static void begin_root(walk *at, const pdk_xml_token *token)
{
    pdk_xml_span rest = token->attributes;
    pdk_xml_attribute attribute;
    while (pdk_xml_next_attribute(&rest, &attribute))
        if (!attribute.damaged && pdk_xml_is(attribute.name, "creator") && at->gpx->creator.size == 0)
            at->gpx->creator = read_text(at, attribute.value);
}

static bool open_element(walk *at, const pdk_xml_token *token)
{
    static const struct {
        const char *name;
        leaf leaf;
    } leaves[] = { { "ele", ELEVATION }, { "time", TIME }, { "speed", SPEED }, { "course", COURSE } };
    pdk_xml_span name = local(token->name);
    bool is_point = pdk_xml_is(name, "trkpt"), is_track = pdk_xml_is(name, "trk");
    if ((is_point || is_track) && !end_point(at)) return false;
    if (pdk_xml_is(name, "gpx")) begin_root(at, token);
    if (is_track) {
        at->in_track = true;
        at->track = SIZE_MAX;
        at->segment = 0;
        at->track_name = (pdk_text){ "", 0 };
    }
    if (pdk_xml_is(name, "trkseg")) at->segment++;
    if (is_point) begin_point(at, token);
    at->leaf = NO_LEAF;
    if (at->in_point)
        for (size_t i = 0; i < sizeof leaves / sizeof leaves[0]; i++)
            if (pdk_xml_is(name, leaves[i].name)) at->leaf = leaves[i].leaf;
    if (!at->in_point && at->in_track && pdk_xml_is(name, "name")) at->leaf = NAME;
    if (!token->closed) return true;
    at->leaf = NO_LEAF;
    return !is_point || end_point(at);
}

static void take_text(walk *at, pdk_xml_span text)
{
    if (at->leaf == ELEVATION) at->point.elevation = read_value(at, text);
    if (at->leaf == SPEED) at->point.speed = read_value(at, text);
    if (at->leaf == COURSE) at->point.course = read_value(at, text);
    if (at->leaf == NAME) {
        at->track_name = read_text(at, text);
        if (at->track != SIZE_MAX) ((pdk_gpx_track *)at->gpx->tracks.items)[at->track].name = at->track_name;
    }
    if (at->leaf != TIME) return;
    at->has_time = pdk_gpx_read_time(text, &at->point.clock);
    if (!at->has_time) at->time_at = offset_of(at, pdk_xml_trim(text).at);
}

static bool close_element(walk *at, const pdk_xml_token *token)
{
    pdk_xml_span name = local(token->name);
    at->leaf = NO_LEAF;
    if (pdk_xml_is(name, "gpx")) at->closed = true;
    if (pdk_xml_is(name, "trk")) at->in_track = false;
    bool ends = pdk_xml_is(name, "trkpt") || pdk_xml_is(name, "trkseg") || pdk_xml_is(name, "trk");
    return !ends || end_point(at);
}

static void tell_faults(walk *at)
{
    pdk_document *document = at->gpx->document;
    pdk_logged_fault_tell(document, PDK_WARNING, "gpx.value", at->values, "gpx.trkpt",
                          "values that are no numbers are missing");
    pdk_logged_fault_tell(document, PDK_WARNING, "gpx.time", at->clocks, "gpx.trkpt",
                          "points whose time is none are left out");
    pdk_logged_fault_tell(document, PDK_WARNING, "gpx.time.missing", at->untimed, "gpx.trkpt",
                          "points without a time are left out");
    pdk_logged_fault_tell(document, PDK_WARNING, "gpx.markup", at->markup, "gpx", "places of damaged markup");
    if (!at->closed)
        pdk_document_add_finding(document, PDK_WARNING, "gpx.cut", at->gpx->bytes.size, "gpx",
                                 "the element gpx has no end: the file is cut");
}

pdk_status pdk_gpx_read_points(pdk_gpx *gpx, pdk_error *error)
{
    const char *begin = (const char *)gpx->bytes.data;
    pdk_xml_reader reader = { .at = begin, .end = begin + gpx->bytes.size };
    pdk_xml_token token;
    walk at = { .gpx = gpx, .track = SIZE_MAX, .track_name = { "", 0 } };
    bool room = true;
    uint64_t tokens = 0;
    for (pdk_xml_next(&reader, &token); token.kind != PDK_XML_DONE && room; pdk_xml_next(&reader, &token)) {
        if (tokens++ % 16384 == 0 &&
            !pdk_document_progress(gpx->document, (uint64_t)(token.at - begin), gpx->bytes.size))
            return pdk_fail_cancelled(error);
        if (token.damaged) pdk_logged_fault_add(&at.markup, offset_of(&at, token.damage));
        if (token.cut) break; /* what the file ends in is not whole */
        if (token.kind == PDK_XML_TEXT) take_text(&at, token.text);
        else room = token.kind == PDK_XML_OPEN ? open_element(&at, &token) : close_element(&at, &token);
        if (gpx->document->failed) return pdk_document_built(gpx->document, error);
    }
    if (!room) return pdk_fail_memory(error, &gpx->document->memory, "the points");
    if (gpx->points.count == 0 && at.clocks.count == 0)
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, 0, "gpx.untimed", "gpx",
                              "no point of a track has a time: it is a way on a map, and no lap");
    tell_faults(&at);
    return PDK_OK;
}
