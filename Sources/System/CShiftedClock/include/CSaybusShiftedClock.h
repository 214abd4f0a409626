// A library to preload (ld.so(8), LD_PRELOAD) into a program whose wall clock differs from the machine's, for tests and
// for the chaos benchmark. All other clocks, and so all waits and timers, stay the machine's.
//
// The difference in microseconds is SAYBUS_CLOCK_OFFSET or, in a program whose clock jumps while it runs, the content
// of the file SAYBUS_CLOCK_OFFSET_FILE: a little-endian integer of eight bytes, which may be overwritten at any time.
#ifndef CSAYBUS_SHIFTED_CLOCK_H
#define CSAYBUS_SHIFTED_CLOCK_H
#endif
