/* LAZ that is cut, changed, or opened with too little memory: there are points or a reason. Apart from test_laz, which
 * also runs under ThreadSanitizer, where this would take very long. */
#include <stdlib.h>

#include "laz_maker.h"
#include "laz_scan.h"
#include "support.h"

static void hostile(void **state)
{
    (void)state;
    static const laz_options kinds[] = { { .chunk_points = 40 }, { .chunk_points = 30, .variable = true } };
    for (unsigned i = 0; i < 4; i++) {
        laz_scan scan = laz_scan_make(&(laz_scan_options){ .format = i < 2 ? 3 : 8, .extra = 2, .points = 80 });
        laz_file file = laz_make(scan.bytes, scan.size, &kinds[i % 2]);
        sweep_truncation(file.bytes, file.size, 5, "las");
        sweep_mutation(file.bytes, file.size, 375, file.size - 375, 3, "las");
        assert_true(sweep_allocation(file.bytes, file.size) > 10);
        laz_free(&file);
        free(scan.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(hostile) };
    return cmocka_run_group_tests_name("laz_hostile", tests, NULL, NULL);
}
