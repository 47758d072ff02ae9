/* What `paddock ingest` does with its arguments. */
#include <string.h>

#include "arguments.h"
#include "dataset/ingest.h"
#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "output_try.h"
#include "parquet.h"
#include "platform/files.h"
#include "platform/signals.h"
#include "progress.h"
#include "sql.h"

static void begin(void *user, ingest_phase phase, bool leads)
{
    static const char *const labels[INGEST_PHASES] = { "looking for files", "comparing", "finding tracks",
                                                       "ingesting" };
    cli_progress *progress = user;
    cli_progress_end(progress);
    cli_progress_begin(progress, labels[phase]);
    progress->counts_bytes = true;
    progress->logs = leads;
}

static void step(void *user, uint64_t done, uint64_t total)
{
    cli_progress_step(user, done, total);
}

static void end(void *user)
{
    cli_progress_end(user);
}

static void note(void *user, const char *text)
{
    (void)user;
    cli_note("%s", text);
}

static int report(const char *root, const ingest_report *files)
{
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    cli_put_name(&out, root, 0);
    cli_print(&out,
              ": %llu file%s, %llu read now; %llu the same as another, %llu of no format, %llu that cannot be read\n",
              (unsigned long long)files->files, files->files == 1 ? "" : "s", (unsigned long long)files->read_now,
              (unsigned long long)files->same, (unsigned long long)files->unknown, (unsigned long long)files->broken);
    return cli_close_out(&out, CLI_FINE);
}

static int take(cli_sql *sql, const cli_arguments *arguments)
{
    cli_progress progress = { 0 };
    ingest_report files;
    ingest_options options = { .root = arguments->values[CLI_TARGET],
                               .folders = arguments->operands,
                               .folder_count = (size_t)arguments->count,
                               .tables = arguments->values[CLI_TABLES],
                               .begin = begin,
                               .step = step,
                               .end = end,
                               .note = note,
                               .user = &progress };
    int status = cli_number_of(arguments, CLI_JOBS, 0, &options.jobs);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_BATCH, 0, &options.batch_bytes);
    if (status != CLI_FINE) return status;
    if (options.jobs > 1024) return cli_usage("--jobs is 1 to 1024");
    if (cli_given(arguments, CLI_BATCH) && options.batch_bytes == 0) return cli_usage("--batch is at least 1");
    status = cli_sql_end(&sql->session, dataset_ingest(&sql->session, &options, &files));
    return status == CLI_FINE && files.leads ? report(options.root, &files) : status;
}

static int show(cli_sql *sql, const char *root)
{
    static const char query[] =
        "SELECT coalesce(format, CASE WHEN error_code LIKE 'detect.%' THEN 'none' ELSE 'broken' END) AS format, "
        "count(*) AS files, sum(size)::BIGINT AS bytes, count(*) FILTER (duplicate_of IS NOT NULL) AS duplicates, "
        "count(*) FILTER (error IS NOT NULL) AS errors, sum(findings)::BIGINT AS findings, sum(rows)::BIGINT AS rows "
        "FROM latest GROUP BY 1 ORDER BY 1";
    dataset data;
    cli_out out;
    int status = cli_sql_end(&sql->session, dataset_look(&data, &sql->session, root));
    if (status == CLI_FINE) status = cli_open_out(&out, NULL);
    if (status == CLI_FINE)
        status = cli_close_out(&out, cli_sql_run(sql, query, &out, out.is_terminal ? SQL_ALIGNED : SQL_CSV));
    dataset_close(&data);
    return status;
}

static int check(const cli_arguments *arguments)
{
    const char *root = arguments->values[CLI_TARGET], *look = arguments->values[CLI_STATUS];
    if (look == NULL && (root == NULL || arguments->count == 0))
        return cli_usage("`paddock ingest` needs folders and a dataset: paddock ingest DIR... --to DATASET");
    if (look != NULL && (root != NULL || arguments->count > 0))
        return cli_usage("--status only looks: paddock ingest --status DATASET");
    const char *tables = arguments->values[CLI_TABLES], *odd = tables != NULL ? dataset_odd_table(tables) : NULL;
    if (odd != NULL)
        return cli_usage("--tables: \"%.*s\" is no table; names have small letters, digits and _, a letter first",
                         (int)strcspn(odd, ","), odd);
    for (int i = 0; i < arguments->count; i++) {
        if (pdk_file_exists(arguments->operands[i])) continue;
        cli_complain("%s: there is no such folder", arguments->operands[i]);
        return CLI_IO;
    }
    return CLI_FINE;
}

int cli_run_ingest(const cli_arguments *arguments)
{
    const char *look = arguments->values[CLI_STATUS];
    cli_sql sql;
    int status = check(arguments);
    if (status != CLI_FINE) return status;
    pdk_catch_interrupts();
    status = cli_try_folder(arguments->values[CLI_TARGET]);
    if (status != CLI_FINE) return status;
    status = cli_sql_open(&sql, arguments);
    if (status == CLI_FINE) status = look != NULL ? show(&sql, look) : take(&sql, arguments);
    cli_sql_close(&sql);
    return status;
}
