// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The trace reader is the one part that cannot be written without a system header. C code can ask
// `__has_include`; Swift code can't, so the manifest asks for it here. Without it the package
// builds, and reading a trace fails with a message that names the package to install.
let hasBabeltrace = FileManager.default.fileExists(atPath: "/usr/include/babeltrace2/babeltrace.h")

// GTK's own pkg-config file has flags that SwiftPM warns of at every build, also of a package that depends on this one. So
// where GTK is in the usual place, a file of ours tells of it.
let gtk =
  FileManager.default.fileExists(atPath: "/usr/include/gtk-4.0/gtk/gtk.h")
  ? "\(Context.packageDirectory)/Sources/Framework/CGTK/gtk4.pc" : "gtk4"

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let collections = Target.Dependency.product(
  name: "HashTreeCollections",
  package: "swift-collections"
)
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

// The commit that is built, which a build tool finds, is of a package of its own (its manifest says why). Where this one
// is a dependency by URL, that can't be named by its path, and `hamon --version` tells the version alone. Such a one is read
// twice: in git's own files, as /Package.swift, while versions are looked for, and then where it is checked out.
let isCheckout =
  Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"
  || Context.packageDirectory == "/"
let versionPackage = "Sources/Suite/HamonVersion"
let version =
  isCheckout
  ? Target.Dependency.target(name: "HamonVersion")
  : .product(name: "HamonVersion", package: "HamonVersion")

// MARK: - Signposts: what makes programs visible, useful to any of them

let signposts: [Target] = [
  .systemLibrary(
    name: "CLTTngUST",
    pkgConfig: "lttng-ust",
    providers: [.apt(["liblttng-ust-dev"])]
  ),
  // The event table: of C, for the emitting side is C, and without LTTng, for the suite reads it.
  .target(name: "CEventTable"),
  .target(name: "EventTable", dependencies: ["CEventTable"]),
  .target(
    name: "CSignposts",
    dependencies: [
      "CEventTable",
      .target(name: "CLTTngUST", condition: .when(platforms: [.linux], traits: ["Tracing"])),
    ],
    cSettings: [
      .headerSearchPath("."),
      .define("CSIGNPOSTS_TRACING", .when(platforms: [.linux], traits: ["Tracing"])),
    ]
  ),
  // Where `os` can be imported, it forwards to that, and needs nothing of C.
  .target(
    name: "Signposts",
    dependencies: [
      .target(name: "CSignposts", condition: .when(platforms: [.linux, .android, .windows]))
    ]
  ),
  .target(name: "SignpostsTracing", dependencies: ["Signposts", tracing]),
  .target(name: "SignpostsLogging", dependencies: ["Signposts", logging]),
  .target(name: "SignpostsMetrics", dependencies: ["Signposts", metrics]),
]

let leakChecking = Target.Dependency.target(
  name: "LeakChecking",
  condition: .when(platforms: [.linux])
)

// MARK: - Framework: the systems of the originals, each under its own name

let framework: [Target] = [
  .systemLibrary(name: "CGTK", pkgConfig: gtk, providers: [.apt(["libgtk-4-dev"])]),
  .target(name: "CNativeViewsGTK", dependencies: ["CGTK"]),
  .target(
    name: "CPangoCairo",
    exclude: ["Fonts"],
    linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
  ),
  .target(name: "CProcessor"),
  .target(name: "FrameworkEvents", dependencies: ["CSignposts", "Signposts"]),
  .target(name: "ImageComparison", dependencies: ["NativeViews"]),
  .target(name: "Katana", dependencies: ["CProcessor", "FrameworkEvents", "Signposts"]),
  .target(name: "KatanaElements", dependencies: ["KatanaUI", "NativeViews", "Plastic"]),
  .target(name: "KatanaLegacy", dependencies: ["CProcessor", "Katana"]),
  .target(name: "KatanaLogging", dependencies: ["Katana", logging]),
  .target(
    name: "KatanaRouter",
    dependencies: [
      "CProcessor", "FrameworkEvents", "Katana", "KeyedDiff", "Signposts", collections,
    ]
  ),
  // What both testing modules hand on, of the suite: only Linux has it.
  .target(name: "KatanaTesting", dependencies: ["Katana", leakChecking]),
  .target(
    name: "KatanaUI",
    dependencies: ["FrameworkEvents", "Katana", "KeyedDiff", "NativeViews", "Plastic", "Signposts"]
  ),
  .target(name: "KeyedDiff"),
  .target(name: "NativeViews"),
  .target(name: "NativeViewsCairo", dependencies: ["CPangoCairo", "NativeViews"]),
  .target(
    name: "NativeViewsGTK",
    dependencies: ["CNativeViewsGTK", "NativeViews", "NativeViewsCairo"]
  ),
  .target(name: "Plastic", dependencies: ["FrameworkEvents", "Signposts"]),
  .target(
    name: "Tempura",
    dependencies: [
      "FrameworkEvents", "Katana", "KatanaRouter", "KeyedDiff", "NativeViews", "Signposts",
    ]
  ),
  .target(
    name: "TempuraTesting",
    dependencies: [
      "ImageComparison", "Katana", "NativeViews", "NativeViewsCairo", "Tempura", leakChecking,
    ]
  ),
]

