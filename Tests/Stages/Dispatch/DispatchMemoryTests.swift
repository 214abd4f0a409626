import SaybusMessages
import Testing

@testable import SaybusConversation

@Suite("The dispatch stage's memory of turns")
struct DispatchMemoryTests {
    private func header(_ kind: Kind, turn: TurnID?, at: Int64 = 0, causes: [MessageID] = []) -> Header {
        Header(
            kind: kind, session: .default, turn: turn, source: Source(role: "audio", instance: "a")!, run: 1,
            sequence: 0,
            at: at, causes: causes)
    }

    private func playback(_ sequence: MessageID, _ state: AudioPlayback.State, at: Int64 = 0) -> Message<AudioPlayback>
    {
        Message(
            header: header(AudioPlayback.kind, turn: nil, at: at),
            body: AudioPlayback(sequence: sequence, state: state, reason: state == .skipped ? "no voice" : nil))
    }

    @Test("a turn is carried out once, a message without a turn is always new, and the memory is bounded")
    func handled() {
        var turns = HandledTurns(capacity: 10)
        let ids = (0..<100).map { _ in TurnID() }
        let first = ids.map { turns.insert($0) }
        #expect(first.allSatisfy { $0 })
        let again = [turns.insert(ids[99]), turns.insert(nil), turns.insert(nil), turns.insert(ids[0])]
        #expect(again == [false, true, true, true])
    }

    @Test("each stage's time is calculated from the headers")
    func timings() {
        var timings = TurnTimings(capacity: 2)
        let turn = TurnID()
        timings.note(header(SpeechEnded.kind, turn: turn, at: 1000))
        timings.note(header(SpeechTranscript.kind, turn: turn, at: 1500))
        #expect(
            timings.spent(on: header(SpeechIntent.kind, turn: turn, at: 1600)) == ["transcribe": 500, "intent": 100])
        timings.note(header(SpeechEnded.kind, turn: TurnID()))
        timings.note(header(SpeechEnded.kind, turn: TurnID()))
        #expect(timings.spent(on: header(SpeechIntent.kind, turn: turn)).isEmpty)
    }

    @Test("a playback's end is reported whether it is awaited before or after it arrives")
    func ends() async {
        let board = PlaybackBoard { _ in }
        let (early, late) = (MessageID(), MessageID())
        board.watch(early)
        board.watch(late)
        board.note(playback(early, .started, at: 7))
        board.note(playback(early, .finished))
        #expect(await board.end(of: early) == .finished(started: 7))
        async let end = board.end(of: late)
        board.note(playback(late, .skipped))
        #expect(await end == .unheard("no voice"))
    }

    @Test("a lost audio stage, an expired message and a closed board end the wait for playback")
    func orphans() async {
        let board = PlaybackBoard { _ in }
        let ids = (0..<3).map { _ in MessageID() }
        for id in ids { board.watch(id) }
        board.note(playback(ids[0], .started))
        let status = StageStatus(role: "audio", instance: "a", state: .lost, pid: 1, uptimeMs: 0)
        board.note(Message(header: header(StageStatus.kind, turn: nil), body: status))
        guard case .cut = await board.end(of: ids[0]) else {
            Issue.record("the lost stage's sequence is not let go")
            return
        }
        board.expired(header(TurnEnded.kind, turn: TurnID(), causes: [ids[1]]))
        #expect(await board.end(of: ids[1]) == .expired)
        board.close()
        #expect(await board.end(of: ids[2]) == .unheard("the program stopped while it sounded"))
    }

    @Test("after its receipt the audio stage is waited for, until it is lost or restarts")
    func receipts() async {
        for isGone in [true, false] {
            let board = PlaybackBoard { _ in }
            let id = MessageID()
            board.watch(id)
            board.note(receipt: header(Receipt.kind, turn: nil, causes: [id]))
            var status = header(StageStatus.kind, turn: nil)
            status.run = isGone ? 1 : 2
            let state: StageStatus.State = isGone ? .lost : .ready
            board.note(
                Message(
                    header: status,
                    body: StageStatus(role: "audio", instance: "a", state: state, pid: 1, uptimeMs: 0)))
            guard case .cut(let reason) = await board.end(of: id) else {
                Issue.record("the player's end is not noticed")
                return
            }
            #expect(reason.contains(isGone ? "is lost" : "started again"))
        }
    }

    @Test("a sequence without a receipt is given up in time, even if another program has ended the turn")
    func untaken() async {
        let board = PlaybackBoard { _ in }
        let id = MessageID()
        board.watch(id)
        guard case .unheard(let reason) = await board.end(of: id, within: .milliseconds(20)) else {
            Issue.record("it is waited for")
            return
        }
        #expect(reason.hasPrefix("no audio stage has taken it"))
    }
}
