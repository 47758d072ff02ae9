/* Events that only their names explain, as a generated replay has them: in each dialect those that somebody has named.
 */
#include <string.h>

#include "format/vcr/vcr_synth.h"

enum { STATUS_BYTES = 4, PART_BYTES = 24, DENT_BYTES = 8, REPORT_BYTES = 4, L_REPORT_BYTES = 23, NOBODY = 255 };
enum { GUARANTEED = 3 };

static void add(pdk_vcr_writer *writer, uint32_t dialects, unsigned slot, unsigned event_class, unsigned type,
                uint32_t size)
{
    bool system = event_class == 3;
    if ((writer->variation->layout.dialect & dialects) != 0)
        (void)pdk_vcr_add_event(writer, slot, event_class, type, system ? GUARANTEED : 0, size);
}

static void report_status(pdk_vcr_writer *writer, unsigned slot, pdk_log_notice_kind kind)
{
    switch (kind) {
    case PDK_LOG_NOTICE_DNF: add(writer, PDK_VCR_R1 | PDK_VCR_R2, slot, 3, 16, STATUS_BYTES); return;
    case PDK_LOG_NOTICE_TAKEN_BACK: add(writer, PDK_VCR_R1, slot, 3, 17, STATUS_BYTES); return;
    case PDK_LOG_NOTICE_KICKED: add(writer, PDK_VCR_R1, slot, 3, 19, STATUS_BYTES); return;
    case PDK_LOG_NOTICE_DISQUALIFIED:
        add(writer, PDK_VCR_R1 | PDK_VCR_R2, slot, 3, 18, STATUS_BYTES);
        add(writer, PDK_VCR_L, slot, 3, 17, 0);
        return;
    }
}

/* R2's loose parts have no driver; that a car lost one is another event. */
static void report_damage(pdk_vcr_writer *writer, unsigned slot, pdk_log_part part)
{
    switch (part) {
    case PDK_LOG_PART_ENGINE:
        add(writer, PDK_VCR_R2, slot, 2, 23, REPORT_BYTES);
        add(writer, PDK_VCR_L, slot, 2, 23, L_REPORT_BYTES);
        return;
    case PDK_LOG_PART_SUSPENSION:
        add(writer, PDK_VCR_R2, slot, 2, 26, REPORT_BYTES);
        add(writer, PDK_VCR_L, slot, 2, 26, L_REPORT_BYTES);
        return;
    case PDK_LOG_PART_FRONT_WING:
    case PDK_LOG_PART_REAR_WING: add(writer, PDK_VCR_R1, slot, 0, 4, PART_BYTES); return;
    case PDK_LOG_PART_DEBRIS: add(writer, PDK_VCR_R1, slot, 1, 7, DENT_BYTES); return;
    case PDK_LOG_PART_WHEEL_FRONT_LEFT:
    case PDK_LOG_PART_WHEEL_FRONT_RIGHT:
    case PDK_LOG_PART_WHEEL_REAR_LEFT:
    case PDK_LOG_PART_WHEEL_REAR_RIGHT:
        add(writer, PDK_VCR_R1, slot, 0, 3, PART_BYTES);
        add(writer, PDK_VCR_R2, NOBODY, 0, 3, PART_BYTES);
        add(writer, PDK_VCR_R2, slot, 0, 5, PART_BYTES);
        return;
    }
}

/* Slots two by two; empty when it is over. */
void pdk_vcr_report_formation(pdk_vcr_writer *writer, const uint8_t *slots, size_t count)
{
    enum { MOST = 30, BETWEEN = 0xFE };
    uint32_t dialect = writer->variation->layout.dialect, size = 0;
    uint8_t pairs[MOST];
    for (size_t i = 0; i < count && size + 2 < MOST; i++) {
        pairs[size++] = slots[i];
        if (i % 2 == 1) pairs[size++] = BETWEEN;
    }
    uint8_t *payload = dialect == PDK_VCR_R1   ? NULL
                       : dialect == PDK_VCR_R2 ? pdk_vcr_add_event(writer, NOBODY, 3, 22, GUARANTEED, size)
                                               : pdk_vcr_add_event(writer, NOBODY, 3, 22, 0, size);
    if (payload != NULL && size > 0) memcpy(payload, pairs, size);
}

void pdk_vcr_report_notice(pdk_vcr_writer *writer, unsigned slot, const pdk_sim_session_event *event)
{
    if (event->kind == PDK_EVENT_NOTICE) report_status(writer, slot, (pdk_log_notice_kind)event->number);
    else report_damage(writer, slot, (pdk_log_part)event->number);
}
