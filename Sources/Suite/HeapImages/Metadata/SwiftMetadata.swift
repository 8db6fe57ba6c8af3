/// Types from the metadata in a process' memory, without its runtime.
///
/// 1. Everything read is checked before it is followed: a block's first word may be any number.
/// 2. Nothing is called: names come from descriptors, arguments from the metadata.
///
/// Source: include/swift/ABI/Metadata.h, MetadataValues.h and MetadataKind.def of swiftlang/swift, for systems without Objective-C.
final class SwiftMetadata {
  let image: ProcessImage
  let contexts: TypeContexts
  private var known: [UInt64: SwiftType] = [:]

  /// What metadata begins with.
  enum Kind {
    static let `class`: UInt64 = 0
    static let `struct`: UInt64 = 0x200
    static let `enum`: UInt64 = 0x201
    static let optional: UInt64 = 0x202
    static let foreignClass: UInt64 = 0x203
    static let foreignReference: UInt64 = 0x204
    static let opaque: UInt64 = 0x300
    static let tuple: UInt64 = 0x301
    static let function: UInt64 = 0x302
    static let existential: UInt64 = 0x303
    static let metatype: UInt64 = 0x304
    static let existentialMetatype: UInt64 = 0x306
    static let extendedExistential: UInt64 = 0x307
    static let fixedArray: UInt64 = 0x308
    static let localVariable: UInt64 = 0x400
    static let genericLocalVariable: UInt64 = 0x500
    static let error: UInt64 = 0x501
    static let task: UInt64 = 0x502
    static let job: UInt64 = 0x503
  }

  init(_ image: ProcessImage) {
    self.image = image
    contexts = TypeContexts(image)
  }

  /// The type that metadata describes.
  func type(at metadata: UInt64) -> SwiftType {
    if let type = known[metadata] { return type }
    // A type may be an argument of itself, by way of others.
    known[metadata] = .unknown
    let type = read(metadata)
    known[metadata] = type
    return type
  }

  private func read(_ metadata: UInt64) -> SwiftType {
    guard metadata & 7 == 0, let kind = image.pointer(at: metadata) else { return .unknown }
    func word(_ place: UInt64) -> UInt64 { image.pointer(at: metadata + 8 * place) ?? 0 }
    switch kind {
    case Kind.class: return nominal(metadata, descriptor: word(5))
    case Kind.struct, Kind.enum, Kind.optional, Kind.foreignClass, Kind.foreignReference:
      return nominal(metadata, descriptor: word(1))
    case Kind.tuple:
      guard word(1) < 256 else { return .unknown }
      let labels = word(2) == 0 ? "" : image.text(at: word(2)) ?? ""
      let names = labels.split(separator: " ", omittingEmptySubsequences: false)
      return .tuple(
        (0..<word(1)).map { place in
          TupleElement(
            label: Int(place) < names.count ? String(names[Int(place)]) : "",
            type: type(at: word(3 + 2 * place))
          )
        }
      )
    case Kind.function:
      return .function(
        parameters: (0..<min(word(1) & 0xFFFF, 64)).map { type(at: word(3 + $0)) },
        result: type(at: word(2))
      )
    case Kind.existential:
      let (flags, count) = (UInt32(truncatingIfNeeded: word(1)), word(1) >> 32)
      guard count < 64 else { return .unknown }
      let superclass: UInt64 = flags & 0x4000_0000 != 0 ? 1 : 0
      var all = superclass == 1 ? [type(at: word(2))] : []
      for place in 0..<count {
        guard let type = contexts.type(at: word(2 + superclass + place) & ~1) else { continue }
        all.append(.nominal(type))
      }
      return .existential(protocols: all, isClassBound: flags & 0x8000_0000 == 0)
    case Kind.metatype, Kind.existentialMetatype: return .metatype(type(at: word(1)))
    case Kind.extendedExistential:
      // A shape has the type in which parameters stand for the arguments that follow.
      guard let name = image.relative(at: word(1) + 4) else { return .unknown }
      return MangledType.read(at: name, in: image, contexts)
    case Kind.fixedArray:
      return .nominal(
        NominalType(
          kind: .struct,
          module: "Swift",
          parts: [NominalType.Part(name: "InlineArray", parameters: 1)],
          arguments: [type(at: word(2))]
        )
      )
    case Kind.opaque: return .builtin("")
    default: return .unknown
    }
  }

