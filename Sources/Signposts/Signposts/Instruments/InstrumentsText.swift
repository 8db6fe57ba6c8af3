#if canImport(os)
import Synchronization

/// Text for messages of `OSSignposter`.
enum InstrumentsText {
  /// A name that is no literal, with its message.
  static func joining(_ name: String, _ message: String) -> String {
    message.isEmpty ? name : "\(name): \(message)"
  }
}

/// Names in the form of a trace; only the process's own tables use them here.
enum TraceText {
  /// The text as UTF-8, on the heap and terminated; owned by the caller.
  static func makeImmortal(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    // SAFETY: there is room for all bytes of the text, its terminator included.
    for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
    return unsafe copy
  }
}

extension TraceName {
  /// The interned name.
  // SAFETY: interned names are terminated and live for ever.
  var text: String { unsafe String(cString: cString) }
}

/// The ids and parents of this process, one word each.
@usableFromInline
enum ProcessIntervals {
  private static let lastID = Atomic<UInt64>(0)
  private static let parentsExist = Atomic<Bool>(false)

  /// Starts at 1: an id of 0 means "none".
  @usableFromInline
  static func makeID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

  /// Whether there has been a parent; until then, nobody has to look for one in the task.
  @usableFromInline
  static var haveParents: Bool { parentsExist.load(ordering: .relaxed) }

  @usableFromInline
  static func expectParents() { parentsExist.store(true, ordering: .relaxed) }
}
#endif
