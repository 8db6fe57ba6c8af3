import Foundation
import Glibc
import Testing

extension RecordTests {
  @Suite struct Isolation {
    /// Runs the tool as an ordinary user, with a home that does not exist.
    private static func user(_ id: Int, groups: String? = nil) -> [String] {
      [
        "setpriv", "--reuid=\(id)", "--regid=\(id)",
        groups.map { "--groups=\($0)" } ?? "--clear-groups", "env", "HOME=/nonexistent",
      ]
    }

    /// As if in a container: root that may not make namespaces.
    private static let container = [
      "setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin",
    ]

    @Test(.enabled(if: geteuid() == 0, "needs root to change user"))
    func `an ordinary user records`() async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        try await fixture.succeed(
          ["record", "-o", trace, "--", fixture.program.path, "emit:20"],
          prefix: Self.user(54_321)
        )
        #expect(try await fixture.count("signpost:interval_end", in: trace) == 20)
      }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to change user"))
    func `recordings of root and of two users at once do not mix`() async throws {
      try await ToolFixture.open { fixture in
        let go = "\(fixture.folder)/go"
        let prefixes = [[], [], Self.user(54_321), Self.user(54_321), Self.user(54_322)]
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (number, prefix) in prefixes.enumerated() {
            group.addTask {
              let outcome = try await fixture.succeed(
                [
                  "record", "-o", "\(fixture.folder)/\(number)", "--", fixture.program.path,
                  "touch:\(fixture.folder)/ready\(number)", "await:\(go)", "emit:\(number + 1)",
                ],
                prefix: prefix
              )
              #expect(outcome.error.contains("events: \(number + 1) signpost:interval_end\n"))
            }
          }
          for number in prefixes.indices {
            try await fixture.wait(for: "\(fixture.folder)/ready\(number)")
          }
          try fixture.touch(go)
          try await group.waitForAll()
        }
      }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root for a system's daemon"))
    func `a daemon of the whole system is not disturbed, and does not disturb`() async throws {
      try await ToolFixture.open { fixture in
        // A mount namespace stands for the machine: its /run/lttng has the system's daemon.
        let record = "\(fixture.hamon) record -o \(fixture.folder)"
        let script = """
          mkdir -p /run/lttng && mount -t tmpfs tmpfs /run/lttng || exit 99
          HOME=\(fixture.folder) lttng-sessiond --no-kernel --quiet & system=$!
          until lttng --no-sessiond list >/dev/null 2>&1; do sleep 0.05; done
          \(record)/root -- \(fixture.program.path) emit:3; echo "root $?"
          \(Self.user(54_321).joined(separator: " ")) \(record)/user -- \(fixture.program.path) emit:4
          echo "user $?"
          \(Self.container.joined(separator: " ")) \(record)/container -- true; echo "container $?"
          lttng --no-sessiond list; kill $system; wait $system
          \(Self.container.joined(separator: " ")) \(record)/free -- \(fixture.program.path) emit:5
          echo "free $?"
          """
        let outcome = try await fixture.run(
          [],
          prefix: ["unshare", "--mount", "--propagation", "slave", "sh", "-c", script]
        )
        for line in [
          "root 0", "user 0", "container 125", "free 0", "no available recording session",
        ] {
          #expect(outcome.output.contains(line), "\(outcome.output)\(outcome.error)")
        }
        #expect(outcome.error.contains("error: lttng-sessiond: root's daemon runs already"))
        for (trace, count) in [("root", 3), ("user", 4), ("free", 5)] {
          #expect(
            try await fixture.count("signpost:interval_end", in: "\(fixture.folder)/\(trace)")
              == count
          )
        }
      }
    }

    @Test(
      .enabled(if: geteuid() == 0, "needs root for a small file system"),
      arguments: [false, true]
    )
    func
      `A full disk is an error, ends nothing that can go on, and leaves a trace that can be read`(
        isLossless: Bool
      ) async throws
    {
      try await ToolFixture.open { fixture in
        let script = """
          mkdir \(fixture.folder)/m && mount -t tmpfs -o size=3m tmpfs \(fixture.folder)/m || exit 99
          # Events fill the disk once their description is on it: without that nothing could be read.
          (for _ in $(seq 300); do
            [ -z "$(find \(fixture.folder)/m/t -name metadata -size +0 2> /dev/null)" ] || break
            sleep 0.1
          done; touch \(fixture.folder)/go) &
          \(fixture.hamon) record \(isLossless ? "--lossless" : "") -o \(fixture.folder)/m/t -- \
          \(fixture.program.path) emit:1 await:\(fixture.folder)/go emit:300000 print:done
          status=$?; wait; ls -A \(fixture.folder)/m/t; cp -r \(fixture.folder)/m/t \(fixture.folder)/t
          umount \(fixture.folder)/m; exit $status
          """
        let outcome = try await fixture.run(
          [],
          prefix: ["unshare", "--mount", "--propagation", "slave", "sh", "-c", script]
        )
        #expect(outcome.status == (isLossless ? 128 + SIGTERM : 125), "\(outcome.error)")
        #expect(outcome.output == (isLossless ? "" : "done\n") + ".hamon-incomplete\nust\n")
        #expect(
          outcome.error.contains("error: \(fixture.folder)/m/t: no space left on device")
        )
        #expect(outcome.error.contains("discarded events: at least "))
        #expect(outcome.error.contains("what was written is readable"))
        #expect(try await fixture.count("signpost:interval_begin", in: "\(fixture.folder)/t") > 0)
        // Nothing in its packets tells that the end is missing.
        let report = try await fixture.run(["report", "\(fixture.folder)/t"])
        #expect(report.status == 1)
        #expect(
          report.error.contains(
            "t: the disk was full while it was recorded, so its end is missing"
          ),
          "\(report.error)"
        )
      }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root for a small file system"))
    func `a disk that is full from the start is refused`() async throws {
      try await ToolFixture.open { fixture in
        let script = """
          mkdir \(fixture.folder)/m && mount -t tmpfs -o size=64k tmpfs \(fixture.folder)/m || exit 99
          \(fixture.hamon) record -o \(fixture.folder)/m/t -- true; status=$?
          ls -A \(fixture.folder)/m; umount \(fixture.folder)/m; exit $status
          """
        let outcome = try await fixture.run(
          [],
          prefix: ["unshare", "--mount", "--propagation", "slave", "sh", "-c", script]
        )
        #expect(outcome.status == 125)
        #expect(outcome.output == "")
        #expect(outcome.error.contains("no space left on device"))
      }
    }
  }
}
