import Testing

@testable import TraceReading

/// Which events are paired, whatever the order in which the streams of a trace declare them.
@Suite struct PairTableTests {
  private static let fields: PairTable.Fields = [("id", .unsigned)]

  private static func table(_ rule: String) throws -> PairTable {
    PairTable(catalog: TraceCatalog(), rules: [try TracePairRule(parsing: rule)])
  }

  @Test(arguments: [
    ["shop:A_begin", "shop:A_end", "shop:stop"], ["shop:stop", "shop:A_end", "shop:A_begin"],
  ])
  func `a rule comes before the names, also where its events are declared one after the other`(
    order: [String]
  ) throws {
    var table = try Self.table("shop:A_begin=shop:stop")
    for event in order { try table.learn([(event, Self.fields)]) }
    try table.check()
    #expect(table.ends["shop:A_end"] == nil)
    let begin = try #require(table.ends["shop:A_begin"])
    let end = try #require(table.ends["shop:stop"])
    #expect(begin.isBegin && !end.isBegin && begin.kind == end.kind && begin.key == "id")
  }

  @Test func `events that no rule names are paired by their names`() throws {
    var table = try Self.table("shop:A_begin=shop:stop")
    try table.learn([("shop:B_begin", Self.fields), ("shop:stop", Self.fields)])
    try table.learn([("shop:B_end", []), ("shop:A_begin", [])])
    #expect(table.ends["shop:B_begin"]?.kind == table.ends["shop:B_end"]?.kind)
    // No field is shared, so that the thread pairs them.
    #expect(table.ends["shop:B_end"] != nil && table.ends["shop:B_end"]?.key == nil)
  }
}
