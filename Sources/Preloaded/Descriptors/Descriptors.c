// close_range(2) and closefrom(3) that leave LTTng its descriptors, as liblttng-ust-fd.so does for close(3) and fclose(3): without them
// its threads end the program. docs/recording.md, R15.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/close_range.h>
#include <poll.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

/// Above these LTTng has none: it opens them when a program begins. The limit may be a thousand million.
enum { MOST = 1 << 16 };

/// LTTng's: it fails for a descriptor of its own, and calls the function for others. Null in programs without LTTng.
extern int lttng_ust_safe_close_fd(int descriptor, int (*close)(int)) __attribute__((weak));

static int leave(int descriptor) { return descriptor & 0; }

static int close_all(unsigned first, unsigned last, int flags) { return (int)syscall(SYS_close_range, first, last, flags); }

/// Which of 64 descriptors are open, a bit each, by one call: few are, and LTTng's function needs several calls for one.
static uint64_t open_ones(unsigned first) {
  struct pollfd all[64];
  for (unsigned bit = 0; bit < 64; bit++) all[bit] = (struct pollfd){(int)(first + bit), 0, 0};
  // Refused where fewer may be open.
  if (poll(all, 64, 0) < 0) return ~UINT64_C(0);
  uint64_t open = 0;
  for (unsigned bit = 0; bit < 64; bit++) open |= (uint64_t)((all[bit].revents & POLLNVAL) == 0) << bit;
  return open;
}

EXPORTED int close_range(unsigned first, unsigned last, int flags) {
  // What closes nothing, or not yet, is the kernel's, and what it refuses.
  if (lttng_ust_safe_close_fd == NULL || (flags & ~(int)CLOSE_RANGE_UNSHARE) != 0 || first > last) {
    return close_all(first, last, flags);
  }
  const int before = errno;
  uint64_t open = open_ones(first & ~63U);
  for (unsigned place = first; place <= last && place < MOST; place++) {
    if (place % 64 == 0) open = open_ones(place);
    if ((open >> place % 64 & 1) == 0 || lttng_ust_safe_close_fd((int)place, leave) == 0) continue;
    if (place > first && close_all(first, place - 1, flags) != 0) return -1;
    first = place + 1;
  }
  errno = before;
  return first <= last ? close_all(first, last, flags) : 0;
}

EXPORTED void closefrom(int first) { close_range(first < 0 ? 0 : (unsigned)first, ~0U, 0); }
