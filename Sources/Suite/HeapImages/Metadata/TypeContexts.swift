/// Names of types from their descriptors, which say in which type, function or module each one was declared.
///
/// Source: include/swift/ABI/Metadata.h and MetadataValues.h of swiftlang/swift: `TargetContextDescriptor` and what inherits from it.
final class TypeContexts {
  private let image: ProcessImage
  private var known: [UInt64: NominalType?] = [:]

  init(_ image: ProcessImage) { self.image = image }

  /// The kinds of contexts.
  private enum Kind {
    static let module: UInt32 = 0
    static let `extension`: UInt32 = 1
    static let anonymous: UInt32 = 2
    static let `protocol`: UInt32 = 3
    static let `class`: UInt32 = 16
    static let `struct`: UInt32 = 17
    static let `enum`: UInt32 = 18
  }

  /// The flags of a descriptor; the lowest five bits are its kind.
  func flags(of descriptor: UInt64) -> UInt32? { image.load(descriptor) }

  /// The type that a descriptor describes, without arguments; `nil` if it is none.
  func type(at descriptor: UInt64) -> NominalType? {
    if let type = known[descriptor] { return type }
    let type = read(descriptor, depth: 0)
    known[descriptor] = .some(type)
    return type
  }

  private func read(_ descriptor: UInt64, depth: Int) -> NominalType? {
    guard depth < 32, descriptor & 3 == 0, let flags = flags(of: descriptor) else { return nil }
    let kind: NominalType.Kind
    switch flags & 31 {
    case Kind.class: kind = .class
    case Kind.struct: kind = .struct
    case Kind.enum: kind = .enum
    case Kind.protocol: kind = .protocol
    default: return nil
    }
    guard let place = image.relative(at: descriptor + 8), let name = image.text(at: place),
      !name.isEmpty, var outer = outer(of: descriptor, depth: depth + 1)
    else { return nil }
    let parameters = flags & 0x80 != 0 ? genericHeader(of: descriptor, flags).map(\.count) ?? 0 : 0
    outer.kind = kind
    outer.descriptor = descriptor
    outer.parts.append(
      NominalType.Part(name: name, parameters: max(parameters, outer.parts.last?.parameters ?? 0))
    )
    return outer
  }

  /// The module and the types around a context.
  private func outer(of descriptor: UInt64, depth: Int) -> NominalType? {
    guard depth < 32, let parent = image.indirectable(at: descriptor + 4),
      let flags = flags(of: parent)
    else { return nil }
    switch flags & 31 {
    case Kind.module:
      guard let place = image.relative(at: parent + 8), let name = image.text(at: place) else {
        return nil
      }
      return NominalType(kind: .other, module: name, parts: [])
    case Kind.extension:
      guard let module = outer(of: parent, depth: depth + 1) else { return nil }
      guard let name = image.relative(at: parent + 8),
        case .nominal(var extended) = MangledType.read(at: name, in: image, self)
      else { return module }
      extended.arguments = []
      return extended
    case Kind.class, Kind.struct, Kind.enum, Kind.protocol: return read(parent, depth: depth + 1)
    // A function or a file, which have no names there.
    default: return outer(of: parent, depth: depth + 1)
    }
  }

  // MARK: - Generic parameters

  /// What a descriptor says of its generic parameters.
  struct GenericHeader {
    let count: Int
    /// For each, whether metadata names its type.
    let isKey: [Bool]
    let hasPacks: Bool
  }

  func genericHeader(of descriptor: UInt64, _ flags: UInt32) -> GenericHeader? {
    guard flags & 0x80 != 0 else { return nil }
    let header = descriptor + (flags & 31 == Kind.class ? 44 : 28) + 8
    guard let count: UInt16 = image.load(header), count < 256,
      let bits: UInt16 = image.load(header + 6)
    else { return nil }
    let parameters = (0..<UInt64(count)).map { image.load(header + 8 + $0) ?? UInt8(0) }
    return GenericHeader(
      count: Int(count),
      isKey: parameters.map { $0 & 0x80 != 0 },
      hasPacks: bits & 1 != 0
    )
  }

  /// Whether a protocol is of classes only.
  func isClassBound(_ type: SwiftType) -> Bool {
    guard case .nominal(let type) = type else { return false }
    if type.kind == .class { return true }
    guard type.descriptor != 0, let flags = flags(of: type.descriptor) else {
      return type.module == "_Concurrency"
        && ["Actor", "SerialExecutor"].contains(type.parts.last?.name)
    }
    // Bit 16 of a protocol's flags is set if others than classes may conform.
    return flags & 31 == Kind.protocol && flags & (1 << 16) == 0
  }

  // MARK: - Fields

  /// A stored property, an element of an enumeration, as declared.
  struct Field {
    let name: String
    let type: SwiftType
    /// Whether an enumeration's case has no value.
    let isEmpty: Bool
    let isIndirect: Bool
  }

  private var fields: [UInt64: [Field]] = [:]

  /// The fields of a type, without those that it inherits.
  func fields(of descriptor: UInt64) -> [Field] {
    if let fields = fields[descriptor] { return fields }
    let read = readFields(of: descriptor)
    fields[descriptor] = read
    return read
  }

  private func readFields(of descriptor: UInt64) -> [Field] {
    guard descriptor != 0, let table = image.relative(at: descriptor + 16),
      let size: UInt16 = image.load(table + 10), size >= 12,
      let count: UInt32 = image.load(table + 12), count < 4096
    else { return [] }
    return (0..<UInt64(count)).map { number in
      let record = table + 16 + number * UInt64(size)
      let flags: UInt32 = image.load(record) ?? 0
      let name = image.relative(at: record + 8).flatMap { image.text(at: $0) } ?? ""
      let mangled = image.relative(at: record + 4)
      return Field(
        name: name.replacing("$__lazy_storage_$_", with: ""),
        type: mangled.map { MangledType.read(at: $0, in: image, self) } ?? .unknown,
        isEmpty: mangled == nil,
        isIndirect: flags & 1 != 0
      )
    }
  }
}
