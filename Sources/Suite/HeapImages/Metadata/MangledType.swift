/// Reads the mangled name of a type in a process' memory, in which other types are named by where their descriptors are.
///
/// It knows what fields and captures of variables are made of. Of anything else, such as types that depend on others' associated types, it
/// says that they are unknown.
///
/// Source: ABI/Mangling.rst of swiftlang/swift, "Types", "Symbolic references" and "Substitutions".
struct MangledType {
  /// What an operator may take off the stack.
  private enum Node {
    case type(SwiftType)
    case identifier(String)
    case emptyList
    case firstElement
    /// Of a function: it throws, it is asynchronous and the like.
    case mark
  }

  private let image: ProcessImage
  private let types: TypeContexts
  private var address: UInt64
  private var stack: [Node] = []
  private var substitutions: [Node] = []
  private var byteCount = 0

  /// Reads the name at an address.
  static func read(at address: UInt64, in image: ProcessImage, _ types: TypeContexts) -> SwiftType {
    var reader = MangledType(image: image, types: types, address: address)
    guard reader.readAll(), reader.stack.count == 1, case .type(let type) = reader.stack[0] else {
      return .unknown
    }
    return type
  }

  private init(image: ProcessImage, types: TypeContexts, address: UInt64) {
    self.image = image
    self.types = types
    self.address = address
  }

  // MARK: - Characters

  private mutating func next() -> UInt8? {
    guard byteCount < 4096, let byte: UInt8 = image.load(address), byte != 0 else { return nil }
    address += 1
    byteCount += 1
    return byte
  }

