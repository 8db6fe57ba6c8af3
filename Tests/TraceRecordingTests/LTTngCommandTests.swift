import Testing

@testable import TraceRecording

@Suite struct LTTngCommandTests {
  private static let all: [LTTngCommand] = [
    .list, .create(output: "/tmp/trace", buffers: "/dev/shm/b", isFlightRecorder: false),
    .createRelayed(url: "net://h:1:2"), .takeSnapshot(output: "/tmp/t"),
    .enableMetadataChannel,
    .enableChannel(.standard, lossless: false),
    .enableChannel(.standard, lossless: true), .addContexts(ContextCatalog.standard),
    .enableEvents(TracepointCatalog.defaultPatterns(includingCPUTime: true)), .start, .stop,
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

  @Test func `each event gets the process, the thread and its name`() {
    let arguments = LTTngCommand.addContexts(ContextCatalog.standard).arguments(isRoot: true)
    #expect(arguments.suffix(3) == ["--type=vpid", "--type=vtid", "--type=procname"])
  }
}

@Suite struct ChannelLayoutTests {
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
