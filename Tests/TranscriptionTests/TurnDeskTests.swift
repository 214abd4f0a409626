import Messages
import Testing

@testable import Transcription

@Suite("The desk that brings turns before one recognizer")
struct TurnDeskTests {
    private func header(_ turn: TurnID, _ kind: Kind) -> Header {
        Header(
            kind: kind, session: .default, turn: turn, source: Source(role: "listen", instance: "a")!, run: 1,
            sequence: 0)
    }

    private func chunk(_ turn: TurnID, _ index: Int, samples: Int = 2, format: PCMFormat = .speech) -> TurnDesk.Event {
        .chunk(
            AudioInput(
                index: index, isLast: false, format: format,
                samples: (0..<samples).flatMap { _ in [UInt8(truncatingIfNeeded: index &+ 1), 0] }),
            header(turn, AudioInput.kind))
    }

    private func ended(_ turn: TurnID, chunks: Int) -> TurnDesk.Event {
        .ended(SpeechEnded(durationMs: 1, reason: .silence, chunks: chunks), header(turn, SpeechEnded.kind))
    }

    /// What the recognizer is asked, in short.
    private func words(_ actions: [TurnDesk.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .begin: "begin"
            case .accept(let samples, _): "accept \(samples.map { "\($0)" }.joined(separator: ","))"
            case .finish(_, let missing): "finish, \(missing) missing"
            case .fail(_, let reason): "fail: \(reason)"
            }
        }
    }

    @Test("a turn's sound is handed on as it comes, in order, once")
    func oneTurn() {
        var desk = TurnDesk()
        let turn = TurnID()
        var said = words(desk.take(.started(header(turn, SpeechStarted.kind))))
        said += words(desk.take(chunk(turn, 0)))
        said += words(desk.take(chunk(turn, 0)))
        said += words(desk.take(chunk(turn, 1)))
        said += words(desk.take(ended(turn, chunks: 2)))
        said += words(desk.take(chunk(turn, 1)))
        #expect(said == ["begin", "accept 1,1", "accept 2,2", "finish, 0 missing"])
    }

    @Test("lost chunks become silence and are counted, at the end too")
    func holes() {
        var desk = TurnDesk()
        let turn = TurnID()
        var said = words(desk.take(chunk(turn, 0)))
        said += words(desk.take(chunk(turn, 3)))
        said += words(desk.take(ended(turn, chunks: 6)))
        #expect(said == ["begin", "accept 1,1", "accept 0,0,0,0", "accept 4,4", "finish, 4 missing"])
    }

    @Test("what others say meanwhile waits, and is served as a whole")
    func twoTurns() {
        var desk = TurnDesk()
        let (first, second) = (TurnID(), TurnID())
        var said = words(desk.take(chunk(first, 0)))
        said += words(desk.take(chunk(second, 0)))
        said += words(desk.take(ended(second, chunks: 1)))
        #expect(said == ["begin", "accept 1,1"])
        said = words(desk.take(ended(first, chunks: 1)))
        #expect(said == ["finish, 0 missing", "begin", "accept 1,1", "finish, 0 missing"])
    }

    @Test("a turn that never ends takes a minute of sound at most, and wild numbers make no hours of silence")
    func bounds() {
        var desk = TurnDesk()
        let turn = TurnID()
        var samples = 0
        for index in [0, 1, 1_000_000, Int.max - 1, Int.max] {
            for case .accept(let accepted, _) in desk.take(chunk(turn, index, samples: 16_000)) {
                samples += accepted.count
            }
        }
        #expect(samples <= TurnDesk.longestTurn)
        for chunks in [Int.min, -1, Int.max] { _ = desk.take(ended(turn, chunks: chunks)) }
        for chunks in [Int.min, Int.max] {
            let other = TurnID()
            _ = desk.take(chunk(other, Int.max))
            _ = desk.take(ended(other, chunks: chunks))
        }
        _ = desk.take(.started(header(TurnID(), SpeechStarted.kind)))
        var opened = 0
        for _ in 0..<1000 {
            for case .begin in desk.take(.started(header(TurnID(), SpeechStarted.kind))) { opened += 1 }
        }
        #expect(opened == 0)
    }

    @Test("sound of another format fails its turn in words, and the next turn is served")
    func format() {
        var desk = TurnDesk()
        let (turn, next) = (TurnID(), TurnID())
        var said = words(desk.take(chunk(turn, 0, format: PCMFormat(rate: 44_100, channels: 2))))
        said += words(desk.take(ended(turn, chunks: 1)))
        #expect(said.last?.contains("rate=44100") == true)
        #expect(words(desk.take(chunk(next, 0))) == ["begin", "accept 1,1"])
    }

    @Test("when the program stops, what is still being spoken is left to a successor")
    func closing() {
        var desk = TurnDesk()
        _ = desk.take(chunk(TurnID(), 0))
        let said = words(desk.close())
        #expect(said.isEmpty)
    }
}
