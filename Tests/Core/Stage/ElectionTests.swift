import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusStage

@Suite("Who of several instances does the work")
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

    private func note(_ status: StageStatus, run: UInt32 = 1, _ election: inout Election) -> Election.Decision {
        election.note(status, from: source(status.instance), run: run)
    }

    @Test("the only one takes over as soon as it knows that it is alone")
    func alone() {
        var election = election("a")
        expectEqual(note(status("a", .standby), &election), .takeOver(term: 1))
        expectEqual(note(status("a", .ready, term: 1), &election), .wait)
    }

    @Test("who comes second waits, and takes over when the first drains, stops, fails or is lost")
    func second() {
        for end in [StageStatus.State.draining, .stopped, .failed, .lost] {
            var election = election("b")
            expectEqual(note(status("a", .ready, term: 3), &election), .wait)
            expectEqual(note(status("b", .standby), &election), .wait)
            let publisher = end == .lost ? broker : source("a")
            expectEqual(election.note(status("a", end, term: 3), from: publisher, run: 9), .takeOver(term: 4))
        }
    }

    @Test("of several who wait, the one who has waited longest takes over; the others let it")
    func seniority() {
        var (b, c) = (election("b"), election("c"))
        for message in [status("a", .ready, term: 1), status("b", .standby), status("c", .standby)] {
            expectEqual(note(message, &b), .wait)
            expectEqual(note(message, &c), .wait)
        }
        expectEqual(note(status("a", .draining, term: 1), &c), .wait)
        expectEqual(note(status("a", .draining, term: 1), &b), .takeOver(term: 2))
        expectEqual(note(status("b", .ready, term: 2), &c), .wait)
    }

    @Test("other buckets, another app, another role and shadows are nobody's stand-in")
    func scopes() {
        var election = election("b")
        let share = SessionScope(share: BucketShare(index: 0, count: 2))
        expectEqual(note(status("a", .ready, coverage: share), &election), .wait)
        expectEqual(note(status("d", .ready, app: "mail"), &election), .wait)
        let shadow = StageStatus(role: "shadow.intent", instance: "s", state: .ready, pid: 1, uptimeMs: 0)
        expectEqual(election.note(shadow, from: Source(role: "shadow.intent", instance: "s")!, run: 1), .wait)
        expectEqual(note(status("b", .standby), &election), .takeOver(term: 1))
    }

    @Test("one who was frozen and comes back steps down for the one who took over; equal terms go by name")
    func thawed() {
        var a = election("a")
        _ = note(status("a", .standby), &a)
        expectEqual(a.note(status("a", .lost, term: 1), from: broker, run: 9), .wait)
        expectEqual(note(status("b", .ready, term: 2), &a), .stepDown)
        var b = election("b")
        _ = note(status("b", .standby), &b)
        expectEqual(note(status("c", .ready, term: 1), &b), .wait)
        expectEqual(note(status("a", .ready, term: 1), &b), .stepDown)
    }

    @Test("who insists on working, started without --standby, is waited for")
    func insistent() {
        var a = election("a")
        _ = note(status("a", .standby), &a)
        expectEqual(note(status("z", .ready, standby: nil), &a), .stepDown)
        expectEqual(note(status("z", .stopped, standby: nil), &a), .takeOver(term: 2))
    }

    @Test("an instance that a restarted broker has never heard of is gone after four beats of our own")
    func silence() {
        var b = election("b")
        _ = note(status("a", .ready, term: 1), &b)
        var decisions: [Election.Decision] = []
        for beat in 0..<5 {
            decisions.append(note(status("b", .standby, uptimeMs: beat * 1000), &b))
            // Changes of the status in between are no beats.
            decisions.append(note(status("b", .standby, uptimeMs: beat * 1000 + 100), &b))
        }
        #expect(decisions.firstIndex(of: .takeOver(term: 2)) == 8)
    }

    @Test("a stranger's numbers upset nothing")
    func numbers() {
        var a = election("a")
        _ = note(status("a", .standby, uptimeMs: .min), &a)
        expectEqual(note(status("b", .ready, term: .max), &a), .stepDown)
        expectEqual(note(status("b", .stopped, term: .max), &a), .takeOver(term: .max))
        expectEqual(note(status("a", .ready, term: .max, uptimeMs: .max), &a), .wait)
    }

    @Test(
        "whatever is killed, frozen, drained and started in whatever order: the work is done, and by one",
        arguments: 0..<60)
    func model(seed: UInt64) {
        var model = ElectionModel(seed: seed)
        for _ in 0..<1500 { model.step() }
        #expect(model.problems == [])
        #expect(model.takeovers > 5)
    }
}
