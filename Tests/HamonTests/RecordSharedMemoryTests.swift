import Foundation
import Glibc
import Testing

extension RecordTests {
  @Suite(.enabled(if: geteuid() == 0, "needs root for another /dev/shm"))
  struct SharedMemory {
    /// Runs a script of a shell where /dev/shm is another one.
    private func run(
      _ script: String,
      where mount: String,
      _ fixture: ToolFixture
    ) async throws -> ToolFixture.Outcome {
      try await fixture.run(
        [],
        prefix: [
          "unshare", "--mount", "--propagation", "slave", "sh", "-c",
          "cd \(fixture.folder) && (\(mount)) || exit 99; hamon=\(fixture.hamon); \(script)",
        ]
      )
    }

    /// A tmpfs of a size there, and what stands for a machine with so many processors.
    private func small(_ size: String, processors: Int) -> String {
      "mount -t tmpfs -o size=\(size) tmpfs /dev/shm"
        + " && echo 0-\(processors - 1) > possible && mount --bind possible /sys/devices/system/cpu/possible"
    }

    @Test(arguments: [
      ("16m", 2, ""), ("64m", 8, "--lossless"), ("64m", 128, "--concurrency"),
      ("1m", 2, "--size-limit 64M"), ("8m", 2, "--flight-recorder 1m --snapshot-at-exit"),
    ])
    func `smaller buffers are made where there is less room, and it is said`(
      size: String,
      processors: Int,
      options: String
    ) async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await run(
          "$hamon record -o t \(options) -- \(fixture.program.path) emit:100",
          where: small(size, processors: processors),
          fixture
        )
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
          outcome.error.contains("warning: /dev/shm: has room for smaller ring buffers only"),
          "\(outcome.error)"
        )
        #expect(outcome.error.contains("--shm-size"))
        let snapshot = options.contains("--flight-recorder") ? "/snapshot-1" : ""
        let trace = "\(fixture.folder)/t\(snapshot)"
        #expect(try await fixture.count("signpost:interval_end", in: trace) == 100)
        #expect(outcome.error.contains("events: 100 signpost:interval_end\n"))
      }
    }

    @Test func `enough room is not spoken of`() async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await run(
          "$hamon record -o t -- \(fixture.program.path) emit:100; $hamon doctor",
          where: small("64m", processors: 2),
          fixture
        )
        #expect(!outcome.error.contains("/dev/shm"), "\(outcome.error)")
        #expect(outcome.output.contains("ok       shared memory"), "\(outcome.output)")
      }
    }

    @Test(arguments: [
      ("mount -t tmpfs -o size=64k tmpfs /dev/shm", "--shm-size"),
      ("mount -t tmpfs -o ro tmpfs /dev/shm", "Read-only file system"),
      (
        "mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3 && mknod -m 666 /dev/urandom c 1 9",
        "No such file or directory"
      ),
    ])
    func `where no buffers can be made it is refused with a remedy, and the doctor tells`(
      mount: String,
      words: String
    ) async throws {
      try await ToolFixture.open { fixture in
        for options in ["", "--lossless", "--flight-recorder 1m"] {
          let outcome = try await run(
            "$hamon record -o t \(options) -- \(fixture.program.path) print:ran; echo $?; ls -d t",
            where: mount,
            fixture
          )
          #expect(outcome.output == "125\n", "\(outcome.error)")
          #expect(outcome.error.hasPrefix("error: /dev/shm: "), "\(outcome.error)")
          #expect(outcome.error.contains(words), "\(outcome.error)")
          #expect(outcome.error.contains("mount "), "\(outcome.error)")
        }
        let doctor = try await run("$hamon doctor", where: mount, fixture)
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("MISSING  shared memory"), "\(doctor.output)")
        #expect(doctor.output.contains("Not ready for bench, record and report: shared memory."))
      }
    }

    // The last has room for the other user's events, and none for their description.
    @Test(arguments: [("20m", ""), ("20m", "--lossless"), ("37104k", "")])
    func `programs of another user that have no room are told of, and all others are recorded`(
      size: String,
      option: String
    ) async throws {
      try await ToolFixture.open { fixture in
        let program = fixture.program.path
        let outcome = try await run(
          """
          $hamon record -o t \(option) -- sh -c '\(program) emit:20; \
          setpriv --reuid=54321 --regid=54321 --clear-groups \(program) emit:3; \(program) emit:10 print:ran'
          """,
          where: small(size, processors: 2),
          fixture
        )
        #expect(outcome.status == 125, "\(outcome.error)")
        #expect(outcome.output == "ran\n")
        #expect(outcome.error.contains("ring buffers of a program could not be made"))
        let user = "\(fixture.folder)/t/ust/uid/\(geteuid())"
        #expect(try await fixture.count("signpost:interval_end", in: user) == 30)
      }
    }
  }
}
