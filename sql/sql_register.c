/* All functions, and FROM 'race.vcr'. */
#include <string.h>

#include "platform/files.h"
#include "platform/path.h"
#include "sql/sql_functions.h"

static bool is_same(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char letter = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] + ('a' - 'A')) : a[i];
        if (letter != b[i]) return false;
    }
    return true;
}

/* Does a name end in an extension of ours? A format's stand in one text: ".fam .cfm". */
static bool has_our_extension(const char *name)
{
    const char *extension = pdk_path_extension(name);
    size_t size = strlen(extension);
    for (size_t i = 0; size > 1 && i < pdk_format_count(); i++) {
        for (const char *at = pdk_format_at(i)->extensions; *at != '\0'; at += strspn(at, " ")) {
            size_t length = strcspn(at, " ");
            if (length == size && is_same(extension, at, size)) return true;
            at += length;
        }
    }
    return false;
}

/* A name that is no table: ours where there is such a file, or where it looks like one of ours. DuckDB asks its own
 * readers (csv, parquet, json) first. */
static void replace(duckdb_replacement_scan_info info, const char *name, void *user)
{
    (void)user;
    pdk_file_info about;
    bool there = pdk_file_look(name, &about, NULL) && (about.kind == PDK_FILE_REGULAR || about.kind == PDK_FILE_PIPE);
    if (!there && !has_our_extension(name)) return;
    duckdb_value path = duckdb_create_varchar(name), table = duckdb_create_varchar("");
    duckdb_replacement_scan_set_function_name(info, sql_kind_table.name);
    duckdb_replacement_scan_add_parameter(info, path);
    duckdb_replacement_scan_add_parameter(info, table);
    duckdb_destroy_value(&path);
    duckdb_destroy_value(&table);
}

static void keep(void *user)
{
    (void)user;
}

bool sql_register(duckdb_database database, duckdb_connection connection, sql_context *context)
{
    static const sql_kind *const kinds[] = { &sql_kind_table,    &sql_kind_points,    &sql_kind_triangles,
                                             &sql_kind_files,    &sql_kind_tables,    &sql_kind_columns,
                                             &sql_kind_findings, &sql_kind_properties };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!sql_register_kind(connection, context, kinds[i])) return false;
    }
    duckdb_add_replacement_scan(database, replace, context, keep);
    return true;
}
