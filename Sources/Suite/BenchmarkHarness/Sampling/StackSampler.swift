import CMachine
import Glibc
import SuiteErrors

/// Samples the call stacks of this process while its threads run, by itself and as an ordinary user.
///
/// Each period of a thread's time on a processor gives a sample; what waits gives none. Threads are sampled that the
/// opening one starts later, or its threads. The waiting of the opening one is sampled as well, by another thread.
///
/// Source: perf_event_open(2): the software event `task-clock` with call chains, which follow frame pointers.
@safe final class StackSampler {
  /// A processor's part: its descriptor and its ring.
  @safe private struct Part {
    let descriptor: Int32
    let ring: UnsafeMutableRawPointer
  }

  private static let typeOfLost: UInt32 = 2
  private static let typeOfSample: UInt32 = 9
  /// Addresses from here on are marks between the parts of a stack.
  private static let firstMark: UInt64 = 0xffff_ffff_ffff_f000

  /// The time of a thread between two samples, in nanoseconds.
  let period: UInt64
  private var parts: [Part] = []
  private var buffer: UnsafeMutableRawPointer
  /// How often each stack was seen, from the innermost address on.
  private(set) var stacks: [[UInt64]: Int] = [:]
  /// How many samples there was no room for.
  private(set) var lost = 0
  /// What samples the waiting of the opening thread; `nil` where the system doesn't tell of it.
  private var waits: WaitSampler.Looking?
  /// Why only waiting is sampled; `nil` where running is, too.
  private(set) var refusal: String?

  // SAFETY, for all of it: the buffer has the size of a ring from `init` to `deinit`, each ring is mapped as long, and the
  // kernel writes no more than that.

  /// Opens a sampler of each processor; it doesn't sample yet.
  ///
  /// Containers often forbid to sample what runs: then what waits is sampled alone.
  ///
  /// - Throws: ``SuiteError`` where the system doesn't let users sample either.
  init(period: UInt64) throws(SuiteError) {
    self.period = period
    // Before the events are opened, which follow the threads that are started later.
    waits = try? WaitSampler(period: period).open()
    unsafe buffer = .allocate(byteCount: cmachine_ring_size(), alignment: 16)
    do {
      try openParts()
    } catch {
      guard waits != nil else { throw error }
      closeParts()
      refusal = "\(error.subject): \(error.problem)"
    }
  }

  private func openParts() throws(SuiteError) {
    for processor in 0..<Int32(sysconf(Int32(_SC_NPROCESSORS_CONF))) {
      let descriptor = cmachine_open_sampler(processor, period)
      if descriptor < 0, errno == ENODEV { continue }
      guard descriptor >= 0, let ring = unsafe cmachine_map_ring(descriptor) else {
        let reason = SystemReason.text()
        if descriptor >= 0 { close(descriptor) }
        throw SuiteError(
          "perf_event_open",
          "stacks can't be sampled here (\(reason))",
          remedy: "set kernel.perf_event_paranoid to 2 or less, and allow the call in the container"
        )
      }
      unsafe parts.append(Part(descriptor: descriptor, ring: ring))
    }
  }

  private func closeParts() {
    for part in parts {
      unsafe munmap(part.ring, cmachine_ring_size())
      close(part.descriptor)
    }
    parts = []
  }

  deinit {
    closeParts()
    unsafe buffer.deallocate()
  }

  /// Begins to sample.
  func start() {
    waits?.start()
    for part in parts { _ = cmachine_enable_sampler(part.descriptor, true) }
  }

  /// Stops, and adds up what was sampled.
  func stop() {
    waits?.stop()
    for part in parts { _ = cmachine_enable_sampler(part.descriptor, false) }
    drain()
  }

  /// Adds up what was sampled so far, so that there is room for more.
  func drain() {
    for part in parts {
      let count = unsafe cmachine_read_ring(part.ring, buffer)
      unsafe add(UnsafeRawBufferPointer(start: buffer, count: count))
    }
  }

