// What the shop's requests take, with its carts in a store and in an actor, untraced and recorded. Run it by tools/server-rates, which
// builds the server and gives it a processor of its own. Each sample is of a server that was started for it.

import BenchmarkHarness
import Foundation
import ShopLoad

/// What is measured of a service.
enum Figure: String, CaseIterable {
  /// Nanoseconds a request, where eight clients ask as fast as they are answered: the inverse of the requests a second.
  case request
  /// What 99.9 % of the requests keep within that are sent at a constant rate, from when each was due.
  case slow = "slow-request"
  /// The processor time of the server for a request.
  case processor = "processor-time"
  /// The processor time of what records the server, for a request: `hamon record`, and LTTng's daemons, which write the trace.
  case recorder = "recorder-time"
  /// The part of it that LTTng's consumer takes, which copies the events from the buffers to the trace.
  case consumer = "consumer-time"

  /// Whether only services have it that something records.
  var isOfRecorder: Bool { self == .recorder || self == .consumer }

  /// What is promised.
  func bars(_ service: ShopService) -> [Bar] {
    switch (self, service) {
    case (.request, .store):
      [
        Bar(
          "as many requests a second as with an actor",
          against: "request/service=actor",
          atMost: 1
        ),
        Bar(
          "97 % of the requests a second without tracing",
          against: "request/service=untraced",
          atMost: 1 / 0.97
        ),
      ]
    case (.request, .recorded):
      [
        Bar(
          "90 % of the requests a second while recorded",
          against: "request/service=store",
          atMost: 1 / 0.9
        )
      ]
    case (.request, .tasks):
      [
        Bar(
          "97 % of the requests a second while its tasks are recorded",
          against: "request/service=untraced",
          atMost: 1 / 0.97
        )
      ]
    case (.request, .memory):
      [
        Bar(
          "98 % of the requests a second while a part of its blocks is noted",
          against: "request/service=untraced",
          atMost: 1 / 0.98
        )
      ]
    case (.request, .allMemory):
      [
        Bar(
          "91 % of the requests a second while each of its blocks is noted",
          against: "request/service=untraced",
          atMost: 1.1
        )
      ]
    case (.slow, .store):
      [Bar("99.9 % as soon as with an actor", against: "slow-request/service=actor", atMost: 1)]
    default: []
    }
  }

  /// The services that it is compared with.
  func others(_ service: ShopService) -> [String] {
    let others: [ShopService] =
      switch service {
      case .store: [.actor, .untraced]
      case .recorded, .intervals: [.store]
      case .tasks, .memory, .allMemory: [.untraced]
      case .actor, .untraced: []
      }
    return others.map { "\(rawValue)/service=\($0)" }
  }

  /// Takes a sample.
  func sample(_ service: ShopService, in surroundings: Surroundings) throws -> UInt64 {
    let shop = try RunningShop(service, in: surroundings)
    // The kernel keeps 15 bytes of a program's name.
    let program = self == .consumer ? "lttng-consumerd" : nil
    let before = try (server: shop.processorTime, recorder: shop.recorderTime(of: program))
    let pace = self == .slow ? LoadPace.open(perSecond: surroundings.rate) : .closed
    let times = try shop.session.shop(surroundings.requests, pace).wait()
    let processorTime = try shop.processorTime - before.server
    let recorderTime = shop.recorderTime(of: program) - before.recorder
    try shop.finish()
    switch self {
    case .request: return UInt64(times.duration.nanoseconds) / UInt64(surroundings.requests)
    case .processor: return UInt64(processorTime) / UInt64(surroundings.requests)
    case .recorder, .consumer: return UInt64(max(0, recorderTime)) / UInt64(surroundings.requests)
    case .slow:
      // A server that falls behind takes ever longer, which says how many requests there were, and nothing else. A pause at the end is
      // no such thing.
      guard times.perSecond > 0.75 * Double(surroundings.rate) else {
        throw ShopProblem(
          "\(service): it serves \(Int(times.perSecond)) of \(surroundings.rate) a second; give a lower --rate"
        )
      }
      return UInt64(times.latency(of: 0.999).nanoseconds)
    }
  }
}

RunningShop.endWithThisProgram()
var suite = BenchmarkSuite("ServerRates")
let surroundings = Result { try Surroundings() }
let services = ShopService.allCases.filter {
  !$0.isRecorded || (try? surroundings.get().hamon) != nil
}

for figure in Figure.allCases {
  for service in services where !figure.isOfRecorder || service.isRecorded {
    suite.add(
      Benchmark(
        figure.rawValue,
        parameters: ["service": service],
        kind: service == .store || service.isRecorded ? .ours : .peer,
        floors: figure.isOfRecorder ? [] : figure.others(service),
        bars: figure.bars(service).map { $0.ofFreshProcesses() }
      ) {
        let surroundings = try surroundings.get()
        return BenchmarkBody(figure: { try figure.sample(service, in: surroundings) })
      }
    )
  }
}

await suite.main()