// MARK: - Suite: what measures, guards and explains

let suite: [Target] = [
  .target(name: "SuiteErrors"),
  .target(name: "CMachine"),
  // Not in CMachine: what is measured needs nothing of it. What is loaded into programs is compiled apart, where and when it is needed.
  .target(name: "CSampling", dependencies: ["CMachine"]),
  .target(name: "SeededRandom"),
  .target(name: "Statistics", dependencies: ["SeededRandom"]),
  .target(name: "ProcessLaunching", dependencies: ["CMachine", "SuiteErrors"]),
  .target(name: "CommandRunning", dependencies: ["SuiteErrors", subprocess]),
  .target(name: "ObjectFiles", dependencies: ["CMachine", "SuiteErrors"]),
  .target(name: "BenchmarkResults", dependencies: ["Statistics", "SuiteErrors"]),
  .target(
    name: "BenchmarkHarness",
    dependencies: [
      "BenchmarkResults", "CMachine", "ProcessLaunching", "Statistics", "SuiteErrors",
    ]
  ),
  .target(
    name: "BenchmarkCompatibility",
    dependencies: ["BenchmarkHarness", "SuiteErrors"]
  ),
  .target(name: "CPages", exclude: ["Pages"]),
  .target(name: "ReportRendering", dependencies: ["CPages", "CommandRunning", "SuiteErrors"]),
  .target(
    name: "Counting",
    dependencies: [
      "BenchmarkResults", "CommandRunning", "ObjectFiles", "ProcessLaunching", "ReportRendering",
      "Statistics", "SuiteErrors",
    ]
  ),
  .target(
    name: "BenchmarkReport",
    dependencies: ["BenchmarkResults", "ReportRendering", "Statistics", "SuiteErrors", histogram]
  ),
  .target(
    name: "RegressionGate",
    dependencies: [
      "BenchmarkHarness", "BenchmarkResults", "CommandRunning", "Counting", "ObjectFiles",
      "ProcessLaunching", "ReportRendering", "SampleAnalysis", "SampleFiles", "SampleRecording",
      "SeededRandom", "Statistics", "SuiteErrors",
    ]
  ),
  .systemLibrary(
    name: "CBabeltrace",
    pkgConfig: "babeltrace2",
    providers: [.apt(["libbabeltrace2-dev"])]
  ),
  .target(name: "CTFPackets"),
  // What libhamon-memory.so keeps in memory and writes: its readers import it, tools/preloaded includes it.
  .target(name: "CHeapLayout"),
  .target(
    name: "TraceReading",
    dependencies: ["CBabeltrace", "CTFPackets", "EventTable", "ProcessLaunching"],
    swiftSettings: hasBabeltrace ? [.define("HAS_BABELTRACE")] : []
  ),
  .target(
    name: "TraceAnalysis",
    dependencies: ["EventTable", "ReportRendering", "TraceReading", heap, histogram]
  ),
  .target(
    name: "SampleProfiles",
    dependencies: ["ObjectFiles", "ProcessLaunching", "SampleFiles", "SuiteErrors"]
  ),
  .target(
    name: "SampleAnalysis",
    dependencies: [
      "ObjectFiles", "ReportRendering", "SampleFiles", "SampleProfiles", "SuiteErrors",
      "TraceAnalysis", "TraceReading",
    ]
  ),
  .target(
    name: "TaskAnalysis",
    dependencies: [
      "ObjectFiles", "ReportRendering", "SampleAnalysis", "SampleFiles", "SuiteErrors",
      "TraceAnalysis", "TraceReading",
    ]
  ),
  .target(
    name: "MemoryAnalysis",
    dependencies: [
      "CHeapLayout", "HeapImages", "MemoryFiles", "ReportRendering", "SampleAnalysis",
      "SampleFiles", "SuiteErrors", "TaskAnalysis", "TraceAnalysis", "TraceReading",
    ]
  ),
  .target(
    name: "TraceExport",
    dependencies: [
      "MemoryAnalysis", "ObjectFiles", "ReportRendering", "SampleAnalysis", "SampleFiles",
      "SampleProfiles", "SuiteErrors", "TaskAnalysis", "TraceAnalysis", "TraceReading",
    ]
  ),
  .target(name: "CLeakChecking", dependencies: ["CHeapLayout"]),
  .target(name: "LeakChecking", dependencies: ["CLeakChecking", "HeapImages", "SuiteErrors"]),
  .target(
    name: "HeapImages",
    dependencies: ["CHeapLayout", "CMachine", "ObjectFiles", "ProcessLaunching", "SuiteErrors"]
  ),
  .target(
    name: "MemoryFiles",
    dependencies: ["CHeapLayout", "ObjectFiles", "SampleFiles", "SuiteErrors"]
  ),
  .target(
    name: "MemoryRecording",
    dependencies: [
      "CHeapLayout", "CommandRunning", "MemoryFiles", "ObjectFiles", "ProcessLaunching",
      "SuiteErrors",
    ]
  ),
  .target(name: "SampleFiles", dependencies: ["ObjectFiles", "SuiteErrors"]),
  .target(
    name: "SampleRecording",
    dependencies: [
      "CMachine", "CSampling", "CommandRunning", "ObjectFiles", "ProcessLaunching",
      "SampleFiles", "SuiteErrors",
    ]
  ),
  .target(
    name: "ServiceProfiling",
    dependencies: [
      "ProcessLaunching", "SampleFiles", "SampleProfiles", "SampleRecording", "SuiteErrors",
    ]
  ),
  .target(
    name: "TraceRecording",
    dependencies: [
      "CMachine", "CTFPackets", "CommandRunning", "EventTable", "MemoryFiles", "MemoryRecording",
      "ObjectFiles", "ProcessLaunching", "SampleFiles", "SampleRecording", "SuiteErrors",
      subprocess,
    ]
  ),
  .executableTarget(
    name: "hamon",
    dependencies: [
      "BenchmarkHarness", "BenchmarkReport", "BenchmarkResults", "CHeapLayout", "CPages",
      "CommandRunning", "Counting", "HeapImages", "MemoryAnalysis", "MemoryFiles",
      "MemoryRecording", "ObjectFiles", "ProcessLaunching", "RegressionGate", "ReportRendering",
      "SampleAnalysis", "SampleFiles", "SampleRecording", "Statistics", "SuiteErrors",
      "TaskAnalysis", "TraceAnalysis", "TraceExport", "TraceReading", "TraceRecording",
      subprocess, argumentParser, version,
    ]
  ),
]

