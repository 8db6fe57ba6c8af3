import Foundation
import Glibc
import SuiteErrors
import Testing

@testable import SampleRecording

@Suite struct ListedSymbolsTests {
  private static let kernel = """
    0000000000000000 A fixed_percpu_data
    ffffffff81000000 T _stext
    ffffffff81000100 t do_read
    ffffffff81000180 d a_variable
    ffffffff81000200 W last_of_kernel
    ffffffffc0000000 t ext4_read\t[ext4]

    """

  @Test func `functions of the kernel are told with their module`() {
    let symbols = ListedSymbols(Array(Self.kernel.utf8), ofKernel: true)
    let names = [0xffff_ffff_8100_00ff, 0xffff_ffff_8100_0190, 0xffff_ffff_c000_0001]
      .map { symbols.name(at: $0) }
    #expect(names == ["_stext [kernel]", "do_read [kernel]", "ext4_read [ext4]"])
    #expect(symbols.name(at: 0xffff_ffff_8000_0000) == nil)
  }

  @Test func `compiled functions have their size, and the last one at an address counts`() {
    let text = "1000 20 first one\n0x2000 10 old\n2000 30 new\nno line\n3000 zz bad\n4000 8 cut"
    let symbols = ListedSymbols(Array(text.utf8), ofKernel: false)
    let names = [0x1000, 0x101f, 0x1020, 0x202f, 0x2030, 0x3000, 0x4007].map {
      symbols.name(at: $0)
    }
    #expect(names == ["first one", "first one", nil, "new", nil, nil, "cut"])
  }

  @Test func `a list of an earlier process, one too large, and what is no file are left alone`()
    throws
  {
    // No process has this number.
    let process = Int32.max
    let path = "/tmp/perf-\(process).map"
    defer { unlink(path) }
    try Data("1000 20 compiled\n".utf8).write(to: URL(filePath: path))
    let now = Int64(Date().timeIntervalSince1970) * 1_000_000_000
    let hour: Int64 = 3_600_000_000_000
    func name(since begin: Int64?) throws(SuiteError) -> String? {
      try ListedSymbols.generated(by: process, since: begin)?.name(at: 0x1000)
    }
    #expect(try name(since: nil) == "compiled")
    #expect(try name(since: now - hour) == "compiled")
    #expect(try name(since: now + hour) == nil)
    truncate(path, 1 << 28 + 1)
    #expect(throws: SuiteError.self) { try name(since: nil) }
    let other = "\(path).other"
    defer { unlink(other) }
    truncate(path, 17)
    rename(path, other)
    symlink(other, path)
    #expect(try name(since: nil) == nil)
    unlink(path)
    mkfifo(path, 0o600)
    #expect(try name(since: nil) == nil)
  }
}
