/* An .ldx alone: its beacons in any order, its details, and what is odd. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text_log.h"

static void put_file(const char *markers, const char *details)
{
    text_log_begin();
    text_log_put("<?xml version=\"1.0\"?>\n<LDXFile Locale=\"C\"><Layers><Layer><MarkerBlock>\n%s", markers);
    text_log_put("</MarkerBlock></Layer><Details>%s</Details></Layers></LDXFile>\n", details);
}

static void beacons_and_details(void **state)
{
    (void)state;
    size_t count;
    put_file("<Marker ClassName=\"BCN\" Name=\"2, id=99\" Time=\"8.325e+07\"/><Marker ClassName='XYZ' Time='5'/>"
             "<!-- <Marker ClassName=\"BCN\" Time=\"1e6\"/> --><Marker ClassName='BCN' Time='2.1e7' />",
             "<String Id=\"Total Laps\" Value=\"9\"/><Numeric Id=\"Mass\" Value=\"1080\" Unit=\"kg\"/>"
             "<String Id=\"Driver\" Value=\"B\xE9n &amp; Co\"/><String Id=\"empty\"/>");
    pdk_document *file = text_log_open("ldx");
    double *times = column_f64(file, "beacons", "time", &count);
    assert_int_equal(count, 2);
    assert_near(times[0], 21, 1e-9);
    assert_near(times[1], 83.25, 1e-9);
    free(times);
    assert_false(has_value(file, "beacons", "lap_time", 0));
    assert_near(property_number(file, "lap_time"), 62.25, 1e-9);
    assert_near(property_number(file, "whole_laps"), 1, 0);
    assert_property_text(file, "driver", "B\xC3\xA9n & Co");
    assert_property_text(file, "total_laps", "9");
    assert_int_equal(table_rows(file, "details"), 3);
    assert_no_findings(file);
    read_everything(file);
    pdk_close(file);
}

static void odd_files(void **state)
{
    (void)state;
    put_file("<Marker ClassName=\"BCN\" Time=\"soon\"/><Marker ClassName=\"BCN\"/>"
             "<Marker ClassName=\"BCN\" Time=\"-1\"/>",
             "<String Id=\"a\" Value=\"b & c\"/>");
    pdk_document *file = text_log_open("ldx");
    assert_int_equal(table_rows(file, "beacons"), 0);
    assert_finding_at(file, "ldx.time", text_log_find("<Marker C"));
    assert_finding_at(file, "ldx.ampersand", text_log_find("& c"));
    pdk_close(file);
    text_log_size = text_log_find("Value=\"b");
    file = text_log_open("ldx");
    assert_finding_at(file, "ldx.cut", text_log_size);
    pdk_close(file);
}

static void refused(void **state)
{
    (void)state;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    options.format = "ldx";
    assert_fails(pdk_open_memory("", 0, &options, &document, &error), error, PDK_E_CORRUPT, "ldx.format", 0);
    assert_fails(pdk_open_memory("<gpx/>", 6, &options, &document, &error), error, PDK_E_CORRUPT, "ldx.format", 0);
}

static void swept(void **state)
{
    (void)state;
    put_file("<Marker ClassName=\"BCN\" Name=\"a&#65;\" Time=\"8.325e+07\"/><Marker ClassName='BCN' Time='2e7'/>",
             "<String Id=\"Total Laps\" Value=\"9\"/><Numeric Id=\"Mass\" Value=\"1\" Unit=\"kg\"/>");
    sweep_truncation((const uint8_t *)text_log, text_log_size, 5, "ldx");
    sweep_mutation((const uint8_t *)text_log, text_log_size, 0, text_log_size, 3, "ldx");
    assert_true(sweep_allocation((const uint8_t *)text_log, text_log_size) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beacons_and_details),
        cmocka_unit_test(odd_files),
        cmocka_unit_test(refused),
        cmocka_unit_test(swept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
