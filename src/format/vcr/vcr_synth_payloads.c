/* Events of a generated replay, filled through the layouts they are read by. A dialect that has no event for something
 * gets none. */
#include "format/vcr/vcr_synth.h"
#include "format/vcr/vcr_walk.h"

uint8_t *pdk_vcr_add_known(pdk_vcr_writer *writer, pdk_vcr_event_kind event, uint32_t size, const pdk_record **record)
{
    uint32_t dialect = writer->variation->layout.dialect;
    const pdk_variant *variant = pdk_variant_find(
        pdk_vcr_variants, dialect, dialect == PDK_VCR_L ? event.flag : event.event_class, event.type, size);
    if (variant == NULL) return NULL;
    *record = variant->record;
    return pdk_vcr_add_event(writer, event.driver, event.event_class, event.type, event.flag, size);
}

void pdk_vcr_add_values(pdk_vcr_writer *writer, pdk_vcr_event_kind event, uint32_t size, const pdk_named_value *values)
{
    const pdk_record *record;
    uint8_t *payload = pdk_vcr_add_known(
        writer, (pdk_vcr_event_kind){ event.driver, event.event_class, event.type, event.flag }, size, &record);
    if (payload != NULL && !pdk_put_values(record, payload, values)) {
        pdk_fail(&writer->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "vcr.synth", "a value does not fit %s", record->name);
    }
}

void pdk_vcr_add_value(pdk_vcr_writer *writer, pdk_vcr_event_kind event, uint32_t size, const char *name, double value)
{
    pdk_vcr_add_values(writer, (pdk_vcr_event_kind){ event.driver, event.event_class, event.type, event.flag }, size,
                       (const pdk_named_value[]){ { name, value }, { NULL, 0 } });
}

void pdk_vcr_add_tyres(pdk_vcr_writer *writer, unsigned slot, uint32_t car)
{
    double front = car % 3, rear = car % 2;
    pdk_vcr_add_values(writer, (pdk_vcr_event_kind){ slot, 2, 16, 0 }, 4,
                       (const pdk_named_value[]){ { "front_left_compound", front },
                                                  { "front_right_compound", front },
                                                  { "rear_left_compound", rear },
                                                  { "rear_right_compound", rear },
                                                  { NULL, 0 } });
}

void pdk_vcr_add_lights(pdk_vcr_writer *writer, int lights)
{
    uint32_t size = writer->variation->layout.dialect == PDK_VCR_R1 ? 1 : 3;
    pdk_vcr_add_value(writer, (pdk_vcr_event_kind){ PDK_VCR_NOBODY, 1, 10, 1 }, size, "lights", lights);
}

void pdk_vcr_add_weather(pdk_vcr_writer *writer, double clock)
{
    uint32_t dialect = writer->variation->layout.dialect;
    if (dialect == PDK_VCR_L) {
        pdk_vcr_add_values(writer, (pdk_vcr_event_kind){ PDK_VCR_NOBODY, 1, 10, 0 }, 80,
                           (const pdk_named_value[]){ { "clock", 14 * 3600 + clock },
                                                      { "ambient_temperature", 24 },
                                                      { "ramp_1", 0.7 + 0.0016 * clock },
                                                      { "ramp_2", 0.3 + 0.0016 * clock },
                                                      { "rain", 0 },
                                                      { NULL, 0 } });
    } else {
        const pdk_record *record; /* its bytes are not known: zero */
        (void)pdk_vcr_add_known(writer, (pdk_vcr_event_kind){ PDK_VCR_NOBODY, 1, 4, 0 },
                                dialect == PDK_VCR_R1 ? 16 : 41, &record);
    }
}
