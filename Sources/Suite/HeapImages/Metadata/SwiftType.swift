/// A type of Swift, as far as metadata and mangled names tell it.
indirect enum SwiftType: Hashable, Sendable {
  case nominal(NominalType)
  case tuple([TupleElement])
  case function(parameters: [SwiftType], result: SwiftType)
  case existential(protocols: [SwiftType], isClassBound: Bool)
  case metatype(SwiftType)
  /// Of the compiler, by its mangled name.
  case builtin(String)
  /// A generic parameter that nobody has replaced.
  case parameter(depth: Int, index: Int)
  case reference(SwiftType, Ownership)
  case unknown
}

/// An element of a tuple.
struct TupleElement: Hashable, Sendable, CustomStringConvertible {
  let label: String
  let type: SwiftType

  var description: String { (label.isEmpty ? "" : "\(label): ") + "\(type)" }
}

/// Whether a reference keeps its object.
enum Ownership: UInt8, Hashable, Sendable {
  case strong, weak, unowned, unmanaged
}

/// A class, structure, enumeration or protocol, with its arguments.
struct NominalType: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case `class`, `struct`, `enum`, `protocol`, other }

  /// A part of its name, and how many generic parameters it and the parts before it have.
  struct Part: Hashable, Sendable {
    let name: String
    let parameters: Int
  }

  var kind: Kind
  var module: String
  var parts: [Part]
  /// The address of its descriptor; 0 if only its name is known.
  var descriptor: UInt64 = 0
  /// The address of its metadata; 0 if unknown.
  var metadata: UInt64 = 0
  /// Those of all parts.
  var arguments: [SwiftType] = []

  /// Whether it belongs to Swift itself, whose parts are nobody's business.
  var isOfToolchain: Bool { Self.toolchain.contains(module) }

  private static let toolchain: Set<String> = [
    "Swift", "_Concurrency", "Synchronization", "Foundation", "FoundationEssentials", "Dispatch",
    "__C", "_StringProcessing", "Observation", "_RegexParser",
  ]

  /// Whether it is this type of the standard library.
  func isSwift(_ name: String) -> Bool {
    module == "Swift" && parts.count == 1 && parts[0].name == name
  }
}

extension SwiftType: CustomStringConvertible {
  /// As an author writes it, without modules.
  var description: String {
    switch self {
    case .nominal(let type): type.description
    case .tuple(let elements):
      "(\(elements.map(\.description).joined(separator: ", ")))"
    case .function(let parameters, let result):
      "(\(parameters.map(\.description).joined(separator: ", "))) -> \(result)"
    case .existential(let protocols, let isClassBound):
      switch protocols.count {
      case 0: isClassBound ? "AnyObject" : "Any"
      default: "any \(protocols.map(\.description).joined(separator: " & "))"
      }
    case .metatype(let type): "\(type).Type"
    case .builtin(let name): name == "Xb" ? "variable" : "Builtin.\(name)"
    case .parameter(let depth, let index):
      depth == 0 ? ["T", "U", "V", "W"][min(index, 3)] : "T\(depth)_\(index)"
    case .reference(let type, let ownership):
      ownership == .unmanaged ? "unowned(unsafe) \(type)" : "\(ownership) \(type)"
    case .unknown: "_"
    }
  }

  /// With other types for its generic parameters.
  func replacing(_ arguments: [SwiftType], levels: [Int]) -> SwiftType {
    switch self {
    case .parameter(let depth, let index):
      let place = (depth == 0 ? 0 : depth <= levels.count ? levels[depth - 1] : Int.max / 2) + index
      return place < arguments.count ? arguments[place] : self
    case .nominal(var type):
      guard !type.arguments.isEmpty else { return self }
      type.arguments = type.arguments.map { $0.replacing(arguments, levels: levels) }
      return .nominal(type)
    case .tuple(let elements):
      return .tuple(
        elements.map {
          TupleElement(label: $0.label, type: $0.type.replacing(arguments, levels: levels))
        }
      )
    case .function(let parameters, let result):
      return .function(
        parameters: parameters.map { $0.replacing(arguments, levels: levels) },
        result: result.replacing(arguments, levels: levels)
      )
    case .metatype(let type): return .metatype(type.replacing(arguments, levels: levels))
    case .reference(let type, let ownership):
      return .reference(type.replacing(arguments, levels: levels), ownership)
    case .existential, .builtin, .unknown: return self
    }
  }
}

extension NominalType: CustomStringConvertible {
  var description: String {
    if isSwift("Optional"), let wrapped = arguments.first {
      switch wrapped {
      case .function: return "(\(wrapped))?"
      case .existential(let protocols, _) where !protocols.isEmpty: return "(\(wrapped))?"
      default: return "\(wrapped)?"
      }
    }
    if isSwift("Array"), let element = arguments.first { return "[\(element)]" }
    if isSwift("Dictionary"), arguments.count == 2 {
      return "[\(arguments[0]): \(arguments[1])]"
    }
    var first = 0
    return parts.map { part in
      let own = arguments.dropFirst(first).prefix(max(0, part.parameters - first))
      first = max(first, part.parameters)
      return own.isEmpty
        ? part.name : "\(part.name)<\(own.map(\.description).joined(separator: ", "))>"
    }.joined(separator: ".")
  }

  /// The depths of its generic parameters: how many there are up to each.
  var levels: [Int] {
    parts.map(\.parameters).reduce(into: []) { levels, count in
      if count > levels.last ?? 0 { levels.append(count) }
    }
  }
}
