import Glibc

/// System calls without a function in Debian's or Ubuntu's glibc, or in Swift's Glibc module.
enum SystemCall {
  /// A detached copy of the mount at a path.
  static func cloneMount(at path: String) -> Int32 {
    // SAFETY, here and below: a pointer in an integer is used within the call only.
    unsafe path.withCString { path in
      // <linux/mount.h>: OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC.
      Int32(call(428, Int(AT_FDCWD), Int(bitPattern: path), 1 | Int(O_CLOEXEC)))
    }
  }

  /// Attaches such a copy at a path.
  static func attachMount(_ descriptor: Int32, at path: String) -> Bool {
    unsafe path.withCString { path in
      unsafe "".withCString { empty in
        // MOVE_MOUNT_F_EMPTY_PATH: moves the descriptor itself.
        let (empty, path) = (Int(bitPattern: empty), Int(bitPattern: path))
        return call(429, Int(descriptor), empty, Int(AT_FDCWD), path, 4) == 0
      }
    }
  }

  /// Moves the calling thread into the mount namespace of a descriptor.
  static func enterMountNamespace(_ descriptor: Int32) -> Bool {
    // SAFETY: glibc declares `int setns(int, int)`.
    unsafe function("setns", as: (@convention(c) (Int32, Int32) -> Int32).self)?(
      descriptor,
      newMountNamespace
    ) == 0
  }

  /// Gives the calling thread its own copy of its mount namespace.
  static func unshareMounts() -> Bool {
    // SAFETY: glibc declares `int unshare(int)`.
    unsafe function("unshare", as: (@convention(c) (Int32) -> Int32).self)?(newMountNamespace) == 0
  }

  /// Reserves blocks for a file beyond its end; the file's size stays.
  static func reserveBlocks(of descriptor: Int32, from offset: off_t, count: off_t) -> Bool {
    // <linux/falloc.h>: FALLOC_FL_KEEP_SIZE.
    let keepSize: Int32 = 1
    typealias Function = @convention(c) (Int32, Int32, off_t, off_t) -> Int32
    // SAFETY: glibc declares `int fallocate(int, int, off_t, off_t)`.
    return unsafe function("fallocate", as: Function.self)?(descriptor, keepSize, offset, count)
      == 0
  }

  /// `CLONE_NEWNS` of <sched.h>.
  private static let newMountNamespace: Int32 = 0x0002_0000

  /// Opens a counter of the calling thread as LTTng does in a recorded one; -1 and `errno` on failure.
  static func openCounter(type: UInt32, number: UInt64) -> Int32 {
    #if arch(x86_64)
    let callNumber = 298
    #else
    let callNumber = 241
    #endif
    // `struct perf_event_attr` in its sixth form; the flags exclude the kernel's own events, as an ordinary user must.
    var attributes = [UInt64](repeating: 0, count: 112 / 8)
    attributes[0] = UInt64(type) | UInt64(112) << 32
    attributes[1] = number
    attributes[5] = 1 << 5
    return unsafe attributes.withUnsafeBytes { bytes in
      Int32(call(callNumber, Int(bitPattern: bytes.baseAddress), 0, -1, -1, 8))
    }
  }

  /// The numbers above 423 are the same on all architectures.
  private static func call(
    _ number: Int,
    _ first: Int,
    _ second: Int,
    _ third: Int = 0,
    _ fourth: Int = 0,
    _ fifth: Int = 0
  ) -> Int {
    typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int
    // SAFETY: glibc declares `long syscall(long, ...)`. On Linux's 64-bit architectures, integers after the ellipsis are passed like
    // others, and a call ignores those that it does not take.
    let call = unsafe function("syscall", as: Call.self)
    return call?(number, first, second, third, fourth, fifth) ?? -1
  }

  /// A function of glibc by its name; the caller gives its type.
  @unsafe private static func function<Function>(
    _ name: String,
    as type: Function.Type
  ) -> Function? {
    guard let symbol = unsafe dlsym(nil, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: type)
  }
}
