/// Some events of a stream, decoded on a thread of their own.
///
/// All that it refers to is in it, or in the batches of the stream before it; what they are in the catalog of a reader,
/// ``DecodedStream`` finds.
struct DecodedBatch: Sendable {
  struct Event: Sendable {
    let timestamp: Int64
    /// The number of its declaration.
    let number: Int32
    /// Its thread, among those of the stream; -1 for the name of a process.
    let thread: Int32
    /// With symbols of ``DecodedBatch/symbols``.
    let payload: TracePayload
  }

  /// A thread that the stream has events of.
  struct Thread: Sendable {
    let processID: Int64?
    let threadID: Int64?
    let name: String?
  }

  /// What is known of a stream when its last event was read.
  struct End: Sendable {
    /// Why there are no more, before the end of the file.
    var problem: String?
    var discarded: (events: UInt64, packets: UInt64) = (0, 0)
    /// The fields that are added up, by the numbers of the events.
    var sums: [Int: [Int64]] = [:]
  }

  var events: [Event] = []
  /// Those that no batch before it has.
  var threads: [Thread] = []
  /// What processes are called, by the places of the events that say so.
  var processNames: [Int: (id: Int64, name: String)] = [:]
  /// The texts of its symbols.
  var symbols = SymbolTable()
  /// How many bytes of the file were decoded, with these.
  var consumedBytes = 0
  /// There is one in the last batch of a stream.
  var end: End?
}
