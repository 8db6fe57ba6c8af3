import Foundation
import SampleFiles
import Testing

@testable import SampleRecording

/// The functions of a program that is compiled here, with the symbols of other languages.
@Suite struct SymbolSearchTests {
  private static let compiler = "/usr/bin/g++"
  private static let isPossible = FileManager.default.isExecutableFile(atPath: compiler)

  /// The symbols, and what is shown of them.
  private static let functions = [
    ("_ZNK4shop4CartIiE5priceEi", "shop::Cart<int>::price(int) const"),
    ("_ZN1m4shop3run17h429856c5955c7514E", "m::shop::run"),
    (
      "_ZN57_$LT$m..shop..Cart$LT$T$GT$$u20$as$u20$m..shop..Price$GT$5price17h9a5b58c62cda4c09E",
      "<m::shop::Cart<T> as m::shop::Price>::price"
    ),
    (
      "_RNvXNtCskK7mfDs1mzF_1m4shopINtB2_4CartmENtB2_5Price5priceB4_",
      "<m::shop::Cart<u32> as m::shop::Price>::price"
    ),
    (
      "_RINvNtCskK7mfDs1mzF_1m4shop3runNCNvB4_4main0EB4_",
      "m::shop::run::<m::main::{closure#0}>"
    ),
    ("_$s4main3addyS2i_SitF", "add(_:_:)"), ("parse_line", "parse_line"),
  ]

  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: text, as: UTF8.self)
  }

  /// Compiles the program, and calls a closure with its path and the addresses of its functions, in their order.
  private static func withProgram(_ body: (String, [UInt64]) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = functions.enumerated().map { place, function in
      """
      extern "C" __attribute__((noinline)) int f\(place)(int x) __asm__("\(function.0)");
      int f\(place)(int x) { for (int i = 0; i < 9; i++) { __asm__ volatile("" : "+r"(x)); x *= i; } return x; }

      """
    }
    let calls = functions.indices.map { "f\($0)(n)" }.joined(separator: " + ")
    let text = source.joined() + "int main(int n, char **) { return \(calls); }\n"
    let file = folder.appending(path: "program.cpp").path
    try Data(text.utf8).write(to: URL(filePath: file))
    let program = folder.appending(path: "program").path
    try run(compiler, ["-O1", "-o", program, file])
    let lines = try run("/usr/bin/nm", [program]).split(separator: "\n")
    let addresses = try functions.map { function in
      let line = try #require(lines.first { $0.hasSuffix(" \(function.0)") })
      return try #require(UInt64(line.prefix(16), radix: 16))
    }
    try await body(program, addresses)
  }

  private static func names(
    of addresses: [UInt64],
    in program: String,
    hasLines: Bool = true
  ) async -> [UInt64: [String]] {
    let object = SymbolSearch.object(path: program, buildID: nil)
    let (symbols, notices) = await SymbolSearch.symbols(
      of: [(object, Set(addresses))],
      hasLines: hasLines
    )
    #expect(notices == [])
    let found = symbols.objects[SampleSymbols.Key(path: program, buildID: nil)]
    return (found?.frames ?? [:]).mapValues { $0.map(\.function) }
  }

  @Test(.enabled(if: isPossible, "needs g++"))
  func `functions of C++, Rust, Swift and C have the names that they are written with`()
    async throws
  {
    try await Self.withProgram { program, addresses in
      let names = await Self.names(of: addresses, in: program)
      #expect(addresses.map { names[$0] } == Self.functions.map { [$0.1] })
    }
  }

  @Test(.enabled(if: isPossible, "needs g++"))
  func `without a tool to ask, names are those of the symbol table`() async throws {
    try await Self.withProgram { program, addresses in
      let names = await Self.names(of: addresses.map { $0 + 1 }, in: program, hasLines: false)
      let expected = Self.functions.map { symbol, shown in
        // The C++ library reads no newer Rust symbols.
        [symbol.hasPrefix("_R") ? symbol : shown]
      }
      #expect(addresses.map { names[$0 + 1] } == expected)
    }
  }

  @Test(.enabled(if: isPossible, "needs g++"))
  func `a stripped program has a name for each function, by where it begins`() async throws {
    try await Self.withProgram { program, addresses in
      try Self.run("/usr/bin/strip", [program])
      let inside = addresses.flatMap { [$0, $0 + 1, $0 + 7] }
      let names = await Self.names(of: inside + [0x10, 0xffff_ffff], in: program)
      for address in addresses {
        let name = ["program+0x\(String(address, radix: 16))"]
        for offset in [0, 1, 7] { #expect(names[address + UInt64(offset)] == name) }
      }
      // Where there is no function.
      #expect(names.count == inside.count)
    }
  }

  @Test(arguments: ["a\tb", "a\nb\r", #"a\b \n \u{e9}"#, #"\"#, "größe 日本"])
  func `texts with ends of fields and backslashes are read as they were`(text: String) throws {
    var object = SampleSymbols.Object(path: "/p/\(text)", buildID: nil, state: .found)
    object.frames[16] = [SampleSymbols.Frame(function: text, file: "\(text).c", line: 3)]
    var symbols = SampleSymbols()
    symbols.add(object)
    let file = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(symbols.text.utf8).write(to: file)
    let read = try SampleSymbols(path: file.path)
    #expect(read.objects[.init(path: object.path, buildID: nil)]?.frames == object.frames)
  }
}
