import Testing

/// That the checker accepts what is right and refuses what is not.
@Suite(.timeLimit(.minutes(30)))
struct HistoryTests {
  private func append(
    _ begin: Int,
    _ end: Int,
    at place: Int,
    seenFrom: Int? = nil
  )
    -> History.Append
  {
    History.Append(
      interval: History.Interval(begin: begin, end: end),
      place: place,
      seenFrom: seenFrom
    )
  }

  private func read(_ begin: Int, _ end: Int, _ count: Int) -> History.Read {
    History.Read(interval: History.Interval(begin: begin, end: end), count: count)
  }

  @Test func `overlapping operations may stand in any order`() {
    let history = History(
      appends: [append(1, 10, at: 1), append(2, 9, at: 0, seenFrom: 9)],
      reads: [read(3, 8, 0), read(4, 7, 2), read(11, 12, 2)]
    )
    #expect(history.contradiction() == nil)
  }

  @Test func `a lost or doubled append is found`() {
    #expect(History(appends: [append(1, 2, at: 0), append(3, 4, at: 2)]).contradiction() != nil)
    #expect(History(appends: [append(1, 2, at: 0), append(3, 4, at: 0)]).contradiction() != nil)
  }

  @Test func `an append before one that had returned is found`() {
    #expect(History(appends: [append(1, 2, at: 1), append(3, 4, at: 0)]).contradiction() != nil)
  }

  @Test func `a read that goes back is found`() {
    let history = History(
      appends: [append(1, 9, at: 0)],
      reads: [read(2, 3, 1), read(4, 5, 0)]
    )
    #expect(history.contradiction() != nil)
  }

  @Test func `a read without what was finished before is found`() {
    let appends = [append(1, 2, at: 0, seenFrom: 3)]
    #expect(History(appends: appends, reads: [read(4, 5, 0)]).contradiction() != nil)
    #expect(History(appends: appends, reads: [read(2, 5, 0)]).contradiction() == nil)
  }

  @Test func `a read of what had not begun is found`() {
    let history = History(appends: [append(3, 4, at: 0)], reads: [read(1, 2, 1)])
    #expect(history.contradiction() != nil)
  }
}
