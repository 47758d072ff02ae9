// The laps of a recording, fastest first, from C++17:  laps file
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include <paddock/paddock.hpp>

static void print_laps(const paddock::document &recording)
{
    const paddock::table laps = recording.table("laps");
    const auto drivers = laps.column<std::string_view>("driver");
    const auto times = laps.column<double>("lap_time");
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), std::size_t{ 0 });
    order.erase(std::remove_if(order.begin(), order.end(), [&](std::size_t i) { return std::isnan(times[i]); }),
                order.end());
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
    for (std::size_t i : order)
        std::printf("%8.3f  %.*s\n", times[i], static_cast<int>(drivers[i].size()), drivers[i].data());
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: laps FILE\n");
        return 2;
    }
    try {
        print_laps(paddock::open(argv[1]));
    } catch (const paddock::error &error) {
        std::fprintf(stderr, "%s: %s (%s)\n", argv[1], error.what(), error.code());
        return 1;
    }
    return 0;
}
