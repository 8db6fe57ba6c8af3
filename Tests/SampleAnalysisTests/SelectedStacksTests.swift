import Foundation
import MadeSamples
import Testing

@testable import SampleAnalysis

@Suite struct SelectedStacksTests {
  /// A thread that runs, and waits between.
  private struct Waits {
    var samples = MadeSamples()
    var time: UInt64 = 1_000_000

    init() { samples.run(["spin", "main"], thread: 5, at: time) }

    mutating func wait(_ length: UInt64, seenIn stack: [String]? = nil) {
      time += 10_000
      samples.stop(thread: 5, at: time)
      if let stack { samples.wait(stack, thread: 5, at: time + length / 2) }
      time += length
      samples.goOn(thread: 5, at: time)
    }

    func profile() throws -> SampleProfile {
      let directory = FileManager.default.temporaryDirectory
        .appending(path: "hamon-selected-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: directory) }
      try samples.write(toTrace: directory)
      return try SampleProfile(inTrace: directory)
    }
  }

  @Test func `waits that were too short to be seen are told by those that were seen`() throws {
    var waits = Waits()
    let (lock, sleep) = (["lock", "main"], ["sleep", "main"])
    for stack in [lock, nil, nil, sleep, nil, lock, nil, nil] {
      waits.wait(100_000, seenIn: stack)
    }
    // Looks that came late.
    waits.wait(600_000, seenIn: sleep)
    waits.wait(700_000)
    waits.wait(900_000, seenIn: lock)
    // As long as that nobody has looked for some other reason.
    waits.wait(4_000_000)
    let profile = try waits.profile()
    func selected(lookPeriod: UInt64?, isWaiter: Bool = true) -> SelectedStacks {
      SelectedStacks(
        profile,
        in: [0..<waits.time],
        lookPeriod: lookPeriod,
        isAround: { _ in false },
        isWaiter: { _ in isWaiter }
      )
    }
    func times(_ selected: SelectedStacks) -> [String: UInt64] {
      selected.times { $0.first?.name }.waiting
    }
    let close = selected(lookPeriod: 250_000)
    #expect(
      times(close) == [
        "lock": 1_100_000 + 333_333 + 420_000, "sleep": 700_000 + 166_666 + 280_000,
      ]
    )
    #expect(close.waitingUnknown == 4_000_000)
    let usual = selected(lookPeriod: nil)
    #expect(times(usual) == ["lock": 1_100_000, "sleep": 700_000])
    #expect(usual.waitingUnknown == 5_200_000)
    #expect(times(selected(lookPeriod: 250_000, isWaiter: false)) == [:])
    // Those that nobody has seen are told of nobody, where no other is as short.
    var unseen = Waits()
    unseen.wait(100_000)
    let none = SelectedStacks(
      try unseen.profile(),
      in: [0..<unseen.time],
      lookPeriod: 250_000,
      isAround: { _ in false }
    )
    #expect(times(none) == [:] && none.waitingUnknown == 100_000)
  }

  @Test func `of threads that are of no interest nothing is told`() throws {
    var waits = Waits()
    waits.wait(1_000_000, seenIn: ["sleep", "main"])
    let selected = SelectedStacks(
      try waits.profile(),
      in: [0..<waits.time],
      isAround: { _ in false },
      isOf: { $0.thread != 5 }
    )
    #expect(selected.samples == 0 && selected.times == ThreadTimeline.Times())
    #expect(selected.functions().isEmpty)
  }
}
