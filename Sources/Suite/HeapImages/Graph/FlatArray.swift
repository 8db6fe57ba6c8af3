import Glibc

/// Zeros of the system's memory, which takes room only where something is written: so an array may be made for the most that there can be.
@safe struct FlatArray<Element: BitwiseCopyable>: ~Copyable {
  // SAFETY, for all of it: the memory has room for `count` elements, and is of integers and structures of them, for which zeros are
  // values; each index is checked, and the only owner unmaps it.
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int) {
    precondition(count >= 0 && count < 1 << 48)
    let size = max(count * MemoryLayout<Element>.stride, 1)
    let memory = unsafe mmap(
      nil,
      size,
      PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
      -1,
      0
    )
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      // As Swift's own arrays do without memory.
      preconditionFailure("no memory for \(size) bytes")
    }
    unsafe base = memory.bindMemory(to: Element.self, capacity: max(count, 1))
    self.count = count
  }

  deinit { unsafe munmap(base, max(count * MemoryLayout<Element>.stride, 1)) }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe base[index]
    }
    nonmutating set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      unsafe base[index] = newValue
    }
  }

  /// The bytes of the first elements.
  func withBytes<Result>(
    ofFirst count: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    precondition(count <= self.count)
    return try unsafe body(
      UnsafeMutableRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)
    )
  }
}
