import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusTranscription

/// Turns that are over before a longer one of another listener, and overtake it.
extension TurnSchedulerTests {
    @Test("a turn of another listener waits until it is over, and overtakes then the one that is still spoken")
    func twoTurns() {
        var scheduler = TurnScheduler()
        let (first, second) = (TurnID(), TurnID())
        var actions = words(scheduler.take(chunk(first, 0)))
        actions += words(scheduler.take(chunk(second, 0, by: "b")))
        actions += words(scheduler.take(chunk(first, 1)))
        #expect(actions == ["begin", "accept 1,1", "accept 2,2"])
        actions = words(scheduler.take(ended(second, chunks: 1, by: "b")))
        #expect(actions == ["begin", "accept 1,1", "finish, 0 missing", "begin", "accept 1,1,2,2"])
        actions = words(scheduler.take(chunk(first, 2)))
        actions += words(scheduler.take(ended(first, chunks: 3)))
        #expect(actions == ["accept 3,3", "finish, 0 missing"])
    }

    /// Actions with the milliseconds of their sound.
    private func durations(_ actions: [TurnScheduler.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .accept(let samples, _): "accept \(samples.count / 16)"
            case .acceptAgain(let samples, _): "again \(samples.count / 16)"
            default: words([action])[0]
            }
        }
    }

    @Test("a turn that was overtaken is heard again in pieces while nothing else waits, and as a whole once it is over")
    func repetition() {
        for isOver in [false, true] {
            var scheduler = TurnScheduler()
            let (first, second) = (TurnID(), TurnID())
            for index in 0..<5 { _ = scheduler.take(chunk(first, index, samples: 16_000)) }
            _ = scheduler.take(chunk(second, 0, by: "b"))
            var actions = durations(scheduler.take(ended(second, chunks: 1, by: "b")))
            #expect(actions == ["begin", "accept 0", "finish, 0 missing", "begin", "again 2000"])
            actions = durations(scheduler.take(chunk(first, 5, samples: 16_000), at: 0, isBehind: true))
            #expect(actions == [])
            guard !isOver else {
                actions = durations(scheduler.take(ended(first, chunks: 6), at: 0, isBehind: true))
                #expect(actions == ["again 2000", "accept 2000", "finish, 0 missing"])
                continue
            }
            actions = durations(scheduler.take(status(of: "b")))
            actions += durations(scheduler.take(chunk(first, 6, samples: 16_000)))
            actions += durations(scheduler.take(status(of: "b")))
            #expect(actions == ["again 2000", "again 2000", "accept 1000"])
            actions = durations(scheduler.take(chunk(first, 7, samples: 16_000)))
            actions += durations(scheduler.take(ended(first, chunks: 8)))
            #expect(actions == ["accept 1000", "finish, 0 missing"])
        }
    }

    @Test("a turn that is overtaken while it is heard again is heard from its beginning after that")
    func overtakenAgain() {
        var scheduler = TurnScheduler()
        let (first, second) = (TurnID(), TurnID())
        let third = TurnID()
        for index in 0..<3 { _ = scheduler.take(chunk(first, index, samples: 16_000)) }
        for (turn, listener) in [(second, "b"), (third, "c")] {
            var actions = durations(scheduler.take(chunk(turn, 0, by: listener), at: 0, isBehind: true))
            actions += durations(scheduler.take(ended(turn, chunks: 1, by: listener)))
            #expect(actions == ["begin", "accept 0", "finish, 0 missing", "begin", "again 2000"])
        }
        let end = durations(scheduler.take(ended(first, chunks: 3)))
        #expect(end == ["accept 1000", "finish, 0 missing"])
    }

    @Test("a turn that was left to another replica and comes back begins anew")
    func comesBack() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        _ = scheduler.take(chunk(turn, 0))
        _ = scheduler.close()
        let actions = words(scheduler.take(chunk(turn, 0)) + scheduler.take(ended(turn, chunks: 1)))
        #expect(actions == ["begin", "accept 1,1", "finish, 0 missing"])
    }
}
