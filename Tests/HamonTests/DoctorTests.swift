import Testing

@testable import hamon

@Suite struct DoctorTests {
  @Test func `what is missing is told with its cost and its remedy, in columns`() {
    let missing = DoctorCheck(
      name: "valgrind",
      finding: .missing("not found"),
      isNeeded: false,
      cost: "no counts",
      remedy: "install it"
    )
    #expect(
      missing.lines(nameWidth: 10) == [
        "missing  valgrind    not found", "                     no counts",
        "                     install it",
      ]
    )
    let needed = DoctorCheck(
      name: "lttng",
      finding: .present("2.13.9"),
      isNeeded: true,
      cost: "",
      remedy: ""
    )
    #expect(needed.lines(nameWidth: 10) == ["ok       lttng       2.13.9"])
  }

  @Test(arguments: [
    ("lttng (LTTng Trace Control) 2.13.9 - Nordicite", "2.13.9"),
    ("Swift version 6.3.1 (swift-6.3.1-RELEASE)", "6.3.1"), ("valgrind-3.19.0", "3.19.0"),
    ("gnuplot 5.4 patchlevel 4", "5.4"), ("no number here...", nil), ("", nil),
  ])
  func `a version is found in what programs print of themselves`(text: String, expected: String?) {
    #expect(DoctorProbe.firstVersion(in: text) == expected)
  }

  @Test func `a session daemon of one's own is missing only where none can be had`() {
    func isPossible(
      system: Int?,
      isRoot: Bool,
      isInTracingGroup: Bool = false,
      refusal: String? = nil
    ) -> Bool {
      DoctorExamination.sessionDaemons(
        system: system,
        isRoot: isRoot,
        isInTracingGroup: isInTracingGroup,
        refusal: refusal
      ).isPresent
    }
    #expect(isPossible(system: nil, isRoot: true))
    #expect(isPossible(system: 5, isRoot: true))
    #expect(isPossible(system: nil, isRoot: true, refusal: "no"))
    #expect(!isPossible(system: 5, isRoot: true, refusal: "no"))
    #expect(isPossible(system: 5, isRoot: false))
    #expect(isPossible(system: nil, isRoot: false, isInTracingGroup: true))
    #expect(!isPossible(system: 5, isRoot: false, isInTracingGroup: true))
  }

  @Test func `the doctor works where nothing is installed, and says what to do`() async throws {
    try await ToolFixture.open { fixture in
      let outcome = try await fixture.run(["doctor"], prefix: ["env", "PATH=/none"])
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("MISSING  lttng "))
      #expect(outcome.output.contains("apt-get install lttng-tools"))
      #expect(outcome.output.contains("Not ready for bench, record and report: "))
    }
  }
}
