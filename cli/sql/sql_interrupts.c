/* Interrupts for DuckDB: a thread looks whether one is noted, since DuckDB has no handler, and a statement may run for
 * long without coming back to us. What our own functions do asks cli_sql_goes_on. */
#include "platform/clock.h"
#include "platform/signals.h"
#include "sql.h"

static const double look_seconds = 0.01;

bool cli_sql_goes_on(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    (void)done;
    (void)total;
    return !pdk_interrupted();
}

/* Again and again: a statement that begins later forgets what came before. */
static void watch_interrupts(void *user)
{
    sql_watcher *watcher = user;
    for (bool ends = false; !ends;) {
        pdk_mutex_lock(&watcher->lock);
        for (size_t i = 0; i < 2 && pdk_interrupted(); i++) {
            if (watcher->connections[i] != NULL) duckdb_interrupt(watcher->connections[i]);
        }
        ends = watcher->ends;
        pdk_mutex_unlock(&watcher->lock);
        if (!ends) pdk_clock_sleep(look_seconds);
    }
}

void cli_sql_watch_begin(sql_watcher *watcher, duckdb_connection connection)
{
    pdk_mutex_init(&watcher->lock);
    watcher->connections[0] = connection;
    watcher->runs = pdk_thread_start(&watcher->thread, watch_interrupts, watcher);
}

void cli_sql_watch_beside(sql_watcher *watcher, duckdb_connection connection)
{
    if (!watcher->runs) return;
    pdk_mutex_lock(&watcher->lock);
    watcher->connections[1] = connection;
    pdk_mutex_unlock(&watcher->lock);
}

void cli_sql_watch_end(sql_watcher *watcher)
{
    if (!watcher->runs) return;
    pdk_mutex_lock(&watcher->lock);
    watcher->ends = true;
    pdk_mutex_unlock(&watcher->lock);
    pdk_thread_join(&watcher->thread);
    pdk_mutex_destroy(&watcher->lock);
    watcher->runs = false;
}
