/// The call stacks that a benchmark has sampled of itself.
///
/// The text has a line for each object that was loaded (`object SHIFT BEGIN END PATH`), one for each stack (`stack COUNT
/// ADDRESS ...`, from the innermost), and `samples PERIOD LOST` at the end. Addresses are hexadecimal. Newer harnesses
/// have looked at the thread of the row as well, whether it waits: `looks COUNT`, and `wait COUNT ADDRESS ...`.
/// Where nothing that runs could be sampled there is `refused REASON`.
struct SampledStacks: Equatable {
  /// A program or library, as it was loaded.
  struct Object: Hashable {
    let path: String
    /// How far from its own addresses it was loaded.
    let shift: UInt64
    let code: Range<UInt64>
  }

  /// A stack, and how often it was seen.
  struct Stack: Equatable {
    let count: Int
    /// The addresses, from the innermost.
    let addresses: [UInt64]
  }

  private(set) var objects: [Object] = []
  private(set) var stacks: [Stack] = []
  /// Where the thread of the row waited.
  private(set) var waits: [Stack] = []
  /// How often that was looked for, waiting or not; 0 where nobody looked.
  private(set) var looks = 0
  /// The time of a thread between two samples, in nanoseconds.
  private(set) var period = 0.0
  /// How many samples were lost.
  private(set) var lost = 0
  /// Why nothing that runs was sampled; `nil` where it was.
  private(set) var refusal: String?

  /// Reads a text; `nil` where its end is missing.
  init?(_ text: String) {
    var hasEnd = false
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 4)
      switch words.first {
      case "object":
        guard words.count == 5, let shift = UInt64(words[1], radix: 16),
          let begin = UInt64(words[2], radix: 16), let end = UInt64(words[3], radix: 16),
          begin < end
        else { continue }
        objects.append(Object(path: String(words[4]), shift: shift, code: begin..<end))
      case "stack", "wait":
        let parts = line.split(separator: " ").dropFirst()
        let addresses = parts.dropFirst().compactMap { UInt64($0, radix: 16) }
        guard let count = parts.first.flatMap({ Int($0) }), !addresses.isEmpty else { continue }
        let stack = Stack(count: count, addresses: addresses)
        if words.first == "wait" { waits.append(stack) } else { stacks.append(stack) }
      case "looks":
        looks = words.dropFirst().first.flatMap { Int($0) } ?? 0
      case "refused":
        refusal = String(line.dropFirst("refused ".count))
      case "samples":
        guard words.count == 3, let period = Double(words[1]), let lost = Int(words[2]) else {
          continue
        }
        self.period = period
        self.lost = lost
        hasEnd = true
      default: continue
      }
    }
    guard hasEnd else { return nil }
  }

  /// The object that an address is of.
  func object(of address: UInt64) -> Object? {
    objects.first { $0.code.contains(address) }
  }
}
