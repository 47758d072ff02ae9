/* Who drove what where: the header and the blocks that it leads to. */
#include "base/text.h"
#include "format/ld/ld.h"
#include "format/ld/ld_layout.h"
#include "text/encoding.h"

/* Texts by the name that people ask for; "" is no text. */
static void add_text(pdk_ld *log, const pdk_record *record, uint64_t at, const char *field_name, const char *name,
                     const char *meaning)
{
    pdk_document *document = log->document;
    const pdk_field *field = pdk_record_field(record, field_name);
    pdk_text text =
        pdk_text_read_padded(&document->memory, field->encoding, log->bytes.data + at + field->offset, field->count);
    if (text.data == NULL) document->failed = true;
    else if (text.size > 0 && pdk_document_find_property(document, name) == NULL)
        pdk_document_add_text(document, name, text.data, text.size, meaning, field->certainty);
}

static void add_count(pdk_ld *log, const pdk_record *record, uint64_t at, const char *field_name, const char *name)
{
    const pdk_field *field = pdk_record_field(record, field_name);
    double value = pdk_get_f64(field, 0, log->bytes.data + at);
    if (value > 0) pdk_document_add_number(log->document, name, value, field->unit, field->meaning, field->certainty);
}

/* Where a pointer leads; 0 = nowhere. A block that does not fit the file is a finding. */
static uint64_t follow(pdk_ld *log, const pdk_record *record, uint64_t at, const char *field_name,
                       const pdk_record *wanted, const char *region)
{
    const pdk_field *field = pdk_record_field(record, field_name);
    uint64_t to = (uint64_t)pdk_get_i64(field, 0, log->bytes.data + at);
    if (to == 0) return 0;
    if (to <= log->bytes.size && log->bytes.size - to >= wanted->size) {
        pdk_document_add_region(log->document, region, wanted, to, wanted->size, 1);
        return to;
    }
    pdk_document_add_finding(log->document, PDK_ERROR, "ld.block.outside", at + field->offset, wanted->name,
                             "the %s is at %llu, which is not in the file", region, (unsigned long long)to);
    return 0;
}

void pdk_ld_add_properties(pdk_ld *log)
{
    const pdk_record *header = &pdk_ld_header;
    add_text(log, header, 0, "driver", "driver", NULL);
    add_text(log, header, 0, "vehicle", "vehicle", NULL);
    add_text(log, header, 0, "venue", "track", "the venue");
    add_text(log, header, 0, "session", "session", NULL);
    add_text(log, header, 0, "comment", "comment", NULL);
    uint64_t event = follow(log, header, 0, "event_at", &pdk_ld_event, "event"), venue = 0, vehicle = 0;
    if (event != 0) {
        add_text(log, &pdk_ld_event, event, "name", "event", NULL);
        add_text(log, &pdk_ld_event, event, "session", "session", NULL);
        add_text(log, &pdk_ld_event, event, "comment", "event_comment", NULL);
        venue = follow(log, &pdk_ld_event, event, "venue_at", &pdk_ld_venue, "venue");
    }
    if (venue != 0) {
        add_text(log, &pdk_ld_venue, venue, "name", "track", "the venue");
        vehicle = follow(log, &pdk_ld_venue, venue, "vehicle_at", &pdk_ld_vehicle, "vehicle");
    }
    if (vehicle != 0) {
        add_text(log, &pdk_ld_vehicle, vehicle, "id", "vehicle", NULL);
        add_text(log, &pdk_ld_vehicle, vehicle, "type", "vehicle_type", NULL);
        add_text(log, &pdk_ld_vehicle, vehicle, "comment", "vehicle_comment", NULL);
        add_count(log, &pdk_ld_vehicle, vehicle, "weight", "vehicle_weight");
    }
    add_text(log, header, 0, "date", "date", "dd/mm/yyyy, where it was logged");
    add_text(log, header, 0, "time", "time_of_day", "HH:MM:SS, where it was logged");
    add_text(log, header, 0, "device_type", "device", "the logger");
    add_count(log, header, 0, "device_version", "device_version");
    add_count(log, header, 0, "device_serial", "device_serial");
    if (log->duration > 0)
        pdk_document_add_number(log->document, "duration", log->duration, "s", "of most channels", PDK_CONFIRMED);
}
