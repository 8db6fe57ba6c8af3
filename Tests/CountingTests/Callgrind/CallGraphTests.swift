import Testing

@testable import Counting

@Suite struct CallGraphTests {
  private static let text = """
    # callgrind format
    version: 1
    cmd:  /tmp/program --one-shot 10
    positions: line
    events: Ir
    summary: 1287

    ob=(1) /tmp/program
    fl=(1) ???
    fn=(1) main
    0 7
    cfn=(2) $s4main5parseyyF
    calls=2 0
    0 700
    +2 3

    fn=(2)
    10 50
    fi=(2) Array.swift
    +5 20
    fe=(1)
    * 5
    cob=(2) /usr/lib/x86_64-linux-gnu/libc.so.6
    cfi=(3) ./malloc/malloc.c
    cfn=(3) malloc
    calls=4 3281
    -3 400
    cfn=(4) $s4main5parseyyF'2
    calls=1 0
    0 225

    fn=(4)
    10 125
    cob=(2)
    cfn=(3)
    calls=1 3281
    0 100

    ob=(2)
    fl=(3)
    fn=(3)
    3281 300
    cfn=(5) malloc'2
    calls=2 3281
    3290 200

    fn=(5)
    3281 200

    ob=(3) /usr/lib/x86_64-linux-gnu/liblttng-ust.so.1
    fl=(4) ???
    fn=(6) lttng_ust_init
    0 577
    cob=(2)
    cfi=(3)
    cfn=(3)
    calls=9 3281
    0 0
    totals: 1287
    """

  private let main = CallGraph.Function("main")
  private let parse = CallGraph.Function("$s4main5parseyyF")
  private let malloc = CallGraph.Function("malloc", object: "libc.so.6", isOfSystem: true)

  @Test func `what functions execute themselves adds up to the total that is gated`() throws {
    let graph = CallGraphReader.graph(of: Self.text)
    let profile = try #require(CallgrindProfile(Self.text[...]))
    #expect(graph.total == Double(profile.instructions))
    #expect(graph.instructions[main] == 10)
    // Lines that are inlined from another file are the function's own.
    #expect(graph.instructions[parse] == 75)
  }

  @Test func `calls have their number and what they cost, and recursion is told apart`() {
    let graph = CallGraphReader.graph(of: Self.text)
    let again = CallGraph.Function("$s4main5parseyyF'2")
    #expect(graph.calls[CallGraph.Call(main, parse)] == .init(count: 2, instructions: 700))
    #expect(graph.calls[CallGraph.Call(parse, malloc)] == .init(count: 4, instructions: 400))
    #expect(graph.calls[CallGraph.Call(parse, again)] == .init(count: 1, instructions: 225))
    #expect(graph.calls[CallGraph.Call(again, malloc)] == .init(count: 1, instructions: 100))
  }

  @Test func `allocations are those that a row's counts have`() throws {
    let graph = CallGraphReader.graph(of: Self.text)
    let counted = graph.calls.filter { CostMetric(counting: $0.key) == .allocations }
      .reduce(0) { $0 + $1.value.count }
    let profile = try #require(CallgrindProfile(Self.text[...]))
    #expect(counted == Double(profile.calls(of: CountedFunctions.allocations)))
    #expect(counted == 5)
    let release = CallGraph.Function("swift_release'2", object: "libswiftCore.so", isOfSystem: true)
    #expect(CostMetric(counting: CallGraph.Call(main, release)) == .releases)
    #expect(CostMetric(counting: CallGraph.Call(main, parse)) == nil)
  }

  @Test func `a graph of an operation is the longer run less the shorter`() {
    let runs = CountedRuns(
      short: [Self.text],
      long: [Self.text, Self.text, Self.text],
      operations: 4
    )
    let graph = runs.callGraph()
    #expect(graph.total == 1287.0 / 2)
    #expect(graph.calls[CallGraph.Call(parse, malloc)] == .init(count: 2, instructions: 200))
  }

  @Test func `each instruction of the program has its cost, at positions relative to the last`() {
    let text = """
      cmd: /tmp/program
      positions: instr line
      events: Ir
      ob=(1) /tmp/program
      fn=(1) main
      0x1090c0 0 5
      +4 +0 6
      -2 * 7
      * * 1
      cob=(2) /usr/lib/libc.so.6
      cfn=(2) malloc
      calls=3 0x4848 0
      +16 0 300
      ob=(2)
      fn=(2)
      0x4848 0 300
      totals: 319
      """
    let graph = CallGraphReader.graph(of: text, keepsSites: true)
    let sites = graph.sites[main] ?? [:]
    #expect(sites[0x1090c0]?.instructions == 5)
    #expect(sites[0x1090c4]?.instructions == 6)
    #expect(sites[0x1090c2]?.instructions == 8)
    let malloc = CallGraph.Function("malloc", object: "libc.so.6", isOfSystem: true)
    #expect(sites[0x1090d2]?.calls == [malloc: .init(count: 3, instructions: 300)])
    // Libraries have no lines that anybody here has written.
    #expect(graph.sites.keys.map(\.symbol) == ["main"])
    #expect(graph.total == 319)
  }

  @Test func `text that is no profile is an empty graph`() {
    for text in ["", "\n\n", "calls=", "fn=(", "+", "* *", "fn=(1)\n5 x\ncalls=a\n7 7", "=", ":"] {
      #expect(CallGraphReader.graph(of: text, keepsSites: true).total.isFinite)
    }
  }
}
