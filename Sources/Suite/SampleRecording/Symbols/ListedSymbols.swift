import Foundation
import Glibc
import ProcessLaunching
import SampleFiles
import SuiteErrors

/// The functions in a text with a line for each: an address, a word and the name.
///
/// Source: proc_kallsyms(5); "jit-interface.txt" of the kernel.
struct ListedSymbols {
  private struct Entry {
    let address: UInt64
    /// `nil` up to the next one.
    let size: UInt64?
    let name: Range<Int>
  }

  private let bytes: [UInt8]
  private var entries: [Entry] = []
  /// What follows names of these symbols if they don't have it themselves.
  private let mark: String

  /// Of a list: it has to fit into memory.
  private static let mostBytes = 1 << 28

  /// The kernel's and its modules'; `nil` if it shows no addresses to this user.
  static var kernel: ListedSymbols? {
    guard let text = ProcessFile.contents("/proc/kallsyms") else { return nil }
    let symbols = ListedSymbols([UInt8](text), ofKernel: true)
    return symbols.entries.contains { $0.address != 0 } ? symbols : nil
  }

  /// Reads what a process's just-in-time compiler has listed for perf.
  ///
  /// - Parameters:
  ///   - process: The process, whose list may be in a container.
  ///   - begin: When it began, in nanoseconds since the Unix epoch: an older list is of another process.
  /// - Returns: The symbols; `nil` if it has listed none.
  /// - Throws: `SuiteError` if they are too many.
  static func generated(
    by process: Int32,
    since begin: Int64?
  ) throws(SuiteError) -> ListedSymbols? {
    let inside = ProcessFile.status("/proc/\(process)")["NSpid"]?.last ?? "\(process)"
    for path in ["/proc/\(process)/root/tmp/perf-\(inside).map", "/tmp/perf-\(process).map"] {
      guard let text = try text(of: path, since: begin) else { continue }
      return ListedSymbols([UInt8](text), ofKernel: false)
    }
    return nil
  }

  /// Reads a list, if it is one that isn't too old and may be read without harm: everybody may put something there.
  private static func text(of path: String, since begin: Int64?) throws(SuiteError) -> Data? {
    // Nobody may lead to another file, or keep the reader waiting.
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    // SAFETY: the structure outlives the call, which fills it.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      geteuid() == 0 || [0, geteuid()].contains(status.st_uid)
    else { return nil }
    let written =
      Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    if let begin, written < begin { return nil }
    guard status.st_size <= mostBytes else {
      throw SuiteError(
        path,
        "it is larger than \(mostBytes >> 20) MB, so what it lists is told without names",
        remedy: "let the compiler list less"
      )
    }
    return try? file.read(upToCount: Int(status.st_size))
  }

  init(_ bytes: [UInt8], ofKernel isOfKernel: Bool) {
    self.bytes = bytes
    mark = isOfKernel ? " [kernel]" : ""
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      if let entry = entry(in: start..<end, isOfKernel) { entries.append(entry) }
      start = end + 1
    }
    // Of several at an address, as after a function was compiled anew, the last one listed counts.
    let order = entries.enumerated().sorted {
      ($0.element.address, $0.offset) < ($1.element.address, $1.offset)
    }
    entries = order.map(\.element)
  }

  private func entry(in line: Range<Int>, _ isOfKernel: Bool) -> Entry? {
    guard let first = bytes[line].firstIndex(of: 32),
      let second = bytes[(first + 1)..<line.upperBound].firstIndex(of: 32),
      let address = number(line.lowerBound..<first)
    else { return nil }
    let name = (second + 1)..<line.upperBound
    if isOfKernel {
      // T and W: code, of this file or for others.
      guard second == first + 2, [84, 87].contains(bytes[first + 1] & ~32) else { return nil }
      return Entry(address: address, size: nil, name: name)
    }
    return number((first + 1)..<second).map { Entry(address: address, size: $0, name: name) }
  }

  /// A hexadecimal number, possibly after `0x`; `nil` for anything else.
  private func number(_ range: Range<Int>) -> UInt64? {
    let digits = bytes[range].starts(with: [48, 120]) ? bytes[range].dropFirst(2) : bytes[range]
    guard !digits.isEmpty, digits.count <= 16 else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      number = number << 4 | UInt64(value)
    }
    return number
  }

  /// The name of the function at an address; `nil` if there is none.
  func name(at address: UInt64) -> String? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    guard entry.size.map({ address - entry.address < $0 }) ?? true else { return nil }
    let name = String(decoding: bytes[entry.name], as: UTF8.self)
    // A function of a module: `NAME<tab>[MODULE]`.
    return name.contains("\t") ? name.replacing("\t", with: " ") : name + mark
  }

  /// The functions at some addresses.
  func object(_ key: SampleSymbols.Key, _ addresses: Set<UInt64>) -> SampleSymbols.Object {
    var object = SampleSymbols.Object(path: key.path, buildID: nil, state: .memory)
    for address in addresses {
      guard let name = name(at: address) else { continue }
      object.frames[address] = [SampleSymbols.Frame(function: name, file: "", line: 0)]
    }
    return object
  }
}
