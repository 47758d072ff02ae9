/* The header. Whether it has an interval follows from the position of DATA: the published page leaves the field
 * out, recorders wrote it. */
#include <string.h>

#include "base/load.h"
#include "format/rply/rply.h"
#include "text/encoding.h"

static const uint8_t magic[4] = "RPLY", data_tag[4] = "DATA";

static int64_t number(const pdk_record *header, pdk_bytes bytes, const char *name)
{
    return pdk_get_i64(pdk_record_field(header, name), 0, bytes.data);
}

/* The offset of DATA when the header is of this kind; 0 when its car count is impossible. */
static uint64_t data_place(const pdk_record *header, pdk_bytes bytes)
{
    if (bytes.size < header->size) return 0;
    int64_t cars = number(header, bytes, "cars");
    if (cars < 0 || cars >= PDK_RPLY_MAX_CARS) return 0;
    return header->size + (uint64_t)cars * pdk_rply_car_name.size;
}

static bool has_data_at(pdk_bytes bytes, uint64_t place)
{
    return place != 0 && place + sizeof data_tag <= bytes.size &&
           memcmp(bytes.data + place, data_tag, sizeof data_tag) == 0;
}

const pdk_record *pdk_rply_find_header(pdk_bytes bytes, uint32_t *cars)
{
    const pdk_record *const headers[] = { &pdk_rply_header, &pdk_rply_header_without_interval };
    for (size_t i = 0; i < 2; i++) {
        if (!has_data_at(bytes, data_place(headers[i], bytes))) continue;
        *cars = (uint32_t)number(headers[i], bytes, "cars");
        return headers[i];
    }
    return NULL;
}

pdk_rply_car *pdk_rply_car_at(pdk_rply *replay, int32_t index)
{
    if (replay->row_of[index] != PDK_RPLY_NO_ROW) {
        return (pdk_rply_car *)replay->cars.items + replay->row_of[index];
    }
    pdk_rply_car *car = pdk_vector_push(&replay->cars);
    if (car == NULL) {
        replay->document->failed = true;
        return NULL;
    }
    replay->row_of[index] = (uint16_t)(replay->cars.count - 1);
    *car = (pdk_rply_car){ .index = index, .name = { "", 0 } };
    return car;
}

static void add_header_cars(pdk_rply *replay)
{
    for (uint32_t i = 0; i < replay->header_cars; i++) {
        pdk_rply_car *car = pdk_rply_car_at(replay, (int32_t)i);
        if (car == NULL) return;
        const uint8_t *name = replay->bytes.data + replay->header->size + (uint64_t)i * pdk_rply_car_name.size;
        car->name = pdk_text_read_padded(&replay->document->memory, pdk_rply_car_name.fields[0].encoding, name,
                                         pdk_rply_car_name.size);
        car->in_header = true;
        if (car->name.data == NULL) replay->document->failed = true;
    }
}

/* DATA is at neither place. Says which of the two ways that came about. */
static pdk_status fail_data(const pdk_rply *replay, pdk_error *error)
{
    pdk_bytes bytes = replay->bytes;
    int64_t cars = number(&pdk_rply_header, bytes, "cars");
    uint64_t with = data_place(&pdk_rply_header, bytes);
    uint64_t without = data_place(&pdk_rply_header_without_interval, bytes);
    if (with == 0 && without == 0) {
        return pdk_fail_where(
            error, PDK_E_CORRUPT, 76, "rply.cars", "rply.header.cars",
            "%lld cars: only 0 to %d are possible, and the count would not fit with an interval before it either",
            (long long)cars, PDK_RPLY_MAX_CARS - 1);
    }
    if (with != 0 && with + sizeof data_tag > bytes.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "rply.header.truncated", "rply.car_name",
                              "%lld cars need DATA at %llu, but the file ends at %zu", (long long)cars,
                              (unsigned long long)with, bytes.size);
    }
    char hex[48];
    uint64_t place = with != 0 ? with : without;
    bool fits = place + sizeof data_tag <= bytes.size;
    pdk_hex(hex, bytes.data + (fits ? place : 0), fits ? sizeof data_tag : 0);
    return pdk_fail_where(error, PDK_E_CORRUPT, fits ? place : bytes.size, "rply.data", "rply.header",
                          "expected DATA after the car names, here or %llu bytes earlier, found %s",
                          (unsigned long long)(pdk_rply_header.size - pdk_rply_header_without_interval.size),
                          fits ? hex : "the end of the file");
}

