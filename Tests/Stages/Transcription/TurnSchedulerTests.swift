import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("The desk that brings turns before one recognizer")
struct TurnDeskTests {
    private func header(_ turn: TurnID, _ kind: Kind, by listener: String = "a") -> Header {
        Header(
            kind: kind, session: .default, turn: turn, source: Source(role: "listen", instance: listener)!, run: 1,
            sequence: 0)
    }

    private func chunk(
        _ turn: TurnID, _ index: Int, samples: Int = 2, format: PCMFormat = .speech, by listener: String = "a"
    ) -> TurnScheduler.Event {
        .chunk(
            AudioInput(
                index: index, isLast: false, format: format,
                samples: (0..<samples).flatMap { _ in [UInt8(truncatingIfNeeded: index &+ 1), 0] }),
            header(turn, AudioInput.kind, by: listener))
    }

    private func started(_ turn: TurnID, by listener: String = "a") -> TurnScheduler.Event {
        .started(header(turn, SpeechStarted.kind, by: listener))
    }

    private func ended(_ turn: TurnID, chunks: Int, by listener: String = "a", reason: SpeechEnded.Reason = .silence)
        -> TurnScheduler.Event
    {
        .ended(SpeechEnded(durationMs: 1, reason: reason, chunks: chunks), header(turn, SpeechEnded.kind, by: listener))
    }

    /// Two turns of one listener: they never begin in the same microsecond, so their ids are ordered.
    private func consecutive() -> (TurnID, TurnID) {
        let ids = [TurnID(), TurnID()].sorted()
        return (ids[0], ids[1])
    }

