/* The coordinate system a file states, in GeoTIFF keys or well-known text, and what its coordinates are measured in. */
#include <math.h>
#include <stdio.h>

#include "base/load.h"
#include "base/text.h"
#include "format/las/las.h"

static const double foot = 0.3048, survey_foot = 1200.0 / 3937;

/* What is stated. */
typedef struct crs {
    pdk_las_units units;
    uint64_t offset; /* where the unit is */
    bool by_epsg;    /* the unit follows from the system's number alone */
} crs;

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * b;
}

/* The international foot and the US survey foot differ by two millionths: 4 m in a coordinate of 2000 km. */
static const char *unit_name(double metres, bool brief)
{
    if (metres <= 0) return NULL;
    if (near(metres, 1)) return brief ? "m" : "metres";
    if (fabs(metres - survey_foot) < 2e-7) return brief ? "US survey ft" : "US survey feet";
    if (fabs(metres - foot) < 2e-7) return brief ? "ft" : "feet";
    return NULL;
}

/* ------------------------------------------------------------------------------------------------ GeoTIFF keys */

/* Metres in a unit of length with this EPSG number; 0 = not one we know. */
static double metres_of(unsigned code)
{
    switch (code) {
    case 9001: return 1;
    case 9002: return foot;
    case 9003: return survey_foot;
    case 9036: return 1000;
    default: return 0;
    }
}

/* The state plane systems of NAD83 in feet have EPSG numbers 2222 to 2289; these of them are in international feet. */
static double metres_of_system(unsigned epsg)
{
    static const struct {
        uint16_t first, last;
    } international[] = { { 2222, 2224 }, { 2251, 2253 }, { 2256, 2256 }, { 2265, 2266 },
                          { 2269, 2270 }, { 2273, 2273 }, { 2280, 2282 } };
    if (epsg < 2222 || epsg > 2289) return 0;
    for (size_t i = 0; i < sizeof international / sizeof international[0]; i++) {
        if (epsg >= international[i].first && epsg <= international[i].last) return foot;
    }
    return survey_foot;
}

/* A directory of four numbers an entry: which key, where its value is (0 = here), how many, the value. */
static void read_keys(pdk_las *las, const pdk_las_vlr_row *row, crs *to)
{
    enum { MODEL = 1024, GEOGRAPHIC = 2048, ANGULAR = 2054, PROJECTED = 3072, LINEAR = 3076, VERTICAL = 4096 };
    enum { VERTICAL_UNIT = 4099, IS_GEOGRAPHIC = 2, IS_GEOCENTRIC = 3, OWN = 32767 };
    const uint8_t *at = las->bytes + row->offset;
    unsigned model = 0, geographic = 0, projected = 0;
    bool angular = false;
    to->offset = row->offset;
    for (uint64_t i = PDK_LAS_KEY; i + PDK_LAS_KEY <= row->length; i += PDK_LAS_KEY) {
        unsigned key = pdk_load_u16(at + i), value = pdk_load_u16(at + i + PDK_LAS_KEY_VALUE);
        if (pdk_load_u16(at + i + PDK_LAS_KEY_LOCATION) != 0) continue;
        switch (key) {
        case MODEL: model = value; break;
        case GEOGRAPHIC: geographic = value; break;
        case ANGULAR: angular = true; break;
        case PROJECTED: projected = value; break;
        case VERTICAL: las->vertical_epsg = value != OWN ? (uint16_t)value : 0; break;
        case VERTICAL_UNIT: to->units.upward = metres_of(value); break;
        case LINEAR:
            to->units.across = metres_of(value);
            to->offset = row->offset + i;
            break;
        default: break;
        }
    }
    to->units.degrees = model == IS_GEOGRAPHIC || (model == 0 && projected == 0 && (geographic != 0 || angular));
    to->units.geocentric = model == IS_GEOCENTRIC;
    unsigned epsg = to->units.degrees ? geographic : projected;
    las->epsg = epsg != OWN ? (uint16_t)epsg : 0;
    if (to->units.degrees || to->units.across > 0) return;
    to->units.across = metres_of_system(las->epsg);
    to->by_epsg = to->units.across > 0;
}

/* ---------------------------------------------------------------------------------------------------- told */

static void warn_of_degrees(pdk_las *las, const crs *from)
{
    char system[24] = "";
    if (las->epsg != 0) snprintf(system, sizeof system, " (EPSG %u)", (unsigned)las->epsg);
    las->mesh.units.degrees = true;
    las->mesh.units.text = "deg";
    pdk_document_add_finding(las->document, PDK_WARNING, "las.degrees", from->offset, "las.vlr",
                             "x and y are degrees of longitude and latitude%s, not metres: project them first, with "
                             "PDAL or GDAL",
                             system);
}

