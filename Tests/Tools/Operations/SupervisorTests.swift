import SaybusOperations
import Testing

@Suite("The supervisor of a pipeline")
struct SupervisorTests {
    private static let second: Int64 = 1_000_000

    private func make(_ count: Int = 3, _ rule: Supervisor.Rule = Supervisor.Rule()) -> Supervisor {
        Supervisor(Array(repeating: rule, count: count))
    }

    @Test("all programs are started in order")
    func start() {
        var supervisor = make()
        #expect(supervisor.start(now: 0) == [.launch(0), .launch(1), .launch(2)])
        #expect(supervisor.nextDue == nil)
    }

    @Test("a program that keeps dying is restarted at once, then after 0.25, 0.5, 1, 2, 4, 8, 10, 10 seconds")
    func backOff() {
        var supervisor = make()
        _ = supervisor.start(now: 0)
        var now: Int64 = 0
        for pause in [
            0, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 10_000_000, 10_000_000,
        ] as [Int64] {
            #expect(
                supervisor.ended(1, .signalled(9), now: now) == [.willRestart(1, .signalled(9), after: pause)])
            #expect(supervisor.nextDue == now + pause)
            if pause > 0 { #expect(supervisor.tick(now: now + pause - 1) == []) }
            now += pause
            #expect(supervisor.tick(now: now) == [.launch(1)])
            #expect(supervisor.tick(now: now) == [])
        }
    }

