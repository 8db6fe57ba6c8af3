import ObjectFiles

/// The types of a process' blocks, found by their first words.
///
/// 1. A block is a Swift object if its first word is metadata that is right in all that can be checked, its size has room for the fields,
///    and its second word may be reference counts.
/// 2. Closures and variables don't say whose they are, nor do blocks of C: the function does that made them, the innermost of the stack
///    that a person has written.
final class HeapTypes {
  private(set) var all: [HeapType] = []
  let layouts: TypeLayouts
  let metadata: SwiftMetadata
  let image: ProcessImage
  let functions: SiteFunctions
  private var byName: [Key: Int] = [:]
  private var byMetadata: [UInt64: Found] = [:]
  /// By the numbers of stacks; 0 for what isn't known yet.
  private let plainTypes = FlatArray<UInt32>(count: 1 << 23)
  private var last: (word: UInt64, found: Found) = (0, .other)
  let sideTable: Int
  /// The fields of classes, and the captures of closures, by the addresses of their metadata.
  var partsByType: [UInt64: [Part]] = [:]
  /// The types of arrays of objects, by the addresses of their classes' metadata.
  var arrays: [UInt64: Int] = [:]
  /// For each type that has been asked for, the metadata of its class, and of those that this inherits from.
  var superclasses: [Int: [UInt64]] = [:]

  private struct Key: Hashable {
    let kind: HeapType.Kind
    let metadata: UInt64
    let function: Int
  }

  /// What a first word says.
  enum Found {
    case type(Int)
    /// One for each function that makes such blocks.
    case made(HeapType.Kind, metadata: UInt64)
    case other
  }

  init(_ image: ProcessImage, _ functions: SiteFunctions) {
    self.image = image
    self.functions = functions
    metadata = SwiftMetadata(image)
    layouts = TypeLayouts(metadata)
    sideTable = 0
    all.append(HeapType(kind: .sideTable, name: "side table of weak references", module: "Swift"))
  }

  /// The number of the type of a block.
  ///
  /// - Parameters:
  ///   - first: Its first word; 0 if it has none.
  ///   - second: Its second word.
  ///   - size: As requested.
  ///   - stack: What allocated it.
  ///   - isPossible: Whether the first word may be metadata, for all that is known without looking there.
  /// - Returns: Its place in ``all``.
  func type(
    first: UInt64,
    second: UInt64,
    size: Int,
    stack: UInt32,
    isPossible: (UInt64) -> Bool
  ) -> Int {
    if size >= 16, first & 7 == 0, first > 4096 {
      let found: Found
      if last.word == first {
        found = last.found
      } else if let known = byMetadata[first] {
        found = known
        last = (first, found)
      } else if isPossible(first) {
        found = find(first)
        byMetadata[first] = found
        last = (first, found)
      } else {
        found = .other
      }
      switch found {
      case .type(let number):
        let type = all[number]
        if size >= type.instanceSize, !type.isSwift || isReferenceCount(second) { return number }
      case .made(let kind, let metadata):
        if kind == .taskMemory || isReferenceCount(second) {
          return made(kind, metadata: metadata, by: stack)
        }
      case .other: break
      }
    }
    return plain(by: stack)
  }

  /// The type of blocks of C that a stack has made.
  private func plain(by stack: UInt32) -> Int {
    let place = Int(stack)
    guard place < plainTypes.count else { return made(.plain, metadata: 0, by: stack) }
    let known = plainTypes[place]
    if known != 0 { return Int(known) }
    let number = made(.plain, metadata: 0, by: stack)
    plainTypes[place] = UInt32(number)
    return number
  }

  /// The number of the type that metadata describes; `nil` if it isn't metadata of a type of objects.
  func type(ofMetadata address: UInt64) -> Int? {
    if byMetadata[address] == nil { byMetadata[address] = find(address) }
    guard case .type(let number)? = byMetadata[address], all[number].metadata == address else {
      return nil
    }
    return number
  }

  /// Whether a word may be reference counts: a strong and an unowned count that are no address, a side table, or those of an object that
  /// never goes.
  ///
  /// Source: stdlib/public/SwiftShims/swift/shims/RefCount.h of swiftlang/swift, "RefCountBitsT".
  private func isReferenceCount(_ word: UInt64) -> Bool {
    if word >> 63 != 0 { return true }
    let unowned = word >> 1 & 0x7FFF_FFFF
    return unowned != 0 && unowned < 1 << 24 && word >> 33 < 1 << 24
  }

  private func made(_ kind: HeapType.Kind, metadata: UInt64, by stack: UInt32) -> Int {
    let function = functions.function(ofStack: stack)
    let key = Key(kind: kind, metadata: metadata, function: function)
    if let number = byName[key] { return number }
    let name = functions.name(function)
    let what =
      switch kind {
      case .closure: "closure of"
      case .box: "variable of"
      case .task: "task of"
      case .taskMemory: "task memory of"
      default: "block of"
      }
    let type = HeapType(
      kind: kind,
      name: "\(what) \(name.text)",
      module: name.module,
      metadata: metadata
    )
    if kind == .closure || kind == .box { addCaptures(to: type) }
    let number = add(type)
    byName[key] = number
    return number
  }

