/* Any bytes as a table of rulings, in a block of exactly their size: it is refused with its line, or what is read is
 * what the header promises. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "explore.h"
#include "fuzz.h"
#include "paddock/paddock.h"

static void look_at(const pdk_ruling *ruling)
{
    bool valued = ruling->kind >= PDK_RULING_TIME && ruling->kind <= PDK_RULING_POINTS;
    bool of_lap = ruling->kind == PDK_RULING_LAP_INVALID || ruling->kind == PDK_RULING_LAP_VALID;
    const pdk_text texts[] = { ruling->driver, ruling->incident, ruling->file, ruling->reason };
    require(pdk_ruling_kind_name(ruling->kind)[0] != '\0' && ruling->line > 1);
    require(ruling->driver.size > 0 && ruling->has_value == valued);
    require(!valued || fabs(ruling->value) <= 1e6);
    require(!of_lap || ruling->has_lap);
    require(!ruling->has_lap || ruling->lap > 0);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        require(pdk_is_utf8(texts[i].data, texts[i].size));
        require(texts[i].data[texts[i].size] == '\0' || texts[i].size > 0);
    }
}

static void look_at_selected(const pdk_rulings *rulings, const char *const *files)
{
    const pdk_ruled_recording recording = { files, 2 };
    pdk_rulings *selected = NULL;
    require(pdk_rulings_select(rulings, &recording, NULL, &selected, NULL) == PDK_OK);
    require(pdk_rulings_count(selected) <= pdk_rulings_count(rulings));
    for (size_t i = 0; i < pdk_rulings_count(selected); i++) {
        look_at(pdk_ruling_at(selected, i));
        require(!pdk_ruling_at(selected, i)->has_file);
    }
    pdk_rulings_close(selected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const files[] = { "round-1/race.vcr", "other.vcr" };
    pdk_rulings_options options = PDK_RULINGS_OPTIONS_INIT;
    pdk_rulings *rulings = NULL;
    pdk_error error;
    options.limits.memory = UINT64_C(64) << 20;
    uint8_t *block = malloc(size > 0 ? size : 1);
    require(block != NULL);
    memcpy(block, data, size);
    pdk_status status = pdk_rulings_read(block, size, &options, &rulings, &error);
    free(block); /* nothing of it is kept */
    require((status == PDK_OK) == (rulings != NULL));
    if (status == PDK_E_ARGUMENT) require(strncmp(error.code, "rulings.", 8) == 0);
    for (size_t i = 0; i < pdk_rulings_count(rulings); i++) look_at(pdk_ruling_at(rulings, i));
    if (rulings != NULL) pdk_rulings_check_files(rulings, files, size % 3, &error);
    if (rulings != NULL) look_at_selected(rulings, files);
    pdk_rulings_close(rulings);
    return 0;
}
