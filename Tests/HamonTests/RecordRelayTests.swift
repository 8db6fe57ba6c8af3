import Foundation
import Glibc
import SeededRandom
import Testing

extension RecordTests {
  @Suite(.enabled(if: TestTier.isCheck, "make check runs it")) struct Relays {
    /// Whether this machine lets the tests have others: network and host names of their own.
    private static let canMakeHosts =
      geteuid() == 0
      && system(
        "unshare --net --uts ip link add c1 type veth peer name h1 >/dev/null 2>&1 "
          + "&& command -v lttng-relayd >/dev/null"
      ) == 0

    /// Runs a script on a network of its own; root's lttng-relayd leaves a directory in /run/lttng.
    private static let machine = [
      "unshare", "--net", "--mount", "--propagation", "slave", "sh", "-c",
      #"mkdir -p /run/lttng; mount -t tmpfs tmpfs /run/lttng && exec sh -c "$0""#,
    ]

    /// A relay between two hosts, each a network namespace that a pair of veths leads to, and
    /// `hamon live` beside the relay.
    private static func script(_ fixture: ToolFixture) -> String {
      """
      cd \(fixture.folder); ip link set lo up
      until_true() { n=0; until "$@"; do n=$((n+1)); [ $n -lt 1000 ] || exit 98; sleep 0.02; done; }
      apart() { [ "$(readlink /proc/$1/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; }
      host() {
        unshare --net --uts sh -c '
          hostname $1; ip link set lo up
          until [ -e moved$2 ]; do sleep 0.02; done
          ip addr add 10.99.$2.2/24 dev h$2; ip link set h$2 up
          exec \(fixture.hamon) record --relay 10.99.$2.1:7001 -- \(fixture.program.path) \
            touch:ready$2 await:go emit:$3 touch:done$2 await:end' sh "$@" 2>messages$2 & id=$!
        until_true apart $id
        ip link add c$2 type veth peer name h$2 netns $id
        ip addr add 10.99.$2.1/24 dev c$2; ip link set c$2 up; touch moved$2
      }
      lttng-relayd -C tcp://0.0.0.0:7001 -D tcp://0.0.0.0:7002 -L tcp://0.0.0.0:7003 \
        -o \(fixture.folder)/relay >relayd 2>&1 & relay=$!
      until_true \(fixture.hamon) live 127.0.0.1:7003 --list 2>/dev/null
      \(fixture.hamon) live 127.0.0.1:7003 >live & live=$!
      host alpha 1 100; a=$id; host beta 2 200; b=$id
      both() { [ "$(grep -c ^following live)" = 2 ]; }
      until_true both
      until_true test -e ready1 -a -e ready2
      \(fixture.hamon) live 127.0.0.1:7003 --list
      touch go; until_true grep -qE 'signpost:interval_end +300 ' live
      touch end; wait $a; echo "status $?"; wait $b; echo "status $?"
      ended() { [ "$(grep -c ^ended live)" = 2 ]; }
      until_true ended
      kill -TERM $live; wait $live; echo "status $?"
      \(fixture.hamon) live 127.0.0.1:7003 --session none --list; echo "status $?"
      kill $relay; wait $relay
      """
    }

    @Test(.enabled(if: canMakeHosts, "needs root, iproute2, lttng-relayd and network namespaces"))
    func `two hosts record to one relay, where both are followed as they run`() async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await fixture.run(
          [],
          prefix: Self.machine + [Self.script(fixture)]
        )
        func text(_ name: String) -> String {
          (try? String(contentsOfFile: "\(fixture.folder)/\(name)", encoding: .utf8)) ?? ""
        }
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)\(text("messages1"))")
        #expect(lines.suffix(4).allSatisfy { $0 == "status 0" }, "\(outcome.output)")
        for (number, host, count) in [(1, "alpha", 100), (2, "beta", 200)] {
          let messages = text("messages\(number)")
          #expect(
            messages.contains("trace: at relay 10.99.\(number).1:7001, host \(host), session ")
          )
          #expect(messages.contains("discarded events: 0\n"))
          #expect(lines.contains { $0.hasPrefix("\(host) traced-") })
          #expect(text("live").contains("following: host \(host), session traced-"))
          #expect(
            try await fixture.count("signpost:interval_end", in: "\(fixture.folder)/relay/\(host)")
              == count
          )
        }
      }
    }

    @Test(.enabled(if: canMakeHosts, "needs root, iproute2, lttng-relayd and network namespaces"))
    func `a relay that is lost while recording is told of, and the command goes on`() async throws {
      try await ToolFixture.open { fixture in
        let script = """
          cd \(fixture.folder); ip link set lo up
          until_true() { n=0; until "$@"; do n=$((n+1)); [ $n -lt 1000 ] || exit 98; sleep 0.02; done; }
          lttng-relayd -C tcp://127.0.0.1:7001 -D tcp://127.0.0.1:7002 -L tcp://127.0.0.1:7003 \
            -o \(fixture.folder)/relay >relayd 2>&1 & relay=$!
          until_true \(fixture.hamon) live 127.0.0.1:7003 --list 2>/dev/null
          \(fixture.hamon) record --relay 127.0.0.1:7001 -- \(fixture.program.path) emit:5 touch:ready \
            await:go emit:5 print:done 2>messages & tool=$!
          until_true test -e ready
          kill -KILL $relay; until_true grep -q "^warning: relay 127.0.0.1:7001: " messages
          touch go; wait $tool; echo "status $?"
          """
        let outcome = try await fixture.run([], prefix: Self.machine + [script])
        #expect(outcome.output.hasSuffix("done\nstatus 125\n"), "\(outcome.output)")
        let messages = try String(contentsOfFile: "\(fixture.folder)/messages", encoding: .utf8)
        #expect(messages.contains("error: relay 127.0.0.1:7001: the connection ended while"))
      }
    }

    @Test func `a relay that cannot be reached, and what excludes it, is refused`() async throws {
      try await ToolFixture.open { fixture in
        for (arguments, status, text) in [
          (
            ["record", "--relay", "127.0.0.1:1", "--", "true"], 125, "cannot be reached: Connection"
          ),
          (["live", "127.0.0.1:1"], 125, "--live-port=tcp://0.0.0.0:5344"),
          (["live", "a b"], 64, "is no address of a relay"),
          (["record", "--relay", "x:0", "--", "true"], 64, "is no address of a relay"),
          (["record", "--relay", "x", "-o", "t", "--", "true"], 64, "--relay excludes -o"),
        ] {
          let outcome = try await fixture.run(arguments)
          #expect(outcome.status == Int32(status))
          #expect(outcome.error.firstMatch(of: /^error: .+: .+; .+\n$/) != nil, "\(outcome.error)")
          #expect(outcome.error.contains(text), "\(outcome.error)")
        }
      }
    }
  }
}
