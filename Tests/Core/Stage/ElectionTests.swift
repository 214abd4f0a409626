import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusStage

@Suite("Election of the working instance")
struct ElectionTests {
    private let broker = Source(role: "broker", instance: "broker")!

    private func status(
        _ instance: String, _ state: StageStatus.State, term: Int? = nil, standby: Bool? = true, uptimeMs: Int = 0,
        coverage: SessionScope = .all, app: String? = nil
    ) -> StageStatus {
        StageStatus(
            role: "intent", instance: instance, state: state, pid: 1, uptimeMs: uptimeMs, coverage: coverage, app: app,
            standby: standby, term: term)
    }

    private func source(_ instance: String) -> Source { Source(role: "intent", instance: instance)! }

    private func election(_ instance: String) -> Election {
        Election(source(instance), run: 1, scope: Election.Scope(status(instance, .standby)))
    }

    private func receive(_ status: StageStatus, run: UInt32 = 1, _ election: inout Election) -> Election.Decision {
        election.update(status, from: source(status.instance), run: run)
    }

    @Test("a single instance takes over as soon as it knows that there is no other")
    func alone() {
        var election = election("a")
        expectEqual(receive(status("a", .standby), &election), .takeOver(term: 1))
        expectEqual(receive(status("a", .ready, term: 1), &election), .wait)
    }

    @Test("the second instance waits, and takes over when the first drains, stops, fails or is lost")
    func second() {
        for end in [StageStatus.State.draining, .stopped, .failed, .lost] {
            var election = election("b")
            expectEqual(receive(status("a", .ready, term: 3), &election), .wait)
            expectEqual(receive(status("b", .standby), &election), .wait)
            let publisher = end == .lost ? broker : source("a")
            expectEqual(election.update(status("a", end, term: 3), from: publisher, run: 9), .takeOver(term: 4))
        }
    }

    @Test("the instance that has waited longest takes over")
    func seniority() {
        var (b, c) = (election("b"), election("c"))
        for message in [status("a", .ready, term: 1), status("b", .standby), status("c", .standby)] {
            expectEqual(receive(message, &b), .wait)
            expectEqual(receive(message, &c), .wait)
        }
        expectEqual(receive(status("a", .draining, term: 1), &c), .wait)
        expectEqual(receive(status("a", .draining, term: 1), &b), .takeOver(term: 2))
        expectEqual(receive(status("b", .ready, term: 2), &c), .wait)
    }

    @Test("instances with other buckets, another app, another role, and shadows do not replace each other")
    func scopes() {
        var election = election("b")
        let share = SessionScope(share: BucketShare(index: 0, count: 2))
        expectEqual(receive(status("a", .ready, coverage: share), &election), .wait)
        expectEqual(receive(status("d", .ready, app: "mail"), &election), .wait)
        let shadow = StageStatus(role: "shadow.intent", instance: "s", state: .ready, pid: 1, uptimeMs: 0)
        expectEqual(election.update(shadow, from: Source(role: "shadow.intent", instance: "s")!, run: 1), .wait)
        expectEqual(receive(status("b", .standby), &election), .takeOver(term: 1))
    }

    @Test("a frozen instance that is back steps down for its successor; equal terms are decided by name")
    func thawed() {
        var a = election("a")
        _ = receive(status("a", .standby), &a)
        expectEqual(a.update(status("a", .lost, term: 1), from: broker, run: 9), .wait)
        expectEqual(receive(status("b", .ready, term: 2), &a), .stepDown)
        var b = election("b")
        _ = receive(status("b", .standby), &b)
        expectEqual(receive(status("c", .ready, term: 1), &b), .wait)
        expectEqual(receive(status("a", .ready, term: 1), &b), .stepDown)
    }

    @Test("an instance started without --standby has precedence")
    func insistent() {
        var a = election("a")
        _ = receive(status("a", .standby), &a)
        expectEqual(receive(status("z", .ready, standby: nil), &a), .stepDown)
        expectEqual(receive(status("z", .stopped, standby: nil), &a), .takeOver(term: 2))
    }

    @Test("an instance unknown to a restarted broker counts as gone after four heartbeats")
    func silence() {
        var b = election("b")
        _ = receive(status("a", .ready, term: 1), &b)
        var decisions: [Election.Decision] = []
        for beat in 0..<5 {
            decisions.append(receive(status("b", .standby, uptimeMs: beat * 1000), &b))
            // Changes of the status in between are no heartbeats.
            decisions.append(receive(status("b", .standby, uptimeMs: beat * 1000 + 100), &b))
        }
        #expect(decisions.firstIndex(of: .takeOver(term: 2)) == 8)
    }

    @Test("extreme numbers in the statuses of other instances cause no overflow")
    func numbers() {
        var a = election("a")
        _ = receive(status("a", .standby, uptimeMs: .min), &a)
        expectEqual(receive(status("b", .ready, term: .max), &a), .stepDown)
        expectEqual(receive(status("b", .stopped, term: .max), &a), .takeOver(term: .max))
        expectEqual(receive(status("a", .ready, term: .max, uptimeMs: .max), &a), .wait)
    }

    @Test(
        "exactly one instance works, whichever instances are killed, frozen, drained and started in any order",
        arguments: 0..<60)
    func model(seed: UInt64) {
        var model = ElectionModel(seed: seed)
        for _ in 0..<1500 { model.step() }
        #expect(model.problems == [])
        #expect(model.takeovers > 5)
    }
}
