import ProcessLaunching
import Testing

@testable import TraceReading

struct KernelNameTests {
  @Test(
    arguments: [
      ("/usr/bin/HummingbirdServer", "HummingbirdServ", "HummingbirdServer"),
      ("/usr/bin/HummingbirdServer", "Hummingbird", nil),
      ("/usr/bin/ExactlyFifteen_", "ExactlyFifteen_", nil),
      ("/usr/bin/other", "HummingbirdServ", nil),
    ] as [(String, String, String?)]
  )
  func `a program's file completes a name that has been cut`(
    path: String,
    name: String,
    whole: String?
  ) {
    #expect(KernelName.program(path, cutTo: name) == whole)
  }

  @Test(arguments: [
    ("HummingbirdServ", "HummingbirdServer"), ("Hummingbird-ust", "HummingbirdServer-ust"),
    ("oot.default-qos", "com.apple.root.default-qos"),
    ("r-initiated-qos", "com.apple.root.user-initiated-qos"),
    ("maintenance-qos", "com.apple.root.maintenance-qos"),
    ("-qos.overcommit", "com.apple.root...-qos.overcommit"), ("NIO-ELT-0-#1", "NIO-ELT-0-#1"),
    ("fifteen letters", "fifteen letters"),
  ])
  func `threads have the names of their process and of libdispatch's queues`(
    name: String,
    whole: String
  ) {
    #expect(KernelName.thread(name, of: "HummingbirdServer") == whole)
  }

  @Test(
    arguments: [
      ("shop-ust", "shop", true), ("Hummingbird-ust", "HummingbirdServer", true),
      // Threads that a program starts have its name, whatever that ends with.
      ("shop-ust", "shop-ust", false), ("Hummingbird-ust", "Hummingbird-ust", false),
      ("sho-ust", "shop", false), ("shop", "shop", false), ("-ust", "shop", false),
    ] as [(String, String, Bool)]
  )
  func `LTTng's own threads are told from a program's`(name: String, process: String, isOwn: Bool) {
    #expect(KernelName.isOfTracer(name, process: process) == isOwn)
  }

  @Test func `a process has its program's name, whatever is read first`() {
    for isLate in [false, true] {
      let catalog = TraceCatalog()
      let host = catalog.symbol(for: "host")
      let key = TraceCatalog.ThreadKey(hostname: host, processID: 7, threadID: 7)
      func name() {
        catalog.nameProcess(7, of: host, "/x/libAVeryLongProgramName.so.1", isProgram: true)
        catalog.nameProcess(7, of: host, "/x/AVeryLongProgramName", isProgram: true)
      }
      if !isLate { name() }
      catalog.nameProcess(7, of: host, "AVeryLongProgra")
      let thread = catalog.threadIndex(for: key, processName: nil) { "AVeryLongProgra" }
      if isLate { name() }
      #expect(catalog.processes.map(\.name) == ["AVeryLongProgramName"])
      #expect(catalog.name(ofThread: thread) == "AVeryLongProgramName")
    }
  }
}
