import Foundation
import Glibc
import Signposts

/// A call that waits for what comes late.
func readSlowly() { signposter.withIntervalSignpost("load") { readLine(after: 250) } }

func readSlowlyInTask() async {
  await signposter.withIntervalSignpost("load") {
    await Task.yield()
    readLine(after: 250)
  }
}

/// Waits so long for a line from somebody else.
@inline(never) func readLine(after milliseconds: UInt32) {
  var ends: [Int32] = [-1, -1]
  // SAFETY: it writes two numbers.
  guard unsafe pipe(&ends) == 0 else { return unsafe perror("pipe") }
  let (reading, writing) = (ends[0], ends[1])
  Thread.detachNewThread {
    usleep(milliseconds * 1000)
    // SAFETY: the string has one byte.
    _ = unsafe write(writing, "\n", 1)
    close(writing)
  }
  var byte: UInt8 = 0
  // SAFETY: it writes one byte.
  _ = unsafe read(reading, &byte, 1)
  close(reading)
}
