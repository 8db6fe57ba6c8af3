import Foundation
package import SampleProfiles
package import SuiteErrors

/// Writes samples as a separate trace in the Common Trace Format, as `perf data convert --to-ctf` does: the form that babeltrace2 and the
/// perf profiling of Trace Compass read.
///
/// The addresses of a stack are numbers of functions, which a file next to the trace names in the form of `nm`. So the functions, including
/// inlined ones, have their names from the machine that recorded them.
///
/// Source: CTF 1.8.3; the fields are those of perf's converter (data-convert-bt.c of the kernel's perf).
package struct SampleTrace {
  /// The directory of the trace in the written one.
  package static let traceName = "trace"
  /// The file with the names of the functions, next to it.
  package static let functionsName = "functions.nm"
  /// The event for running threads: Trace Compass looks for names with this beginning.
  package static let runningName = "cycles"
  package static let waitingName = "blocked"

  private static let streamName = "samples"
  private static let magic: UInt32 = 0xc1fc_1fc1
  private static let packetSize = 1 << 20
  private static let headerSize = 4 + 5 * 8
  /// The number of functions named in an event.
  private static let shownDepth = 8

  private struct Entry {
    let time: UInt64
    let thread: SampleProfile.ThreadID
    let stack: Int32
    /// Nanoseconds; 0 for a sample.
    let wait: UInt64
  }

  private let samples: ExportedSamples

  package init(_ samples: ExportedSamples) { self.samples = samples }

  /// Writes the trace and the file of names.
  ///
  /// - Complexity: Proportional to the number of samples and waits, times its logarithm. Memory is some 64 bytes each.
  /// - Parameter directory: A directory to create; it must not exist yet.
  /// - Throws: ``SuiteError`` if it can't be written.
  package func write(to directory: String) throws(SuiteError) {
    let trace = "\(directory)/\(Self.traceName)"
    let remedy = "name a directory that isn't there yet, in one that is writable and has room"
    let wasThere = FileManager.default.fileExists(atPath: directory)
    do {
      for path in [directory, trace] {
        try FileManager.default.createDirectory(
          atPath: path,
          withIntermediateDirectories: false
        )
      }
      try WrittenFile.write(metadata.utf8, to: "\(trace)/metadata", orElse: remedy)
      let names = "\(directory)/\(Self.functionsName)"
      try WrittenFile.write(functions.utf8, to: names, orElse: remedy)
      let output = try OutputFile(path: "\(trace)/\(Self.streamName)", orElse: remedy)
      writeStream(output)
      try output.close()
    } catch {
      // A partial trace is useless.
      if !wasThere { try? FileManager.default.removeItem(atPath: directory) }
      throw .unwritten(directory, error, remedy: remedy)
    }
  }

  /// The address that stands for a function.
  package static func address(of function: Int32) -> UInt64 { 0x1000 + 16 * UInt64(function) }

  private var functions: String {
    let lines = samples.profile.stacks.functions.enumerated().map { place, function in
      let digits = String(Self.address(of: Int32(place)), radix: 16)
      let zeros = String(repeating: "0", count: 16 - digits.count)
      // Names in nm's output have no spaces: the text after one would be another column.
      let name = function.name.map { $0.isWhitespace ? "\u{a0}" : $0 }
      return "\(zeros)\(digits) T \(String(name))\n"
    }
    return lines.joined()
  }

  private func writeStream(_ output: OutputFile) {
    var packet: [UInt8] = []
    var begin: UInt64 = 0
    var end: UInt64 = 0
    func flush() {
      guard !packet.isEmpty else { return }
      let size = UInt64(8 * (Self.headerSize + packet.count))
      var header: [UInt8] = []
      header.append(littleEndian: Self.magic)
      for number in [0, begin, end, size, size] { header.append(littleEndian: number) }
      output.write(header)
      output.write(packet)
      packet = []
    }
    for entry in entries() {
      if packet.isEmpty { begin = entry.time }
      end = entry.time
      append(entry, to: &packet)
      if packet.count >= Self.packetSize { flush() }
    }
    flush()
  }

  /// Running and waiting stacks, in the order of time.
  private func entries() -> [Entry] {
    var entries: [Entry] = []
    for timeline in samples.threads {
      func add(_ time: UInt64, _ stack: Int32, wait: UInt64) {
        entries.append(Entry(time: time, thread: timeline.id, stack: stack, wait: wait))
      }
      for sample in timeline.samples { add(sample.time, sample.stack, wait: 0) }
      for wait in samples.waits(of: timeline) where wait.stack >= 0 && wait.time > 0 {
        add(wait.begin, wait.stack, wait: wait.time)
      }
    }
    return entries.sorted { ($0.time, $0.thread.thread) < ($1.time, $1.thread.thread) }
  }

  private func append(_ entry: Entry, to packet: inout [UInt8]) {
    let path = entry.stack < 0 ? [] : samples.profile.stacks.stacks[Int(entry.stack)]
    let text = samples.profile.stacks.text(of: entry.stack, depth: Self.shownDepth)
    packet.append(littleEndian: UInt32(entry.wait == 0 ? 0 : 1))
    packet.append(littleEndian: entry.time)
    packet.append(littleEndian: entry.thread.process)
    packet.append(littleEndian: entry.thread.thread)
    packet.append(littleEndian: entry.wait == 0 ? samples.profile.period : entry.wait)
    packet += text.utf8.lazy.filter { $0 != 0 }
    packet.append(0)
    packet.append(littleEndian: UInt64(path.count))
    for function in path { packet.append(littleEndian: Self.address(of: function)) }
  }

  private var metadata: String {
    """
    /* CTF 1.8 */
    typealias integer { size = 32; align = 8; signed = false; byte_order = le; } := uint32_t;
    typealias integer { size = 64; align = 8; signed = false; byte_order = le; } := uint64_t;
    typealias integer { size = 32; align = 8; signed = true; byte_order = le; } := int32_t;

    trace {
      major = 1;
      minor = 8;
      byte_order = le;
      packet.header := struct { uint32_t magic; uint64_t stream_id; };
    };

    env {
      domain = "kernel";
      tracer_name = "perf";
      sysname = "Linux";
    };

    clock {
      name = monotonic;
      freq = 1000000000;
      offset_s = \(samples.clockOffset / 1_000_000_000);
      offset = \(samples.clockOffset % 1_000_000_000);
    };

    typealias integer {
      size = 64; align = 8; signed = false; byte_order = le; map = clock.monotonic.value;
    } := monotonic_t;

    stream {
      id = 0;
      packet.context := struct {
        monotonic_t timestamp_begin;
        monotonic_t timestamp_end;
        uint64_t content_size;
        uint64_t packet_size;
      };
      event.header := struct { uint32_t id; monotonic_t timestamp; };
    };

    \(event(Self.runningName, id: 0, length: "perf_period"))

    \(event(Self.waitingName, id: 1, length: "wait_ns"))

    """
  }

  private func event(_ name: String, id: Int, length: String) -> String {
    """
    event {
      name = "\(name)";
      id = \(id);
      stream_id = 0;
      fields := struct {
        int32_t perf_pid;
        int32_t perf_tid;
        uint64_t \(length);
        string stack;
        uint64_t perf_callchain_size;
        integer { size = 64; align = 8; signed = false; byte_order = le; base = hexadecimal; }
          perf_callchain[perf_callchain_size];
      };
    };
    """
  }
}
