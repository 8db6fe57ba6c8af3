/// The sizes of types, and which part of a value is at an offset.
///
/// 1. Metadata has a type's size. Where there is none, sizes of parts are added up, as the compiler does; what can't be known so is `nil`,
///    and the part is then named by what is around it.
/// 2. Parts of Swift's own types have no names that anybody knows: an array is one part.
final class TypeLayouts {
  private let metadata: SwiftMetadata
  private var image: ProcessImage { metadata.image }
  private var plain: [UInt64: UInt64?] = [:]

  init(_ metadata: SwiftMetadata) { self.metadata = metadata }

  /// The size and alignment of values.
  struct Layout: Hashable {
    var size: Int
    var alignment: Int

    static let word = Layout(size: 8, alignment: 8)

    var stride: Int { max(1, (size + alignment - 1) / alignment * alignment) }

    /// Adds a part behind the others; returns where it begins.
    mutating func append(_ part: Layout) -> Int {
      let start = (size + part.alignment - 1) / part.alignment * part.alignment
      size = start + part.size
      alignment = max(alignment, part.alignment)
      return start
    }
  }

  /// A part of a value.
  struct Spot {
    /// The names of fields that lead to it.
    var path: [String] = []
    var ownership = Ownership.strong
  }

  // MARK: - Sizes

  /// The size of a type's values; `nil` if unknown.
  func layout(of type: SwiftType, depth: Int = 0) -> Layout? {
    guard depth < 16 else { return nil }
    switch type {
    case .nominal(let type): return layout(ofNominal: type, depth: depth)
    case .tuple(let elements):
      var sum = Layout(size: 0, alignment: 1)
      for element in elements {
        guard let part = layout(of: element.type, depth: depth + 1) else { return nil }
        _ = sum.append(part)
      }
      return sum
    case .function: return Layout(size: 16, alignment: 8)
    case .existential(let protocols, let isClassBound):
      // An error is a box; else 3 words and the type, or an object; and for each protocol its functions.
      if case .nominal(let only)? = protocols.first, only.isSwift("Error") { return .word }
      let witnesses = protocols.count { type in
        if case .nominal(let type) = type {
          type.kind == .protocol && !type.isSwift("Sendable")
        } else {
          true
        }
      }
      return Layout(size: (isClassBound ? 8 : 32) + 8 * witnesses, alignment: 8)
    case .metatype: return .word
    case .reference(let type, let ownership):
      return ownership == .weak
        ? layout(of: type, depth: depth + 1) ?? .word : layout(of: type, depth: depth + 1)
    case .builtin(let name):
      switch name {
      case "D": return Layout(size: 96, alignment: 16)
      case "o", "b", "p", "w", "O", "j", "c", "Xb": return .word
      case "e": return Layout(size: 16, alignment: 8)
      case "i1", "i8": return Layout(size: 1, alignment: 1)
      case "i16": return Layout(size: 2, alignment: 2)
      case "i32", "f32": return Layout(size: 4, alignment: 4)
      case "i64", "f64": return .word
      default: return nil
      }
    case .parameter, .unknown: return nil
    }
  }

  private func layout(ofNominal type: NominalType, depth: Int) -> Layout? {
    if type.kind == .class { return .word }
    if let metadata = metadataOfValue(type), let witnesses = image.pointer(at: metadata - 8),
      let size = image.pointer(at: witnesses + 64), size < 1 << 32,
      let flags: UInt32 = image.load(witnesses + 80)
    {
      return Layout(size: Int(size), alignment: Int(flags & 0xFF) + 1)
    }
    if let name = type.parts.last?.name, type.isOfToolchain, let size = StandardType.sizes[name] {
      return Layout(size: size, alignment: min(size, 8))
    }
    if type.isSwift("Optional"), let wrapped = type.arguments.first {
      guard var layout = layout(of: wrapped, depth: depth + 1) else { return nil }
      if !hasSpareValues(wrapped) { layout.size += 1 }
      return layout
    }
    guard type.kind == .struct else { return nil }
    return computedOffsets(of: type, depth: depth)?.layout
  }

  private func computedOffsets(
    of type: NominalType,
    depth: Int
  ) -> (offsets: [Int], layout: Layout)? {
    let fields = metadata.contexts.fields(of: type.descriptor)
    guard !fields.isEmpty else { return nil }
    var sum = Layout(size: 0, alignment: 1)
    var offsets: [Int] = []
    for field in fields {
      let own = field.type.replacing(type.arguments, levels: type.levels)
      guard let part = layout(of: own, depth: depth + 1) else { return nil }
      offsets.append(sum.append(part))
    }
    return (offsets, sum)
  }

  /// Whether an optional has room for `nil` in the value itself.
  private func hasSpareValues(_ type: SwiftType) -> Bool {
    switch type {
    case .nominal(let type):
      if type.kind == .class { return true }
      if let metadata = metadataOfValue(type), let witnesses = image.pointer(at: metadata - 8) {
        return image.load(witnesses + 84) ?? UInt32(0) > 0
      }
      if type.isSwift("Optional"), let wrapped = type.arguments.first {
        return hasSpareValues(wrapped)
      }
      let numbers = ["Int", "UInt", "Float", "Double", "Character"]
      guard let name = type.parts.last?.name else { return false }
      if type.isOfToolchain {
        return StandardType.sizes[name] != nil && !numbers.contains { name.hasPrefix($0) }
      }
      return metadata.contexts.fields(of: type.descriptor).contains {
        hasSpareValues($0.type.replacing(type.arguments, levels: type.levels))
      }
    case .tuple(let elements): return elements.contains { hasSpareValues($0.type) }
    case .function, .existential, .metatype: return true
    case .reference(let type, let ownership): return ownership != .weak && hasSpareValues(type)
    case .builtin, .parameter, .unknown: return false
    }
  }

