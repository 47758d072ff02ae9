/* A file as text and back: the same bytes, for every format there is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "twin.h"

static const char *const real_names[] = {
    "raf/test1.raf",
    "raf/dataelephant_lap1.raf",
    "raf/dataelephant_lap2.raf",
    "raf/dataelephant_lap3.raf",
    "raf/dataelephant_lap4.raf",
    "rld/sample.rld",
    "rld/belgian_block.rld",
    "rply/v11_origwriter.rpl",
    "rply/v21_synth_interval.rpl",
    "nfs/AL1.TRI",
    "nfs/TR1.TRI",
    "nfs/5go.qfs",
    "nfs/AL1.FSH",
    "nfs/AL1.QFS",
    "nfs/AL1_001.FAM",
    "nfs/AL2.QFS",
    "nfs/AL3.QFS",
    "nfs/ANSX.PBS",
    "nfs/CIRCUIT.qFS",
    "nfs/GRAPHICS.FSH",
    "nfs/GTITLE.FSH",
    "nfs/GTITLE.QFS",
    "nfs/JEEP.CFM",
    "nfs/MRX7.PDN",
    "nfs/TR000.QFS",
};

static void real_files_come_back(void **unused)
{
    (void)unused;
    size_t tried = 0;
    for (size_t i = 0; i < sizeof real_names / sizeof real_names[0]; i++) {
        const char *path = real_file(real_names[i]);
        if (path == NULL) continue;
        size_t size, text;
        uint8_t *data = read_file(path, &size);
        text = assert_comes_back(data, size, real_names[i]);
        print_message("%s: %zu bytes, %zu of text\n", real_names[i], size, text);
        free(data);
        tried++;
    }
    if (tried == 0) skip();
}

static void generated_files_come_back(void **unused)
{
    (void)unused;
    static const char *const dialects[] = { NULL, "r1", "r2", "l", "1.1", "2.1", "open", "closed" };
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_get(i);
        if ((info->abilities & PDK_CAN_SYNTH) == 0) continue;
        size_t made = 0;
        for (size_t k = 0; k < sizeof dialects / sizeof dialects[0]; k++) {
            pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
            options.dialect = dialects[k];
            options.seconds = 8;
            options.points = 400;
            pdk_output *output = NULL;
            pdk_error error = { 0 };
            assert_ok(pdk_output_memory(&output, &error), error);
            if (pdk_synth(info->id, &options, output, &error) == PDK_OK) {
                pdk_bytes bytes = pdk_output_bytes(output);
                char name[64];
                snprintf(name, sizeof name, "generated.%s %s", info->id, dialects[k] != NULL ? dialects[k] : "");
                assert_comes_back(bytes.data, bytes.size, name);
                made++;
            }
            pdk_output_close(output);
        }
        assert_true(made > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_files_come_back),
        cmocka_unit_test(generated_files_come_back),
    };
    return cmocka_run_group_tests_name("twin", tests, NULL, NULL);
}
