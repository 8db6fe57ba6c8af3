/// What else kept a machine busy while rows were measured.
package struct Disturbance: Codable, Equatable, Sendable {
  /// The share of the processors' time from which on other programs count as a disturbance.
  static let othersLimit = 0.1
  /// The share of the processors' time from which on a hypervisor's other guests do.
  static let stealLimit = 0.02
  /// How many times as long as at best the processor's clock may make a cycle without being told.
  static let clockLimit = 1.1

  /// The share of the processors' time that other programs had, 0 to 1.
  package var others: Double

  /// The share that the hypervisor gave to other guests, 0 to 1.
  package var steal: Double

  /// The load average of the last minute; `nil` where the kernel doesn't say.
  package var load: Double?

  /// How many times as long as in its best round a dependent add took in its slowest; `nil` where it wasn't measured.
  package var clockChange: Double?

  package init(others: Double, steal: Double, load: Double? = nil, clockChange: Double? = nil) {
    self.others = others
    self.steal = steal
    self.load = load
    self.clockChange = clockChange
  }

  /// The worse of both, each quantity for itself.
  package func worse(_ other: Disturbance) -> Disturbance {
    func more(_ one: Double?, _ other: Double?) -> Double? {
      one.map { one in max(one, other ?? one) } ?? other
    }
    return Disturbance(
      others: max(others, other.others),
      steal: max(steal, other.steal),
      load: more(load, other.load),
      clockChange: more(clockChange, other.clockChange)
    )
  }

  /// Why nothing that was measured meanwhile can be held against a row; `nil` where the machine was quiet.
  package var reason: String? {
    var reasons: [String] = []
    if others > Self.othersLimit {
      let average = load.map { ", load average \(Statistics.decimal($0, digits: 1))" } ?? ""
      reasons.append(
        "other programs had \(Self.percent(others)) of the processors' time\(average)"
      )
    }
    if steal > Self.stealLimit {
      reasons.append("the hypervisor gave \(Self.percent(steal)) of it to other guests (steal)")
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: ", and ")
  }

  /// Why rounds may differ: ``reason``, and a clock that changed.
  package var explanation: String? {
    var reasons = [reason].compactMap(\.self)
    if let clockChange, clockChange > Self.clockLimit {
      reasons.append(
        "the clock was up to \(Statistics.decimal(clockChange, digits: 2)) times slower in one round than in another"
      )
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  private static func percent(_ share: Double) -> String {
    "\(Statistics.decimal(share * 100, digits: 0)) %"
  }
}
