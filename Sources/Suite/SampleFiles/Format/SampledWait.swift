/// What the recorder has seen of a waiting thread besides its stack: the raw data (PERF_SAMPLE_RAW) of the stack's sample.
///
/// It is a word of bits, of which the first is set for a stopped thread; and for one that waits by futex(2) the operation with its
/// options, the address, and the memory from there on. Locks have their owner in that memory.
package struct SampledWait: Sendable, Equatable {
  /// What a thread waits at by futex(2).
  package struct Futex: Sendable, Equatable {
    package static let wordCount = 6
    package let address: UInt64
    /// With its options.
    package let operation: UInt32
    /// The memory from the address on.
    package let words: [UInt32]

    package init(address: UInt64, operation: UInt32, words: [UInt32]) {
      self.address = address
      self.operation = operation
      self.words = words
    }
  }

  private static let stopped: UInt32 = 1

  /// Whether a signal or a debugger has stopped it.
  package var isStopped: Bool
  package var futex: Futex?

  package init(isStopped: Bool = false, futex: Futex? = nil) {
    self.isStopped = isStopped
    self.futex = futex
  }

  /// Adds it to the end of a sample, after the addresses.
  package func append(to record: inout RecordBuilder) {
    let bits = isStopped ? Self.stopped : 0
    record.append(UInt32(futex == nil ? 4 : 4 + 4 + 8 + 4 * Futex.wordCount + 4))
    record.append(bits)
    guard let futex else { return }
    record.append(futex.operation)
    record.append(UInt32(truncatingIfNeeded: futex.address))
    record.append(UInt32(truncatingIfNeeded: futex.address >> 32))
    for word in futex.words { record.append(word) }
    // With its size it fills whole words of 8 bytes, as all of a record does.
    record.append(UInt32(0))
  }

  /// The raw data of a sample; `nil` for one that has none, as in recordings of older versions.
  init?(_ record: PerfRecord) {
    guard record.kind == .sample else { return nil }
    let begin = PerfRecord.callChainOffset + 8 + 8 * record.addressCount - PerfRecord.headerSize
    let room = record.size - PerfRecord.headerSize - begin - 4
    guard room >= 4 else { return nil }
    let size = Int(record.word(begin))
    guard size >= 4, size <= room, size % 4 == 0 else { return nil }
    isStopped = record.word(begin + 4) & Self.stopped != 0
    let words = stride(from: begin + 8, to: begin + 4 + size, by: 4).map(record.word)
    guard words.count >= 3 + Futex.wordCount else { return }
    futex = Futex(
      address: UInt64(words[1]) | UInt64(words[2]) << 32,
      operation: words[0],
      words: Array(words[3..<3 + Futex.wordCount])
    )
  }
}

extension PerfRecord {
  /// Of the sample of a waiting thread: what it waits at; `nil` if that wasn't recorded.
  package var wait: SampledWait? { SampledWait(self) }
}
