import CMachine
import Glibc
import SampleFiles
import SuiteErrors

/// The kernel's rings of records, one per processor, for the events of all sampled threads.
@safe final class KernelRings: SampleRings {
  @safe private struct Ring {
    let processor: Int32
    /// The event that the ring was created for; others of the processor share it.
    let event: Int32
    let memory: UnsafeMutableRawPointer
    let size: Int
  }

  private let recording: cmachine_recording
  private var rings: [Ring] = []
  private var events: [Int32] = []
  private let buffer: UnsafeMutableRawPointer
  private(set) var numbers: [UInt64] = []
  let gaps: [String] = []

  // SAFETY, for all of it: the buffer has the size of the largest ring from `init` to `deinit`, each ring is mapped as long, and the
  // kernel writes no more than that.

  /// Creates rings for the events of a thread; 0 is the calling one.
  ///
  /// - Throws: `SuiteError` if the system doesn't allow it.
  init(_ recording: cmachine_recording, thread: Int32) throws(SuiteError) {
    self.recording = recording
    unsafe buffer = .allocate(byteCount: cmachine_most_ring_size(), alignment: 16)
    for processor in 0..<Int32(sysconf(Int32(_SC_NPROCESSORS_CONF))) {
      guard let event = try open(thread, processor) else { continue }
      var size = 0
      guard let memory = unsafe cmachine_map_ring(event, &size) else {
        let code = errno
        throw SuiteError(
          "perf_event_open",
          "there is no memory for samples (\(SystemReason.text(code)))",
          remedy: code == EPERM
            ? "end other recordings of yours, or raise `ulimit -l`" : "free some memory"
        )
      }
      unsafe rings.append(Ring(processor: processor, event: event, memory: memory, size: size))
    }
  }

  deinit {
    for ring in rings { unsafe munmap(ring.memory, ring.size) }
    for event in events { close(event) }
    unsafe buffer.deallocate()
  }

  /// Adds a thread of another process; returns whether it still existed.
  func add(thread: Int32) throws(SuiteError) -> Bool {
    var isThere = false
    for ring in rings {
      guard let event = try open(thread, ring.processor) else { continue }
      isThere = true
      guard cmachine_share_ring(event, ring.event) else {
        throw SuiteError("perf_event_open", SystemReason.text(), remedy: "use a newer kernel")
      }
    }
    return isThere
  }

  /// Starts all opened events; not needed for those that begin when a program is executed.
  func enable() { for event in events { _ = cmachine_enable_sampler(event, true) } }

  func disable() { for event in events { _ = cmachine_enable_sampler(event, false) } }

  /// - Returns: `nil` if there is no such thread or processor.
  private func open(_ thread: Int32, _ processor: Int32) throws(SuiteError) -> Int32? {
    let event = unsafe withUnsafePointer(to: recording) {
      unsafe cmachine_open_recording($0, thread, processor)
    }
    guard event < 0 else {
      events.append(event)
      numbers.append(cmachine_event_id(event))
      return event
    }
    if errno == ENODEV || errno == ESRCH { return nil }
    throw SuiteError(
      "perf_event_open",
      "it can't be sampled here (\(SystemReason.text()))",
      remedy: errno == EMFILE
        ? "raise `ulimit -n`: each thread takes a descriptor a processor"
        : "sample a process of your own, or see hamon doctor"
    )
  }

  /// The attributes of the events, in the kernel's form.
  var attributes: [UInt8] { Self.attributes(of: recording) }

  static func attributes(of recording: cmachine_recording) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 256) { bytes, count in
      count = unsafe withUnsafePointer(to: recording) {
        unsafe cmachine_recording_attributes($0, false, bytes.baseAddress, 256)
      }
    }
  }

  /// Waits until a ring is half full, at most for the time between two looks.
  func wait(_ looks: LookPace) {
    // No ring fills up sooner.
    guard looks.microseconds >= 1000 else {
      usleep(looks.microseconds)
      return
    }
    var descriptors = rings.map { pollfd(fd: $0.event, events: Int16(POLLIN), revents: 0) }
    // A leader whose thread has ended is always ready; then this only sleeps.
    if unsafe poll(&descriptors, nfds_t(descriptors.count), 0) > 0,
      descriptors.contains(where: { $0.revents & Int16(POLLHUP) != 0 })
    {
      usleep(looks.microseconds)
      return
    }
    unsafe poll(&descriptors, nfds_t(descriptors.count), Int32(looks.microseconds / 1000))
  }

  func drain(_ take: (UnsafeRawBufferPointer) -> Void) {
    for ring in rings {
      let count = unsafe cmachine_read_ring(ring.memory, ring.size, buffer)
      if count > 0 { unsafe take(UnsafeRawBufferPointer(start: buffer, count: count)) }
    }
  }
}
