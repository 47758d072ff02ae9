/* Banner, tag, texts, drivers and counters of a generated replay, written through the same tables they are read by. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/vcr/vcr_synth.h"

static const char *const name_tail =
    " of the Society for the Preservation of Very Long Names in the Entry Lists of Small but Honest Motor Races, "
    "Second Division, North";

/* A value for a field of a record whose fields follow each other; what is not named is zero or empty. */
typedef struct placed_value {
    const char *name; /* ends the list when NULL */
    const char *text; /* or */
    double number;
} placed_value;

typedef struct assembly {
    uint8_t bytes[4096];
    size_t fill;
    bool fits;
} assembly;

static const placed_value *find(const placed_value *values, const char *name)
{
    for (; values->name != NULL; values++) {
        if (strcmp(values->name, name) == 0) return values;
    }
    return NULL;
}

static void put_text(assembly *to, const pdk_field *field, const char *text)
{
    size_t length = strlen(text), prefix = pdk_storage_size(field);
    pdk_field length_field = { .name = field->name,
                               .storage = prefix == 1   ? PDK_RAW_U8
                                          : prefix == 2 ? PDK_RAW_U16
                                                        : PDK_RAW_U32 };
    to->fits = to->fits && sizeof to->bytes - to->fill >= prefix + length &&
               pdk_put_i64(&length_field, 0, to->bytes + to->fill, (int64_t)length);
    if (!to->fits) return;
    memcpy(to->bytes + to->fill + prefix, text, length);
    to->fill += prefix + length;
}

static void put_record(assembly *to, const pdk_record *record, const placed_value *values)
{
    size_t start = to->fill;
    for (uint32_t i = 0; i < record->field_count && to->fits; i++) {
        pdk_field field = record->fields[i];
        const placed_value *value = find(values, field.name);
        if (field.storage >= PDK_RAW_TEXT8 && field.storage <= PDK_RAW_TEXT32) {
            put_text(to, &field, value != NULL ? value->text : "");
            continue;
        }
        size_t at = field.offset == PDK_FOLLOWS ? to->fill : start + field.offset,
               size = (size_t)pdk_field_size(&field);
        to->fits = sizeof to->bytes - at >= size;
        if (!to->fits) return;
        if (at + size > to->fill) to->fill = at + size;
        if (value == NULL) continue;
        field.offset = 0;
        if (field.storage == PDK_RAW_RECORD) field = field.record->fields[0]; /* the session byte's kind of session */
        to->fits = value->text != NULL ? pdk_put_text(&field, to->bytes + at, value->text)
                                       : pdk_put_f64(&field, 0, to->bytes + at, value->number);
    }
}

static pdk_status flush(assembly *to, pdk_output *output, pdk_error *error)
{
    if (!to->fits) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "vcr.synth", "the head of the file does not fit");
    }
    pdk_status status = pdk_output_write(output, to->bytes, to->fill, error);
    *to = (assembly){ .fits = true };
    return status;
}

/* ---------------------------------------------------------------------------------------------- the parts */

static void put_tag(assembly *to, const pdk_vcr_variation *variation, uint64_t metadata_at)
{
    static const char banner[] = "//[[gMb1.002f (c)2016    ]] [[            ]]\n";
    memcpy(to->bytes, banner, sizeof banner - 1);
    to->fill = sizeof banner - 1;
    uint32_t dialect = variation->layout.dialect;
    bool is_l = dialect == PDK_VCR_L;
    put_record(to, &pdk_vcr_tag,
               (const placed_value[]){ { "magic", "IRSR", 0 },
                                       { is_l ? "format_word" : "version", NULL,
                                         is_l                    ? 0x80000008u
                                         : dialect == PDK_VCR_R1 ? 1.01
                                                                 : 1.08 },
                                       { NULL, NULL, 0 } });
    if (is_l) {
        put_record(to, &pdk_vcr_l_stream,
                   (const placed_value[]){ { "metadata_offset", NULL, (double)metadata_at }, { NULL, NULL, 0 } });
    }
}

static void put_info(assembly *to, const pdk_vcr_variation *variation, const pdk_vcr_entries *entries)
{
    static const struct {
        const char *title;
        int session, r1_session;
    } kinds[] = { { "PRACTICE", 1, 1 }, { "QUALIFY", 5, 5 }, { "RACE", 10, 7 } };
    const pdk_sim_session_plan *plan = entries->session != NULL ? pdk_sim_session_get_plan(entries->session) : NULL;
    bool old = variation->layout.dialect == PDK_VCR_R1;
    int kind = plan != NULL ? (int)plan->kind : 2;
    double minutes = plan != NULL ? floor(plan->duration / 60) : 0;
    char event[128];
    snprintf(event, sizeof event, "{\"sceneDesc\":\"PADDOCK\",\"session\":\"%s\",\"eventTitle\":\"Paddock Ring\"}",
             kinds[kind].title);
    put_record(to, variation->layout.info,
               (const placed_value[]){
                   { "rfm", "Paddock.rfm", 0 },
                   { "mod_info", "mod=Paddock GT\nversion=1.00\ntrack=Paddock Ring\n", 0 },
                   { "event_info", event, 0 },
                   { "scn", "PaddockRing.scn", 0 },
                   { "aiw", "PaddockRing.aiw", 0 },
                   { "mod_name", "Paddock GT", 0 },
                   { "mod_version", "1.00", 0 },
                   { "mod_id", "0f1e2d3c4b5a69788796a5b4c3d2e1f0", 0 },
                   { "track", "Paddock\\Ring", 0 },
                   { "track_version", "1.00", 0 },
                   { "content_hash", "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", 0 },
                   { "install_path", "C:\\Games\\Paddock", 0 },
                   { "session_byte", NULL, old ? kinds[kind].r1_session : kinds[kind].session },
                   { "damage_multiplier", NULL, 100 },
                   { "fuel_multiplier", NULL, 1 },
                   { "tyre_multiplier", NULL, 1 },
                   { "race_time", NULL, old ? minutes : minutes * 60 },
                   { NULL, NULL, 0 },
               });
}

