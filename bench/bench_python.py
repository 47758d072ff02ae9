"""Reading columns from Python, beside numpy copying as many bytes.

    PADDOCK_LIBRARY=build/libpaddock.so PYTHONPATH=build/python/source python3 bench/bench_python.py REPLAY
"""

import sys
import time

import numpy as np
import paddock


def best_of(work, times=7):
    def once():
        begin = time.perf_counter()
        work()
        return time.perf_counter() - begin

    return min(once() for _ in range(times))


def main() -> None:
    with paddock.open(sys.argv[1]) as document:
        table = document.tables[next(iter(document.tables))]
        numbers = [name for name, column in table.columns.items() if column.dtype != object and not column.hidden]
        for names in ([numbers[0]], numbers):
            arrays = table.read(names)
            size = sum(array.nbytes for array in arrays.values())
            read = best_of(lambda: table.read(names))
            copy = best_of(lambda: [np.ma.getdata(array).copy() for array in arrays.values()])
            print(
                f"{table.name}: {len(names)} columns of {len(table)} rows, {size / 1e6:.1f} MB: {read * 1e3:.2f} ms, "
                f"numpy's copy {copy * 1e3:.2f} ms: {read / copy:.1f} times"
            )


main()