static void warn_of_feet(pdk_las *las, const crs *from)
{
    double across = from->units.across, upward = from->units.upward;
    const char *name = unit_name(across, false), *height = unit_name(upward, false);
    char reason[32] = "";
    if (from->by_epsg) snprintf(reason, sizeof reason, " (EPSG %u)", (unsigned)las->epsg);
    las->mesh.units.finding = "las.unit";
    if (across > 0 && (upward <= 0 || near(upward, across))) {
        pdk_document_add_finding(las->document, PDK_WARNING, "las.unit", from->offset, "las.vlr",
                                 "coordinates are in %s%s, not metres%s: convert with --scale %.10g",
                                 name != NULL ? name : "their own unit", reason,
                                 upward <= 0 ? " (no unit is stated for heights)" : "", across);
    } else if (across <= 0) {
        pdk_document_add_finding(
            las->document, PDK_WARNING, "las.unit", from->offset, "las.vlr",
            "heights are in %s, not metres; the file gives no unit for x and y. If they use the same unit, convert "
            "with --scale %.10g",
            height != NULL ? height : "their own unit", upward);
    } else {
        pdk_document_add_finding(
            las->document, PDK_WARNING, "las.unit", from->offset, "las.vlr",
            "x and y are in %s%s, heights in %s, but --scale is the same for all: bring them to one unit first, with "
            "PDAL",
            name != NULL ? name : "their own unit", reason, height != NULL ? height : "their own unit");
    }
}

static void warn_of_units(pdk_las *las, const crs *from)
{
    pdk_mesh_units *units = &las->mesh.units;
    units->across = from->units.degrees ? 0 : from->units.across;
    units->upward = from->units.upward;
    las->unit[0] = from->units.degrees ? "deg" : unit_name(units->across, true);
    las->unit[1] = unit_name(units->upward, true);
    if (las->unit[1] == NULL && units->upward <= 0 && !from->units.degrees) las->unit[1] = las->unit[0];
    if (las->unit[0] == NULL && units->across <= 0) las->unit[0] = "m";
    if (las->unit[1] == NULL && units->upward <= 0) las->unit[1] = "m";
    bool metres = (units->across <= 0 || near(units->across, 1)) && (units->upward <= 0 || near(units->upward, 1));
    if (from->units.degrees) warn_of_degrees(las, from);
    else if (!metres) warn_of_feet(las, from);
    if (from->units.degrees || metres) return;
    bool same = las->unit[0] != NULL && las->unit[1] != NULL && strcmp(las->unit[0], las->unit[1]) == 0;
    units->text =
        same ? las->unit[0]
             : pdk_text_printf(&las->document->memory, "%s across, %s upward",
                               las->unit[0] != NULL ? las->unit[0] : "?", las->unit[1] != NULL ? las->unit[1] : "?");
}

const char *pdk_las_crs_name(const pdk_las *las)
{
    static const char plain[] = "coordinate system";
    return las->epsg != 0 ? pdk_text_printf(&las->document->memory, "%s (EPSG %u)", plain, (unsigned)las->epsg) : plain;
}

void pdk_las_read_crs(pdk_las *las)
{
    const pdk_las_vlr_row *text = pdk_las_find_vlr(las, PDK_LAS_PROJECTION, PDK_LAS_WKT),
                          *keys = pdk_las_find_vlr(las, PDK_LAS_PROJECTION, PDK_LAS_KEYS),
                          *name = pdk_las_find_vlr(las, PDK_LAS_PROJECTION, PDK_LAS_KEY_TEXT);
    crs stated = { .offset = PDK_NO_OFFSET };
    if (text != NULL) {
        const char *wkt = (const char *)las->bytes + text->offset;
        size_t size = pdk_text_length(wkt, (size_t)text->length);
        pdk_document_add_text(las->document, "coordinate_system", wkt, size, "well-known text (WKT)", PDK_LIKELY);
        stated.units = pdk_las_wkt_units(wkt, size);
        stated.offset = text->offset;
    } else if (name != NULL) {
        pdk_document_add_text(las->document, "coordinate_system", las->bytes + name->offset, (size_t)name->length,
                              "the text of the GeoTIFF keys", PDK_LIKELY);
    }
    if (keys != NULL && text == NULL) read_keys(las, keys, &stated);
    if (las->epsg != 0) {
        pdk_document_add_count(las->document, "epsg", las->epsg,
                               stated.units.degrees ? "code of the geographic coordinate system"
                                                    : "code of the projected coordinate system");
    }
    if (las->vertical_epsg != 0)
        pdk_document_add_count(las->document, "vertical_epsg", las->vertical_epsg,
                               "code of the vertical coordinate system");
    warn_of_units(las, &stated);
    if (stated.units.geocentric) {
        pdk_document_add_finding(las->document, PDK_WARNING, "las.geocentric", stated.offset, "las.vlr",
                                 "x, y and z are measured from the centre of the Earth, so z is not up: project them "
                                 "first, with PDAL or GDAL");
    }
}
