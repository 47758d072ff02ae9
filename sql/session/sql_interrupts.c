/* Interrupts for DuckDB: a thread asks whether to go on, since DuckDB asks nobody, and a statement may run for long
 * without coming back to us. */
#include "platform/clock.h"
#include "sql/session/sql_session.h"

static const double look_seconds = 0.01;

bool sql_stops(const sql_context *context)
{
    return context->progress != NULL && !context->progress(context->progress_user, 0, 0);
}

/* Again and again: a statement that begins later forgets what came before. */
static void watch_interrupts(void *user)
{
    sql_watcher *watcher = user;
    for (bool ends = false; !ends;) {
        pdk_mutex_lock(&watcher->lock);
        for (size_t i = 0; i < 2 && sql_stops(watcher->context); i++) {
            if (watcher->connections[i] != NULL) duckdb_interrupt(watcher->connections[i]);
        }
        ends = watcher->ends;
        pdk_mutex_unlock(&watcher->lock);
        if (!ends) pdk_clock_sleep(look_seconds);
    }
}

void sql_watcher_begin(sql_watcher *watcher, const sql_context *context, duckdb_connection connection)
{
    pdk_mutex_init(&watcher->lock);
    watcher->context = context;
    watcher->connections[0] = connection;
    watcher->runs = pdk_thread_start(&watcher->thread, watch_interrupts, watcher);
}

void sql_watcher_beside(sql_watcher *watcher, duckdb_connection connection)
{
    if (!watcher->runs) return;
    pdk_mutex_lock(&watcher->lock);
    watcher->connections[1] = connection;
    pdk_mutex_unlock(&watcher->lock);
}

void sql_watcher_end(sql_watcher *watcher)
{
    if (!watcher->runs) return;
    pdk_mutex_lock(&watcher->lock);
    watcher->ends = true;
    pdk_mutex_unlock(&watcher->lock);
    pdk_thread_join(&watcher->thread);
    pdk_mutex_destroy(&watcher->lock);
    watcher->runs = false;
}
