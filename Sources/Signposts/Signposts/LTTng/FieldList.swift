#if !canImport(os)
import CSignposts

/// Fields of one interval or event, which are told in one event.
///
/// SAFETY: the memory is that of `emitFields`, which the list doesn't outlive; what writes into it stays within its size.
@safe package struct FieldList: ~Copyable {
  private let id: SignpostID
  private let bytes: UnsafeMutablePointer<CChar>
  private var length: UInt32 = 0
  fileprivate private(set) var told: ToldFields?

  fileprivate init(
    of id: SignpostID,
    in bytes: UnsafeMutablePointer<CChar>,
    notIn told: ToldFields?
  ) {
    self.id = id
    unsafe self.bytes = unsafe bytes
    self.told = told
  }

  package mutating func append(_ key: String, integer value: Int64) {
    let isAdded = unsafe append(key, .bits(of: value)) {
      unsafe csignposts_add_integer($0, $1, $2, value)
    }
    if !isAdded { Signposter.emitField(key: key, integer: value, of: id) }
  }

  package mutating func append(_ key: String, float value: Double) {
    let isAdded = unsafe append(key, .bits(of: value)) {
      unsafe csignposts_add_float($0, $1, $2, value)
    }
    if !isAdded { Signposter.emitField(key: key, float: value, of: id) }
  }

  package mutating func append(_ key: String, boolean value: Bool) {
    let isAdded = unsafe append(key, .bits(of: value)) {
      unsafe csignposts_add_flag($0, $1, $2, value)
    }
    if !isAdded { Signposter.emitField(key: key, boolean: value, of: id) }
  }

  package mutating func append(_ key: String, text value: String) {
    let isAdded = unsafe TraceText.with(value) { value in
      let value = unsafe csignposts_hash(value)
      return unsafe append(key, value.hash) { unsafe csignposts_add_text($0, $1, $2, value) }
    }
    if !isAdded { Signposter.emitField(key: key, text: value, of: id) }
  }

  /// Adds a field, unless it was told with the same value; `false` if it needs an event of its own.
  @inline(__always)
  private mutating func append(
    _ key: String,
    _ value: UInt64,
    _ write: (UnsafeMutablePointer<CChar>, UInt32, csignposts_hashed_text) -> UInt32
  ) -> Bool {
    unsafe TraceText.with(key) { key in
      let key = unsafe csignposts_hash(key)
      if unsafe told?.note(key.hash, value) == false { return true }
      return unsafe add { unsafe write($0, $1, key) }
    }
  }

  /// Adds a field by a function that returns the new length, or 0 if there is no room; `false` if it needs an event of its own.
  @inline(__always)
  private mutating func add(_ write: (UnsafeMutablePointer<CChar>, UInt32) -> UInt32) -> Bool {
    var end = unsafe write(bytes, length)
    if end == 0, length > 0 {
      emit()
      end = unsafe write(bytes, length)
    }
    if end > 0 { length = end }
    return end > 0
  }

  fileprivate mutating func emit() {
    if length == 0 { return }
    let data = unsafe csignposts_make_text(bytes, Int(length), false)
    unsafe csignposts_signpost_fields(id.rawValue, data)
    length = 0
  }
}

extension Signposter {
  /// Adds fields to an interval that has begun, or to an event that is about to be emitted, in as few events as they fit into.
  ///
  /// - Parameters:
  ///   - id: The interval's or event's.
  ///   - told: What isn't told again; `nil` for telling all.
  ///   - add: Appends the fields.
  /// - Returns: What was told since the interval began.
  ///
  /// Complexity: allocates nothing but what `told` needs.
  @discardableResult
  package static func emitFields(
    of id: SignpostID,
    notIn told: ToldFields? = nil,
    _ add: (inout FieldList) -> Void
  ) -> ToldFields? {
    guard csignposts_signpost_fields_enabled() else { return told }
    let size = Int(CSIGNPOSTS_FIELDS_SIZE)
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { memory in
      guard let bytes = memory.baseAddress else { return told }
      var list = unsafe FieldList(of: id, in: bytes, notIn: told)
      add(&list)
      list.emit()
      return list.told
    }
  }
}
#endif
