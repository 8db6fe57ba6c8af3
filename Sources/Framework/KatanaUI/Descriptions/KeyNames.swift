import Katana

/// The descriptions of keys.
///
/// Those of cases without associated values are kept: the runtime finds a case's name by reflection, which takes longer than all the rest of
/// a small child's description.
enum KeyNames {
  /// For each type of cases the names by their byte; `nil` for one that was never asked for.
  private static let known = OrderedMutex<[ObjectIdentifier: [String?]]>([:])

  static func name<Key>(of key: Key) -> String {
    guard MemoryLayout<Key>.size <= 1, _isPOD(Key.self) else { return "\(key)" }
    // SAFETY: a value of one byte without references has no padding; that of a single case has none.
    let byte = unsafe withUnsafeBytes(of: key) { unsafe Int($0.first ?? 0) }
    let type = ObjectIdentifier(Key.self)
    let name = known.withLock { known -> String? in
      guard let names = known[type], byte < names.count else { return nil }
      return names[byte]
    }
    return name ?? describe(key, type, byte)
  }

  @inline(never)
  private static func describe<Key>(_ key: Key, _ type: ObjectIdentifier, _ byte: Int) -> String {
    let name = "\(key)"
    guard isPlainCase(key) else { return name }
    known.withLock { known in
      var names = known[type] ?? []
      names += Array(repeating: nil, count: max(0, byte + 1 - names.count))
      names[byte] = name
      known[type] = names
    }
    return name
  }

  /// Whether a value is a case that the runtime describes: a type's own description may be another one each time.
  private static func isPlainCase(_ key: some Any) -> Bool {
    if key is any CustomStringConvertible || key is any CustomDebugStringConvertible {
      return false
    }
    if key is any TextOutputStreamable || key is any CustomReflectable { return false }
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }
}
