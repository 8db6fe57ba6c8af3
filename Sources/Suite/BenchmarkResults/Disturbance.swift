import Statistics

/// The other load of a machine during a measurement.
package struct Disturbance: Codable, Equatable, Sendable {
  /// The least share of the processors' time that counts as a disturbance by other programs.
  static let othersLimit = 0.1
  /// The least share of the processors' time that counts as one by a hypervisor's other guests.
  static let stealLimit = 0.02
  /// The change of the processor's cycle time, as a factor of the best, up to which it isn't reported.
  static let clockLimit = 1.1

  /// The share of the processors' time for other programs, 0 to 1.
  package var others: Double

  /// The share that the hypervisor gave to other guests, 0 to 1.
  package var steal: Double

  /// The load average of the last minute; `nil` if the kernel doesn't say.
  package var load: Double?

  /// The time of a dependent add in the slowest round as a multiple of that in the best; `nil` if not measured.
  package var clockChange: Double?

  package init(others: Double, steal: Double, load: Double? = nil, clockChange: Double? = nil) {
    self.others = others
    self.steal = steal
    self.load = load
    self.clockChange = clockChange
  }

  /// The worse of both, for each quantity.
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

  /// Why measurements from that time don't count against a row; `nil` if the machine was quiet.
  package var reason: String? {
    var reasons: [String] = []
    if others > Self.othersLimit {
      let average = load.map { ", load average \($0.text(decimals: 1))" } ?? ""
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
        "the clock was up to \(clockChange.text(decimals: 2)) times slower in one round than in another"
      )
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  private static func percent(_ share: Double) -> String {
    "\((share * 100).text(decimals: 0)) %"
  }
}
