// paddock.duckdb_extension in DuckDB's Node client:  extension.cjs DUCKDB.node EXTENSION
// Runs in a folder with race.vcr, lap.raf, cut.vcr, large.raf, and a dataset ds.
const fs = require('fs');
const duckdb = require(process.argv[2]);
const extension = process.argv[3];

async function ask(connection, query) {
    const result = await duckdb.query(connection, query);
    const chunk = await duckdb.fetch_chunk(result);
    const rows = chunk ? duckdb.data_chunk_get_size(chunk) : 0;
    if (rows === 0 || duckdb.column_count(result) === 0) return { rows };
    const vector = duckdb.data_chunk_get_vector(chunk, 0);
    const data = duckdb.vector_get_data(vector, 8);
    return { rows, first: Number(new DataView(data.buffer, data.byteOffset, 8).getBigInt64(0, true)) };
}

function must(good, what) {
    if (!good) throw new Error(what);
}

async function fails(connection, query, text) {
    try {
        await ask(connection, query);
    } catch (error) {
        must(error.message.includes(text), `${query}: ${error.message}`);
        return;
    }
    throw new Error(`${query} does not fail`);
}

(async () => {
    const config = duckdb.create_config();
    duckdb.set_config(config, 'allow_unsigned_extensions', 'true');
    const database = await duckdb.open(':memory:', config);
    const connection = await duckdb.connect(database);
    await ask(connection, `LOAD '${extension.replaceAll("'", "''")}'`);
    must((await ask(connection, "SELECT count(*) FROM 'lap.raf'")).first === 6302, 'rows of a lap');
    const rows = (await ask(connection, "SELECT count(*) FROM 'large.raf'")).first;
    must((await ask(connection, "SELECT driver FROM paddock('race.vcr', 'results')")).rows === 8, 'results of a race');
    must((await ask(connection, "SELECT count(*) FROM paddock(['lap.raf', 'lap-2.raf'], 'splits')")).first === 6, 'several files');
    must((await ask(connection, "SELECT count(*) FROM paddock_files('*.vcr') WHERE error IS NOT NULL")).first === 2, 'what is wrong');
    must((await ask(connection, "SELECT count(DISTINCT file) FROM paddock('*.vcr', 'laps', on_error := 'skip')")).first === 1, 'skipping');
    await fails(connection, "FROM 'cut.vcr'", 'vcr.truncated');
    await fails(connection, "FROM paddock('race.vcr', 'lapz')", 'there is no table "lapz"');
    await fails(connection, "FROM 'nothing.vcr'", 'cannot open');
    await fails(connection, "FROM paddock('race.vcr' || chr(0) || 'x', 'laps')", 'NUL');
    await fails(connection, "FROM paddock('ds', 'laps')", "is a dataset: read_parquet('ds/laps/**/*.parquet'");
    await fails(connection, "FROM paddock('/dev/zero', 'laps')", 'neither a file nor a pipe');
    await fails(connection, "FROM paddock_files('/proc/self')", 'made up by the system');
    // A file that is cut while it is read costs the query, not the program.
    let outcomes = 0;
    for (let round = 0; round < 40; round++) {
        fs.copyFileSync('large.raf', 'shrinks.raf');
        const asked = ask(connection, "SELECT count(*) + 0 * sum(speed)::BIGINT FROM 'shrinks.raf'").then(
            (result) => must(result.first === rows, `a file that is cut has ${result.first} rows`),
            (error) => { outcomes++; must(/io\.changed|raf\./.test(error.message), error.message); });
        await new Promise((resolve) => setTimeout(resolve, round));
        fs.truncateSync('shrinks.raf', 5000);
        await asked;
    }
    must(outcomes > 0, 'no query met the cut');
    must((await ask(connection, "SELECT count(*) FROM 'lap.raf'")).first === 6302, 'rows of a lap, after all that');
    must((await ask(connection, "SELECT count(*) FROM read_parquet('ds/laps/**/*.parquet', union_by_name = true)")).first > 0, 'a dataset');
})().catch((error) => {
    console.error(error.message);
    process.exit(1);
});
