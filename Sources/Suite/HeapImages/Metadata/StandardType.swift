/// Types with mangled names of their own.
///
/// Source: include/swift/Demangling/StandardTypesMangling.def of swiftlang/swift.
enum StandardType {
  static let optional = type("Optional", .enum)

  static let ofSwift: [Unicode.Scalar: NominalType] = {
    let structures: [Unicode.Scalar: String] = [
      "a": "Array", "b": "Bool", "D": "Dictionary", "d": "Double", "f": "Float", "h": "Set",
      "i": "Int", "J": "Character", "N": "ClosedRange", "n": "Range", "O": "ObjectIdentifier",
      "P": "UnsafePointer", "p": "UnsafeMutablePointer", "R": "UnsafeBufferPointer",
      "r": "UnsafeMutableBufferPointer", "S": "String", "s": "Substring", "u": "UInt",
      "V": "UnsafeRawPointer", "v": "UnsafeMutableRawPointer", "W": "UnsafeRawBufferPointer",
      "w": "UnsafeMutableRawBufferPointer",
    ]
    let protocols: [Unicode.Scalar: String] = [
      "B": "BinaryFloatingPoint", "E": "Encodable", "e": "Decodable", "F": "FloatingPoint",
      "G": "RandomNumberGenerator", "H": "Hashable", "j": "Numeric",
      "K": "BidirectionalCollection", "k": "RandomAccessCollection", "L": "Comparable",
      "l": "Collection", "M": "MutableCollection", "m": "RangeReplaceableCollection",
      "Q": "Equatable", "T": "Sequence", "t": "IteratorProtocol", "U": "UnsignedInteger",
      "X": "RangeExpression", "x": "Strideable", "Y": "RawRepresentable", "y": "StringProtocol",
      "Z": "SignedInteger", "z": "BinaryInteger",
    ]
    var all = structures.mapValues { type($0, .struct) }
    all.merge(protocols.mapValues { type($0, .protocol) }) { first, _ in first }
    all["q"] = optional
    return all
  }()

  static let ofConcurrency: [Unicode.Scalar: NominalType] = {
    let structures: [Unicode.Scalar: String] = [
      "C": "CheckedContinuation", "c": "UnsafeContinuation", "E": "CancellationError",
      "e": "UnownedSerialExecutor", "G": "TaskGroup", "g": "ThrowingTaskGroup",
      "J": "UnownedJob", "P": "TaskPriority", "S": "AsyncStream", "s": "AsyncThrowingStream",
      "T": "Task", "t": "UnsafeCurrentTask",
    ]
    let protocols: [Unicode.Scalar: String] = [
      "A": "Actor", "F": "Executor", "f": "SerialExecutor", "h": "TaskExecutor",
      "I": "AsyncIteratorProtocol", "i": "AsyncSequence",
    ]
    var all = structures.mapValues { type($0, .struct, "_Concurrency") }
    all.merge(protocols.mapValues { type($0, .protocol, "_Concurrency") }) { first, _ in first }
    all["M"] = type("MainActor", .class, "_Concurrency")
    return all
  }()

  /// The sizes of structures that are often fields; a stride is the size rounded up to 8, or the size itself below that.
  static let sizes: [String: Int] = [
    "Bool": 1, "Int8": 1, "UInt8": 1, "Int16": 2, "UInt16": 2, "Int32": 4, "UInt32": 4,
    "Float": 4, "Int": 8, "UInt": 8, "Int64": 8, "UInt64": 8, "Double": 8, "Array": 8,
    "ContiguousArray": 8, "Dictionary": 8, "Set": 8, "ObjectIdentifier": 8, "UnsafePointer": 8,
    "UnsafeMutablePointer": 8, "UnsafeRawPointer": 8, "UnsafeMutableRawPointer": 8, "Task": 8,
    "CheckedContinuation": 8, "UnsafeContinuation": 8, "Unmanaged": 8, "OpaquePointer": 8,
    "UnsafeBufferPointer": 16, "UnsafeMutableBufferPointer": 16, "UnsafeRawBufferPointer": 16,
    "UnsafeMutableRawBufferPointer": 16, "String": 16, "Character": 16, "Substring": 32,
    "ArraySlice": 32,
  ]

  private static func type(
    _ name: String,
    _ kind: NominalType.Kind,
    _ module: String = "Swift"
  ) -> NominalType {
    NominalType(
      kind: kind,
      module: module,
      parts: [NominalType.Part(name: name, parameters: 0)]
    )
  }
}
