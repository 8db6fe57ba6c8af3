import EventTable
import Testing
import TraceRecording

@Suite struct TracepointCatalogTests {
  private let events = EventDefinition.all

  @Test func `the default patterns are those of the event table's events, each once`() {
    let patterns = TracepointCatalog.defaultPatterns(includingCPUTime: true)
    let signposts = events.filter { $0.provider == "signpost" }.map(\.name)
    #expect(patterns == ["katana:*"] + signposts)
    #expect(Set(events.map(\.provider)) == ["katana", "signpost"])
  }

  @Test func `the CPU clock is recorded only when it is asked for`() {
    let usual = TracepointCatalog.defaultPatterns(includingCPUTime: false)
    #expect(!usual.contains(TracepointCatalog.threadCPUTime))
    #expect(!usual.contains { $0.hasPrefix("signpost:") && $0.contains("*") })
    #expect(
      Set(TracepointCatalog.defaultPatterns(includingCPUTime: true)).subtracting(usual)
        == [TracepointCatalog.threadCPUTime]
    )
  }

  @Test func `less detail leaves out events, and never what names intervals`() {
    func events(_ detail: RecordingDetail) -> Set<String> {
      Set(TracepointCatalog.defaultPatterns(includingCPUTime: false, detail: detail))
    }
    #expect(
      events(.intervals) == [
        "katana:*", "signpost:interval_begin", "signpost:interval_end", "signpost:field_text",
      ]
    )
    #expect(events(.values).isSuperset(of: events(.intervals)))
    #expect(events(.values).isSuperset(of: ["signpost:event", "signpost:series_counter"]))
    #expect(!events(.values).contains("signpost:fields"))
    #expect(
      events(.all) == Set(TracepointCatalog.defaultPatterns(includingCPUTime: false))
    )
  }

  @Test func `each begin of the event table has a label of its own and an end with its id`() throws
  {
    let begins = events.filter { $0.role == .begin }
    #expect(begins.count == 11)
    #expect(Set(begins.compactMap(\.label)).count == begins.count)
    for begin in begins {
      let stem = begin.name.dropLast("_begin".count)
      let end = try #require(events.first { $0.name == stem + "_end" })
      #expect(end.role == .end)
      for event in [begin, end] {
        #expect(event.fields.first?.type == "u64" && event.fields.first?.name == "id")
      }
    }
    #expect(events.count { $0.role == .end } == begins.count)
  }

  @Test func `no event has a name or field twice, or more fields than LTTng takes`() {
    #expect(Set(events.map(\.name)).count == events.count)
    for event in events {
      #expect(Set(event.fields.map(\.name)).count == event.fields.count)
      #expect(event.fields.count <= 10)
    }
  }
}
