import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("Scheduling of turns on one recognizer")
struct TurnSchedulerTests {
    func header(_ turn: TurnID, _ kind: Kind, by listener: String = "a") -> Header {
        Header(
            kind: kind, session: .default, turn: turn, source: Source(role: .listen, instance: listener)!, run: 1,
            sequence: 0)
    }

    func chunk(
        _ turn: TurnID, _ index: Int, samples: Int = 2, format: PCMFormat = .speech, by listener: String = "a"
    ) -> TurnScheduler.Event {
        .chunk(
            AudioInput(
                index: index, isLast: false, format: format,
                samples: (0..<samples).flatMap { _ in [UInt8(truncatingIfNeeded: index &+ 1), 0] }),
            header(turn, AudioInput.kind, by: listener))
    }

    func started(_ turn: TurnID, by listener: String = "a") -> TurnScheduler.Event {
        .started(header(turn, SpeechStarted.kind, by: listener))
    }

    func ended(_ turn: TurnID, chunks: Int, by listener: String = "a", reason: SpeechEnded.Reason = .silence)
        -> TurnScheduler.Event
    {
        .ended(SpeechEnded(durationMs: 1, reason: reason, chunks: chunks), header(turn, SpeechEnded.kind, by: listener))
    }

    /// The status of a listener in one of its runs.
    func status(
        of listener: String = "a", run: UInt32 = 1, state: StageStatus.State = .ready, uptimeMs: Int = 0
    ) -> TurnScheduler.Event {
        let source = Source(role: .listen, instance: listener)!
        return .listener(
            Message(
                header: Header(kind: StageStatus.kind, session: .default, source: source, run: run, sequence: 0),
                body: StageStatus(role: .listen, instance: listener, state: state, pid: 1, uptimeMs: uptimeMs)))
    }

    /// Two turns of one listener, whose ids are ordered because they begin at different times.
    func consecutive() -> (TurnID, TurnID) {
        let ids = [TurnID(), TurnID()].sorted()
        return (ids[0], ids[1])
    }

