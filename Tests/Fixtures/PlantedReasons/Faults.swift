import Foundation
import Glibc
import Signposts

/// Memory of which each page is new.
func fill() { signposter.withIntervalSignpost("fill") { touchPages(milliseconds: 250) } }

/// Touches pages that the kernel has to find first, until its thread has had so much time of a processor.
@inline(never) func touchPages(milliseconds: Int) {
  let size = 32 << 20
  // SAFETY: the memory is this function's own until it unmaps it, and each access is within.
  let pages = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard let memory = unsafe pages, unsafe memory != MAP_FAILED else { return unsafe perror("mmap") }
  defer { unsafe munmap(memory, size) }
  unsafe madvise(memory, size, MADV_NOHUGEPAGE)
  let end = threadTime() + milliseconds
  while threadTime() < end {
    for page in stride(from: 0, to: size, by: 4096) {
      unsafe memset(memory + page, 1, 1)
    }
    unsafe madvise(memory, size, MADV_DONTNEED)
  }
}
