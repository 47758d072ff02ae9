/* The readings of a gMotor replay that are published, as combinations of the disputed points. */
#include <stdio.h>

#include "format/vcr/vcr_calibrate.h"

/* Choices: each bit is one point where a description differs from what programs that read real files do. */
enum {
    SHORT_COUNT = 1,  /* the driver count has one byte, not four (the published note) */
    SHORT_ID = 2,     /* R2: the length of the vehicle id has one byte, not two (the published note) */
    OLD_DRIVER = 4,   /* R2: drivers have no vehicle, version and id (a wiki, of versions before 1.08) */
    LONG_SLICES = 8,  /* a slice's event count has four bytes, not two (the published note) */
    NO_SEPARATOR = 16 /* L: nothing between drivers */
};

static void add(pdk_vcr_calibration *calibration, pdk_vcr_layout layout, unsigned choices)
{
    pdk_vcr_trial *trial = &calibration->trials[calibration->count++];
    layout.driver_count = choices & SHORT_COUNT ? &pdk_vcr_driver_count_short : &pdk_vcr_driver_count;
    layout.slice = choices & LONG_SLICES ? &pdk_vcr_slice_long : &pdk_vcr_slice;
    if (choices & SHORT_ID) layout.driver = &pdk_vcr_r2_driver_short_id;
    if (choices & OLD_DRIVER) layout.driver = &pdk_vcr_r2_driver_old;
    if (choices & NO_SEPARATOR) layout.separator = NULL;
    trial->layout = layout;
    trial->choices = choices;
    trial->is_note = layout.dialect == PDK_VCR_R2 && choices == (SHORT_COUNT | SHORT_ID | LONG_SLICES);
    const char *note = trial->is_note ? " (the published note word for word)" : "";
    snprintf(trial->name, sizeof trial->name, "%s, driver count u%d, slice event count u%d%s%s%s%s",
             pdk_vcr_dialect_name(layout.dialect), choices & SHORT_COUNT ? 8 : 32, choices & LONG_SLICES ? 32 : 16,
             choices & SHORT_ID ? ", vehicle id length u8" : "",
             choices & OLD_DRIVER ? ", drivers without vehicle" : "",
             choices & NO_SEPARATOR ? ", nothing between drivers" : "", note);
}

void pdk_vcr_list_readings(pdk_vcr_calibration *calibration)
{
    static const unsigned disputed[] = { 0, SHORT_COUNT, LONG_SLICES, SHORT_COUNT | LONG_SLICES };
    const pdk_vcr_layout r2 = { .dialect = PDK_VCR_R2,
                                .info = &pdk_vcr_r2_info,
                                .session = &pdk_vcr_session,
                                .driver = &pdk_vcr_r2_driver,
                                .counters = &pdk_vcr_r2_counters,
                                .event = &pdk_vcr_r2_event };
    const pdk_vcr_layout r1 = { .dialect = PDK_VCR_R1,
                                .info = &pdk_vcr_r1_info,
                                .session = &pdk_vcr_r1_session,
                                .driver = &pdk_vcr_r1_driver,
                                .counters = &pdk_vcr_r1_counters,
                                .event = &pdk_vcr_r1_event };
    const pdk_vcr_layout l = { .dialect = PDK_VCR_L,
                               .info = &pdk_vcr_l_info,
                               .session = &pdk_vcr_session,
                               .driver = &pdk_vcr_l_driver,
                               .separator = &pdk_vcr_l_separator,
                               .counters = &pdk_vcr_l_trailer,
                               .event = &pdk_vcr_l_event };
    calibration->count = 0;
    for (size_t i = 0; i < sizeof disputed / sizeof disputed[0]; i++) {
        add(calibration, r2, disputed[i]);
        add(calibration, r2, disputed[i] | SHORT_ID);
        add(calibration, r2, disputed[i] | OLD_DRIVER);
        add(calibration, r1, disputed[i]);
        add(calibration, l, disputed[i]);
        add(calibration, l, disputed[i] | NO_SEPARATOR);
    }
}
