/* Which folders are datasets: for builds with and without DuckDB. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "platform/files.h"
#include "platform/path.h"

bool cli_dataset_is(const char *path)
{
    bool can = path[0] != '\0' && strpbrk(path, "*?[") == NULL; /* ingest makes no others */
    char *marker = can ? pdk_path_join(path, "paddock.json") : NULL;
    bool is = marker != NULL && pdk_file_exists(marker);
    free(marker);
    return is;
}