  /// The metadata of a type without generic parameters, which only its access function names: one that does nothing but return it.
  private func metadataOfValue(_ type: NominalType) -> UInt64? {
    if type.metadata != 0 { return type.metadata }
    guard type.descriptor != 0, type.arguments.isEmpty else { return nil }
    if let known = plain[type.descriptor] { return known }
    let found = accessedMetadata(of: type.descriptor)
    plain[type.descriptor] = .some(found)
    return found
  }

  private func accessedMetadata(of descriptor: UInt64) -> UInt64? {
    guard let function = image.relative(at: descriptor + 12) else { return nil }
    func isIt(_ metadata: UInt64) -> Bool {
      metadata & 7 == 0 && image.pointer(at: metadata + 8) == descriptor
        && [SwiftMetadata.Kind.struct, SwiftMetadata.Kind.enum, SwiftMetadata.Kind.optional]
          .contains(image.pointer(at: metadata) ?? 0)
    }
    for place in 0..<UInt64(32) {
      // x86_64: lea rax, [rip + distance].
      if let code: UInt32 = image.load(function + place), code & 0xFF_FFFF == 0x05_8D48,
        let target = image.relative(at: function + place + 3), isIt(target + 4)
      {
        return target + 4
      }
      // aarch64: adrp x0, page; add x0, x0, offset.
      if place % 4 == 0, let page: UInt32 = image.load(function + place),
        page & 0x9F00_001F == 0x9000_0000, let add: UInt32 = image.load(function + place + 4),
        add & 0xFFC0_03FF == 0x9100_0000
      {
        let pages = Int32(bitPattern: page << 8 & 0xFFFF_E000 | page >> 16 & 0x1800) >> 11
        let base = (function + place) & ~0xFFF
        let target = base &+ UInt64(bitPattern: Int64(pages) << 12) &+ UInt64(add >> 10 & 0xFFF)
        if isIt(target) { return target }
      }
    }
    return nil
  }

  // MARK: - Parts

  /// The part of a value at an offset, as deep as names lead.
  func spot(in type: SwiftType, at offset: Int, depth: Int = 0) -> Spot {
    guard depth < 8 else { return Spot() }
    switch type {
    case .reference(let type, let ownership):
      var spot = spot(in: type, at: offset, depth: depth + 1)
      if spot.ownership == .strong { spot.ownership = ownership }
      return spot
    case .tuple(let elements):
      var sum = Layout(size: 0, alignment: 1)
      for (number, element) in elements.enumerated() {
        guard let part = layout(of: element.type) else { return Spot() }
        let start = sum.append(part)
        guard offset >= start + max(part.size, 1) else {
          guard offset >= start else { return Spot() }
          var spot = spot(in: element.type, at: offset - start, depth: depth + 1)
          spot.path.insert(element.label.isEmpty ? "\(number)" : element.label, at: 0)
          return spot
        }
      }
      return Spot()
    case .nominal(let type):
      if type.isSwift("Optional"), let wrapped = type.arguments.first {
        return spot(in: wrapped, at: offset, depth: depth + 1)
      }
      if type.isSwift("Unmanaged") { return Spot(ownership: .unmanaged) }
      switch type.kind {
      case .struct where !type.isOfToolchain: return spot(inStruct: type, at: offset, depth: depth)
      case .enum where !type.isOfToolchain: return spot(inEnum: type, at: offset, depth: depth)
      default: return Spot()
      }
    default: return Spot()
    }
  }

  private func spot(inStruct type: NominalType, at offset: Int, depth: Int) -> Spot {
    let fields = metadata.contexts.fields(of: type.descriptor)
    var offsets: [Int] = []
    if let metadata = metadataOfValue(type),
      let vector: UInt32 = image.load(type.descriptor + 24), vector != 0
    {
      offsets = fields.indices.map { number in
        let place = metadata + UInt64(vector) * 8 + UInt64(number) * 4
        return Int(image.load(place) ?? UInt32.max)
      }
    } else if let computed = computedOffsets(of: type, depth: 0) {
      offsets = computed.offsets
    }
    // Fields without a size are where the next one is.
    guard let number = offsets.lastIndex(where: { $0 <= offset }) else { return Spot() }
    let own = fields[number].type.replacing(type.arguments, levels: type.levels)
    var spot = spot(in: own, at: offset - offsets[number], depth: depth + 1)
    spot.path.insert(fields[number].name, at: 0)
    return spot
  }

  private func spot(inEnum type: NominalType, at offset: Int, depth: Int) -> Spot {
    let cases = metadata.contexts.fields(of: type.descriptor).filter { !$0.isEmpty }
    // Which of several cases it is, is in bits whose place nobody tells.
    guard cases.count == 1, !cases[0].isIndirect else {
      let parts = cases.filter { !$0.isIndirect }.map { field in
        spot(
          in: field.type.replacing(type.arguments, levels: type.levels),
          at: offset,
          depth: depth + 1
        )
      }
      // If none of them would keep what is there, it isn't kept.
      guard let first = parts.first, parts.count == cases.count,
        parts.allSatisfy({ $0.ownership == first.ownership })
      else { return Spot() }
      return Spot(ownership: first.ownership)
    }
    let own = cases[0].type.replacing(type.arguments, levels: type.levels)
    var inner = spot(in: own, at: offset, depth: depth + 1)
    inner.path.insert(cases[0].name, at: 0)
    return inner
  }
}