  private func add(_ records: UnsafeRawBufferPointer) {
    var start = 0
    while start + 8 <= records.count {
      let type = unsafe records.loadUnaligned(fromByteOffset: start, as: UInt32.self)
      let size = Int(unsafe records.loadUnaligned(fromByteOffset: start + 6, as: UInt16.self))
      guard size >= 8, start + size <= records.count else { return }
      func word(_ place: Int) -> UInt64 {
        unsafe records.loadUnaligned(fromByteOffset: start + 8 + 8 * place, as: UInt64.self)
      }
      if type == Self.typeOfSample, size >= 32 {
        // The address, the thread, the number of addresses, and these.
        let count = min(Int(word(2)), size / 8 - 4)
        let stack = (0..<count).map { word(3 + $0) }.filter { $0 < Self.firstMark }
        stacks[stack.isEmpty ? [word(0)] : stack, default: 0] += 1
      } else if type == Self.typeOfLost, size >= 24 {
        lost += Int(word(1))
      }
      start += size
    }
  }

  /// The stacks as text: a line an object that is loaded, and a line a stack; `looks` says how often the thread was looked
  /// at, waiting or not.
  ///
  ///     object SHIFT BEGIN END PATH
  ///     stack COUNT ADDRESS ...
  ///     wait COUNT ADDRESS ...
  ///     looks COUNT
  ///     refused REASON
  ///     samples PERIOD LOST
  ///
  /// Addresses are hexadecimal. A path is the rest of its line, and so is the reason why nothing that runs is sampled.
  func text() -> String {
    var objects: [String] = []
    LoadedObject.each { object in
      let range = [object.shift, object.code.lowerBound, object.code.upperBound]
        .map { String($0, radix: 16) }.joined(separator: " ")
      objects.append("object \(range) \(object.path)")
    }
    func lines(_ word: String, _ stacks: [[UInt64]: Int]) -> [String] {
      stacks.map { stack, count in
        "\(word) \(count) \(stack.map { String($0, radix: 16) }.joined(separator: " "))"
      }
    }
    let waits = waits.map { lines("wait", $0.stacks) + ["looks \($0.looks)"] } ?? []
    let refused = refusal.map { ["refused \($0)"] } ?? []
    let parts =
      objects + lines("stack", stacks) + waits + refused + ["samples \(period) \(lost)"]
    return parts.joined(separator: "\n") + "\n"
  }
}

/// Code that is loaded into this process.
struct LoadedObject {
  /// The file that it is of.
  let path: String
  /// How far from its own addresses it was loaded.
  let shift: UInt64
  /// Where its instructions are.
  let code: Range<UInt64>

  /// Calls a closure with each piece of code.
  static func each(_ body: (LoadedObject) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = Visitor(body: body)
      unsafe withUnsafeMutablePointer(to: &visitor) { visitor in
        unsafe cmachine_each_object(
          { context, path, shift, begin, end in
            // SAFETY: the context is the pointer below, and nobody else uses it meanwhile.
            guard begin < end, let visitor = unsafe context?.assumingMemoryBound(to: Visitor.self)
            else { return }
            let name = unsafe path.map { unsafe String(cString: $0) } ?? ""
            let object = LoadedObject(
              path: name.isEmpty ? LoadedObject.program : name,
              shift: UInt64(shift),
              code: UInt64(begin)..<UInt64(end)
            )
            unsafe visitor.pointee.body(object)
          },
          visitor
        )
      }
    }
  }

  private struct Visitor {
    let body: (LoadedObject) -> Void
  }

  /// The path of the running program.
  private static var program: String {
    unsafe String(unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { path in
        // SAFETY: there is room, so that the buffer has an address.
        max(unsafe readlink("/proc/self/exe", path.baseAddress.unsafelyUnwrapped, path.count), 0)
      }
    }
  }
}