// MARK: - Lab: what measures the suite itself. No product has it, so no user builds it

let lab: [Target] = [
  .executableTarget(
    name: "lab",
    dependencies: [
      "BenchmarkHarness", "BenchmarkResults", "CommandRunning", "Counting", "ProcessLaunching",
      "RegressionGate", "ReportRendering", "SeededRandom", "Statistics", "SuiteErrors",
      argumentParser,
    ],
    path: "Lab/Calibration"
  ),
  // What tools/callers compares with gdb.
  .executableTarget(
    name: "Callers",
    dependencies: ["CMachine", "ObjectFiles", "SampleFiles", "SampleRecording"]
  ),
  .target(name: "HandWrittenLoops", dependencies: ["BenchmarkHarness", "CMachine"]),
]

// MARK: - Benchmarks, and what several of them share

let benchmarks: [Target] = [
  // The applications of Examples, as their users use them.
  .executableTarget(
    name: "Applications",
    dependencies: [
      "BenchmarkHarness", "Katana", "KatanaElements", "KatanaLegacy", "KatanaRouter", "KatanaUI",
      "NativeViews", "Tempura",
    ]
  ),
  .executableTarget(
    name: "DispatchThroughput",
    dependencies: [
      "BenchmarkHarness", "CProcessor", "Katana", "KatanaMiniature", "StoreWorkloads",
    ]
  ),
  .executableTarget(
    name: "HarnessOverhead",
    dependencies: ["BenchmarkHarness"]
  ),
  .executableTarget(
    name: "KeyedDiffing",
    dependencies: ["BenchmarkHarness", "KeyedDiff", "SeededRandom"]
  ),
  .executableTarget(
    name: "LayoutScaling",
    dependencies: ["BenchmarkHarness", "Plastic"]
  ),
  .executableTarget(
    name: "ListenerFanOut",
    dependencies: ["BenchmarkHarness", "Katana", "KatanaMiniature"]
  ),
  .executableTarget(
    name: "Painting",
    dependencies: [
      "BenchmarkHarness", "CPangoCairo", "ImageComparison", "NativeViews", "NativeViewsCairo",
    ]
  ),
  .executableTarget(
    name: "PaintingGTK",
    dependencies: ["BenchmarkHarness", "CPaintingGTK", "NativeViews", "NativeViewsGTK"]
  ),
  .executableTarget(
    name: "Profiling",
    dependencies: [
      "BenchmarkHarness", "ProcessLaunching", "RecordedRun", "SampleAnalysis", "SampleFiles",
      "SampleRecording", "Signposts", "SuiteErrors", "TraceAnalysis", "TraceReading",
      "TraceRecording",
    ]
  ),
  .executableTarget(
    name: "Reconciliation",
    dependencies: [
      "BenchmarkHarness", "Katana", "KatanaUI", "KatanaUIMiniature", "NativeViews", "SeededRandom",
    ]
  ),
  .executableTarget(
    name: "RouteDiffing",
    dependencies: ["BenchmarkHarness", "KatanaRouter", "SeededRandom"]
  ),
  .executableTarget(
    name: "Rows",
    dependencies: ["BenchmarkHarness", "Katana", "KatanaUI", "NativeViews", "RowWorkloads"]
  ),
  .executableTarget(
    name: "Screens",
    dependencies: [
      "BenchmarkHarness", "CPangoCairo", "Katana", "NativeViews", "NativeViewsCairo", "Tempura",
      "TempuraTesting",
    ]
  ),
  .executableTarget(
    name: "SideEffects",
    dependencies: ["BenchmarkHarness", "Katana", "KatanaMiniature"]
  ),
  .executableTarget(
    name: "StateAccess",
    dependencies: ["BenchmarkHarness", "Katana", "StoreWorkloads", collections]
  ),
  // Called as its folder for users; a target can't be, where a module is called so.
  .executableTarget(
    name: "TraceReadingBenchmark",
    dependencies: [
      "BenchmarkHarness", "RecordedRun", "Signposts", "SuiteErrors", "TaskAnalysis",
      "TraceAnalysis", "TraceExport", "TraceReading", "TraceRecording",
    ],
    path: "Benchmarks/TraceReading"
  ),
  .executableTarget(
    name: "TracingOverhead",
    dependencies: [
      "BenchmarkHarness", "CTracingOverhead", "RecordedRun", "Signposts", "TraceRecording",
    ]
  ),
  .executableTarget(
    name: "TracingThroughput",
    dependencies: [
      "BenchmarkHarness", "RecordedRun", "Signposts", "SuiteErrors", "TraceRecording",
    ]
  ),
]

