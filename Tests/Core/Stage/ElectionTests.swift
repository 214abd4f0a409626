import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusStage

@Suite("Election of the working instance")
struct ElectionTests {
    private let broker = Source(role: .broker, instance: "broker")!

    private func status(
        _ instance: String, _ state: StageStatus.State, term: Int? = nil, standby: Bool? = true, uptimeMs: Int = 0,
        coverage: SessionScope = .all, app: String? = nil
    ) -> StageStatus {
        StageStatus(
            role: .intent, instance: instance, state: state, pid: 1, uptimeMs: uptimeMs, coverage: coverage, app: app,
            standby: standby, term: term)
    }

    private func source(_ instance: String) -> Source { Source(role: .intent, instance: instance)! }

    private func election(_ instance: String) -> Election {
        Election(source(instance), run: 1, scope: Election.Scope(status(instance, .standby)))
    }

    /// Returns the election of an instance that works, with term 1.
    private func working(_ instance: String) -> Election {
        var election = election(instance)
        _ = receive(status(instance, .standby), &election)
        expectEqual(receive(status(instance, .standby, term: 1), &election), .takeOver(term: 1))
        return election
    }

    private func receive(_ status: StageStatus, run: UInt32 = 1, _ election: inout Election) -> Election.Decision {
        election.update(status, from: source(status.instance), run: run)
    }

    @Test("a single instance takes over as soon as it knows that there is no other")
    func alone() {
        var election = election("a")
        expectEqual(receive(status("a", .standby), &election), .claim(term: 1))
        expectEqual(receive(status("a", .standby, term: 1), &election), .takeOver(term: 1))
        expectEqual(receive(status("a", .ready, term: 1), &election), .wait)
    }

    @Test("the status with which an instance announces itself is no candidacy yet")
    func starting() {
        var election = election("a")
        expectEqual(receive(status("a", .starting), &election), .wait)
        #expect(!election.isSettled)
        expectEqual(receive(status("a", .standby), &election), .claim(term: 1))
    }

    @Test("of two instances that claim the work at once, the one whose claim the broker passes on first takes over")
    func atOnce() {
        for order in [["a", "b"], ["b", "a"]] {
            var elections = ["a": election("a"), "b": election("b")]
            // Each has lost sight of the other, as after a long freeze, and knows that the working instance is gone.
            for name in order {
                expectEqual(receive(status(name, .standby), &elections[name]!), .claim(term: 1))
            }
            var takeovers: [String] = []
            for claimant in order {
                for name in order {
                    let decision = receive(status(claimant, .standby, term: 1), &elections[name]!)
                    if decision == .takeOver(term: 1) { takeovers.append(name) } else { expectEqual(decision, .wait) }
                }
            }
            expectEqual(takeovers, [order[0]])
            expectEqual(receive(status(order[0], .ready, term: 1), &elections[order[1]]!), .wait)
            // The other's next heartbeat repeats the term that it claimed in vain.
            expectEqual(receive(status(order[1], .standby, term: 1, uptimeMs: 1000), &elections[order[1]]!), .wait)
            #expect(elections[order[1]]?.term == nil && elections[order[0]]?.term == 1)
        }
    }

    @Test("an instance that claims the work and is gone leaves it to the others")
    func goneClaimant() {
        var b = election("b")
        _ = receive(status("b", .standby), &b)
        _ = receive(status("a", .standby, term: 1), &b)
        expectEqual(receive(status("b", .standby, term: 1), &b), .wait)
        expectEqual(b.update(status("a", .lost, term: 1), from: broker, run: 9), .claim(term: 2))
        expectEqual(receive(status("b", .standby, term: 2), &b), .takeOver(term: 2))
    }

    @Test("a frozen instance that claims the work for what it missed does not get it beside its successor")
    func frozenClaimant() {
        var a = election("a")
        _ = receive(status("c", .ready, term: 1), &a)
        _ = receive(status("a", .standby), &a)
        expectEqual(a.update(status("c", .lost, term: 1), from: broker, run: 9), .claim(term: 2))
        // Messages that waited during the freeze comes before its own claim.
        expectEqual(receive(status("b", .standby, term: 2), &a), .wait)
        expectEqual(receive(status("b", .ready, term: 2), &a), .wait)
        expectEqual(receive(status("a", .standby, term: 2), &a), .wait)
        #expect(a.term == nil)
    }

    @Test("a claim that returns after a freeze is void, and is made again")
    func oldClaim() {
        var a = election("a")
        _ = receive(status("a", .standby), &a)
        let claim = status("a", .standby, term: 1)
        expectEqual(a.update(claim, from: source("a"), run: 1, now: WorkLease.duration), .claim(term: 2))
    }