  private func nominal(_ metadata: UInt64, descriptor: UInt64) -> SwiftType {
    guard var type = contexts.type(at: descriptor) else { return .unknown }
    type.metadata = metadata
    type.arguments = arguments(of: metadata, type)
    return .nominal(type)
  }

  private func arguments(of metadata: UInt64, _ type: NominalType) -> [SwiftType] {
    guard let flags = contexts.flags(of: type.descriptor),
      let header = contexts.genericHeader(of: type.descriptor, flags), !header.hasPacks
    else { return [] }
    let first =
      type.kind == .class
      ? immediateMembers(of: type.descriptor).map { metadata &+ UInt64(bitPattern: $0) }
      : metadata + 16
    guard var place = first else { return [] }
    return header.isKey.map { isKey in
      guard isKey else { return .unknown }
      defer { place += 8 }
      return image.pointer(at: place).map(self.type(at:)) ?? .unknown
    }
  }

  /// Where the members of a class begin, relative to its metadata: its arguments, and the offsets of its fields.
  private func immediateMembers(of descriptor: UInt64) -> Int64? {
    guard let flags = contexts.flags(of: descriptor),
      let bounds: UInt32 = image.load(descriptor + 24),
      let positive: UInt32 = image.load(descriptor + 28),
      let members: UInt32 = image.load(descriptor + 32)
    else { return nil }
    // A superclass of another library, which may get other members.
    if flags & 1 << 29 != 0 {
      return image.relative(at: descriptor + 24).flatMap { image.pointer(at: $0) }
        .map { Int64(bitPattern: $0) }
    }
    if flags & 1 << 28 != 0 { return -8 * Int64(bounds) }
    return 8 * (Int64(positive) - Int64(members))
  }

  // MARK: - Classes

  /// What a class says of its instances.
  struct ClassInfo {
    let descriptor: UInt64
    let superclass: UInt64
    let instanceSize: Int
    let isActor: Bool
  }

  /// The class that metadata describes; `nil` if it isn't a class' metadata.
  func classInfo(at metadata: UInt64) -> ClassInfo? {
    guard metadata & 7 == 0, image.pointer(at: metadata) == Kind.class,
      let superclass = image.pointer(at: metadata + 8), superclass & 7 == 0,
      let size: UInt32 = image.load(metadata + 24), size >= 16,
      let classSize: UInt32 = image.load(metadata + 32), classSize >= 64,
      let addressPoint: UInt32 = image.load(metadata + 36), addressPoint < classSize,
      let descriptor = image.pointer(at: metadata + 40), descriptor != 0,
      let flags = contexts.flags(of: descriptor), flags & 31 == 16,
      contexts.type(at: descriptor) != nil
    else { return nil }
    return ClassInfo(
      descriptor: descriptor,
      superclass: superclass,
      instanceSize: Int(size),
      isActor: flags & 1 << 23 != 0
    )
  }

  /// A stored property of a class, and where it is in an instance.
  struct PlacedField {
    let name: String
    let type: SwiftType
    let offset: Int
  }

  /// The stored properties of a class with those that it inherits, in the order of their offsets.
  func fields(ofClass metadata: UInt64) -> [PlacedField] {
    var all: [PlacedField] = []
    var next = metadata
    for _ in 0..<64 {
      guard next != 0, let info = classInfo(at: next) else { break }
      all += ownFields(ofClass: next, info)
      next = info.superclass
    }
    return all.sorted { $0.offset < $1.offset }
  }

  private func ownFields(ofClass metadata: UInt64, _ info: ClassInfo) -> [PlacedField] {
    guard case .nominal(let type) = type(at: metadata),
      let count: UInt32 = image.load(info.descriptor + 36),
      let vector: UInt32 = image.load(info.descriptor + 40), vector != 0,
      let flags = contexts.flags(of: info.descriptor)
    else { return [] }
    var start = metadata &+ UInt64(vector) * 8
    if flags & 1 << 29 != 0, let members = immediateMembers(of: info.descriptor) {
      start = start &+ UInt64(bitPattern: members)
    }
    let fields = contexts.fields(of: info.descriptor).prefix(Int(count))
    return fields.enumerated().compactMap { number, field in
      guard let offset = image.pointer(at: start + 8 * UInt64(number)),
        offset >= 16, offset < UInt64(max(info.instanceSize, 17))
      else { return nil }
      return PlacedField(
        name: field.name,
        type: field.type.replacing(type.arguments, levels: type.levels),
        offset: Int(offset)
      )
    }
  }
}
