import Testing

@testable import TraceRecording

@Suite struct LTTngCommandTests {
  private static let all: [LTTngCommand] = [
    .list, .create(output: "/tmp/trace", buffers: "/dev/shm/b", isFlightRecorder: false),
    .createRelayed(url: "net://h:1:2"), .takeSnapshot(output: "/tmp/t"),
    .enableMetadataChannel,
    .enableChannel(.standard, lossless: false),
    .enableChannel(.standard, lossless: true), .addContexts(ContextCatalog.standard),
    .enableEvents(TracepointCatalog.defaultPatterns(includingCPUTime: true)),
    .enableEvents([TracepointCatalog.program], filter: TracepointCatalog.programFilter), .start,
    .stop, .dumpState,
    .describeSession, .destroy, .listSessions, .listPrograms, .track(process: 7),
  ]

  @Test(arguments: all)
  func `no call excludes events: that crashes lttng-sessiond 2.13.9`(_ command: LTTngCommand) {
    for argument in command.arguments(isRoot: false) {
      #expect(!argument.hasPrefix("-x"))
      #expect(!argument.hasPrefix("--exclude"))
    }
  }

  @Test(arguments: all, [true, false])
  func `no call starts a daemon silently`(_ command: LTTngCommand, isRoot: Bool) {
    #expect(command.arguments(isRoot: isRoot).first == "--no-sessiond")
  }

  @Test(arguments: all)
  func `an ordinary user's calls never go to the system's daemon`(_ command: LTTngCommand) {
    #expect(command.arguments(isRoot: false).contains("--group=hamon-private"))
    #expect(!command.arguments(isRoot: true).contains("--group=hamon-private"))
  }

  @Test func `the channel has 8 sub-buffers of 1 MiB, and waits only when it is lossless`() {
    let lossy = LTTngCommand.enableChannel(.standard, lossless: false).arguments(isRoot: true)
    #expect(lossy.contains("--subbuf-size=1048576"))
    #expect(lossy.contains("--num-subbuf=8"))
    #expect(!lossy.contains { $0.contains("blocking") })
    let lossless = LTTngCommand.enableChannel(.standard, lossless: true).arguments(isRoot: true)
    #expect(lossless.contains("--blocking-timeout=inf"))
  }

  @Test func `what others refer to is enabled with them, and once`() {
    var options = TraceRecordingOptions(target: .command(["true"]), eventPatterns: ["app:*"])
    let names = ["lttng_ust_statedump:procname", "signpost:text", "signpost:series"]
    #expect(options.allPatterns == ["app:*"] + names)
    options.eventPatterns = TracepointCatalog.defaultPatterns(includingCPUTime: true)
    #expect(Set(options.allPatterns).count == options.allPatterns.count)
    #expect(Set(options.allPatterns).isSuperset(of: names))
  }

  @Test func `programs are asked for names in the session alone`() {
    let arguments = LTTngCommand.dumpState.arguments(isRoot: true, session: "shop")
    #expect(arguments.suffix(3) == ["regenerate", "statedump", "--session=shop"])
  }

  @Test func `each event gets the process, the thread and its name`() {
    let arguments = LTTngCommand.addContexts(ContextCatalog.standard).arguments(isRoot: true)
    #expect(arguments.suffix(3) == ["--type=vpid", "--type=vtid", "--type=procname"])
  }
}

@Suite struct ChannelLayoutTests {
  private static let layouts: [ChannelLayout] = [
    .standard, .files(below: 4 << 20, processors: 2), .files(below: 1 << 30, processors: 2),
    .memory(of: 64 << 20, processors: 2), .memory(of: 32 << 10, processors: 2),
  ]

  @Test(arguments: layouts, [1, 2, 3, 64, 512])
  func `the largest buffers that there is room for are taken, and LTTng takes them`(
    layout: ChannelLayout,
    processors: Int
  ) throws {
    let need = layout.memory(processors: processors)
    #expect(layout.fitted(to: need, processors: processors) == layout)
    #expect(layout.fitted(to: processors << 14, processors: processors) == nil)
    var room = need - 1
    while let fitted = layout.fitted(to: room, processors: processors) {
      let memory = fitted.memory(processors: processors)
      #expect(memory <= room)
      #expect(2 * memory + processors << 20 > room)
      #expect(fitted.subBufferSize >= 4096 && fitted.subBufferCount >= 4)
      #expect(fitted.subBufferSize & (fitted.subBufferSize - 1) == 0)
      #expect(fitted.subBufferCount & (fitted.subBufferCount - 1) == 0)
      if let size = fitted.fileSize { #expect(size % fitted.subBufferSize == 0) }
      #expect(fitted.overwrites == layout.overwrites && fitted.fileCount == layout.fileCount)
      room = memory - 1
    }
    #expect(room < processors << 19)
  }

  // What LTTng 2.13.9 was seen to make for each processor, without the sub-buffers' own bytes.
  @Test(arguments: [
    (8, 1 << 20, 4800), (128, 1 << 16, 47_168), (4, 1 << 16, 4480), (4, 4096, 4480),
  ])
  func `the memory that LTTng takes is not more than is reckoned with`(
    count: Int,
    size: Int,
    overhead: Int
  ) {
    let layout = ChannelLayout(subBufferSize: size, subBufferCount: count)
    for processors in [1, 2, 128] {
      let seen = processors * ((count + 1) * size + (overhead + 4095) / 4096 * 4096)
      #expect(layout.memory(processors: processors) > seen)
    }
  }

  @Test(
    arguments: [1, 2, 8, 128],
    [1, 2, 3, 10, 100, 1000, 100_000]
  )
  func `a ring of files stays below its limit, and LTTng takes it`(
    processors: Int,
    factor: Int
  ) throws {
    let limit = ChannelLayout.smallestFileLimit(processors: processors) * factor
    let layout = ChannelLayout.files(below: limit, processors: processors)
    let (size, count) = (try #require(layout.fileSize), try #require(layout.fileCount))
    #expect(processors * size * count < limit)
    #expect(count >= 4)
    #expect(size % layout.subBufferSize == 0)
    #expect(layout.subBufferSize & (layout.subBufferSize - 1) == 0)
    #expect(layout.subBufferCount & (layout.subBufferCount - 1) == 0)
    #expect(layout.subBufferSize * layout.subBufferCount == 8 << 20)
    // Not much of the room is left unused.
    #expect(2 * processors * size * count > limit - 1 << 20)
  }
}
