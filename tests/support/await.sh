# Waits for states instead of times, for tests that stop or disturb a program while it works: a busy machine only makes them longer.
# Sourced by those who need it, in bash.

# await COMMAND...: until it succeeds; a minute at most.
await() {
    local left=6000
    until "$@" >/dev/null 2>&1; do
        left=$((left - 1))
        [ $left -gt 0 ] || return 1
        sleep 0.01
    done
}

# has_ended PID: a process of this shell, waited for or not.
has_ended() { case $(sed -n 's/^State:\t//p' "/proc/$1/status" 2>/dev/null) in '' | [ZX]*) true ;; *) false ;; esac }

# hears_interrupts PID: it has its handler of SIGINT (or has ended). Before, bash's own children do not listen at all.
hears_interrupts() { has_ended "$1" || [ $((0x$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status" 2>/dev/null || echo 2) & 2)) -ne 0 ]; }

# has_written PID BYTES: it has written that much (or has ended).
has_written() { has_ended "$1" || [ "$(sed -n 's/^wchar: //p' "/proc/$1/io" 2>/dev/null || echo 0)" -ge "$2" ]; }

# The time now, in milliseconds.
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
