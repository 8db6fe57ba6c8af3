import Foundation
import Testing

@testable import Counting

@Suite struct CallgrindProfileTests {
  @Test func `calls are summed over all callers, and recursion is the function itself`() throws {
    let text = """
      # callgrind format
      events: Ir
      summary: 162010237

      fn=(1) main
      10 5
      cfn=(2) malloc
      calls=3 0
      10 300
      cfi=(7) ./malloc.c
      cfn=(3) swift_release
      calls=1 0
      12 40

      fn=(3)
      20 8
      cfn=(4) swift_release'2
      calls=7 0
      20 90
      cfn=(2)
      calls=2 0
      21 100
      cfn=(5) operator'(char)
      calls=1 0
      totals: 162010237
      """
    let profile = try #require(CallgrindProfile(text[...]))
    #expect(profile.instructions == 162_010_237)
    #expect(profile.calls == ["malloc": 5, "swift_release": 8, "operator'(char)": 1])
    #expect(profile.calls(of: ["malloc", "calloc", "swift_release"]) == 13)
  }

  @Test func `calls of the kernel are counted where callgrind counts them`() throws {
    let text = """
      # callgrind format
      events: Ir sysCount sysTime
      fn=(1) main
      10 5 1 0
      cfn=(2) write
      calls=3 0
      10 300 3 2
      summary: 305 5 2
      totals: 305 4 2
      """
    let profile = try #require(CallgrindProfile(text[...]))
    #expect(profile.instructions == 305)
    #expect(profile.systemCalls == 4)
    let without = text.replacing(" sysCount sysTime", with: "")
    #expect(try #require(CallgrindProfile(without[...])).systemCalls == 0)
  }

  @Test func `costs come after the positions, of which there are two with addresses`() throws {
    let text = """
      # callgrind format
      positions: instr line
      events: Ir
      ob=(1) /usr/lib/liblttng-ust.so.1
      fn=(1) emit
      0x100 10 5
      +4 +1 7
      * * 1
      summary: 13
      totals: 13
      """
    #expect(try #require(CallgrindProfile(text[...])).instructionsOfTracer == 13)
  }

  @Test func `what LTTng calls in a program's own thread isn't counted`() throws {
    let text = """
      # callgrind format
      events: Ir

      ob=(1) /tmp/program
      fn=(1) main
      10 5
      cfn=(2) malloc
      calls=3 0
      10 300
      cob=(2) /usr/lib/liblttng-ust.so.1.0.0
      cfn=(3) lttng_ust_probe_register
      calls=1 0
      11 40

      ob=(2)
      fn=(3)
      0 8
      cob=(3) /usr/lib/libc.so.6
      cfn=(4) calloc
      calls=217 0
      0 90

      fn=(5) another of the same
      0 8
      cfn=(2)
      calls=20 0
      0 90

      ob=(3)
      fn=(6) strdup
      0 1
      cfn=(2)
      calls=2 0
      0 100
      totals: 642
      """
    let profile = try #require(CallgrindProfile(text[...]))
    #expect(profile.calls == ["malloc": 5, "lttng_ust_probe_register": 1])
    #expect(profile.instructions == 642)
  }

  @Test func `what LTTng executes, and has others execute, is told apart`() throws {
    let text = """
      # callgrind format
      events: Ir

      ob=(1) /tmp/program
      fn=(1) main
      0 100
      cob=(2) /usr/lib/x86_64-linux-gnu/liblttng-ust.so.1.0.0
      cfn=(2) register
      calls=1 0
      +3 60

      ob=(2)
      fn=(2)
      0 20
      * 3
      cfn=(3) own
      calls=2 0
      0 12
      cob=(3) /usr/lib/x86_64-linux-gnu/libc.so.6
      cfn=(4) recv
      calls=1 0
      -2 25
      fn=(3)
      0 12

      ob=(3)
      fn=(4)
      0 25

      summary: 160
      totals: 160
      """
    let profile = try #require(CallgrindProfile(text[...]))
    #expect(profile.instructions == 160)
    // Of `register` 20 and 3, of `own` 12, of `recv` 25.
    #expect(profile.instructionsOfTracer == 60)
  }

