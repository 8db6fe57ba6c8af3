import SampleFiles

/// A lock, as a look at a thread that waits for it shows it.
///
/// 1. The kernel's own lock (`FUTEX_LOCK_PI`), which Swift's `Mutex` is, has its owner in the word that threads wait at.
/// 2. A mutex of the C library (`NSLock`, `std::mutex`) has it two words on.
/// 3. A reader-writer lock of the C library has four words for waiting, and its writer in the seventh; its readers are only counted.
///
/// Source: futex(2); `struct __pthread_mutex_s` and `struct __pthread_rwlock_arch_t` of glibc on 64-bit machines.
struct SeenLock: Hashable {
  private static let command: UInt32 = 0x7f
  private static let isPrivate: UInt32 = 0x80
  private static let kernelLocks: Set<UInt32> = [6, 13]
  private static let ownerBits: UInt32 = 0x3fff_ffff

  let address: UInt64
  /// The thread that held it, as it knows itself; `nil` if the lock doesn't tell.
  let owner: Int32?
  /// Whether threads of other processes may wait for it too.
  let isShared: Bool

  /// - Parameters:
  ///   - futex: What the thread waited at.
  ///   - function: That of the C library which takes the lock; `nil` for none.
  init(_ futex: SampledWait.Futex, in function: String?) {
    isShared = futex.operation & Self.isPrivate == 0
    var address = futex.address
    var owner: UInt32 = 0
    if Self.kernelLocks.contains(futex.operation & Self.command) {
      owner = futex.words[0] & Self.ownerBits
    } else if let function {
      if function.hasPrefix("pthread_mutex_") {
        owner = futex.words[2]
      } else if function.hasPrefix("pthread_rwlock_") {
        // Writers wait for each other at its fourth word, and for readers, as these do for writers, at its third.
        let place = address % 8 == 4 ? 3 : 2
        address &-= UInt64(4 * place)
        owner = futex.words[6 - place]
      }
    }
    self.address = address
    self.owner = owner > 0 ? Int32(exactly: owner) : nil
  }

  /// The function of the C library that takes a lock, among those of a waiting thread from the innermost.
  static func function(in names: some Sequence<String>) -> String? {
    names.lazy.map(WaitKind.plain).first { $0.hasPrefix("pthread_") }
  }
}
