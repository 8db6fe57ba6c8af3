import Testing

@testable import hamon

@Suite struct LiveTests {
  @Test func `a list of sessions is read, each once`() {
    let text = """
      net://127.0.0.1:7003/host/vm/my sess (timer = 200000, 3 stream(s), 0 client(s) connected)
      net://127.0.0.1:7003/host/vm/my sess (timer = 200000, 0 stream(s), 1 client(s) connected)
      something else
      net://h/host/b/s (timer = 1, 0 stream(s), 0 client(s) connected)
      """
    #expect(
      LiveSession.list(text) == [
        LiveSession(
          url: "net://127.0.0.1:7003/host/vm/my sess",
          host: "vm",
          name: "my sess",
          streamCount: 3
        ),
        LiveSession(url: "net://h/host/b/s", host: "b", name: "s", streamCount: 0),
      ]
    )
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `events are counted by their names, however the lines are cut`(size: Int) {
    let text = """
      [1.182480177] signpost:interval_begin: { 1 }, { 6, 0, "a]: {b", "tests" }
      [1.182487237] katana:queue_depth: { 1 }, { 6 }
      no event
      []
      [1.182488287] signpost:interval_begin: { 1 }, { \(String(repeating: "x", count: 5000)) }
      [1.2] signpost:unfinished: { 1
      """
    var counter = LiveLineCounter()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      counter.append(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    #expect(counter.take() == ["signpost:interval_begin": 2, "katana:queue_depth": 1])
    #expect(counter.take() == [:])
  }

  @Test func `a table has the counts, and the rates since the last one`() {
    let start = ContinuousClock.now
    let tally = LiveTally(start: start)
    tally.beginSession()
    tally.add(["b": 10, "long": 30])
    #expect(
      tally.table(at: start + .seconds(2)) == [
        "2 s: 1 session(s), 40 events, 20/s", "  b     10  5/s", "  long  30  15/s",
      ]
    )
    tally.endSession()
    tally.add(["b": 5])
    #expect(
      tally.table(at: start + .seconds(3)) == [
        "3 s: 0 session(s), 45 events, 5/s", "  b     15  5/s", "  long  30  0/s",
      ]
    )
  }
}