  @Test func `memory at an alignment, or more of it, is one allocation`() throws {
    let text = """
      # callgrind format
      events: Ir

      fn=(1) swift_slowAlloc
      10 5
      cfn=(2) posix_memalign
      calls=3 0
      10 300
      cfn=(3) realloc
      calls=2 0
      10 40

      fn=(2)
      0 8
      cfn=(4) _mid_memalign.constprop.0
      calls=3 0
      0 90

      fn=(4)
      0 8
      cfn=(5) malloc
      calls=3 0
      0 90

      fn=(3)
      0 8
      cfn=(5)
      calls=1 0
      0 90

      fn=(6) strdup
      0 1
      cfn=(5)
      calls=7 0
      0 100
      totals: 642
      """
    let profile = try #require(CallgrindProfile(text[...]))
    #expect(profile.calls(of: CountedFunctions.allocations) == 12)
    #expect(profile.calls["_mid_memalign.constprop.0"] == 3)
  }

  @Test func `what the C library allocates for a thread isn't counted`() throws {
    let text = """
      # callgrind format
      events: Ir

      fn=(1) allocate_dtv
      10 5
      cfn=(2) calloc
      calls=3 0
      10 300

      fn=(3) pthread_create@@GLIBC_2.34
      10 5
      cfn=(1)
      calls=3 0
      10 300

      fn=(4) _dispatch_workq_worker_register
      10 5
      cfn=(2)
      calls=2 0
      10 300
      totals: 915
      """
    let profile = try #require(CallgrindProfile(text[...]))
    #expect(profile.calls(of: CountedFunctions.allocations) == 2)
    #expect(profile.calls["allocate_dtv"] == 3)
  }

  @Test func `a profile without a total is none`() {
    #expect(CallgrindProfile("# callgrind format\nevents: Ir\n"[...]) == nil)
    #expect(CallgrindProfile(""[...]) == nil)
  }

  /// A thread as callgrind writes it, that runs the code of some objects.
  private func thread(of objects: [String], instructions: Int) -> String {
    let objects = objects.enumerated().map {
      "ob=(\($0 + 1)) \($1)\nfn=(\($0 + 1)) f\($0)\n0 1\ncob=(3)\n"
    }
    return "# callgrind format\nevents: Ir\nsummary: \(instructions)\n\n" + objects.joined()
      + "cfn=(90) malloc\ncalls=1 0\n0 1\ntotals: \(instructions)\n"
  }

  private static let library = "/usr/lib/x86_64-linux-gnu"
  private static let tracer = ["\(library)/liblttng-ust.so.1.0.0", "\(library)/libc.so.6"]

  @Test func `a thread that LTTng has started is told from one that records`() throws {
    func isOfTracer(_ objects: [String]) throws -> Bool {
      try #require(CallgrindProfile(thread(of: objects, instructions: 7)[...])).isOfTracer
    }
    #expect(try isOfTracer(Self.tracer))
    #expect(try isOfTracer(Self.tracer + ["\(Self.library)/liblttng-ust-common.so.1.0.0"]))
    #expect(try isOfTracer(Self.tracer + ["\(Self.library)/libgcc_s.so.1"]))
    #expect(try isOfTracer(Self.tracer + ["/tmp/program"]) == false)
    #expect(try isOfTracer(["\(Self.library)/libc.so.6", "/tmp/program"]) == false)
    #expect(try isOfTracer(["\(Self.library)/libc.so.6"]) == false)
  }

  @Test func `threads are added up without those of LTTng`() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let output = place.appending(path: "profile").path
    #expect(CallgrindProfile.threads(at: output)?.sum == nil)
    let threads = [
      "": "", "-01": thread(of: ["/tmp/program"], instructions: 1000),
      "-02": thread(of: Self.tracer, instructions: 200),
      "-03": thread(of: ["/tmp/program", "/opt/libdispatch.so"], instructions: 30),
    ]
    for (number, text) in threads {
      try text.write(toFile: output + number, atomically: false, encoding: .utf8)
    }
    let (sum, texts) = try #require(CallgrindProfile.threads(at: output))
    #expect(texts.count == 2)
    #expect(sum.instructions == 1030)
    #expect(sum.calls == ["malloc": 2])
  }
}