/* With `partial`: the place of DATA shows the number of cars better than a count that points elsewhere. */
static pdk_status search_data(pdk_rply *replay, pdk_error *error)
{
    pdk_error story = { 0 };
    pdk_status status = fail_data(replay, &story);
    if (!replay->document->partial) {
        if (error != NULL) *error = story;
        return status;
    }
    const pdk_record *const headers[] = { &pdk_rply_header, &pdk_rply_header_without_interval };
    for (uint32_t cars = 0; cars < PDK_RPLY_MAX_CARS && replay->header == NULL; cars++) {
        for (size_t i = 0; i < 2 && replay->header == NULL; i++) {
            if (!has_data_at(replay->bytes, headers[i]->size + (uint64_t)cars * pdk_rply_car_name.size)) continue;
            replay->header = headers[i];
            replay->header_cars = cars;
        }
    }
    if (replay->header == NULL) {
        if (error != NULL) *error = story;
        return status;
    }
    return pdk_document_damage(replay->document, error, status, story.offset, story.code, story.where,
                               "%s; a DATA further on fits %u cars", story.message, (unsigned)replay->header_cars);
}

/* Sizes of payloads that no car decides. */
static void set_sizes(pdk_rply *replay)
{
    const pdk_record *const records[PDK_RPLY_IDS] = {
        [PDK_RPLY_SET_CAR] = &pdk_rply_set_car,     [PDK_RPLY_POSITION] = &pdk_rply_position,
        [PDK_RPLY_SMOKE] = &pdk_rply_smoke,         [PDK_RPLY_SKID_START] = &pdk_rply_skid_strip,
        [PDK_RPLY_SKID_END] = &pdk_rply_skid_strip, [PDK_RPLY_CAR_ENTRY] = &pdk_rply_car_entry,
    };
    for (size_t id = 0; id < PDK_RPLY_IDS; id++) {
        replay->payload[id] = records[id] != NULL ? (uint16_t)records[id]->size : 0;
    }
    replay->state_end = replay->major == 1 ? &pdk_rply_state_end_1 : &pdk_rply_state_end_2;
    replay->state_size = pdk_rply_state.size + replay->state_end->size;
}

pdk_status pdk_rply_read_header(pdk_rply *replay, pdk_error *error)
{
    pdk_bytes bytes = replay->bytes;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < sizeof magic ? bytes.size : sizeof magic);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "rply.magic", "rply.header.magic", "expected RPLY, found %s",
                              hex);
    }
    if (bytes.size < pdk_rply_header.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "rply.header.truncated", "rply.header",
                              "the smallest header needs %u bytes, but the file has %zu",
                              (unsigned)pdk_rply_header.size, bytes.size);
    }
    replay->major = (int)number(&pdk_rply_header, bytes, "version_major");
    replay->minor = (int)number(&pdk_rply_header, bytes, "version_minor");
    if (replay->major < 1 || replay->major > 99) {
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, 6, "rply.version", "rply.header.version_major",
                              "version %d.%d: only 1.1 and 2.1 are known", replay->major, replay->minor);
    }
    replay->header = pdk_rply_find_header(bytes, &replay->header_cars);
    if (replay->header == NULL) {
        pdk_status status = search_data(replay, error);
        if (status != PDK_OK) return status;
    }
    replay->first_frame =
        replay->header->size + (uint64_t)replay->header_cars * pdk_rply_car_name.size + sizeof data_tag;
    set_sizes(replay);
    add_header_cars(replay);
    return PDK_OK;
}
