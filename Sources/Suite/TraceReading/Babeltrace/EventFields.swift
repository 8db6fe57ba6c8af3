#if HAS_BABELTRACE
import CBabeltrace

/// The fields of an event, or of its context: those of the library's event, or of bytes that were found to be some.
///
/// SAFETY: it is made for the time that its event is held. The layout by which fields are asked for was made of the very
/// declaration of these, so that each exists and has the type that the getter wants.
@safe struct EventFields {
  /// The library's structure.
  private let structure: OpaquePointer?
  /// Else where they lie.
  private let bytes: UnsafeRawPointer?
  private let places: UnsafePointer<Int32>?
  private let forms: UnsafePointer<UserSpaceMetadata.Form>?
  /// Whether their texts are ``EscapedText``.
  var isEscaped = false

  init(_ structure: OpaquePointer?) {
    unsafe self.structure = unsafe structure
    unsafe bytes = nil
    unsafe places = nil
    unsafe forms = nil
  }

  init(
    bytes: UnsafeRawPointer,
    places: UnsafePointer<Int32>,
    forms: UnsafePointer<UserSpaceMetadata.Form>
  ) {
    unsafe structure = nil
    unsafe self.bytes = unsafe bytes
    unsafe self.places = unsafe places
    unsafe self.forms = unsafe forms
  }

  func integer(_ field: EventLayout.Field) -> UInt64 {
    field.isSigned ? UInt64(bitPattern: signed(field.index)) : unsigned(field.index)
  }

  func unsigned(_ index: Int32) -> UInt64 {
    guard let bytes = unsafe bytes, let places = unsafe places, let forms = unsafe forms else {
      return unsafe bt_field_integer_unsigned_get_value(member(index))
    }
    let place = unsafe bytes + Int(places[Int(index)])
    guard case .integer(let size, _) = unsafe forms[Int(index)] else { return 0 }
    return switch size {
    case 8: unsafe place.loadUnaligned(as: UInt64.self)
    case 4: unsafe UInt64(place.loadUnaligned(as: UInt32.self))
    case 2: unsafe UInt64(place.loadUnaligned(as: UInt16.self))
    default: unsafe UInt64(place.loadUnaligned(as: UInt8.self))
    }
  }

  func signed(_ index: Int32) -> Int64 {
    guard unsafe bytes != nil, let forms = unsafe forms else {
      return unsafe bt_field_integer_signed_get_value(member(index))
    }
    let value = unsigned(index)
    guard case .integer(let size, _) = unsafe forms[Int(index)] else { return 0 }
    let shift = UInt64(64 - 8 * size)
    return Int64(bitPattern: value << shift) >> Int64(shift)
  }

  func double(_ index: Int32) -> Double {
    guard let bytes = unsafe bytes, let places = unsafe places, let forms = unsafe forms else {
      return unsafe bt_field_real_double_precision_get_value(member(index))
    }
    let place = unsafe bytes + Int(places[Int(index)])
    if case .float(4) = unsafe forms[Int(index)] {
      return unsafe Double(place.loadUnaligned(as: Float.self))
    }
    return unsafe place.loadUnaligned(as: Double.self)
  }

  func string(_ index: Int32) -> String {
    unsafe withText(index) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the bytes of what a text says.
  func withText<Result>(_ index: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let text = unsafe text(index)
    guard isEscaped, let unescaped = unsafe EscapedText.unescaped(text) else {
      return unsafe body(text)
    }
    return unsafe unescaped.withUnsafeBytes(body)
  }

  /// The bytes of a text as they are, without the zero behind them.
  private func text(_ index: Int32) -> UnsafeRawBufferPointer {
    guard let bytes = unsafe bytes, let places = unsafe places, let forms = unsafe forms else {
      let field = unsafe member(index)
      let length = unsafe Int(clamping: bt_field_string_get_length(field))
      return unsafe UnsafeRawBufferPointer(start: bt_field_string_get_value(field), count: length)
    }
    let place = unsafe bytes + Int(places[Int(index)])
    var count = 0
    let limit = if case .characters(let size) = unsafe forms[Int(index)] { size } else { Int.max }
    while count < limit, unsafe place.load(fromByteOffset: count, as: UInt8.self) != 0 {
      count += 1
    }
    return unsafe UnsafeRawBufferPointer(start: place, count: count)
  }

  private func member(_ index: Int32) -> OpaquePointer? {
    unsafe bt_field_structure_borrow_member_field_by_index_const(structure, UInt64(index))
  }
}
#endif
