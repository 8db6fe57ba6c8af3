import SampleAnalysis
import SampleFiles

/// Writes samples into a Perfetto trace: each as a sample of its thread, and the thread's states as slices below it.
struct PerfettoSamples {
  private static let shownDepth = 6

  private let samples: ExportedSamples
  private let packets: PerfettoPackets
  private let tracks: PerfettoTracks
  private let stacks: PerfettoStacks

  init(_ samples: ExportedSamples, _ packets: PerfettoPackets, _ tracks: PerfettoTracks) {
    self.samples = samples
    self.packets = packets
    self.tracks = tracks
    stacks = PerfettoStacks(samples.profile.stacks, packets, in: .samples)
  }

  func write() {
    packets.write(nil, ProtobufMessage<Perfetto.InternedData>(), in: .samples, defaults: defaults)
    stacks.write()
    for timeline in samples.threads {
      let track = tracks.thread(
        Int64(timeline.thread),
        of: Int64(timeline.process),
        name: samples.profile.name(of: timeline)
      )
      writeStates(of: timeline, below: track)
      writeSamples(of: timeline)
    }
  }

  /// The counter and the frequency of the samples.
  private var defaults: ProtobufMessage<Perfetto.TracePacketDefaults> {
    let (taskClock, cycles) = (UInt64(3), UInt64(10))
    var timebase = ProtobufMessage<Perfetto.Timebase>()
    timebase.add(.frequency, UInt64(samples.profile.description.frequency))
    timebase.add(.counter, samples.profile.description.engine == .cycles ? cycles : taskClock)
    var perf = ProtobufMessage<Perfetto.PerfSampleDefaults>()
    perf.add(.timebase, timebase)
    var defaults = ProtobufMessage<Perfetto.TracePacketDefaults>()
    defaults.add(.perfSampleDefaults, perf)
    return defaults
  }

  private func writeSamples(of timeline: ThreadTimeline) {
    let userMode: UInt64 = 2
    for sample in timeline.samples {
      var message = ProtobufMessage<Perfetto.PerfSample>()
      message.add(.pid, UInt64(timeline.process))
      message.add(.tid, UInt64(timeline.thread))
      message.add(.callstackIID, stacks.number(of: sample.stack))
      message.add(.cpuMode, userMode)
      packets.write(.perfSample, message, at: samples.time(sample.time), in: .samples)
    }
  }

  /// Slices of the thread's states; waits have their stack.
  private func writeStates(of timeline: ThreadTimeline, below parent: UInt64) {
    let track = tracks.child(of: parent, named: "what the thread did")
    for (index, stretch) in timeline.stretches.enumerated() {
      let end = timeline.end(of: index)
      guard end > stretch.begin else { continue }
      var event = PerfettoEvent(.begin, on: track)
      switch stretch.state {
      case .running: event.setName("running")
      case .ready: event.setName("ready")
      case .waiting:
        let stack = stretch.stack
        guard stack >= 0 else {
          event.setName("blocked, stack unknown")
          break
        }
        event.setName("blocked: \(samples.profile.stacks.waitKind(of: stack).rawValue)")
        event.setStack(stacks.number(of: stack))
        event.add("in", samples.profile.stacks.text(of: stack, depth: Self.shownDepth))
      case .unknown, .gone: continue
      }
      packets.write(event, at: samples.time(stretch.begin), in: .samples)
      packets.end(track, at: samples.time(end), in: .samples)
    }
  }
}