// Each says what its floors and peers are by hand.
for target in benchmarks { target.dependencies.append("HandWrittenLoops") }

let sharedByBenchmarks: [Target] = [
  .target(name: "CPaintingGTK", dependencies: ["CGTK"]),
  .target(name: "CTracingOverhead", dependencies: ["CSignposts"]),
  .target(name: "KatanaMiniature", dependencies: ["Katana"]),
  .target(name: "KatanaUIMiniature"),
  .target(name: "RecordedRun", dependencies: ["SuiteErrors", "TraceRecording"]),
  .target(name: "RowWorkloads", dependencies: ["SeededRandom"]),
  .target(name: "StoreWorkloads", dependencies: ["Katana"]),
]

// MARK: - Tests

let tests: [Target] = [
  .testTarget(name: "ArchitectureTests"),
  // What the tests let the compiler check, which aren't compiled with them.
  .target(name: "TypeChecking", path: "Tests/Fixtures/TypeChecking"),
  .target(
    name: "ExpectedErrors",
    dependencies: ["SuiteErrors"],
    path: "Tests/Fixtures/ExpectedErrors"
  ),
  // The pages' programs; it depends on the modules that they import.
  .testTarget(
    name: "DocumentationTests",
    dependencies: [
      "BenchmarkCompatibility", "BenchmarkHarness", "Katana", "KatanaElements", "KatanaLegacy",
      "KatanaLogging", "KatanaRouter", "KatanaTesting", "NativeViews", "Plastic", "Signposts",
      "SignpostsLogging", "SignpostsMetrics", "SignpostsTracing", "Tempura", "TempuraTesting",
      "TypeChecking",
    ]
  ),
  .testTarget(
    name: "SignpostsTests",
    dependencies: ["CSignposts", "SeededRandom", "Signposts", "TypeChecking"]
  ),
  .testTarget(
    name: "SignpostsTracingTests",
    dependencies: ["Katana", "Signposts", "SignpostsTracing", tracing]
  ),
  .testTarget(name: "SignpostsLoggingTests", dependencies: ["SignpostsLogging", logging]),
  .testTarget(name: "SignpostsMetricsTests", dependencies: ["SignpostsMetrics", metrics]),
  .testTarget(
    name: "KatanaTests",
    dependencies: [
      "CProcessor", "Katana", "KatanaTesting", "SeededRandom", "Signposts", "TypeChecking",
    ]
  ),
  .testTarget(
    name: "KatanaElementsTests",
    dependencies: [
      "Katana", "KatanaElements", "KatanaLegacy", "KatanaUI", "NativeViews", "NativeViewsCairo",
      "Plastic", "SeededRandom", "TypeChecking", "ViewRecording",
    ]
  ),
  .testTarget(name: "LeakCheckingTests", dependencies: ["LeakChecking", "SeededRandom"]),
  .testTarget(name: "KatanaLegacyTests", dependencies: ["KatanaLegacy", "KatanaTesting"]),
  .testTarget(name: "KatanaLoggingTests", dependencies: ["Katana", "KatanaLogging", logging]),
  .testTarget(
    name: "KatanaRouterTests",
    dependencies: ["Katana", "KatanaRouter", "KatanaTesting", "SeededRandom"]
  ),
  .testTarget(name: "KeyedDiffTests", dependencies: ["KeyedDiff", "SeededRandom"]),
  .testTarget(name: "ImageComparisonTests", dependencies: ["ImageComparison", "SeededRandom"]),
  .testTarget(name: "KatanaTestingTests", dependencies: ["Katana", "KatanaTesting"]),
  .testTarget(
    name: "KatanaUITests",
    dependencies: [
      "Katana", "KatanaUI", "NativeViews", "Plastic", "SeededRandom", "ViewRecording",
    ]
  ),
  .testTarget(
    name: "NativeViewsCairoTests",
    dependencies: ["CPangoCairo", "ImageComparison", "NativeViewsCairo", "SeededRandom"]
  ),
  // The application of Examples/CodingLove with its own tests; those of its server are run there.
  .testTarget(
    name: "CodingLoveExampleTests",
    dependencies: [
      "Katana", "KatanaElements", "KatanaTesting", "NativeViews", "NativeViewsCairo",
      "NativeViewsGTK", "Signposts",
    ]
  ),
  // The same of Examples/Counter.
  .testTarget(
    name: "CounterExampleTests",
    dependencies: [
      "KatanaElements", "KatanaLegacy", "NativeViews", "NativeViewsCairo", "NativeViewsGTK",
      "Signposts",
    ]
  ),
  // What needs the main thread and a display, in a program of its own that the tests run.
  .target(
    name: "CGTKViewChecks",
    dependencies: ["CGTK"],
    path: "Tests/Fixtures/CGTKViewChecks"
  ),
  .executableTarget(
    name: "GTKViewChecks",
    dependencies: [
      "CGTKViewChecks", "ImageComparison", "NativeViews", "NativeViewsCairo", "NativeViewsGTK",
      "SeededRandom",
    ],
    path: "Tests/Fixtures/GTKViewChecks"
  ),
  // A backend that knows commits only, and a program that compares it and the others at random updates.
  .target(
    name: "ViewRecording",
    dependencies: ["NativeViews"],
    path: "Tests/Fixtures/ViewRecording"
  ),
  .executableTarget(
    name: "ViewAgreement",
    dependencies: [
      "CGTKViewChecks", "ImageComparison", "Katana", "KatanaElements", "KatanaUI", "NativeViews",
      "NativeViewsCairo", "NativeViewsGTK", "SeededRandom", "ViewRecording",
    ],
    path: "Tests/Fixtures/ViewAgreement"
  ),
  .testTarget(
    name: "NativeViewsGTKTests",
    dependencies: [
      "GTKViewChecks", "SeededRandom", "TodoWindowChecks", "ViewAgreement", subprocess,
    ]
  ),
  .testTarget(
    name: "NativeViewsTests",
    dependencies: ["NativeViews", "SeededRandom", "ViewRecording"]
  ),
  .testTarget(name: "PlasticTests", dependencies: ["Plastic", "SeededRandom"]),
  .testTarget(
    name: "TempuraTestingTests",
    dependencies: [
      "ImageComparison", "Katana", "NativeViews", "NativeViewsCairo", "SeededRandom", "Tempura",
      "TempuraTesting",
    ]
  ),
  .testTarget(
    name: "TempuraTests",
    dependencies: [
      "Katana", "KatanaLegacy", "KatanaRouter", "KatanaTesting", "NativeViews", "SeededRandom",
      "Tempura", "TypeChecking", "ViewRecording",
    ]
  ),
  // The carts of Examples/Sources/HummingbirdServer with their tests, without the server.
  .testTarget(name: "ShopExampleTests", dependencies: ["Katana", "KatanaTesting", tracing]),
  // The application of Examples/Todo with its own tests, and in a window that is clicked and closed.
  .testTarget(
    name: "TodoExampleTests",
    dependencies: [
      "ImageComparison", "Katana", "KatanaRouter", "KatanaTesting", "NativeViews",
      "NativeViewsCairo", "NativeViewsGTK", "Signposts", "Tempura", "TempuraTesting",
    ],
    exclude: ["TodoTests/Snapshots"]
  ),
  // The same of Examples/Notes.
  .testTarget(
    name: "NotesExampleTests",
    dependencies: [
      "Katana", "KatanaRouter", "KatanaTesting", "NativeViews", "NativeViewsCairo",
      "NativeViewsGTK", "Signposts", "Tempura", "TempuraTesting",
    ],
    exclude: ["NotesTests/Snapshots"]
  ),
  .executableTarget(
    name: "TodoWindowChecks",
    dependencies: [
      "CGTKViewChecks", "Katana", "KatanaRouter", "NativeViews", "NativeViewsCairo",
      "NativeViewsGTK", "Signposts", "Tempura",
    ],
    path: "Tests/Fixtures/TodoWindowChecks"
  ),
  // The application of Examples/Minesweeper with its own tests.
  .testTarget(
    name: "MinesweeperExampleTests",
    dependencies: [
      "Katana", "KatanaElements", "KatanaTesting", "KatanaUI", "NativeViews", "NativeViewsCairo",
      "NativeViewsGTK", "Signposts",
    ]
  ),
  // The same of Examples/PokeAnimations.
  .testTarget(
    name: "PokeAnimationsExampleTests",
    dependencies: [
      "Katana", "KatanaElements", "KatanaTesting", "KatanaUI", "NativeViews", "NativeViewsCairo",
      "NativeViewsGTK", "Signposts",
    ]
  ),
  .testTarget(name: "ProcessLaunchingTests", dependencies: ["ProcessLaunching"]),
  .testTarget(name: "CommandRunningTests", dependencies: ["CommandRunning", "SuiteErrors"]),
  .testTarget(name: "StatisticsTests", dependencies: ["SeededRandom", "Statistics"]),
  .testTarget(
    name: "BenchmarkResultsTests",
    dependencies: ["BenchmarkResults", "SeededRandom", "Statistics"]
  ),
  .testTarget(
    name: "BenchmarkHarnessTests",
    dependencies: [
      "BenchmarkHarness", "BenchmarkResults", "ExpectedErrors", "ProcessLaunching", "Statistics",
      "SuiteErrors",
    ]
  ),
  .testTarget(
    name: "BenchmarkCompatibilityTests",
    dependencies: [
      "BenchmarkCompatibility", "BenchmarkHarness", "BenchmarkResults", "ExpectedErrors",
    ]
  ),
  .testTarget(name: "ObjectFilesTests", dependencies: ["ObjectFiles"]),
  .testTarget(
    name: "CountingTests",
    dependencies: [
      "BenchmarkResults", "CommandRunning", "Counting", "ObjectFiles", "ProcessLaunching",
      "SeededRandom", "Statistics", "SuiteErrors",
    ]
  ),
  .testTarget(
    name: "RegressionGateTests",
    dependencies: [
      "BenchmarkHarness", "BenchmarkResults", "Counting", "ProcessLaunching", "RegressionGate",
      "SeededRandom", "Statistics", "SuiteErrors",
    ]
  ),
  .testTarget(
    name: "LabTests",
    dependencies: [
      "BenchmarkHarness", "BenchmarkResults", "Counting", "ExpectedErrors", "HandWrittenLoops",
      "RegressionGate", "SuiteErrors", "lab",
    ]
  ),
  .testTarget(
    name: "BenchmarkReportTests",
    dependencies: [
      "BenchmarkReport", "BenchmarkResults", "ReportRendering", "SeededRandom", "Statistics",
      "SuiteErrors",
    ]
  ),
  .testTarget(
    name: "SampleFilesTests",
    dependencies: ["ObjectFiles", "SampleFiles", "SeededRandom", "SuiteErrors"]
  ),
  .testTarget(
    name: "ServiceProfilingTests",
    dependencies: ["SampleFiles", "SampleProfiles", "SampleRecording", "ServiceProfiling"]
  ),
  .testTarget(
    name: "SampleRecordingTests",
    dependencies: [
      "CMachine", "ObjectFiles", "SampleFiles", "SampleRecording", "SeededRandom", "SuiteErrors",
    ]
  ),
  // Recordings of samples that nobody has recorded, of a program that doesn't exist.
  .target(
    name: "MadeSamples",
    dependencies: ["ObjectFiles", "SampleFiles"],
    path: "Tests/Fixtures/MadeSamples"
  ),
  // The same of memory.
  .target(
    name: "MadeMemory",
    dependencies: ["CHeapLayout", "HeapImages", "MemoryFiles", "ObjectFiles", "SampleFiles"],
    path: "Tests/Fixtures/MadeMemory"
  ),
  .testTarget(
    name: "MemoryFilesTests",
    dependencies: ["CHeapLayout", "MadeMemory", "MemoryFiles", "SeededRandom", "SuiteErrors"]
  ),
  // What is in memory once it has run, each kind of thing under a name of its own.
  .executableTarget(name: "HeapProgram", path: "Tests/Fixtures/HeapProgram"),
  .testTarget(
    name: "HeapImagesTests",
    dependencies: [
      "CHeapLayout", "CommandRunning", "HeapImages", "HeapProgram", "MemoryFiles",
      "MemoryRecording", "ObjectFiles", "SeededRandom", "SuiteErrors",
    ]
  ),
  .testTarget(
    name: "MemoryAnalysisTests",
    dependencies: [
      "CHeapLayout", "HeapImages", "MadeMemory", "MemoryAnalysis", "MemoryFiles",
      "ReportRendering", "SeededRandom", "TraceAnalysis", "TraceReading",
    ]
  ),
  .testTarget(
    name: "SampleAnalysisTests",
    dependencies: [
      "MadeSamples", "ObjectFiles", "ReportRendering", "SampleAnalysis", "SampleFiles",
      "SampleProfiles", "SeededRandom", "TraceAnalysis", "TraceReading",
    ]
  ),
  .testTarget(name: "CTFPacketsTests", dependencies: ["CTFPackets"]),
  .testTarget(
    name: "TraceRecordingTests",
    dependencies: ["CTFPackets", "EventTable", "TraceRecording"]
  ),
  .testTarget(
    name: "TraceReadingTests",
    dependencies: [
      "CSignposts", "EventTable", "ProcessLaunching", "SeededRandom", "TraceReading",
    ],
    swiftSettings: hasBabeltrace ? [.define("HAS_BABELTRACE")] : []
  ),
  .testTarget(
    name: "TraceAnalysisTests",
    dependencies: ["ReportRendering", "SeededRandom", "TraceAnalysis", "TraceReading"]
  ),
  .testTarget(
    name: "TaskAnalysisTests",
    dependencies: [
      "MadeMemory", "MadeSamples", "MemoryAnalysis", "MemoryFiles", "ReportRendering",
      "SampleAnalysis", "SeededRandom", "TaskAnalysis", "TraceAnalysis", "TraceReading",
    ]
  ),
  .testTarget(
    name: "TraceExportTests",
    dependencies: [
      "CHeapLayout", "HeapImages", "MadeMemory", "MadeSamples", "MemoryAnalysis",
      "MemoryFiles", "SampleAnalysis", "SampleFiles", "SampleProfiles", "SeededRandom",
      "SuiteErrors", "TaskAnalysis", "TraceAnalysis", "TraceExport", "TraceReading",
    ]
  ),
  // What the recorded frames of the tests below come from.
  .executableTarget(
    name: "FrameProgram",
    dependencies: [
      "FrameworkEvents", "Katana", "KatanaRouter", "KatanaUI", "NativeViews", "Plastic",
      "Signposts", "Tempura",
    ],
    path: "Tests/Fixtures/FrameProgram"
  ),
  // The program of a package of its own, which `make check` builds with each linker.
  .executableTarget(
    name: "TracedProgram",
    dependencies: ["Katana", "KatanaRouter", "Signposts"],
    path: "Tests/Fixtures/TracedProgram/Sources/TracedProgram"
  ),
  // The same of one that speaks the server ecosystem's APIs.
  .executableTarget(
    name: "InstrumentedProgram",
    dependencies: [
      "Signposts", "SignpostsLogging", "SignpostsMetrics", "SignpostsTracing", logging,
      .product(name: "Metrics", package: "swift-metrics"), tracing,
    ],
    path: "Tests/Fixtures/InstrumentedProgram/Sources/InstrumentedProgram"
  ),
  // Every construct of Swift's concurrency.
  .executableTarget(
    name: "TaskProgram",
    dependencies: ["Signposts"],
    path: "Tests/Fixtures/TaskProgram"
  ),
  // Programs of which it is known why they are slow.
  .executableTarget(
    name: "PlantedReasons",
    dependencies: ["Signposts"],
    path: "Tests/Fixtures/PlantedReasons"
  ),
  // Rows that end their process, print, read and the like.
  .executableTarget(
    name: "OddRows",
    dependencies: ["BenchmarkHarness"],
    path: "Tests/Fixtures/OddRows"
  ),
  .testTarget(
    name: "HamonTests",
    dependencies: [
      "BenchmarkHarness", "BenchmarkReport", "BenchmarkResults", "CHeapLayout", "CommandRunning",
      "Counting", "DispatchThroughput", "ExpectedErrors", "FrameProgram", "HeapImages",
      "InstrumentedProgram", "LayoutScaling", "MadeMemory", "MemoryAnalysis", "MemoryFiles",
      "OddRows", "PlantedReasons", "ProcessLaunching", "RegressionGate", "ReportRendering",
      "SampleAnalysis",
      "SampleFiles", "SampleRecording", "SeededRandom", "Statistics", "SuiteErrors",
      "TaskAnalysis", "TaskProgram", "TraceAnalysis", "TraceReading", "TraceRecording",
      "TracedProgram", "hamon", "lab", subprocess, argumentParser, version,
    ]
  ),
]

