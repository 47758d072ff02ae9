/* Where records of points are: at a fixed stride in the file, or unpacked in memory for a while. */
#include "format/las/laz/laz.h"

pdk_status pdk_las_take_run(const pdk_las *las, uint64_t first, size_t count, pdk_las_run *run, pdk_error *error)
{
    if (las->packed != NULL) return pdk_laz_take(las->packed, first, count, run, error);
    *run = (pdk_las_run){ .at = las->bytes + las->points_offset + first * las->point_size, .count = count };
    return PDK_OK;
}

void pdk_las_give_back(const pdk_las *las, const pdk_las_run *run)
{
    if (run->slot != NULL) pdk_laz_give_back(las->packed, run);
}

pdk_status pdk_las_copy_records(const pdk_las *las, uint64_t first, size_t count, uint8_t *to, pdk_error *error)
{
    for (size_t done = 0; done < count;) {
        pdk_las_run run;
        pdk_status status = pdk_las_take_run(las, first + done, count - done, &run, error);
        if (status != PDK_OK) return status;
        memcpy(to + done * las->point_size, run.at, run.count * las->point_size);
        done += run.count;
        pdk_las_give_back(las, &run);
    }
    return PDK_OK;
}

uint64_t pdk_las_known_count(const pdk_las *las)
{
    return las->packed != NULL ? las->packed->chunks.count - 1 : las->point_count;
}

const uint8_t *pdk_las_known_record(const pdk_las *las, uint64_t number)
{
    if (las->packed != NULL) return las->bytes + ((const pdk_laz_chunk *)las->packed->chunks.items)[number].offset;
    return las->bytes + las->points_offset + number * las->point_size;
}
