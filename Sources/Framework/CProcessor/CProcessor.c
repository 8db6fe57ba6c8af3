#include "CProcessor.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread int cprocessor_callout_depth = 0;

void cprocessor_futex_wait(const void *address, uint32_t expected, uint64_t nanoseconds) {
  struct timespec time = {
      .tv_sec = (time_t)(nanoseconds / 1000000000u),
      .tv_nsec = (long)(nanoseconds % 1000000000u),
  };
  // Whatever it returns, the caller checks the condition that it waits for.
  syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, &time, NULL, 0);
}

void cprocessor_futex_wake_one(const void *address) {
  syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
