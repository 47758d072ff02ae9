/* DuckDB, loaded when it is needed: calls that do not need it do not pay for it. */
#include "sql/session/sql_duckdb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "sql/duckdb_api.h"
#include "sql/sql_database.h"

#ifdef _WIN32
#define LIBRARY "duckdb.dll"
#define WHERE_FROM \
    "it belongs beside paddock.exe: that of DuckDB 1.4.4 is in paddock's .zip, and any from 1.2 on will do"
#define DOES_NOT_LOAD \
    LIBRARY " does not load: %s; it needs Microsoft's Visual C++ runtime for x64, which vc_redist.x64.exe installs"
static const char *const beside[] = { "" };
#else
#ifdef __APPLE__
#define LIBRARY "libduckdb.dylib"
#else
#define LIBRARY "libduckdb.so"
#endif
#define WHERE_FROM "install the package paddock-sql, or set DUCKDB_PREFIX to the folder that has lib/" LIBRARY
#define DOES_NOT_LOAD "%s"
static const char *const beside[] = { "lib/paddock/", PADDOCK_PARTS_FROM_BINDIR "/", "" };
#endif

#define NOT_USABLE "this " LIBRARY " is none that paddock can use: it has no %s; DuckDB 1.2 or later does"

/* ISO C has no conversion from objects to functions. */
bool sql_take(pdk_library *library, const char *name, void *function)
{
    const void *object = pdk_library_object(library, name);
    memcpy(function, &object, sizeof object);
    return object != NULL;
}

/* All that sql/ calls; the name of one that is missing. */
static const char *take_all(pdk_library *library)
{
    const char *missing = NULL;
#define FUNCTION(name) \
    if (!sql_take(library, "duckdb_" #name, &duckdb_##name)) missing = "duckdb_" #name;
#include "sql/session/sql_functions.def"
#undef FUNCTION
    return missing;
}

/* NULL where there is none at this place; a reason where there is one that does not load. */
static pdk_library *load_from(const char *folder, const char *below, char *reason, size_t size)
{
    char path[4096], said[512];
    int length = snprintf(path, sizeof path, "%s%s%s", folder, below, LIBRARY);
    if (length < 0 || (size_t)length >= sizeof path) return NULL;
    pdk_library *library = pdk_library_open(path, said, sizeof said);
    if (said[0] != '\0') snprintf(reason, size, DOES_NOT_LOAD, said);
    return library;
}

/* Where DUCKDB_PREFIX says, else beside the command or the part, else where the system's loader looks. */
static pdk_library *load(char *reason, size_t size)
{
    static const char *const below_prefix[] = { "/lib/", "/" };
    static const char here = 0;
    char own[2048];
    reason[0] = '\0';
    const char *prefix = getenv("DUCKDB_PREFIX");
    if (prefix != NULL && prefix[0] != '\0') {
        for (size_t i = 0; i < 2; i++) {
            pdk_library *library = load_from(prefix, below_prefix[i], reason, size);
            if (library != NULL || reason[0] != '\0') return library;
        }
        snprintf(reason, size, "DUCKDB_PREFIX is %.200s, where neither lib/" LIBRARY " nor " LIBRARY " is", prefix);
        return NULL;
    }
    if (pdk_library_path_of(&here, own, sizeof own)) {
        own[pdk_path_folder_size(own)] = '\0';
        for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
            pdk_library *library = load_from(own, beside[i], reason, size);
            if (library != NULL || reason[0] != '\0') return library;
        }
    }
    pdk_library *library = pdk_library_find(LIBRARY, reason, size);
    if (library == NULL)
        snprintf(reason, size, LIBRARY " is neither beside paddock nor among the system's libraries; " WHERE_FROM);
    return library;
}

pdk_library *sql_load_duckdb(char *reason, size_t size)
{
    pdk_library *library = load(reason, size);
    const char *missing = library != NULL ? take_all(library) : NULL;
    if (missing == NULL) return library;
    snprintf(reason, size, NOT_USABLE, missing);
    return NULL; /* it stays loaded: C++ that has started threads cannot be unloaded safely */
}

bool sql_is_here(char *reason, size_t size)
{
    return load(reason, size) != NULL; /* it stays loaded */
}

/* ---------------------------------------------------------------------------------------------- files of others */

pdk_status sql_no_duckdb(const char *reason, pdk_error *error)
{
    *error = (pdk_error){ .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "database.reader" };
    snprintf(error->message, sizeof error->message, "reading this database needs DuckDB: %.200s", reason);
    return PDK_E_UNSUPPORTED;
}

static pdk_status open_database_file(void *user, const char *path, void **database, pdk_error *error)
{
    char reason[1024];
    if (sql_load_duckdb(reason, sizeof reason) != NULL) return sql_database_reader.open(user, path, database, error);
    return sql_no_duckdb(reason, error);
}

pdk_database_reader sql_loading_reader(void)
{
    pdk_database_reader reader = sql_database_reader;
    reader.open = open_database_file;
    return reader;
}