  private func peek() -> UInt8 { image.load(address) ?? 0 }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    address += 1
    return true
  }

  /// A number up to `_`: none is 0, and 0 is 1.
  private mutating func index() -> Int? {
    if skip("_") { return 0 }
    guard let number = natural(), skip("_") else { return nil }
    return number + 1
  }

  private mutating func natural() -> Int? {
    var number: Int?
    while case let digit = peek(), (48...57).contains(digit), number ?? 0 < 1 << 20 {
      number = (number ?? 0) * 10 + Int(digit - 48)
      address += 1
    }
    return number
  }

  // MARK: - The stack

  private mutating func popType() -> SwiftType? {
    guard case .type(let type)? = stack.last else { return nil }
    stack.removeLast()
    return type
  }

  private mutating func pop(_ isWanted: (Node) -> Bool) -> Bool {
    guard let last = stack.last, isWanted(last) else { return false }
    stack.removeLast()
    return true
  }

  private mutating func popEmptyList() -> Bool {
    pop { if case .emptyList = $0 { true } else { false } }
  }

  private mutating func popFirst() -> Bool {
    pop { if case .firstElement = $0 { true } else { false } }
  }

  private mutating func popIdentifier() -> String? {
    guard case .identifier(let text)? = stack.last else { return nil }
    stack.removeLast()
    return text
  }

  private mutating func push(_ type: SwiftType?, isSubstitution: Bool = false) -> Bool {
    guard let type else { return false }
    stack.append(.type(type))
    if isSubstitution { substitutions.append(.type(type)) }
    return true
  }

  // MARK: - Operators

  private mutating func readAll() -> Bool {
    while let character = next() {
      guard character < 0x20 ? symbolic(character) : operation(Unicode.Scalar(character)) else {
        return false
      }
    }
    return true
  }

  private mutating func symbolic(_ kind: UInt8) -> Bool {
    guard kind <= 0x17, let target = image.relative(at: address) else { return false }
    address += 4
    byteCount += 4
    switch kind {
    case 1: return push(types.type(at: target).map { .nominal($0) }, isSubstitution: true)
    case 2:
      guard let descriptor = image.pointer(at: target) else { return false }
      return push(types.type(at: descriptor).map { .nominal($0) }, isSubstitution: true)
    default: return push(.unknown)
    }
  }

  private mutating func operation(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "0"..."9":
      address -= 1
      return identifier()
    case "A": return multiple()
    case "B": return builtin()
    case "C": return nominal(.class)
    case "G": return boundGeneric()
    case "K", "Y": return functionMark(character)
    case "O": return nominal(.enum)
    case "P": return nominal(.protocol)
    case "S": return standard()
    case "V": return nominal(.struct)
    case "X": return extended()
    case "_": stack.append(.firstElement)
    case "a": return nominal(.other)
    case "c": return function()
    case "d", "h", "n", "z": return true
    case "m":
      guard let type = popType() else { return false }
      return push(.metatype(type))
    case "p": return existential(isClassBound: false)
    case "q": return parameter()
    case "t": return tuple()
    case "x": return push(.parameter(depth: 0, index: 0))
    case "y": stack.append(.emptyList)
    default: return false
    }
    return true
  }

  private mutating func identifier() -> Bool {
    // With parts of earlier words: so rare in fields that it isn't read.
    guard peek() != 48, let count = natural(), count < 512 else { return false }
    var bytes: [UInt8] = []
    for _ in 0..<count {
      guard let byte = next() else { return false }
      bytes.append(byte)
    }
    let node = Node.identifier(String(decoding: bytes, as: UTF8.self))
    stack.append(node)
    substitutions.append(node)
    return true
  }

  /// A type by the names of its module and itself.
  private mutating func nominal(_ kind: NominalType.Kind) -> Bool {
    guard let name = popIdentifier() else { return false }
    let part = NominalType.Part(name: name, parameters: 0)
    if let module = popIdentifier() {
      return push(
        .nominal(NominalType(kind: kind, module: module, parts: [part])),
        isSubstitution: true
      )
    }
    guard case .nominal(var outer)? = popType() else { return false }
    outer.kind = kind
    outer.parts.append(part)
    (outer.descriptor, outer.metadata) = (0, 0)
    return push(.nominal(outer), isSubstitution: true)
  }

  private mutating func boundGeneric() -> Bool {
    var lists: [[SwiftType]] = []
    while true {
      var list: [SwiftType] = []
      while let type = popType() { list.append(type) }
      lists.append(list.reversed())
      if popEmptyList() { break }
      guard popFirst() else { return false }
    }
    guard case .nominal(var type)? = popType() else { return false }
    type.arguments = lists.reversed().flatMap(\.self)
    if let last = type.parts.last, type.descriptor == 0 {
      let part = NominalType.Part(name: last.name, parameters: type.arguments.count)
      type.parts[type.parts.count - 1] = part
    }
    type.metadata = 0
    return push(.nominal(type), isSubstitution: true)
  }

  private mutating func tuple() -> Bool {
    var elements: [TupleElement] = []
    if !popEmptyList() {
      var isFirst = false
      while !isFirst {
        isFirst = popFirst()
        let label = popIdentifier() ?? ""
        guard let type = popType() else { return false }
        elements.append(TupleElement(label: label, type: type))
      }
    }
    return push(.tuple(elements.reversed()))
  }

  private mutating func existential(isClassBound: Bool) -> Bool {
    var protocols: [SwiftType] = []
    if !popEmptyList() {
      var isFirst = false
      while !isFirst {
        isFirst = popFirst()
        guard let type = popType() else { return false }
        protocols.append(type)
      }
    }
    return push(
      .existential(
        protocols: protocols.reversed(),
        isClassBound: isClassBound || protocols.contains(where: types.isClassBound)
      )
    )
  }

  private mutating func functionMark(_ character: Unicode.Scalar) -> Bool {
    if character == "Y" {
      guard let kind = next() else { return false }
      // A typed throw and a global actor take a type, and `t` and the like are of parameters.
      if [UInt8(ascii: "K"), UInt8(ascii: "c")].contains(kind) {
        guard popType() != nil else { return false }
      } else if [UInt8(ascii: "t"), UInt8(ascii: "i"), UInt8(ascii: "u")].contains(kind) {
        return true
      }
    }
    stack.append(.mark)
    return true
  }

  private mutating func function() -> Bool {
    while pop({ if case .mark = $0 { true } else { false } }) {}
    guard let parameters = popFunctionPart(), let result = popFunctionPart() else { return false }
    guard case .tuple(let elements) = parameters else {
      return push(.function(parameters: [parameters], result: result))
    }
    return push(.function(parameters: elements.map(\.type), result: result))
  }

  private mutating func popFunctionPart() -> SwiftType? {
    popEmptyList() ? .tuple([]) : popType()
  }

  private mutating func parameter() -> Bool {
    if skip("d") {
      guard let depth = index(), let place = index() else { return false }
      return push(.parameter(depth: depth + 1, index: place))
    }
    guard let place = index() else { return false }
    return push(.parameter(depth: 0, index: place + 1))
  }

  private mutating func builtin() -> Bool {
    guard let kind = next() else { return false }
    var name = String(Unicode.Scalar(kind))
    if ["i", "f"].contains(name) {
      guard let bits = natural(), skip("_") else { return false }
      name += "\(bits)"
    }
    return push(.builtin(name))
  }

  /// Those that begin with X.
  private mutating func extended() -> Bool {
    guard let kind = next() else { return false }
    switch Unicode.Scalar(kind) {
    case "w", "o", "u":
      guard let type = popType() else { return false }
      let ownership: Ownership =
        kind == UInt8(ascii: "w") ? .weak : kind == UInt8(ascii: "o") ? .unowned : .unmanaged
      return push(.reference(type, ownership))
    case "l": return existential(isClassBound: true)
    case "c":
      guard let superclass = popType() else { return false }
      guard existential(isClassBound: true), case .existential(let all, _)? = popType() else {
        return false
      }
      return push(.existential(protocols: [superclass] + all, isClassBound: true))
    case "m":
      guard next() != nil, let type = popType() else { return false }
      return push(.metatype(type))
    case "p":
      guard let type = popType() else { return false }
      return push(.metatype(type))
    case "A", "C", "B", "E", "K", "L", "f": return function()
    // A box of a variable.
    case "b":
      guard popType() != nil else { return false }
      return push(.builtin("Xb"))
    case "x":
      var isFirst = false
      while !isFirst {
        isFirst = popFirst()
        guard popType() != nil else { return false }
      }
      return push(.builtin("Xb"))
    default: return false
    }
  }

  private mutating func multiple() -> Bool {
    while true {
      let count = natural() ?? 1
      guard let character = next(), count < 1024 else { return false }
      switch character {
      case 97...122:
        for _ in 0..<count { guard substitute(Int(character) - 97) else { return false } }
      case 65...90:
        for _ in 0..<count { guard substitute(Int(character) - 65) else { return false } }
        return true
      case UInt8(ascii: "_"): return substitute(count + 27)
      default: return false
      }
    }
  }

  private mutating func substitute(_ place: Int) -> Bool {
    guard place < substitutions.count else { return false }
    stack.append(substitutions[place])
    return true
  }

  /// Those that begin with S: types of the standard library.
  private mutating func standard() -> Bool {
    let kind = Unicode.Scalar(next() ?? 0)
    if kind == "g" {
      guard let type = popType() else { return false }
      var optional = StandardType.optional
      optional.arguments = [type]
      return push(.nominal(optional), isSubstitution: true)
    }
    if kind == "c" {
      guard let type = StandardType.ofConcurrency[Unicode.Scalar(next() ?? 0)] else { return false }
      return push(.nominal(type))
    }
    if kind == "s" || kind == "o" {
      stack.append(.identifier(kind == "s" ? "Swift" : "__C"))
      return true
    }
    guard let type = StandardType.ofSwift[kind] else { return false }
    return push(.nominal(type))
  }
}
