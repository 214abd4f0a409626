import SaybusMessages
import Testing

@testable import SaybusDispatch

@Suite("Dispatchers of the same app") struct AppPrecedenceTests {
    private func status(
        _ instance: String, app: String? = "kitchen", _ state: StageStatus.State = .ready,
        coverage: SessionScope = .all, standby: Bool? = nil
    ) -> StageStatus {
        StageStatus(
            role: .dispatch, instance: instance, state: state, pid: 1, uptimeMs: 0, coverage: coverage, app: app,
            standby: standby)
    }

    private func precedence(_ instance: String) throws -> AppPrecedence {
        AppPrecedence(app: "kitchen", source: try #require(Source(role: .dispatch, instance: instance)), run: 2)
    }

    @Test("the one whose name sorts first carries out the turns, until it is not ready any more")
    func order() throws {
        var (first, second) = (try precedence("a"), try precedence("b"))
        for name in ["a", "b"] {
            first.update(status(name), run: 1, sequence: 0)
            second.update(status(name), run: 1, sequence: 0)
        }
        #expect(!first.isPreceded(in: .default) && second.isPreceded(in: .default))
        #expect(first.problem(in: .all) == nil)
        #expect(second.problem(in: .all)?.hasPrefix("dispatch/a runs the app kitchen, too") == true)
        for state in [StageStatus.State.draining, .stopped, .lost] {
            second.update(status("a"), run: 1, sequence: 0)
            second.update(status("a", state), run: 1, sequence: 0)
            #expect(!second.isPreceded(in: .default) && second.problem(in: .all) == nil, "\(state)")
        }
    }

    @Test("two that carry out remote apps' turns only are no mistake")
    func remoteOnly() throws {
        let source = try #require(Source(role: .dispatch, instance: "b"))
        var second = AppPrecedence(app: AppPrecedence.noApp, source: source, run: 2)
        second.update(status("a", app: AppPrecedence.noApp), run: 1, sequence: 0)
        #expect(second.isPreceded(in: .default) && second.problem(in: .all) == nil)
    }

    @Test("of two processes with one name, the one with the lower run carries out the turns, and both say so")
    func namesake() throws {
        var second = try precedence("a")
        for _ in 0..<3 { second.update(status("a"), run: 1, sequence: 7) }
        #expect(!second.isPreceded(in: .default), "it may be the last status of a process that was killed")
        second.update(status("a"), run: 2, sequence: 0)
        #expect(second.problem(in: .all) == nil, "its own status")
        second.update(status("a"), run: 1, sequence: 8)
        #expect(second.isPreceded(in: .default))
        #expect(second.problem(in: .all)?.hasPrefix("process 1 is called dispatch/a, too") == true)
        var killed = second
        for number in 0..<4 {
            killed.update(status("a"), run: 2, sequence: 1 + number)
            killed.update(status("a"), run: 1, sequence: 8)
        }
        #expect(!killed.isPreceded(in: .default) && killed.problem(in: .all) == nil, "only its own statuses are new")
        var first = try precedence("a")
        for number in 0..<2 { first.update(status("a"), run: 3, sequence: number) }
        #expect(!first.isPreceded(in: .default) && first.problem(in: .all) != nil)
        for state in [StageStatus.State.draining, .stopped, .lost] {
            var other = second
            other.update(status("a", state), run: state == .lost ? 9 : 1, sequence: 9)
            #expect(!other.isPreceded(in: .default) && other.problem(in: .all) == nil, "\(state)")
        }
    }

    @Test("dispatchers of other apps, of other sessions and on standby are left out")
    func others() throws {
        var second = try precedence("b")
        second.update(status("a", app: "garden"), run: 1, sequence: 0)
        second.update(status("aa", standby: true), run: 1, sequence: 0)
        #expect(!second.isPreceded(in: .default) && second.problem(in: .all) == nil)
        let (hall, room) = (try #require(Session(rawValue: "hall")), try #require(Session(rawValue: "room")))
        second.update(status("a", coverage: SessionScope(session: hall)), run: 1, sequence: 0)
        #expect(second.isPreceded(in: hall) && !second.isPreceded(in: room))
        #expect(second.problem(in: SessionScope(session: room)) == nil)
        #expect(second.problem(in: SessionScope(session: hall)) != nil && second.problem(in: .all) != nil)
        let shares = (0..<2).map { SessionScope(share: BucketShare(index: $0, count: 2)) }
        second.update(status("a", coverage: shares[0]), run: 1, sequence: 0)
        #expect(second.problem(in: shares[0]) != nil && second.problem(in: shares[1]) == nil)
    }
}