static void put_driver(assembly *to, const pdk_vcr_variation *variation, const pdk_vcr_entries *entries, uint32_t car,
                       const pdk_vcr_totals *totals)
{
    double entry = totals->start_time, leaving = totals->end_time;
    char second[32] = "";
    if (entries->session != NULL) {
        const pdk_log_driver *driver =
            PDK_LOG_AT(pdk_log_driver, pdk_sim_session_get_log(entries->session)->drivers, car);
        if (driver->joined > entry) entry = driver->joined;
        if (driver->left >= 0 && driver->left < leaving) leaving = driver->left;
        if (pdk_sim_session_has_second(entries->session, car)) {
            pdk_sim_session_driver_name(entries->session, second, car, 1);
        }
    }
    static const char version[] = "1.07", id[] = "deadbeef00112233445566778899aabbccddeeff00112233445566778899aabb";
    char short_name[32], name[256], number[8];
    pdk_sim_driver_name(short_name, car);
    snprintf(name, sizeof name, "%s%s", short_name, variation->long_names ? name_tail : "");
    snprintf(number, sizeof number, "%u", (unsigned)(car + 1) % 1000);
    bool swapped = variation->id_before_version;
    const char *vehicle_id = variation->layout.dialect == PDK_VCR_L ? "32_26_PADDOCK" : swapped ? version : id;
    put_record(to, variation->layout.driver,
               (const placed_value[]){
                   { "slot", NULL, variation->first_slot + car },
                   { "name", name, 0 },
                   { "co_driver", second, 0 },
                   { "vehicle", "Paddock GT", 0 },
                   { "vehicle_version", swapped ? id : version, 0 },
                   { "vehicle_id", vehicle_id, 0 },
                   { "vehicle_file", "PADDOCK_GT.VEH", 0 },
                   { "skin_file", "PADDOCK_GT.DDS", 0 },
                   { "team", "Paddock Racing", 0 },
                   { "car_number", number, 0 },
                   { "entry_time", NULL, (float)entry },
                   { "exit_time", NULL, (float)leaving },
                   { NULL, NULL, 0 },
               });
}

static pdk_status write_drivers(assembly *to, const pdk_vcr_variation *variation, const pdk_vcr_entries *entries,
                                const pdk_vcr_totals *totals, pdk_output *output, pdk_error *error)
{
    put_record(to, variation->layout.driver_count,
               (const placed_value[]){ { "driver_count", NULL, entries->cars }, { NULL, NULL, 0 } });
    pdk_status status = flush(to, output, error);
    for (uint32_t car = 0; car < entries->cars && status == PDK_OK; car++) {
        if (car > 0 && variation->layout.separator != NULL) to->fill += variation->layout.separator->size;
        put_driver(to, variation, entries, car, totals);
        status = flush(to, output, error);
    }
    return status;
}

static void put_counters(assembly *to, const pdk_vcr_variation *variation, const pdk_vcr_totals *totals)
{
    bool cut = variation->cut_counters;
    put_record(to, variation->layout.counters,
               (const placed_value[]){
                   { "slice_count", NULL, cut ? 0 : (double)totals->slices },
                   { "event_count", NULL, cut ? 0 : (double)totals->events },
                   { "start_time", NULL, (float)totals->start_time },
                   { "end_time", NULL, cut ? (float)totals->start_time : (float)totals->end_time },
                   { "duration", NULL, (float)(totals->end_time - totals->start_time) },
                   { NULL, NULL, 0 },
               });
}

/* ----------------------------------------------------------------------------------------------- both ends */

pdk_status pdk_vcr_write_front(const pdk_vcr_variation *variation, const pdk_vcr_entries *entries,
                               const pdk_vcr_totals *totals, pdk_output *output, pdk_error *error)
{
    assembly to = { .fits = true };
    bool behind = variation->layout.dialect == PDK_VCR_L;
    put_tag(&to, variation, 45 + pdk_vcr_tag.size + pdk_vcr_l_stream.size + totals->bytes);
    if (behind) return flush(&to, output, error);
    put_info(&to, variation, entries);
    pdk_status status = write_drivers(&to, variation, entries, totals, output, error);
    if (status != PDK_OK) return status;
    if (variation->layout.dialect == PDK_VCR_R1) {
        put_record(&to, &pdk_vcr_r1_playback, (const placed_value[]){ { NULL, NULL, 0 } });
    }
    put_counters(&to, variation, totals);
    return flush(&to, output, error);
}

pdk_status pdk_vcr_write_back(const pdk_vcr_variation *variation, const pdk_vcr_entries *entries,
                              const pdk_vcr_totals *totals, pdk_output *output, pdk_error *error)
{
    assembly to = { .fits = true };
    if (variation->layout.dialect != PDK_VCR_L) return PDK_OK;
    put_info(&to, variation, entries);
    pdk_status status = write_drivers(&to, variation, entries, totals, output, error);
    if (status != PDK_OK) return status;
    put_counters(&to, variation, totals);
    return flush(&to, output, error);
}
