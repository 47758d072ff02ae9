// paddock.hpp as programs use it:  hpp lap.raf race.vcr track.tri damaged.raf
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include <paddock/paddock.hpp>

static int cases, failures;

static void check(bool good, const char *what)
{
    cases++;
    if (!good) failures++;
    std::printf("%s %d - %s\n", good ? "ok" : "not ok", cases, what);
}

template <class Work> static std::string code_of(Work work)
{
    try {
        work();
    } catch (const paddock::error &error) {
        return std::strlen(error.what()) > 0 ? error.code() : "no message";
    }
    return "";
}

// The same rows by the C functions.
static bool same_as_c(const paddock::document &lap)
{
    const pdk_table *table = pdk_document_table_at(lap.get(), 0);
    const std::size_t rows = static_cast<std::size_t>(pdk_table_rows(table));
    std::vector<double> wanted(rows);
    if (pdk_table_read_f64(table, pdk_table_find_column(table, "speed"), 0, rows, wanted.data(), nullptr) != PDK_OK)
        return false;
    return rows > 100 && lap.table("telemetry").column<double>("speed") == wanted;
}

static void columns(const paddock::document &lap)
{
    const paddock::table telemetry = lap.table("telemetry");
    check(same_as_c(lap), "a column of doubles");
    const auto speeds = telemetry.column<float>("speed");
    const auto some = telemetry.column<float>("speed", 10, 5);
    check(some.size() == 5 && some[0] == speeds[10] && some[4] == speeds[14], "some rows in their own type");
    check(telemetry.column<float>("speed", telemetry.rows()).empty(), "no rows at the end");
    check(telemetry.column<double>("gear").size() == telemetry.rows(), "whole numbers as doubles");
    check(code_of([&] { telemetry.column<float>("no_such"); }) == "argument.column", "no such column");
    check(code_of([&] { telemetry.column<std::int64_t>("speed"); }) == "argument.column", "another type");
    check(code_of([&] { telemetry.column<float>("speed", 0, telemetry.rows() + 1); }) == "argument.rows",
          "past the end");
    check(code_of([&] { telemetry.column<float>("speed", telemetry.rows() + 1); }) == "argument.rows",
          "behind the end");
}

static void answers(const paddock::document &race)
{
    const paddock::table laps = race.table("laps");
    check(laps.get() == race.table("laps").get(), "an answer is the same table each time");
    const auto drivers = laps.column<std::string>("driver");
    const auto views = laps.column<std::string_view>("driver");
    const auto clean = laps.column<bool>("clean");
    const auto times = laps.column<double>("lap_time");
    const auto perhaps = laps.optional_column<double>("lap_time");
    bool agree = drivers.size() == laps.rows() && clean.size() == laps.rows() && perhaps.size() == laps.rows();
    std::size_t without = 0;
    for (std::size_t i = 0; agree && i < drivers.size(); i++) {
        agree = !drivers[i].empty() && drivers[i] == views[i] && perhaps[i].has_value() != std::isnan(times[i]);
        agree = agree && (!perhaps[i] || *perhaps[i] == times[i]);
        without += perhaps[i] ? 0 : 1;
    }
    check(agree && without > 0 && without < drivers.size(), "texts, flags, and values that may be missing");
    const auto co_drivers = laps.optional_column<std::string>("co_driver");
    check(co_drivers.size() == laps.rows(), "texts that may be missing");
}

static void lives(const char *path)
{
    paddock::document first = paddock::open(std::string(path)), none;
    paddock::document second = first, third = std::move(first);
    check(!first && !none && second.get() == third.get(), "copies hold the same, moves leave nothing");
    none = second;
    second = paddock::document();
    third = std::move(none);
    check(!second && third.tables().size() > 0 && third.format().id != nullptr, "the last holder can be read");
    third = static_cast<const paddock::document &>(third);
    check(third.tables()[0].columns() > 0 && third.tables()[0].info(0).name != nullptr, "also assigned to itself");
}

static void outputs(const paddock::document &lap)
{
    pdk_output *made = nullptr;
    paddock::call(pdk_output_memory, &made);
    paddock::handle<pdk_output> output(made);
    paddock::call(pdk_table_write, lap.table("splits").get(), PDK_CSV, nullptr, output.get());
    paddock::call(pdk_output_finish, output.get());
    check(pdk_output_bytes(output.get()).size > 20, "handles of C");
}

static void fails(const char *damaged)
{
    check(code_of([] { paddock::open("no/such/file"); }) != "", "no such file");
    try {
        paddock::open(damaged);
        check(false, "a damaged file is refused");
    } catch (const paddock::error &error) {
        check(error.status() == PDK_E_TRUNCATED && error.offset() != PDK_NO_OFFSET && error.where() != nullptr,
              "a damaged file has its status, code and offset");
    }
}

int main(int, char **argv)
{
    const paddock::document lap = paddock::open(argv[1]);
    columns(lap);
    outputs(lap);
    answers(paddock::open(argv[2]));
    const paddock::document track = paddock::open(argv[3]);
    check(code_of([&] { track.table("laps"); }) == "analysis.motion", "what cannot be answered says why");
    check(code_of([&] { track.table("no_such"); }) == "argument.answer", "no such table");
    std::ifstream file(argv[1], std::ios::binary);
    const std::vector<char> bytes{ std::istreambuf_iterator<char>(file), {} };
    check(same_as_c(paddock::open_memory(bytes.data(), bytes.size())), "bytes in memory");
    lives(argv[1]);
    fails(argv[4]);
    std::printf("1..%d\n", cases);
    return failures == 0 ? 0 : 1;
}