// MARK: - Plugins: what other packages run

let plugins: [Target] = [
  .plugin(
    name: "HamonCommand",
    capability: .command(
      intent: .custom(
        verb: "hamon",
        description: "Run hamon: bench, gate, diff, record, report and its other commands."
      )
    ),
    path: "Plugins/HamonCommand"
  )
]

// MARK: - The package

let package = Package(
  name: "hamon",
  // Of Apple's systems, for Signposts and its bridges: the first that have `Synchronization`.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ImageComparison", targets: ["ImageComparison"]),
    .library(name: "Katana", targets: ["Katana"]),
    .library(name: "KatanaElements", targets: ["KatanaElements"]),
    .library(name: "KatanaLegacy", targets: ["KatanaLegacy"]),
    .library(name: "KatanaLogging", targets: ["KatanaLogging"]),
    .library(name: "KatanaRouter", targets: ["KatanaRouter"]),
    .library(name: "KatanaTesting", targets: ["KatanaTesting"]),
    .library(name: "KatanaUI", targets: ["KatanaUI"]),
    .library(name: "LeakChecking", targets: ["LeakChecking"]),
    .library(name: "NativeViews", targets: ["NativeViews"]),
    .library(name: "NativeViewsCairo", targets: ["NativeViewsCairo"]),
    .library(name: "NativeViewsGTK", targets: ["NativeViewsGTK"]),
    .library(name: "Plastic", targets: ["Plastic"]),
    .library(name: "ServiceProfiling", targets: ["ServiceProfiling"]),
    .library(name: "Signposts", targets: ["Signposts"]),
    .library(name: "SignpostsTracing", targets: ["SignpostsTracing"]),
    .library(name: "SignpostsLogging", targets: ["SignpostsLogging"]),
    .library(name: "SignpostsMetrics", targets: ["SignpostsMetrics"]),
    .library(name: "Tempura", targets: ["Tempura"]),
    .library(name: "TempuraTesting", targets: ["TempuraTesting"]),
    .library(name: "BenchmarkHarness", targets: ["BenchmarkHarness"]),
    .library(name: "BenchmarkCompatibility", targets: ["BenchmarkCompatibility"]),
    .executable(name: "hamon", targets: ["hamon"]),
    .plugin(name: "HamonCommand", targets: ["HamonCommand"]),
    .executable(name: "TraceReading", targets: ["TraceReadingBenchmark"]),
  ],
  traits: [
    .trait(
      name: "Tracing",
      description: "Link LTTng-UST, so that signposts can be recorded. Free while nobody records."
    ),
    .default(enabledTraits: ["Tracing"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0", traits: []),
  ],
  targets: signposts + framework + suite + lab + benchmarks + sharedByBenchmarks + tests + plugins
)

if isCheckout {
  package.targets.append(
    .target(
      name: "HamonVersion",
      path: "\(versionPackage)/Sources/HamonVersion",
      swiftSettings: [.define("WITHOUT_COMMIT")]
    )
  )
} else {
  package.dependencies.append(.package(path: versionPackage))
}

// A target's folder is its name in the folder of its wing.
let wings = [
  ("Sources/Signposts", signposts), ("Sources/Framework", framework), ("Sources/Suite", suite),
  ("Lab", lab),
  ("Benchmarks", benchmarks), ("Benchmarks/Shared", sharedByBenchmarks), ("Tests", tests),
]
for (folder, targets) in wings {
  for target in targets { target.path = target.path ?? "\(folder)/\(target.name)" }
}

// Each Swift target gets the same settings; C and system targets have no Swift to set.
let isSwift = { (target: Target) in
  ![.system, .plugin].contains(target.type)
    && ![
      "CEventTable", "CGTKViewChecks", "CHeapLayout", "CLeakChecking", "CMachine",
      "CNativeViewsGTK", "CPages", "CPaintingGTK", "CPangoCairo", "CProcessor", "CSampling",
      "CSignposts", "CTracingOverhead",
    ].contains(target.name)
}
for target in package.targets where isSwift(target) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
  // Tests call C as they like.
  if target.type != .test { target.swiftSettings?.append(.strictMemorySafety()) }
}
