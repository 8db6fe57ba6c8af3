import CSampling
import ObjectFiles
import SampleFiles

/// The callers of asynchronous functions, from the contexts of their tasks.
///
/// 1. An asynchronous function of Swift keeps its context in the word below its frame record, and begins in a way that no other function
///    does. Functions without a frame record keep it where only their own code knows.
/// 2. A context has its caller's, and where that goes on. It is on no stack, and gone when its function has returned: so contexts are read
///    by a sample's handler, or while a thread waits. For samples that the kernel takes nobody can read them in time.
/// 3. Each function goes on at the beginning of one of its parts. What isn't the beginning of a function is none.
extension Unwinder.Awaiting {
  /// Reads the contexts of a task that doesn't move; `nil` if there are none.
  init?(ofContext context: UInt64, of process: Int32) {
    var addresses = [UInt64](repeating: 0, count: 256)
    // SAFETY: the array has so many numbers.
    let count = unsafe csampling_awaiting(process, context, &addresses, addresses.count)
    // SIZE_MAX comes as -1.
    guard count >= 0 else { return nil }
    self.init(addresses.prefix(count))
  }
}

extension Unwinder {
  /// Where a part of an asynchronous function takes over its caller's context, at its beginning.
  private static let takingOver: UInt64 = 32

  /// Adds the functions that await one, as far as they are.
  ///
  /// - Parameters:
  ///   - awaiting: What was read; `nil` if nothing was.
  ///   - place: An address in the asynchronous function.
  ///   - isCalling: Whether it has called another one there.
  ///   - process: Its process.
  ///   - code: Where that has code.
  ///   - found: What was found of the stack up to the function.
  mutating func addAwaiting(
    _ awaiting: Awaiting?,
    ofFunctionAt place: UInt64,
    _ isCalling: Bool,
    of process: Int32,
    in code: AddressSpaces,
    to found: inout Walk
  ) {
    guard let awaiting, let start = rules.entry(at: place, of: process, in: code).asynchronous
    else {
      found.missesAwaiting = true
      return
    }
    // Until a function that goes on has taken over, the context is that of the one that it called.
    if !isCalling, place &- start < Self.takingOver, awaiting.addresses.first == start &+ 1 {
      found.missesAwaiting = true
      return
    }
    let proven = awaiting.addresses.prefix { rules.isResumption($0 &- 1, of: process, in: code) }
    found.addresses += proven
    if !awaiting.isWhole || proven.count < awaiting.addresses.count { found.missesAwaiting = true }
  }
}
