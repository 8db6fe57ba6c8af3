/// What a process had in memory at one moment: its live blocks by type and place, what nothing holds, and who holds the rest.
///
/// 1. In mode "all" each number is exact. In mode "sampled" only sampled blocks are known, each of which stands for more; then nothing is
///    said of references: a block that isn't known may hold another.
/// 2. Types are numbered by their place in `types`, and stacks have the numbers of the process' memory file.
package struct HeapSnapshot: Codable, Sendable {
  /// A number of blocks, and their bytes as requested.
  package struct Amount: Codable, Sendable, Hashable {
    package var blocks: Int
    package var bytes: Int

    package init(blocks: Int = 0, bytes: Int = 0) {
      self.blocks = blocks
      self.bytes = bytes
    }

    package static func += (sum: inout Amount, other: Amount) {
      sum.blocks += other.blocks
      sum.bytes += other.bytes
    }
  }

  /// What a block is.
  package enum Kind: String, Codable, Sendable {
    case object, actor, array, dictionary, set, string
    /// What a closure has captured.
    case closure
    /// A variable that closures share, an indirect case, a large value behind `any`, an error.
    case box
    case task
    /// Local variables of a task.
    case taskMemory
    /// What weak references to an object keep when it goes.
    case sideTable
    /// C++ with virtual functions.
    case cxx
    /// Anything else: of C, of C++, or an `UnsafeMutablePointer`'s.
    case plain
  }

  /// The blocks of a type that one stack has allocated.
  package struct Site: Codable, Sendable {
    package let stack: UInt32
    package var live = Amount()
    package var leaked = Amount()

    package init(stack: UInt32) { self.stack = stack }
  }

  /// The blocks of a type.
  package struct TypeEntry: Codable, Sendable {
    /// As its author writes it, `Cache<String, Node>`; closures and what has no type are named by the function that made them.
    package let name: String
    /// Empty if unknown.
    package let module: String
    package let kind: Kind
    package var live = Amount()
    package var leaked = Amount()
    /// What would go if all of this type went.
    package var retained = Amount()
    /// Those with most bytes first.
    package var sites: [Site] = []
    /// Who points to blocks of this type, the most frequent first.
    package var holders: [Holder] = []

    package init(name: String, module: String, kind: Kind) {
      self.name = name
      self.module = module
      self.kind = kind
    }
  }

  /// References from one place to blocks of a type.
  package struct Holder: Codable, Sendable, Hashable {
    /// `Session.delegate`, `_ContiguousArrayStorage<Node>[]`, `global cache`, `stack of thread 17`.
    package let place: String
    /// The number of the type that holds; `nil` for a root.
    package let type: Int?
    package let count: Int
    /// Whether it keeps what it points to: `weak`, `unowned` and unmanaged references don't.
    package let isStrong: Bool

    package init(place: String, type: Int?, count: Int, isStrong: Bool) {
      self.place = place
      self.type = type
      self.count = count
      self.isStrong = isStrong
    }
  }

  /// Blocks that no root leads to, with all that only they hold.
  ///
  /// Equal ones count as one.
  package struct Leak: Codable, Sendable {
    /// One shortest cycle by its references, `Session.delegate`, then `Controller.session`; empty if there is none and nothing holds the
    /// block: its last reference went without a release or free.
    package let cycle: [String]
    /// The types on the cycle, or that of the unheld block.
    package let types: [Int]
    /// Where the blocks on the cycle were allocated.
    package let stacks: [UInt32]
    /// The functions that did, the innermost ones that a person has written and that are no initializers.
    package let makers: [String]
    /// How often the same was found.
    package let count: Int
    /// All that would go, what it holds included.
    package let leaked: Amount

    package init(
      cycle: [String],
      types: [Int],
      stacks: [UInt32],
      makers: [String] = [],
      count: Int,
      leaked: Amount
    ) {
      self.cycle = cycle
      self.types = types
      self.stacks = stacks
      self.makers = makers
      self.count = count
      self.leaked = leaked
    }
  }

  /// Memory outside all blocks that holds some.
  package struct Root: Codable, Sendable {
    /// `global cache`, `stack of thread 17`, `mapped memory`.
    package let name: String
    package let module: String
    /// What it alone holds.
    package let retained: Amount
  }

  /// How much of the mark is guessed: what looks like a reference counts as one.
  package struct Conservatism: Codable, Sendable {
    /// Words that lead to a block's inside.
    package var insideWords = 0
    /// Blocks that only such words hold.
    package var heldByInsideOnly = Amount()
    /// Blocks that only words on stacks and in registers hold, which may be left over.
    package var heldByStacksOnly = Amount()
    /// Threads that ran on while memory was copied.
    package var unstoppedThreads = 0
    /// Blocks that the library had no memory to note.
    package var unknownBlocks = 0
  }

  /// The live block of a sample.
  package struct Block: Codable, Sendable {
    package let address: UInt64
    package let type: Int

    package init(address: UInt64, type: Int) {
      self.address = address
      self.type = type
    }
  }

  package var process: Int32 = 0
  package var number = 0
  package var time: UInt64 = 0
  /// Why: "end", "signal", "period", "event".
  package var reason = ""
  package var label = ""
  package var isSampled = false
  package var live = Amount()
  package var leaked = Amount()
  package var types: [TypeEntry] = []
  package var leaks: [Leak] = []
  package var roots: [Root] = []
  package var conservatism = Conservatism()
  /// The number of the type that metadata at an address describes.
  package var metadata: [UInt64: Int] = [:]
  /// Only in mode "sampled".
  package var blocks: [Block] = []
  /// How long the analysis took, and the memory that it needed for blocks and references at most.
  package var seconds = 0.0
  package var workingBytes = 0

  package init() {}
}
