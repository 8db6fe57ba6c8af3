/// What a program or library says of how its functions return: `.eh_frame`, which C++ needs for exceptions, and which all compilers write
/// for debuggers, also into stripped files.
///
/// Its parts are copied, as the file may be replaced while the program runs.
///
/// Source: the Linux Standard Base, 5.0, core, chapters 10.5 and 10.6; DWARF 4, chapter 6.4.
package struct UnwindTable: Sendable {
  private struct Part {
    var bytes: [UInt8] = []
    var address: UInt64 = 0

    init() {}

    init(_ section: ELFFile.Section, _ file: ELFFile) {
      bytes = file.contents(of: section)
      address = UInt64(section.address)
    }
  }

  private var index = Part()
  private var frames = Part()
  /// Stubs through which other files are called: not all linkers describe them.
  private var stubs: [Range<UInt64>] = []

  /// Reads a file; `nil` if it has no such table, or if this isn't x86-64.
  package init?(_ file: ELFFile) {
    #if arch(x86_64)
    for section in file.sections {
      switch section.name {
      case ".eh_frame_hdr": index = Part(section, file)
      case ".eh_frame": frames = Part(section, file)
      case ".plt", ".plt.got", ".plt.sec", ".iplt":
        let begin = UInt64(section.address)
        stubs.append(begin..<begin + UInt64(section.size))
      default: break
      }
    }
    guard !index.bytes.isEmpty, !frames.bytes.isEmpty else { return nil }
    #else
    return nil
    #endif
  }

  /// Finds the rule at an instruction.
  ///
  /// - Complexity: Logarithmic in the number of functions, and linear in the length of one's description.
  /// - Parameter address: An address within the instruction, in the file's own numbers.
  /// - Returns: The rule; `nil` if none is known.
  package func rule(at address: UInt64) -> UnwindRule? {
    if let found = withDescription(of: address, { $0.rule(at: address) }) { return found }
    return stubs.contains { $0.contains(address) } ? .atEntry : nil
  }

  /// The beginning of the function, or of the part of one, that has an instruction.
  package func start(of address: UInt64) -> UInt64? {
    withDescription(of: address) { $0.begin }
  }

  /// Where the last function ends that is described and isn't behind an address; 0 if none is.
  ///
  /// Functions from there on may lack a description.
  package func end(ofFunctionBefore address: UInt64) -> UInt64 {
    withDescription(of: address, isPast: true) { $0.begin &+ $0.size } ?? 0
  }

  private func withDescription<Result>(
    of address: UInt64,
    isPast: Bool = false,
    _ body: (inout FrameDescription) -> Result?
  ) -> Result? {
    // SAFETY: the arrays outlive the calls.
    unsafe index.bytes.withUnsafeBytes { memory in
      let index = unsafe NativeBytes(memory)
      guard let place = self.place(of: address, index) else { return nil }
      return unsafe frames.bytes.withUnsafeBytes { memory in
        let reader = FrameReader(bytes: unsafe NativeBytes(memory), address: frames.address)
        guard var description = FrameDescription(reader, at: place),
          address >= description.begin,
          isPast || address - description.begin < description.size
        else { return nil }
        return body(&description)
      }
    }
  }

  /// The place in `.eh_frame` of the last description that begins at an address or before.
  private func place(of address: UInt64, _ index: NativeBytes) -> Int? {
    // Version 1, with the number in 4 bytes, and the table as pairs of signed 4 bytes relative to its own address.
    guard index.byte(0) == 1, index.byte(2) == 3, index.byte(3) == 0x3b else { return nil }
    let isLong = [0, 4, 12].contains(index.byte(1) & 15)
    let table = isLong ? 16 : 12
    func target(_ offset: Int) -> UInt64 {
      let distance = Int64(Int32(bitPattern: index.word(offset)))
      return self.index.address &+ UInt64(bitPattern: distance)
    }
    let count = min(Int(index.word(table - 4)), (index.count - table) / 8)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if target(table + 8 * middle) <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let description = target(table + 8 * low - 4)
    guard description >= frames.address else { return nil }
    return Int(clamping: description - frames.address)
  }
}
