import Foundation
import Glibc
import Testing

@testable import ProcessLaunching

@Suite(.timeLimit(.minutes(30)))
struct ProcessFileTests {
  @Test func `a list that is longer than a page is read whole`() throws {
    // Neighbours of the same rights would be one line.
    let places = (0..<400).map { index in
      let place = unsafe mmap(
        nil,
        4096,
        index.isMultiple(of: 2) ? PROT_READ : PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS,
        -1,
        0
      )
      return UInt(bitPattern: place)
    }
    defer {
      for place in places { unsafe munmap(UnsafeMutableRawPointer(bitPattern: place), 4096) }
    }
    #expect(places.allSatisfy { $0 != UInt(bitPattern: MAP_FAILED) })
    let data = try #require(ProcessFile.contents("/proc/self/maps"))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.split(separator: "\n").count > 100)
    #expect(text.hasSuffix("\n") && text.contains("[stack]"))
    let mappings = try #require(ProcessFile.mappings(of: getpid()))
    // One that another thread has made beside it, of the same rights, is one with it.
    for place in places.map(UInt64.init) {
      #expect(mappings.contains { $0.begin <= place && place < $0.end })
    }
    #expect(mappings.contains { $0.isCode && $0.path.contains("/libc.so") })
    #expect(ProcessFile.mappings(of: 0) == nil)
  }

  @Test func `an empty file is no missing one`() {
    #expect(ProcessFile.contents("/dev/null")?.isEmpty == true)
    #expect(ProcessFile.contents("/proc/self/none") == nil)
  }
}