    /// A short description of the actions.
    func words(_ actions: [TurnScheduler.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .begin: "begin"
            case .accept(let samples, _): "accept \(samples.map { "\($0)" }.joined(separator: ","))"
            case .acceptAgain(let samples, _): "again, \(samples.count)"
            case .finish(_, let missing, _): "finish, \(missing) missing"
            case .fail(_, let reason): "fail: \(reason)"
            case .drop: "drop"
            }
        }
    }

    @Test("a turn's sound is passed on at once, in order, without duplicates")
    func oneTurn() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        var actions = words(scheduler.take(.started(header(turn, SpeechStarted.kind))))
        actions += words(scheduler.take(chunk(turn, 0)))
        actions += words(scheduler.take(chunk(turn, 0)))
        actions += words(scheduler.take(chunk(turn, 1)))
        actions += words(scheduler.take(ended(turn, chunks: 2)))
        actions += words(scheduler.take(chunk(turn, 1)))
        #expect(actions == ["begin", "accept 1,1", "accept 2,2", "finish, 0 missing"])
    }

    @Test("the chunks of a finished turn are ignored however many other turns have just ended")
    func manyFinished() {
        var scheduler = TurnScheduler()
        let turns = (1...1025).map { TurnID(millisecondsSince1970: UInt64($0)) }
        for turn in turns {
            _ = scheduler.take(chunk(turn, 0))
            _ = scheduler.take(ended(turn, chunks: 1))
        }
        let repeated = words(scheduler.take(chunk(turns[1023], 0)))
        #expect(repeated == [])
    }

    @Test("a stage that joins a fast turn waits for its whole beginning, however much sound follows")
    func fastBeginning() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        var actions: [String] = []
        for index in 10..<60 { actions += words(scheduler.take(chunk(turn, index))) }
        #expect(actions.isEmpty)
        actions += words(scheduler.take(.started(header(turn, SpeechStarted.kind))))
        for index in 0..<10 { actions += words(scheduler.take(chunk(turn, index))) }
        actions += words(scheduler.take(ended(turn, chunks: 60)))
        #expect(actions.count == 62)
        #expect(actions.last == "finish, 0 missing")
    }

    @Test("lost chunks are replaced by silence and counted, also at the end of the turn")
    func holes() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        var actions = words(scheduler.take(chunk(turn, 0)))
        actions += words(scheduler.take(chunk(turn, 3)))
        actions += words(scheduler.take(ended(turn, chunks: 6)))
        #expect(actions == ["begin", "accept 1,1", "accept 0,0,0,0", "accept 4,4", "finish, 4 missing"])
    }

    @Test("the chunks that were sent are counted by the listener, and by the sound where that says too few")
    func total() {
        for (told, total) in [(6, 6), (1, 2), (Int.min, 2)] {
            var scheduler = TurnScheduler()
            let turn = TurnID()
            _ = scheduler.take(chunk(turn, 0))
            let actions = scheduler.take(chunk(turn, 1)) + scheduler.take(ended(turn, chunks: told))
            guard case .finish(_, _, let chunks) = actions.last else {
                Issue.record("\(told): \(actions)")
                continue
            }
            #expect(chunks == total)
        }
    }

    @Test("a turn that cannot be transcribed does not disturb the one that is spoken")
    func failedTurn() {
        var scheduler = TurnScheduler()
        let (first, second) = (TurnID(), TurnID())
        var actions = words(scheduler.take(chunk(first, 0)))
        actions += words(scheduler.take(chunk(second, 0, by: "b")))
        actions += words(scheduler.take(status(of: "b", state: .stopped)))
        #expect(actions == ["begin", "accept 1,1"])
    }

    @Test("a withdrawn turn is dropped with its later chunks, and the next turn is recognized")
    func withdrawn() {
        var scheduler = TurnScheduler()
        let (first, second) = consecutive()
        var actions = words(scheduler.take(chunk(first, 0)))
        actions += words(scheduler.take(ended(first, chunks: 2, reason: .withdrawn)))
        actions += words(scheduler.take(chunk(first, 1)))
        actions += words(scheduler.take(ended(first, chunks: 2)))
        #expect(actions == ["begin", "accept 1,1", "drop"])
        actions = words(scheduler.take(chunk(second, 0)))
        actions += words(scheduler.take(ended(second, chunks: 1)))
        #expect(actions == ["begin", "accept 1,1", "finish, 0 missing"])
    }

    @Test("a waiting turn that is withdrawn never begins")
    func withdrawnMeanwhile() {
        var scheduler = TurnScheduler()
        let (first, second) = (TurnID(), TurnID())
        var actions = words(scheduler.take(chunk(first, 0)))
        actions += words(scheduler.take(chunk(second, 0, by: "b")))
        actions += words(scheduler.take(ended(second, chunks: 1, by: "b", reason: .withdrawn)))
        actions += words(scheduler.take(ended(first, chunks: 1)))
        #expect(actions == ["begin", "accept 1,1", "finish, 0 missing"])
    }

    @Test("a turn without an end has at most a minute of sound, and wrong indices add no hours of silence")
    func bounds() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        var samples = 0
        for index in [0, 1, 1_000_000, Int.max - 1, Int.max] {
            for case .accept(let accepted, _) in scheduler.take(chunk(turn, index, samples: 16_000)) {
                samples += accepted.count
            }
        }
        #expect(samples <= TurnReorderBuffer.maximumSamples)
        for chunks in [Int.min, -1, Int.max] { _ = scheduler.take(ended(turn, chunks: chunks)) }
        for chunks in [Int.min, Int.max] {
            let other = TurnID()
            _ = scheduler.take(chunk(other, Int.max))
            _ = scheduler.take(ended(other, chunks: chunks))
        }
        _ = scheduler.take(started(TurnID()))
        var opened = 0
        for number in 0..<1000 {
            for case .begin in scheduler.take(started(TurnID(), by: "b\(number)")) { opened += 1 }
        }
        #expect(opened == 0)
    }

    @Test("a stage that joins in mid-turn gets the turn's beginning after newer sound, and loses nothing")
    func latecomer() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        var actions = words(scheduler.take(chunk(turn, 2)))
        actions += words(scheduler.take(chunk(turn, 3)))
        #expect(actions.isEmpty)
        actions += words(scheduler.take(started(turn)))
        actions += words(scheduler.take(chunk(turn, 0)))
        actions += words(scheduler.take(chunk(turn, 1)))
        actions += words(scheduler.take(ended(turn, chunks: 4)))
        #expect(actions == ["begin", "accept 1,1", "accept 2,2", "accept 3,3", "accept 4,4", "finish, 0 missing"])
    }

    @Test("a turn whose end precedes its repeated beginning waits for the beginning, and blocks no other turn")
    func endBeforeBeginning() {
        var scheduler = TurnScheduler()
        let (turn, other) = (TurnID(), TurnID())
        _ = scheduler.take(chunk(turn, 1))
        var actions = words(scheduler.take(ended(turn, chunks: 2)))
        actions += words(scheduler.take(chunk(other, 0, by: "b")))
        actions += words(scheduler.take(ended(other, chunks: 1, by: "b")))
        #expect(actions == ["begin", "accept 1,1", "finish, 0 missing"])
        actions = words(scheduler.take(started(turn)))
        actions += words(scheduler.take(chunk(turn, 0)))
        #expect(actions == ["begin", "accept 1,1", "accept 2,2", "finish, 0 missing"])
    }

    @Test("a missing chunk is given up after a second of later chunks")
    func longHole() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        _ = scheduler.take(chunk(turn, 0))
        var actions: [String] = []
        for index in 2...(2 + TurnReorderBuffer.maximumHeld) { actions += words(scheduler.take(chunk(turn, index))) }
        #expect(actions.first == "accept 0,0")
        #expect(actions.count == TurnReorderBuffer.maximumHeld + 2)
    }

    @Test("a turn that its listener abandons fails with a reason, at the next turn or when the listener is lost")
    func brokenOff() {
        var scheduler = TurnScheduler()
        let (first, second) = consecutive()
        let third = TurnID()
        _ = scheduler.take(chunk(first, 0))
        var actions = words(scheduler.take(chunk(second, 0)))
        _ = scheduler.take(chunk(third, 0, by: "b"))
        let another = "the listener listen/a broke off in mid-speech: it has begun another turn; say it again"
        #expect(actions == ["fail: \(another)", "begin", "accept 1,1"])
        actions = words(scheduler.take(status(of: "b", state: .stopped)))
        #expect(actions.isEmpty)
        actions = words(scheduler.take(ended(second, chunks: 1)))
        let gone = "the listener listen/b broke off in mid-speech: it has gone; say it again"
        #expect(actions == ["finish, 0 missing", "begin", "fail: \(gone)"])
    }

    @Test("a turn of an earlier run of its listener fails with a reason at once")
    func startedAgain() {
        var scheduler = TurnScheduler()
        _ = scheduler.take(chunk(TurnID(), 0))
        var actions = words(scheduler.take(status()))
        actions += words(scheduler.take(status(of: "b", run: 2)))
        #expect(actions.isEmpty)
        actions = words(scheduler.take(status(run: 2)))
        #expect(
            actions == ["fail: the listener listen/a broke off in mid-speech: it was started again; say it again"])
    }

    @Test("an older listener of the same name that still drains, and then ends, leaves the turn of the newer one alone")
    func olderRunDrains() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        _ = scheduler.take(chunk(turn, 0))
        var actions = words(scheduler.take(status(run: 9, state: .draining, uptimeMs: 60_000)))
        actions += words(scheduler.take(status(run: 9, state: .stopped, uptimeMs: 61_000)))
        #expect(actions.isEmpty)
        actions = words(scheduler.take(ended(turn, chunks: 1)))
        #expect(actions == ["finish, 0 missing"])
    }

    @Test("shuffled chunks are passed on completely, in order, without duplicates")
    func shuffled() {
        var generator = TestSeed.generator()
        for _ in 0..<300 {
            var scheduler = TurnScheduler()
            let turn = TurnID()
            let count = Int.random(in: 1...TurnReorderBuffer.maximumHeld, using: &generator)
            var events = [started(turn)] + (0..<count).map { chunk(turn, $0, samples: 1) }
            events.append(
                contentsOf: (0..<count).filter { _ in Bool.random(using: &generator) }.map {
                    chunk(turn, $0, samples: 1)
                })
            events.shuffle(using: &generator)
            var actions: [String] = []
            for event in events { actions += words(scheduler.take(event)) }
            actions += words(scheduler.take(ended(turn, chunks: count)))
            let expected = ["begin"] + (1...count).map { "accept \($0)" } + ["finish, 0 missing"]
            #expect(actions == expected, "\(TestSeed.hint)")
        }
    }

    @Test("sound in another format fails its turn with a reason, and the next turn is recognized")
    func format() {
        var scheduler = TurnScheduler()
        let (turn, next) = consecutive()
        var actions = words(scheduler.take(chunk(turn, 0, format: PCMFormat(rate: 44_100, channels: 2))))
        actions += words(scheduler.take(ended(turn, chunks: 1)))
        #expect(actions.last?.contains("rate=44100") == true)
        #expect(words(scheduler.take(chunk(next, 0))) == ["begin", "accept 1,1"])
    }

    @Test("when the program stops, unfinished turns are left to a successor")
    func closing() {
        var scheduler = TurnScheduler()
        _ = scheduler.take(chunk(TurnID(), 0))
        let actions = words(scheduler.close())
        #expect(actions.isEmpty)
    }

    @Test("a turn without messages for three seconds yields to a waiting turn, and only then")
    func stalled() {
        var scheduler = TurnScheduler()
        let (stalled, waiting) = (TurnID(), TurnID())
        func seconds(_ count: Int64) -> Int64 { count * 1_000_000 }
        var actions = words(scheduler.take(chunk(stalled, 0), at: seconds(10)))
        actions += words(scheduler.take(status(of: "b"), at: seconds(19)))
        actions += words(scheduler.take(chunk(stalled, 1), at: seconds(20)))
        actions += words(scheduler.take(chunk(waiting, 0, by: "b"), at: seconds(22)))
        actions += words(scheduler.take(status(of: "b"), at: seconds(23)))
        #expect(actions == ["begin", "accept 1,1", "accept 2,2"])
        actions = words(scheduler.take(status(of: "b"), at: seconds(24)))
        let silent = "the listener listen/a broke off in mid-speech: it has sent nothing for 4 s; say it again"
        #expect(actions == ["fail: \(silent)", "begin", "accept 1,1"])
    }

    @Test("a turn whose end is lost is finished after three seconds with its last chunk, and else fails after ten")
    func lostEnd() {
        func actions(endsWithLast: Bool, after seconds: Int64) -> [String] {
            var scheduler = TurnScheduler()
            let turn = TurnID()
            let last = AudioInput(index: 1, isLast: endsWithLast, samples: [2, 0])
            var actions = scheduler.take(chunk(turn, 0), at: 0)
            actions += scheduler.take(.chunk(last, header(turn, AudioInput.kind)), at: 0)
            actions += scheduler.take(status(), at: seconds * 1_000_000)
            return Array(words(actions).dropFirst(3))
        }
        #expect(actions(endsWithLast: true, after: 3) == [])
        #expect(actions(endsWithLast: true, after: 4) == ["finish, 0 missing"])
        #expect(actions(endsWithLast: false, after: 10) == [])
        let silent = "the listener listen/a broke off in mid-speech: it has sent nothing for 11 s; say it again"
        #expect(actions(endsWithLast: false, after: 11) == ["fail: \(silent)"])
        // The beginning may come again after the end.
        var scheduler = TurnScheduler()
        let turn = TurnID()
        let last = AudioInput(index: 1, isLast: true, samples: [2, 0])
        _ = scheduler.take(.chunk(last, header(turn, AudioInput.kind)), at: 0)
        _ = scheduler.take(chunk(turn, 0), at: 0)
        let late = words(scheduler.take(status(), at: 4_000_000))
        #expect(late == ["finish, 0 missing"])
    }

    @Test("a turn of whose sound nothing has arrived fails, and is no silence")
    func noSound() {
        var scheduler = TurnScheduler()
        let turn = TurnID()
        var actions = words(scheduler.take(started(turn)))
        actions += words(scheduler.take(ended(turn, chunks: 20)))
        #expect(actions == ["begin", "fail: none of the 20 chunks of the sound arrived, or could be read"])
        let empty = TurnID()
        actions = words(scheduler.take(started(empty))) + words(scheduler.take(ended(empty, chunks: 0)))
        #expect(actions == ["begin", "finish, 0 missing"])
    }

    @Test("a turn does not look silent to a stage that was busy and has its messages still to process")
    func behind() {
        var scheduler = TurnScheduler()
        let (current, waiting) = (TurnID(), TurnID())
        var actions = words(scheduler.take(chunk(current, 0), at: 0))
        // The recognizer took ten seconds, and both turns have gone on meanwhile.
        actions += words(scheduler.take(chunk(waiting, 0, by: "b"), at: 10_000_000, isBehind: true))
        actions += words(scheduler.take(chunk(current, 1), at: 10_000_000, isBehind: true))
        actions += words(scheduler.take(chunk(waiting, 1, by: "b"), at: 10_000_000))
        #expect(actions == ["begin", "accept 1,1", "accept 2,2"])
    }
}

extension TurnScheduler {
    /// Processes an event whose time does not matter.
    mutating func take(_ event: Event) -> [Action] { take(event, at: 0) }
    /// Processes an event after which no other one waits.
    mutating func take(_ event: Event, at now: Int64) -> [Action] { take(event, at: now, isBehind: false) }
}
