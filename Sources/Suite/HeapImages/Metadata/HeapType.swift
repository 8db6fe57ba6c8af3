/// What all blocks with the same first word, or made by the same function, have in common.
final class HeapType {
  typealias Kind = HeapSnapshot.Kind

  /// What is behind an object's fields.
  enum Tail {
    case nothing
    /// Elements of one type, from this offset on.
    case elements(start: Int, stride: Int, type: SwiftType)
    /// Keys, and then values, or only keys.
    case table(key: SwiftType, keyStride: Int, value: SwiftType, valueStride: Int)
  }

  /// Where elements are, in numbers.
  struct TailPlaces {
    var isTable = false
    var start = Int.max
    var stride = 1
    var values = Int.max
    var valueStride = 1

    init() {}

    init(_ tail: Tail) {
      switch tail {
      case .nothing: break
      // A layout that was read from memory which isn't one may have no stride.
      case .elements(let start, let stride, _): (self.start, self.stride) = (start, max(1, stride))
      case .table(_, let keyStride, _, let valueStride):
        isTable = true
        (stride, self.valueStride) = (max(1, keyStride), max(1, valueStride))
      }
    }
  }

  let kind: Kind
  let name: String
  let module: String
  /// The address of its metadata; 0 without.
  let metadata: UInt64
  let instanceSize: Int
  var tail = Tail.nothing { didSet { tailPlaces = TailPlaces(tail) } }
  private(set) var tailPlaces = TailPlaces()
  /// Whether no reference is in it, so that what looks like one isn't.
  var holdsNothing = false
  /// Of each word of its fields; strong beyond the end.
  var ownership: [Ownership] = []
  /// Of each word of an element.
  var elementOwnership: [Ownership] = []

  init(kind: Kind, name: String, module: String = "", metadata: UInt64 = 0, instanceSize: Int = 0) {
    self.kind = kind
    self.name = name
    self.module = module
    self.metadata = metadata
    self.instanceSize = instanceSize
  }

  /// Whether its first two words are metadata and reference counts.
  var isSwift: Bool {
    switch kind {
    case .taskMemory, .sideTable, .cxx, .plain: false
    default: true
    }
  }

  /// How many words of a block have names of their own.
  var fieldWords: Int {
    switch kind {
    case .closure, .box, .task, .taskMemory, .cxx: 1 << 13
    default: max(instanceSize / 8, ownership.count)
    }
  }
}
