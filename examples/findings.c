/* Everything that is wrong with a file, damaged or not:  findings file */
#include <inttypes.h>
#include <stdio.h>

#include <paddock/paddock.h>

static bool print_finding(void *user, const pdk_finding *finding)
{
    (void)user;
    printf("%s ", pdk_severity_name(finding->severity));
    if (finding->offset != PDK_NO_OFFSET) printf("at 0x%" PRIX64 " ", finding->offset);
    printf("%s: %s (%s)\n", finding->where, finding->message, finding->code);
    return true; /* false would stop */
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: findings FILE\n");
        return 2;
    }
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true; /* a cut file opens as far as it goes; what is missing is a finding */
    pdk_document *document = NULL;
    pdk_error error;
    uint64_t total = 0;
    pdk_status status = pdk_open_file(argv[1], &options, &document, &error);
    if (status == PDK_OK) status = pdk_check(document, PDK_CHECK_FULL, print_finding, NULL, &total, &error);
    if (status == PDK_OK) printf("%" PRIu64 " findings\n", total);
    else fprintf(stderr, "%s: %s (%s)\n", argv[1], error.message, error.code);
    pdk_close(document);
    return status == PDK_OK ? total > 0 : 3;
}