    /// What the recognizer is asked, in short.
    private func words(_ actions: [TurnScheduler.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .begin: "begin"
            case .accept(let samples, _): "accept \(samples.map { "\($0)" }.joined(separator: ","))"
            case .finish(_, let missing): "finish, \(missing) missing"
            case .fail(_, let reason): "fail: \(reason)"
            case .drop: "drop"
            }
        }
    }

    @Test("a turn's sound is handed on as it comes, in order, once")
    func oneTurn() {
        var desk = TurnScheduler()
        let turn = TurnID()
        var said = words(desk.take(.started(header(turn, SpeechStarted.kind))))
        said += words(desk.take(chunk(turn, 0)))
        said += words(desk.take(chunk(turn, 0)))
        said += words(desk.take(chunk(turn, 1)))
        said += words(desk.take(ended(turn, chunks: 2)))
        said += words(desk.take(chunk(turn, 1)))
        #expect(said == ["begin", "accept 1,1", "accept 2,2", "finish, 0 missing"])
    }

    @Test("who comes into a turn that is spoken fast waits for all of its beginning, however much is said meanwhile")
    func fastBeginning() {
        var desk = TurnScheduler()
        let turn = TurnID()
        var said: [String] = []
        for index in 10..<60 { said += words(desk.take(chunk(turn, index))) }
        #expect(said.isEmpty)
        said += words(desk.take(.started(header(turn, SpeechStarted.kind))))
        for index in 0..<10 { said += words(desk.take(chunk(turn, index))) }
        said += words(desk.take(ended(turn, chunks: 60)))
        #expect(said.count == 62)
        #expect(said.last == "finish, 0 missing")
    }

    @Test("lost chunks become silence and are counted, at the end too")
    func holes() {
        var desk = TurnScheduler()
        let turn = TurnID()
        var said = words(desk.take(chunk(turn, 0)))
        said += words(desk.take(chunk(turn, 3)))
        said += words(desk.take(ended(turn, chunks: 6)))
        #expect(said == ["begin", "accept 1,1", "accept 0,0,0,0", "accept 4,4", "finish, 4 missing"])
    }

    @Test("what others say meanwhile waits, and is served as a whole")
    func twoTurns() {
        var desk = TurnScheduler()
        let (first, second) = (TurnID(), TurnID())
        var said = words(desk.take(chunk(first, 0)))
        said += words(desk.take(chunk(second, 0, by: "b")))
        said += words(desk.take(ended(second, chunks: 1, by: "b")))
        #expect(said == ["begin", "accept 1,1"])
        said = words(desk.take(ended(first, chunks: 1)))
        #expect(said == ["finish, 0 missing", "begin", "accept 1,1", "finish, 0 missing"])
    }

    @Test("a turn that its listener withdraws is dropped, with what still comes of it, and the next one is served")
    func withdrawn() {
        var desk = TurnScheduler()
        let (first, second) = consecutive()
        var said = words(desk.take(chunk(first, 0)))
        said += words(desk.take(ended(first, chunks: 2, reason: .withdrawn)))
        said += words(desk.take(chunk(first, 1)))
        said += words(desk.take(ended(first, chunks: 2)))
        #expect(said == ["begin", "accept 1,1", "drop"])
        said = words(desk.take(chunk(second, 0)))
        said += words(desk.take(ended(second, chunks: 1)))
        #expect(said == ["begin", "accept 1,1", "finish, 0 missing"])
    }

    @Test("a turn that waits and is withdrawn is never begun")
    func withdrawnMeanwhile() {
        var desk = TurnScheduler()
        let (first, second) = (TurnID(), TurnID())
        var said = words(desk.take(chunk(first, 0)))
        said += words(desk.take(chunk(second, 0, by: "b")))
        said += words(desk.take(ended(second, chunks: 1, by: "b", reason: .withdrawn)))
        said += words(desk.take(ended(first, chunks: 1)))
        #expect(said == ["begin", "accept 1,1", "finish, 0 missing"])
    }

    @Test("a turn that never ends takes a minute of sound at most, and wild numbers make no hours of silence")
    func bounds() {
        var desk = TurnScheduler()
        let turn = TurnID()
        var samples = 0
        for index in [0, 1, 1_000_000, Int.max - 1, Int.max] {
            for case .accept(let accepted, _) in desk.take(chunk(turn, index, samples: 16_000)) {
                samples += accepted.count
            }
        }
        #expect(samples <= TurnReorderBuffer.longest)
        for chunks in [Int.min, -1, Int.max] { _ = desk.take(ended(turn, chunks: chunks)) }
        for chunks in [Int.min, Int.max] {
            let other = TurnID()
            _ = desk.take(chunk(other, Int.max))
            _ = desk.take(ended(other, chunks: chunks))
        }
        _ = desk.take(started(TurnID()))
        var opened = 0
        for number in 0..<1000 {
            for case .begin in desk.take(started(TurnID(), by: "b\(number)")) { opened += 1 }
        }
        #expect(opened == 0)
    }

    @Test("who comes in mid-turn gets its beginning after what is being said now, and loses nothing")
    func latecomer() {
        var desk = TurnScheduler()
        let turn = TurnID()
        var said = words(desk.take(chunk(turn, 2)))
        said += words(desk.take(chunk(turn, 3)))
        #expect(said.isEmpty)
        said += words(desk.take(started(turn)))
        said += words(desk.take(chunk(turn, 0)))
        said += words(desk.take(chunk(turn, 1)))
        said += words(desk.take(ended(turn, chunks: 4)))
        #expect(said == ["begin", "accept 1,1", "accept 2,2", "accept 3,3", "accept 4,4", "finish, 0 missing"])
    }

    @Test("a turn whose end comes before its repeated beginning waits for that, and holds up nobody")
    func endBeforeBeginning() {
        var desk = TurnScheduler()
        let (turn, other) = (TurnID(), TurnID())
        _ = desk.take(chunk(turn, 1))
        var said = words(desk.take(ended(turn, chunks: 2)))
        said += words(desk.take(chunk(other, 0, by: "b")))
        said += words(desk.take(ended(other, chunks: 1, by: "b")))
        #expect(said == ["begin", "accept 1,1", "finish, 0 missing"])
        said = words(desk.take(started(turn)))
        said += words(desk.take(chunk(turn, 0)))
        #expect(said == ["begin", "accept 1,1", "accept 2,2", "finish, 0 missing"])
    }

    @Test("a chunk that stays away is given up after a second of others")
    func longHole() {
        var desk = TurnScheduler()
        let turn = TurnID()
        _ = desk.take(chunk(turn, 0))
        var said: [String] = []
        for index in 2...(2 + TurnReorderBuffer.mostHeld) { said += words(desk.take(chunk(turn, index))) }
        #expect(said.first == "accept 0,0")
        #expect(said.count == TurnReorderBuffer.mostHeld + 2)
    }

    @Test("a listener that breaks off has its turn ended in words, by its next turn or by its loss")
    func brokenOff() {
        var desk = TurnScheduler()
        let (first, second) = consecutive()
        let third = TurnID()
        _ = desk.take(chunk(first, 0))
        var said = words(desk.take(chunk(second, 0)))
        _ = desk.take(chunk(third, 0, by: "b"))
        #expect(said == ["fail: the listener listen/a broke off in mid-speech", "begin", "accept 1,1"])
        said = words(desk.take(.listener(Source(role: "listen", instance: "b")!, run: nil)))
        #expect(said.isEmpty)
        said = words(desk.take(ended(second, chunks: 1)))
        #expect(
            said == ["finish, 0 missing", "begin", "fail: the listener listen/b broke off in mid-speech"])
    }

    @Test("a listener that was started again under its name has left its turn: it ends in words at once")
    func startedAgain() {
        var desk = TurnScheduler()
        let listener = Source(role: "listen", instance: "a")!
        _ = desk.take(chunk(TurnID(), 0))
        var said = words(desk.take(.listener(listener, run: 1)))
        said += words(desk.take(.listener(Source(role: "listen", instance: "b")!, run: 2)))
        #expect(said.isEmpty)
        said = words(desk.take(.listener(listener, run: 2)))
        #expect(said == ["fail: the listener listen/a broke off in mid-speech"])
    }

    @Test("however the chunks of a turn are shuffled, its sound comes out in order, whole, once")
    func shuffled() {
        var generator = TestSeed.generator()
        for _ in 0..<300 {
            var desk = TurnScheduler()
            let turn = TurnID()
            let count = Int.random(in: 1...TurnReorderBuffer.mostHeld, using: &generator)
            var events = [started(turn)] + (0..<count).map { chunk(turn, $0, samples: 1) }
            events.append(
                contentsOf: (0..<count).filter { _ in Bool.random(using: &generator) }.map {
                    chunk(turn, $0, samples: 1)
                })
            events.shuffle(using: &generator)
            var said: [String] = []
            for event in events { said += words(desk.take(event)) }
            said += words(desk.take(ended(turn, chunks: count)))
            let wanted = ["begin"] + (1...count).map { "accept \($0)" } + ["finish, 0 missing"]
            #expect(said == wanted, "\(TestSeed.hint)")
        }
    }

    @Test("sound of another format fails its turn in words, and the next turn is served")
    func format() {
        var desk = TurnScheduler()
        let (turn, next) = consecutive()
        var said = words(desk.take(chunk(turn, 0, format: PCMFormat(rate: 44_100, channels: 2))))
        said += words(desk.take(ended(turn, chunks: 1)))
        #expect(said.last?.contains("rate=44100") == true)
        #expect(words(desk.take(chunk(next, 0))) == ["begin", "accept 1,1"])
    }

    @Test("when the program stops, what is still being spoken is left to a successor")
    func closing() {
        var desk = TurnScheduler()
        _ = desk.take(chunk(TurnID(), 0))
        let said = words(desk.close())
        #expect(said.isEmpty)
    }

    @Test("a turn of which nothing is heard for three seconds makes way for one that waits, and for none else")
    func stalled() {
        var desk = TurnScheduler()
        let (stalled, waiting) = (TurnID(), TurnID())
        func seconds(_ count: Int64) -> Int64 { count * 1_000_000 }
        let listener = Source(role: "listen", instance: "b")!
        var said = words(desk.take(chunk(stalled, 0), at: seconds(10)))
        said += words(desk.take(.listener(listener, run: 1), at: seconds(19)))
        said += words(desk.take(chunk(stalled, 1), at: seconds(20)))
        said += words(desk.take(chunk(waiting, 0, by: "b"), at: seconds(22)))
        said += words(desk.take(.listener(listener, run: 1), at: seconds(23)))
        #expect(said == ["begin", "accept 1,1", "accept 2,2"])
        said = words(desk.take(.listener(listener, run: 1), at: seconds(24)))
        #expect(said == ["fail: the listener listen/a broke off in mid-speech", "begin", "accept 1,1"])
    }
}

extension TurnScheduler {
    /// Takes what happens at no certain time.
    fileprivate mutating func take(_ event: Event) -> [Action] { take(event, at: 0) }
}
