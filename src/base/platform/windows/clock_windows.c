#include "platform/clock.h"

#include <windows.h>

double pdk_clock_seconds(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
}

void pdk_clock_sleep(double seconds)
{
    Sleep((DWORD)(seconds * 1000));
}
