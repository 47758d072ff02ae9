/* Latitude and longitude as metres, and back. */
#include <math.h>

#include "model/geographic.h"
#include "support.h"

static void there_and_back(void **state)
{
    (void)state;
    static const pdk_geographic places[] = { { 52.0786, -1.0169 },  { -33.8, 18.5 },  { 0, 103.8 },
                                             { 25.4545, -80.4155 }, { 0.004, 0.004 }, { 78.2, 15.6 } };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        pdk_local_plane plane = pdk_local_plane_near(places[i]);
        double x, y;
        pdk_local_plane_metres(&plane, places[i], &x, &y);
        assert_true(fabs(x) <= 600 && fabs(y) <= 600); /* half of 0.01 degrees */
        pdk_geographic back = pdk_local_plane_degrees(&plane, x, y);
        assert_near(back.latitude, places[i].latitude, 1e-12);
        assert_near(back.longitude, places[i].longitude, 1e-12);
    }
}

/* Published lengths of a degree on WGS 84. */
static void degrees_have_their_length(void **state)
{
    (void)state;
    pdk_local_plane equator = pdk_local_plane_at((pdk_geographic){ 0, 0 }),
                    middle = pdk_local_plane_at((pdk_geographic){ 45, 0 }),
                    north = pdk_local_plane_at((pdk_geographic){ 60, 0 });
    assert_near(equator.north, 110574, 1);
    assert_near(equator.east, 111320, 1);
    assert_near(middle.north, 111132, 1);
    assert_near(middle.east, 78847, 1);
    assert_near(north.north, 111412, 1);
    assert_near(north.east, 55800, 1);
}

static void longitudes_begin_again(void **state)
{
    (void)state;
    pdk_local_plane plane = pdk_local_plane_at((pdk_geographic){ 10, 180 });
    double east, west, y;
    pdk_local_plane_metres(&plane, (pdk_geographic){ 10, -179.999 }, &east, &y);
    pdk_local_plane_metres(&plane, (pdk_geographic){ 10, 179.999 }, &west, &y);
    assert_near(east, -west, 1e-6);
    assert_near(east, 109.6, 0.1);
}

static void lost_places_are_none(void **state)
{
    (void)state;
    assert_true(pdk_geographic_is_fix((pdk_geographic){ 45, -30 }));
    assert_true(pdk_geographic_is_fix((pdk_geographic){ 0, 103.8 }));
    assert_false(pdk_geographic_is_fix((pdk_geographic){ 0, 0 }));
    assert_false(pdk_geographic_is_fix((pdk_geographic){ 91, 0 }));
    assert_false(pdk_geographic_is_fix((pdk_geographic){ 45, 181 }));
    assert_false(pdk_geographic_is_fix((pdk_geographic){ NAN, 5 }));
    assert_false(pdk_geographic_is_fix((pdk_geographic){ 5, NAN }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(degrees_have_their_length),
        cmocka_unit_test(longitudes_begin_again),
        cmocka_unit_test(lost_places_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