  /// Adds a type; returns its number.
  func add(_ type: HeapType) -> Int {
    all.append(type)
    return all.count - 1
  }

  // MARK: - By metadata

  private func find(_ address: UInt64) -> Found {
    guard let kind = image.pointer(at: address) else { return .other }
    if functions.isOfTaskMemory(address) { return .made(.taskMemory, metadata: 0) }
    switch kind {
    case SwiftMetadata.Kind.class:
      guard let info = metadata.classInfo(at: address) else { return found(cxxAt: address) }
      return .type(add(type(ofClass: address, info)))
    case SwiftMetadata.Kind.localVariable:
      guard let offset: UInt32 = image.load(address + 8), offset >= 16, offset < 1 << 16 else {
        return .other
      }
      return .made(isOneTuple(address) ? .box : .closure, metadata: address)
    case SwiftMetadata.Kind.genericLocalVariable:
      guard let value = image.pointer(at: address + 16) else { return .other }
      let type = HeapType(
        kind: .box,
        name: "variable: \(metadata.type(at: value))",
        metadata: address,
        instanceSize: 16
      )
      setOwnership(of: type, [Part(name: "", type: metadata.type(at: value), offset: 16)])
      return .type(add(type))
    case SwiftMetadata.Kind.error:
      return .type(
        add(
          HeapType(kind: .box, name: "error", module: "Swift", metadata: address, instanceSize: 32)
        )
      )
    case SwiftMetadata.Kind.task, SwiftMetadata.Kind.job: return .made(.task, metadata: address)
    default: return found(cxxAt: address)
    }
  }

  private func found(cxxAt table: UInt64) -> Found {
    guard let name = CxxName.name(ofTable: table, image) else { return .other }
    return .type(add(HeapType(kind: .cxx, name: name, metadata: table, instanceSize: 8)))
  }

  private func type(ofClass address: UInt64, _ info: SwiftMetadata.ClassInfo) -> HeapType {
    let swiftType = metadata.type(at: address)
    guard case .nominal(let nominal) = swiftType else {
      return HeapType(
        kind: .object,
        name: "\(swiftType)",
        metadata: address,
        instanceSize: info.instanceSize
      )
    }
    let type = HeapType(
      kind: kind(of: nominal, info),
      name: "\(nominal)",
      module: nominal.module,
      metadata: address,
      instanceSize: info.instanceSize
    )
    setOwnership(of: type, parts(ofClass: address))
    setTail(of: type, nominal)
    return type
  }

  private func kind(of type: NominalType, _ info: SwiftMetadata.ClassInfo) -> HeapType.Kind {
    if info.isActor { return .actor }
    guard type.module == "Swift", let name = type.parts.last?.name else { return .object }
    switch name {
    case "_ContiguousArrayStorage": return .array
    case "_DictionaryStorage": return .dictionary
    case "_SetStorage": return .set
    case "__StringStorage", "__SharedStringStorage": return .string
    default: return .object
    }
  }

  private func setTail(of type: HeapType, _ nominal: NominalType) {
    let arguments = nominal.arguments
    switch type.kind {
    case .array:
      guard let element = arguments.first else { return }
      let layout = layouts.layout(of: element) ?? .word
      let start = max(32, (32 + layout.alignment - 1) / layout.alignment * layout.alignment)
      type.tail = .elements(start: start, stride: layout.stride, type: element)
      // Numbers that no reference has room in.
      type.holdsNothing = layout.size < 8 && layout.alignment < 8
      setElementOwnership(of: type, element, layout.stride)
    case .dictionary:
      guard arguments.count == 2, let key = layouts.layout(of: arguments[0]),
        let value = layouts.layout(of: arguments[1])
      else { return }
      type.tail = .table(
        key: arguments[0],
        keyStride: key.stride,
        value: arguments[1],
        valueStride: value.stride
      )
    case .set:
      guard let element = arguments.first, let layout = layouts.layout(of: element) else { return }
      type.tail = .table(
        key: element,
        keyStride: layout.stride,
        value: .tuple([]),
        valueStride: 1
      )
    case .string: type.holdsNothing = true
    default: break
    }
  }

  private func setElementOwnership(of type: HeapType, _ element: SwiftType, _ stride: Int) {
    guard stride < 4096, stride % 8 == 0 else { return }
    let all = (0..<stride / 8).map { layouts.spot(in: element, at: 8 * $0).ownership }
    if all.contains(where: { $0 != .strong }) { type.elementOwnership = all }
  }
}
