#if HAS_BABELTRACE
import CBabeltrace

/// The fields of an event, or of its context: the library's, or the bytes of a stream file.
///
/// SAFETY: a value lives no longer than its event is held. The layout that names the fields was made from their own declaration, so each
/// exists and has the type that its getter needs.
@safe struct EventFields {
  @safe private enum Storage {
    /// The library's structure.
    case structure(OpaquePointer?)
    /// The start of the fields, their offsets, and their forms.
    case bytes(UnsafeRawPointer, UnsafePointer<Int32>, UnsafePointer<UserSpaceMetadata.Form>)
  }

  private let storage: Storage
  /// Whether their texts are ``EscapedText``.
  var isEscaped = false

  init(_ structure: OpaquePointer?) { storage = unsafe .structure(structure) }

  init(
    bytes: UnsafeRawPointer,
    places: UnsafePointer<Int32>,
    forms: UnsafePointer<UserSpaceMetadata.Form>
  ) {
    storage = unsafe .bytes(bytes, places, forms)
  }

  func integer(_ field: EventLayout.Field) -> UInt64 {
    field.isSigned ? UInt64(bitPattern: signed(field.index)) : unsigned(field.index)
  }

  func unsigned(_ index: Int32) -> UInt64 {
    guard let (place, form) = unsafe place(index) else {
      return unsafe bt_field_integer_unsigned_get_value(member(index))
    }
    return unsafe Self.unsigned(place, size: form.size)
  }

  private static func unsigned(_ place: UnsafeRawPointer, size: Int) -> UInt64 {
    switch size {
    case 8: unsafe place.loadUnaligned(as: UInt64.self)
    case 4: unsafe UInt64(place.loadUnaligned(as: UInt32.self))
    case 2: unsafe UInt64(place.loadUnaligned(as: UInt16.self))
    default: unsafe UInt64(place.loadUnaligned(as: UInt8.self))
    }
  }

  func signed(_ index: Int32) -> Int64 {
    guard let (_, form) = unsafe place(index) else {
      return unsafe bt_field_integer_signed_get_value(member(index))
    }
    let shift = UInt64(64 - 8 * form.size)
    return Int64(bitPattern: unsigned(index) << shift) >> Int64(shift)
  }

  func double(_ index: Int32) -> Double {
    guard let (place, _) = unsafe place(index) else {
      return unsafe bt_field_real_double_precision_get_value(member(index))
    }
    return unsafe place.loadUnaligned(as: Double.self)
  }

  func string(_ index: Int32) -> String {
    unsafe withText(index) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the bytes of a text, unescaped.
  func withText<Result>(_ index: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let text = unsafe text(index)
    guard isEscaped, let unescaped = unsafe EscapedText.unescaped(text) else {
      return unsafe body(text)
    }
    return unsafe unescaped.withUnsafeBytes(body)
  }

  /// Calls `body` with the bytes of a text, as they are in the trace.
  func withRawText<Result>(_ index: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(text(index))
  }

  /// The raw bytes of a text, without the final zero.
  private func text(_ index: Int32) -> UnsafeRawBufferPointer {
    guard let (place, form) = unsafe place(index) else {
      let field = unsafe member(index)
      let length = unsafe Int(clamping: bt_field_string_get_length(field))
      return unsafe UnsafeRawBufferPointer(start: bt_field_string_get_value(field), count: length)
    }
    if case .sequence(let size) = form {
      // The stream has checked that it ends within its packet.
      let count = unsafe Int(Self.unsigned(place, size: size))
      return unsafe UnsafeRawBufferPointer(start: place + size, count: count)
    }
    var count = 0
    let limit = if case .characters(let size) = form { size } else { Int.max }
    while count < limit, unsafe place.load(fromByteOffset: count, as: UInt8.self) != 0 {
      count += 1
    }
    return unsafe UnsafeRawBufferPointer(start: place, count: count)
  }

  /// The location of a field, and its form; `nil` if the library has it.
  private func place(_ index: Int32) -> (UnsafeRawPointer, UserSpaceMetadata.Form)? {
    guard case .bytes(let bytes, let places, let forms) = storage else { return nil }
    return unsafe (bytes + Int(places[Int(index)]), forms[Int(index)])
  }

  private func member(_ index: Int32) -> OpaquePointer? {
    guard case .structure(let structure) = storage else { return nil }
    return unsafe bt_field_structure_borrow_member_field_by_index_const(structure, UInt64(index))
  }
}
#endif