    @Test("a run of ten seconds resets the pauses, and each program has its own")
    func trust() {
        var supervisor = make()
        _ = supervisor.start(now: 0)
        _ = supervisor.ended(0, .exited(1), now: 1)
        #expect(supervisor.ended(1, .exited(1), now: 1) == [.willRestart(1, .exited(1), after: 0)])
        _ = supervisor.tick(now: 1)
        #expect(
            supervisor.ended(0, .exited(1), now: 10 * Self.second) == [.willRestart(0, .exited(1), after: 250_000)])
        #expect(
            supervisor.ended(1, .exited(0), now: 1 + 10 * Self.second) == [.willRestart(1, .exited(0), after: 0)])
    }

    @Test("a program that could not be started is tried again")
    func notStarted() {
        var supervisor = make(1)
        _ = supervisor.start(now: 0)
        #expect(
            supervisor.ended(0, .notStarted("no memory"), now: 5)
                == [.willRestart(0, .notStarted("no memory"), after: 0)])
        #expect(supervisor.tick(now: 5) == [.launch(0)])
    }

    @Test(
        "bad usage, an unreadable file and a bad configuration end all programs, the last started first",
        arguments: [Int32(64), 66, 78])
    func givesUp(code: Int32) {
        var supervisor = make(4)
        _ = supervisor.start(now: 0)
        #expect(supervisor.ended(1, .exited(code), now: 1) == [.terminate(3)])
        #expect(supervisor.ended(3, .exited(0), now: 2) == [.terminate(2)])
        #expect(supervisor.ended(2, .signalled(15), now: 3) == [.terminate(0)])
        let actions = supervisor.ended(0, .exited(0), now: 4)
        guard case .finish(let failure?) = actions.first, actions.count == 1 else {
            Issue.record("expected an end with a failure, got \(actions)")
            return
        }
        #expect(failure.program == 1 && failure.code == code)
        #expect(supervisor.stop(now: 5) == [] && supervisor.tick(now: 100 * Self.second) == [])
    }

    @Test("a program that does not end within three seconds is killed, and the others are ended only then")
    func kills() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        #expect(supervisor.stop(now: 10) == [.terminate(1)])
        #expect(supervisor.nextDue == 10 + 3 * Self.second)
        #expect(supervisor.tick(now: 9 + 3 * Self.second) == [])
        #expect(supervisor.tick(now: 10 + 3 * Self.second) == [.kill(1)])
        #expect(supervisor.ended(1, .signalled(9), now: 11 + 3 * Self.second) == [.terminate(0)])
        #expect(supervisor.nextDue == 11 + 6 * Self.second)
        #expect(supervisor.ended(0, .exited(0), now: 12 + 3 * Self.second) == [.finish(failed: nil)])
    }

    @Test("a killed program whose end nobody reports does not hold up the end of the others for more than ten seconds")
    func givesUpOnEnd() {
        var supervisor = make(3)
        _ = supervisor.start(now: 0)
        _ = supervisor.renew(1, Supervisor.Rule(), now: 0)
        #expect(supervisor.tick(now: Supervisor.stopTime) == [.kill(1)])
        #expect(supervisor.nextDue == nil, "a second process would have the name of the first")
        let begin = Supervisor.stopTime + 1
        #expect(supervisor.stop(now: begin) == [.terminate(2)])
        #expect(supervisor.ended(2, .exited(0), now: begin) == [])
        let end = Supervisor.stopTime + Supervisor.reportTime
        #expect(supervisor.nextDue == end)
        #expect(supervisor.tick(now: end - 1) == [])
        #expect(supervisor.tick(now: end) == [.giveUp(1), .terminate(0)])
        #expect(supervisor.ended(1, .signalled(9), now: end) == [], "a late report changes nothing")
        #expect(supervisor.tick(now: end + Supervisor.stopTime) == [.kill(0)])
        let last = supervisor.tick(now: end + Supervisor.stopTime + Supervisor.reportTime)
        #expect(last == [.giveUp(0), .finish(failed: nil)])
        #expect(supervisor.nextDue == nil)
    }

    @Test("a second stop kills the programs that still run; a second stop within half a second is ignored")
    func stopTwice() {
        var supervisor = make(3)
        _ = supervisor.start(now: 0)
        #expect(supervisor.stop(now: 1) == [.terminate(2)])
        #expect(supervisor.stop(now: Self.second / 2) == [])
        #expect(supervisor.stop(now: Self.second) == [.kill(2), .kill(1), .kill(0)])
        let later = 2 * Self.second
        #expect(supervisor.stop(now: later) == [])
        #expect(supervisor.ended(0, .signalled(9), now: later) == [])
        #expect(supervisor.ended(2, .signalled(9), now: later) == [])
        #expect(supervisor.ended(1, .signalled(9), now: later) == [.finish(failed: nil)])
    }

    @Test("a program that waits for its restart is not restarted after a stop")
    func stopWhileWaiting() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        _ = supervisor.ended(1, .signalled(11), now: 1)
        #expect(supervisor.stop(now: 2) == [.terminate(0)])
        #expect(supervisor.tick(now: Self.second) == [])
        #expect(supervisor.ended(0, .exited(0), now: Self.second) == [.finish(failed: nil)])
    }

    @Test("a program that dies while all programs are being ended is not restarted")
    func diesWhileStopping() {
        var supervisor = make(3)
        _ = supervisor.start(now: 0)
        _ = supervisor.stop(now: 1)
        #expect(supervisor.ended(0, .signalled(9), now: 2) == [])
        #expect(supervisor.ended(2, .exited(0), now: 3) == [.terminate(1)])
        #expect(supervisor.ended(1, .exited(64), now: 4) == [.finish(failed: nil)])
    }

    @Test("a finished program is not restarted, the others continue, and the run ends when none is left")
    func finishes() {
        var supervisor = Supervisor([Supervisor.Rule(), Supervisor.Rule(mayFinish: true)])
        _ = supervisor.start(now: 0)
        #expect(supervisor.ended(1, .exited(0), now: 1) == [.hasFinished(1)])
        #expect(supervisor.nextDue == nil)
        #expect(supervisor.stop(now: 2) == [.terminate(0)])
        var alone = Supervisor([Supervisor.Rule(mayFinish: true)])
        _ = alone.start(now: 0)
        #expect(alone.ended(0, .exited(0), now: 1) == [.hasFinished(0), .finish(failed: nil)])
        var failing = Supervisor([Supervisor.Rule(mayFinish: true)])
        _ = failing.start(now: 0)
        #expect(failing.ended(0, .exited(1), now: 1) == [.willRestart(0, .exited(1), after: 0)])
    }

    @Test("without programs the run ends at once, and unknown program numbers are ignored")
    func edges() {
        var none = make(0)
        #expect(none.start(now: 0) == [.finish(failed: nil)])
        var supervisor = make(1)
        _ = supervisor.start(now: 0)
        #expect(supervisor.ended(-1, .exited(0), now: 0) == [] && supervisor.ended(7, .exited(0), now: 0) == [])
        #expect(supervisor.stop(now: 0) == [.terminate(0)])
        #expect(supervisor.ended(0, .exited(0), now: 0) == [.finish(failed: nil)])
        #expect(supervisor.ended(0, .exited(0), now: 0) == [])
    }

    @Test("a changed program is ended and launched again at once, and one that waits is launched at once")
    func renewal() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        #expect(supervisor.renew(1, Supervisor.Rule(), now: 1) == [.terminate(1)])
        #expect(supervisor.renew(1, Supervisor.Rule(), now: 2) == [], "it is ending already")
        #expect(supervisor.nextDue == 1 + Supervisor.stopTime)
        #expect(supervisor.ended(1, .exited(0), now: 3) == [.launch(1)])
        #expect(supervisor.ended(0, .signalled(9), now: 4) == [.willRestart(0, .signalled(9), after: 0)])
        #expect(supervisor.renew(0, Supervisor.Rule(), now: 5) == [.launch(0)])
        #expect(supervisor.tick(now: 6) == [])
    }

    @Test("a program that is no longer wanted ends for good, and a new one gets the next number")
    func removal() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        #expect(supervisor.remove(1, now: 1) == [.terminate(1)])
        #expect(supervisor.tick(now: 1 + Supervisor.stopTime) == [.kill(1)])
        #expect(supervisor.ended(1, .signalled(9), now: 5_000_000) == [])
        #expect(supervisor.add(Supervisor.Rule(), now: 6_000_000) == [.launch(2)])
        #expect(supervisor.stop(now: 7_000_000) == [.terminate(2)])
        #expect(supervisor.ended(2, .exited(0), now: 7_000_001) == [.terminate(0)])
        #expect(supervisor.add(Supervisor.Rule(), now: 7_000_002) == [], "all end")
        #expect(supervisor.ended(0, .exited(0), now: 7_000_003) == [.finish(failed: nil)])
    }

    @Test("a changed program that needs what others have is launched when they have ended, and not after a stop")
    func order() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        #expect(supervisor.renew(0, Supervisor.Rule(), after: [1], now: 1) == [.terminate(0)])
        #expect(supervisor.renew(1, Supervisor.Rule(), after: [0], now: 1) == [.terminate(1)])
        #expect(supervisor.add(Supervisor.Rule(), after: [1], now: 1) == [])
        #expect(supervisor.ended(0, .exited(0), now: 2) == [])
        #expect(supervisor.ended(1, .exited(0), now: 3) == [.launch(1), .launch(0), .launch(2)])
        var stopped = make(2)
        _ = stopped.start(now: 0)
        _ = stopped.renew(1, Supervisor.Rule(), now: 1)
        #expect(stopped.add(Supervisor.Rule(), after: [1], now: 1) == [])
        #expect(stopped.stop(now: 2) == [])
        #expect(stopped.ended(1, .exited(0), now: 3) == [.terminate(0)])
        #expect(stopped.ended(0, .exited(0), now: 4) == [.finish(failed: nil)])
    }

    @Test("a change that cannot run is rejected; what never worked ends all, and what ran for ten seconds is restarted")
    func rejection() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        _ = supervisor.renew(1, Supervisor.Rule(), now: 1)
        _ = supervisor.ended(1, .exited(0), now: 2)
        #expect(supervisor.ended(1, .exited(78), now: 3) == [.reject(1, .exited(78))])
        #expect(supervisor.renew(1, Supervisor.Rule(), isTrial: false, now: 4) == [.launch(1)])
        var proven = supervisor
        #expect(proven.ended(1, .exited(78), now: 5) == [.terminate(0)])
        #expect(supervisor.add(Supervisor.Rule(), now: 6) == [.launch(2)])
        let later = 6 + Supervisor.healthyTime
        #expect(supervisor.ended(2, .exited(64), now: later) == [.willRestart(2, .exited(64), after: 0)])
    }

    @Test(
        "a change that ends three times before it is ready is rejected for whatever reason, if it replaces what worked")
    func neverReady() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        supervisor.ready(1)
        _ = supervisor.renew(1, Supervisor.Rule(), hasFormer: true, now: 1)
        _ = supervisor.ended(1, .exited(0), now: 2)
        for pause in [0, 250_000] as [Int64] {
            #expect(supervisor.ended(1, .exited(69), now: 3) == [.willRestart(1, .exited(69), after: pause)])
            #expect(supervisor.tick(now: 3 + pause) == [.launch(1)])
        }
        var proven = supervisor
        #expect(supervisor.ended(1, .exited(69), now: 4) == [.reject(1, .exited(69))])
        proven.ready(1)
        #expect(proven.ended(1, .exited(69), now: 4) == [.willRestart(1, .exited(69), after: 500_000)])
        // A new one has nothing to return to, and what it needs may come yet.
        _ = proven.add(Supervisor.Rule(), now: 5)
        for pause in [0, 250_000, 500_000, 1_000_000] as [Int64] {
            #expect(proven.ended(2, .exited(69), now: 6) == [.willRestart(2, .exited(69), after: pause)])
            _ = proven.tick(now: 6 + pause)
        }
    }

    @Test("a change of a program that has never worked is tried again and again", arguments: [true, false])
    func neverWorked(isHealthy: Bool) {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        let begin = isHealthy ? Supervisor.healthyTime : 1
        _ = supervisor.renew(1, Supervisor.Rule(), hasFormer: true, now: begin)
        _ = supervisor.ended(1, .exited(0), now: begin)
        for pause in [0, 250_000] as [Int64] {
            #expect(supervisor.ended(1, .exited(69), now: begin) == [.willRestart(1, .exited(69), after: pause)])
            _ = supervisor.tick(now: begin + pause)
        }
        let third = supervisor.ended(1, .exited(69), now: begin)
        // To run for a while is to have worked.
        let expected: Supervisor.Action =
            isHealthy ? .reject(1, .exited(69)) : .willRestart(1, .exited(69), after: 500_000)
        #expect(third == [expected])
    }

    @Test(
        "a program that has worked is restarted with growing pauses after a mistake in a file of its own",
        arguments: [Int32(64), 66, 78])
    func mistakeInFile(code: Int32) {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        supervisor.ready(1)
        #expect(supervisor.ended(1, .signalled(9), now: 1) == [.willRestart(1, .signalled(9), after: 0)])
        #expect(supervisor.tick(now: 1) == [.launch(1)])
        #expect(supervisor.ended(1, .exited(code), now: 2) == [.willRestart(1, .exited(code), after: 250_000)])
        #expect(supervisor.tick(now: 250_002) == [.launch(1)])
        #expect(supervisor.ended(1, .exited(code), now: 250_003) == [.willRestart(1, .exited(code), after: 500_000)])
        let end = supervisor.ended(0, .exited(code), now: 250_004)
        guard case .finish(let failure?) = end.first else {
            Issue.record("program 0 has never worked, so that all end, but the actions are \(end)")
            return
        }
        #expect(failure.program == 0 && failure.code == code)
    }

    @Test("a change that was ready is no longer on trial, and the former description of one that worked ends nothing")
    func worksAfterChange() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        supervisor.ready(1)
        _ = supervisor.renew(1, Supervisor.Rule(), now: 1)
        _ = supervisor.ended(1, .exited(0), now: 2)
        #expect(supervisor.ended(1, .exited(78), now: 3) == [.reject(1, .exited(78))])
        _ = supervisor.renew(1, Supervisor.Rule(), isTrial: false, now: 4)
        #expect(supervisor.ended(1, .exited(78), now: 5) == [.willRestart(1, .exited(78), after: 0)])
        _ = supervisor.add(Supervisor.Rule(), now: 6)
        supervisor.ready(2)
        #expect(supervisor.ended(2, .exited(78), now: 7) == [.willRestart(2, .exited(78), after: 0)])
    }

    @Test("a stop while a changed program ends waits for it, and does not launch it again")
    func stopsAmidChange() {
        var supervisor = make(2)
        _ = supervisor.start(now: 0)
        _ = supervisor.renew(1, Supervisor.Rule(), now: 1)
        #expect(supervisor.stop(now: 2) == [])
        #expect(supervisor.ended(1, .exited(0), now: 3) == [.terminate(0)])
    }
}