    @Test("an instance that works steps down for a higher claim, so that two never work on one message")
    func higherClaim() {
        var a = working("a")
        expectEqual(receive(status("b", .standby, term: 1), &a), .wait)
        expectEqual(receive(status("b", .standby, term: 2), &a), .stepDown)
        expectEqual(receive(status("b", .ready, term: 2), &a), .wait)
        expectEqual(receive(status("b", .stopped, term: 2), &a), .claim(term: 3))
    }

    @Test("the second instance waits, and takes over when the first drains, stops, fails or is lost")
    func second() {
        for end in [StageStatus.State.draining, .stopped, .failed, .lost] {
            var election = election("b")
            expectEqual(receive(status("a", .ready, term: 3), &election), .wait)
            expectEqual(receive(status("b", .standby), &election), .wait)
            let publisher = end == .lost ? broker : source("a")
            expectEqual(election.update(status("a", end, term: 3), from: publisher, run: 9), .claim(term: 4))
            expectEqual(receive(status("b", .standby, term: 4), &election), .takeOver(term: 4))
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
        expectEqual(receive(status("a", .draining, term: 1), &b), .claim(term: 2))
        expectEqual(receive(status("b", .standby, term: 2), &c), .wait)
        expectEqual(receive(status("b", .standby, term: 2), &b), .takeOver(term: 2))
        expectEqual(receive(status("b", .ready, term: 2), &c), .wait)
    }

    @Test("instances with other buckets, another app, another role, and shadows do not replace each other")
    func scopes() {
        var election = election("b")
        let share = SessionScope(share: BucketShare(index: 0, count: 2))
        expectEqual(receive(status("a", .ready, coverage: share), &election), .wait)
        expectEqual(receive(status("d", .ready, app: "mail"), &election), .wait)
        let shadow = StageStatus(role: Role("shadow.intent"), instance: "s", state: .ready, pid: 1, uptimeMs: 0)
        expectEqual(election.update(shadow, from: Source(role: Role("shadow.intent"), instance: "s")!, run: 1), .wait)
        expectEqual(receive(status("b", .standby), &election), .claim(term: 1))
    }

    @Test("a frozen instance that is back steps down for its successor; equal terms are decided by name")
    func thawed() {
        var a = working("a")
        expectEqual(a.update(status("a", .lost, term: 1), from: broker, run: 9), .wait)
        expectEqual(receive(status("b", .ready, term: 2), &a), .stepDown)
        var b = working("b")
        expectEqual(receive(status("c", .ready, term: 1), &b), .wait)
        expectEqual(receive(status("a", .ready, term: 1), &b), .stepDown)
    }

    @Test("an instance started without --standby has precedence")
    func insistent() {
        var a = working("a")
        expectEqual(receive(status("z", .ready, standby: nil), &a), .stepDown)
        expectEqual(receive(status("z", .stopped, standby: nil), &a), .claim(term: 2))
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
        #expect(decisions.firstIndex(of: .claim(term: 2)) == 8)
    }

    @Test(
        "after a number that no uptime has, under this instance's own name, later heartbeats count",
        arguments: [Int.min, .max])
    func forgedBeat(uptimeMs: Int) {
        var b = election("b")
        _ = receive(status("a", .ready, term: 1), &b)
        _ = receive(status("b", .standby, uptimeMs: uptimeMs), &b)
        var decisions: [Election.Decision] = []
        for beat in 1...6 { decisions.append(receive(status("b", .standby, uptimeMs: beat * 1000), &b)) }
        #expect(decisions.contains(.claim(term: 2)), "\(decisions)")
    }

    @Test("extreme numbers in the statuses of other instances cause no overflow")
    func numbers() {
        var a = election("a")
        _ = receive(status("a", .standby, uptimeMs: .min), &a)
        expectEqual(receive(status("b", .ready, term: .max), &a), .wait)
        expectEqual(receive(status("b", .stopped, term: .max), &a), .claim(term: .max))
        expectEqual(receive(status("a", .standby, term: .max, uptimeMs: .max), &a), .takeOver(term: .max))
    }

    @Test(
        """
        exactly one instance works, and no message is begun twice, whichever instances are killed, frozen, drained and \
        started in any order
        """,
        arguments: 0..<60)
    func model(seed: UInt64) {
        var model = ElectionModel(seed: seed)
        for _ in 0..<1500 { model.step() }
        #expect(model.problems == [])
        #expect(model.takeovers > 5)
        #expect(model.begunCount > 10)
    }
}
