import SampleAnalysis

extension MemoryReport.Growth {
  /// How many moments are compared if there are no snapshots of types.
  private static let steps: UInt64 = 6
  /// A growth by estimates counts from so many standard errors on.
  private static let certainty = 3.0

  /// The types and functions by which a program became larger; `nil` if none, or nothing can be compared.
  ///
  /// Two snapshots or more are compared by what they found. Without them the sampled blocks tell what lived at six times.
  init?(_ process: MemoryProfile.Process, _ profile: MemoryProfile) {
    // Those of sampled blocks only name types.
    let snapshots = process.counts == nil ? [] : process.snapshots
    var live: [MemoryProfile.Key: [MemoryAmount]] = [:]
    if snapshots.count > 1 {
      moments = snapshots.map(\.name)
      for (place, snapshot) in snapshots.enumerated() {
        for site in snapshot.sites {
          let none = [MemoryAmount](repeating: MemoryAmount(), count: snapshots.count)
          live[site.key, default: none][place] += site.live.subtracting(site.leaked)
        }
      }
    } else {
      let step = UInt64(process.span.count) / Self.steps
      guard step > 0 else { return nil }
      let times = (1...Self.steps).map { process.span.lowerBound + $0 * step }
      moments = times.map { MemoryReport.time($0 - process.span.lowerBound) }
      for block in process.blocks {
        let key = MemoryProfile.Key(stack: block.stack, type: block.type)
        let none = [MemoryAmount](repeating: MemoryAmount(), count: times.count)
        for (place, time) in times.enumerated() where block.isLive(at: time) {
          live[key, default: none][place] += process.amount(block)
        }
      }
    }
    self.process = process.id
    rows = Self.rows(live, process, profile)
    if rows.isEmpty { return nil }
  }

  private static func rows(
    _ live: [MemoryProfile.Key: [MemoryAmount]],
    _ process: MemoryProfile.Process,
    _ profile: MemoryProfile
  ) -> [MemoryReport.Grown] {
    var rows: [[String]: MemoryReport.Grown] = [:]
    for (key, amounts) in live {
      let type = profile.types.all[Int(key.type)]
      let place = profile.place(of: key.stack)
      guard var row = rows[[type, place.function, place.object]] else {
        let holders = process.snapshots.last?.holders.first { $0.type == type }?.holders ?? []
        rows[[type, place.function, place.object]] = MemoryReport.Grown(
          type: type,
          place: place,
          amounts: amounts,
          onlyGrows: false,
          holders: holders.map(\.name)
        )
        continue
      }
      for (index, amount) in amounts.enumerated() { row.amounts[index] += amount }
      // Whichever stack comes first, the row is the same.
      row.place.source = [row.place.source, place.source].compactMap { $0 }.min()
      rows[[type, place.function, place.object]] = row
    }
    return rows.values.compactMap { row in
      var row = row
      guard let first = row.amounts.first, let end = row.amounts.last,
        row.growth > certainty * ((first.variance ?? 0) + (end.variance ?? 0)).squareRoot()
      else { return nil }
      let steps = zip(row.amounts, row.amounts.dropFirst())
      row.onlyGrows = row.amounts.count > 2 && steps.allSatisfy { $0.bytes < $1.bytes }
      return row
    }.sorted {
      ($0.growth, $1.type, $1.place.function) > ($1.growth, $0.type, $0.place.function)
    }
  }
}
