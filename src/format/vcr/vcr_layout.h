/* The layout tables of gMotor replays. Three dialects share one tag. */
#ifndef PADDOCK_FORMAT_VCR_VCR_LAYOUT_H
#define PADDOCK_FORMAT_VCR_VCR_LAYOUT_H

#include "layout/layout.h"

/* Dialects, as the bits pdk_variant knows them by. */
enum {
    PDK_VCR_R1 = 1, /* rFactor */
    PDK_VCR_R2 = 2, /* rFactor 2, version 1.08 */
    PDK_VCR_L = 4   /* Le Mans Ultimate, format words 0x80000007 and 0x80000008 */
};

/* The tables that payloads become rows of. */
typedef enum pdk_vcr_table {
    PDK_VCR_NONE = 0,
    PDK_VCR_POSES,
    PDK_VCR_CHECKPOINTS,
    PDK_VCR_RUNNING_ORDER,
    PDK_VCR_CONTACTS,
    PDK_VCR_PENALTIES,
    PDK_VCR_PIT,
    PDK_VCR_TYRES,
    PDK_VCR_LIGHTS,
    PDK_VCR_WEATHER,
    PDK_VCR_SESSION,
    PDK_VCR_COUNTDOWN,
    PDK_VCR_TRACK_LIMITS,
    PDK_VCR_IMPACTS,
    PDK_VCR_BRAKES,
    PDK_VCR_ENERGY,
    PDK_VCR_DRIVER_CHANGES,
    PDK_VCR_NOTICES, /* by name: their payload cannot be decoded */
    PDK_VCR_WHEELS,
    PDK_VCR_SOUNDS,
    PDK_VCR_PROGRESS,
    PDK_VCR_COMPOUNDS,
    PDK_VCR_TABLES
} pdk_vcr_table;

/* --- vcr_layout.c: what is around the slices --- */
extern const pdk_record pdk_vcr_tag;      /* after the banner, usually at 45 */
extern const pdk_record pdk_vcr_l_stream; /* after the tag */

extern const pdk_record pdk_vcr_r1_session, pdk_vcr_session; /* the session byte */
extern const pdk_record pdk_vcr_r1_info, pdk_vcr_r2_info, pdk_vcr_l_info;
extern const pdk_record pdk_vcr_driver_count, pdk_vcr_driver_count_short;
extern const pdk_record pdk_vcr_r1_driver, pdk_vcr_r2_driver, pdk_vcr_r2_driver_short_id, pdk_vcr_r2_driver_old,
    pdk_vcr_l_driver, pdk_vcr_l_separator;
extern const pdk_record pdk_vcr_r1_playback, pdk_vcr_r1_camera_list, pdk_vcr_r1_camera;
extern const pdk_record pdk_vcr_r1_counters, pdk_vcr_r2_counters, pdk_vcr_l_trailer;

/* --- vcr_events.c: slices and event headers --- */
enum { PDK_VCR_SLICE_EVENTS = 4 }; /* where a slice, of both kinds, says how many events it has */
extern const pdk_record pdk_vcr_slice, pdk_vcr_slice_long;
extern const pdk_record pdk_vcr_r1_event, pdk_vcr_r2_event, pdk_vcr_l_event;

/* --- vcr_poses.c, vcr_payloads.c: what events carry --- */
extern const pdk_record pdk_vcr_r1_pose, pdk_vcr_r2_pose, pdk_vcr_l_pose, pdk_vcr_velocity;
extern const pdk_record pdk_vcr_r2_penalty, pdk_vcr_l_penalty, pdk_vcr_session_name, pdk_vcr_driver_change;
extern const pdk_record pdk_vcr_r1_order, pdk_vcr_order;

/* --- vcr_l_payloads.c --- */
enum { PDK_VCR_L_RAIN_AT = 42, PDK_VCR_L_RAIN_PLACES = 9, PDK_VCR_L_RAIN_STEP = 4 }; /* three equal bytes, a 0 */
extern const pdk_record pdk_vcr_l_contact, pdk_vcr_l_pit, pdk_vcr_l_pit_service, pdk_vcr_l_lane, pdk_vcr_l_escape,
    pdk_vcr_l_weather, pdk_vcr_l_brakes, pdk_vcr_l_progress, pdk_vcr_l_compounds, pdk_vcr_l_energy, pdk_vcr_l_wheels,
    pdk_vcr_l_sound;

/* Which record a payload is, by class (in L: the two top bits), type, size and dialect. */
extern const pdk_variant pdk_vcr_variants[];
/* Which table a payload of this record is a row of. */
pdk_vcr_table pdk_vcr_table_of(const pdk_record *record);

extern const pdk_record *const pdk_vcr_records[];

#endif
