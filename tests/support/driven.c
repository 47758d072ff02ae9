#include "driven.h"

#include <stdlib.h>
#include <string.h>

void drive_document(driven *drive, pdk_document *document)
{
    drive->document = document;
    pdk_error error;
    assert_ok(pdk_motion_open(document, NULL, &drive->motion, &error), error);
    pdk_memory_init(&drive->memory, NULL, 0);
    assert_ok(pdk_paths_make(drive->motion, &drive->memory, NULL, &drive->paths, &error), error);
}

void drive_file(driven *drive, const char *path)
{
    memset(drive, 0, sizeof *drive);
    drive_document(drive, open_or_fail(path));
}

void drive_synth(driven *drive, const char *format, const char *dialect, double seconds, uint64_t seed)
{
    memset(drive, 0, sizeof *drive);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.seconds = seconds;
    options.seed = seed;
    size_t size;
    drive->bytes = synth_or_fail(format, &options, &size);
    drive_document(drive, open_bytes_or_fail(drive->bytes, size));
}

void drive_close(driven *drive)
{
    pdk_memory_destroy(&drive->memory);
    pdk_motion_close(drive->motion);
    pdk_close(drive->document);
    free(drive->bytes);
}
