import Foundation
import Logging
import SaybusMessages
import Synchronization
import Testing

@testable import SaybusDispatch

@Suite("The life of a turn")
struct ConversationTurnTests {
    private let folder = NSTemporaryDirectory() + "saybus-turn-" + UUID().uuidString.prefix(13)
    private let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    /// The published ends of a turn.
    private final class Ends: Sendable {
        private let ends = Mutex<[TurnEnded]>([])
        var all: [TurnEnded] { ends.withLock { $0 } }
        func append(_ end: TurnEnded) { ends.withLock { $0.append(end) } }
    }

    private func makeTurn(_ journal: TurnJournal? = nil, _ publish: @escaping @Sendable (TurnEnded, Bool) -> Void)
        -> ConversationTurn
    {
        let id = TurnID()
        let cause = Header(
            kind: SpeechIntent.kind, session: .default, turn: id, source: Source(role: .intent, instance: "i")!,
            run: 1, sequence: 0)
        return ConversationTurn(id: id, cause: cause, journal: journal, publish: publish)
    }

    private func events(_ text: String) -> [AudioEvent] { [.speech(.init(text))] }

    @Test("a turn ends once: when it is settled and all its sequences have ended, in either order")
    func ends() async {
        for settlesFirst in [true, false] {
            let ended = Ends()
            let turn = makeTurn { end, _ in ended.append(end) }
            let (one, two) = (MessageID(), MessageID())
            turn.opened(one, events("One."))
            turn.opened(two, events("Two."))
            if settlesFirst { turn.settle() }
            turn.closed(one, PlaybackEnd(.finished, latency: 5))
            #expect(ended.all.isEmpty)
            turn.closed(two, PlaybackEnd(.finished, latency: 9))
            await turn.waitUntilSilent()
            if !settlesFirst {
                #expect(ended.all.isEmpty)
                turn.settle()
            }
            turn.settle()
            #expect(!turn.fail("too late"))
            let end = ended.all
            #expect(end.count == 1)
            #expect(end.first?.outcome == .handled && end.first?.spoken == "One. Two.")
            #expect(end.first?.timings["audio"] == 5)
        }
    }

    @Test("a turn that fails with an apology has no second one for what was cut off before")
    func oneApology() {
        for apology in [nil, "Sorry."] {
            let cuts = Mutex<[Bool]>([])
            let turn = makeTurn { _, wasCut in cuts.withLock { $0.append(wasCut) } }
            let sequence = MessageID()
            turn.opened(sequence, events("Hello."))
            turn.closed(sequence, PlaybackEnd(.cut("the audio stage was lost")))
            turn.fail("it took too long", spoken: apology)
            let found = cuts.withLock(\.self)
            #expect(found == [apology == nil])
        }
    }

    @Test("a turn that is left to a successor does not end here, unless only its answer was left")
    func left() {
        for isAnswered in [false, true] {
            let journal = TurnJournal(folder: folder, name: "kitchen", run: isAnswered ? 2 : 1) { _, _ in }
            let ended = Ends()
            let turn = makeTurn(journal) { end, _ in ended.append(end) }
            turn.begin(app: "kitchen", command: "Light")
            if isAnswered { turn.answered() }
            turn.leave()
            let isFailed = turn.fail("it was cut off")
            turn.settle()
            #expect(ended.all.count == (isAnswered ? 1 : 0) && isFailed == isAnswered)
            journal.finish()
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let adopted = TurnJournal(folder: folder, name: "kitchen", run: 3) { _, _ in }.adopt()
        #expect(adopted.filter { $0.phase != .ended }.map(\.phase) == [.begun])
    }

    @Test("of a turn that is left, the answer that an audio stage has is no failure, and one that it has not is")
    func leftAnswer() {
        for (isSettled, isTaken) in [(true, true), (true, false), (false, true)] {
            let ended = Ends()
            let turn = makeTurn { end, _ in ended.append(end) }
            let (one, two) = (MessageID(), MessageID())
            turn.begin(app: "kitchen", command: "Light")
            turn.opened(one, events("One."))
            turn.opened(two, events("Two."))
            if isSettled { turn.settle() }
            turn.leaveAnswer(in: isTaken ? [one, two] : [one])
            #expect(ended.all.count == (isSettled && isTaken ? 1 : 0))
            turn.settle()
            for sequence in [one, two] { turn.closed(sequence, PlaybackEnd(.unheard("the program stopped"))) }
            let end = ended.all.first
            #expect(ended.all.count == 1 && end?.spoken == "One. Two.")
            #expect(end?.outcome == (isSettled && isTaken ? .handled : .failed), "\(isSettled) \(isTaken)")
        }
    }

    @Test("of a turn without words, such as one of a chosen menu item, the answer that is left is no failure either")
    func leftAnswerWithoutWords() {
        let ended = Ends()
        let turn = ConversationTurn(id: TurnID(), cause: nil, publish: { end, _ in ended.append(end) })
        let sequence = MessageID()
        turn.opened(sequence, events("Done."))
        turn.leaveAnswer(in: [sequence])
        #expect(ended.all.isEmpty, "its command is being carried out")
        turn.settle()
        turn.leaveAnswer(in: [sequence])
        turn.closed(sequence, PlaybackEnd(.finished))
        let end = ended.all.first
        #expect(ended.all.count == 1 && end?.outcome == .handled && end?.spoken == "Done.")
        #expect(end?.reason == ConversationTurn.unfollowedAnswer)
    }

    @Test("a turn with an answer or a reason of a megabyte ends with the beginning of it, which a message can hold")
    func longAnswer() {
        let long = String(repeating: "a", count: 1 << 20)
        for isFailure in [false, true] {
            let ended = Ends()
            let turn = makeTurn { end, _ in ended.append(end) }
            let sequence = MessageID()
            turn.opened(sequence, events(long))
            if isFailure {
                turn.fail(long)
            } else {
                turn.settle()
                turn.closed(sequence, PlaybackEnd(.finished, latency: 5))
            }
            let end = ended.all.first
            #expect(end?.spoken?.count == 50_001)
            #expect(end?.reason?.count == (isFailure ? 1001 : nil))
        }
    }

    @Test("the time to a first sound that a player's wrong clock puts years ahead is none")
    func wrongClock() {
        let ended = Ends()
        let turn = makeTurn { end, _ in ended.append(end) }
        let answer = MessageID()
        turn.opened(answer, events("On."))
        turn.setTiming("app", 3)
        turn.settle()
        turn.closed(answer, PlaybackEnd(.finished, latency: 34_560_000_000_372))
        #expect(ended.all.map(\.timings) == [["app": 3]])
    }

    @Test("the end of a turn without a command and without a sound is in the journal, for a successor")
    func silentEnd() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var journal: TurnJournal? = TurnJournal(folder: folder, name: "k", run: 1) { _, _ in }
        var turn: ConversationTurn? = makeTurn(journal) { _, _ in }
        turn?.setOutcome(.noSpeech)
        turn?.settle()
        let id = turn?.id
        (turn, journal) = (nil, nil)
        let adopted = TurnJournal(folder: folder, name: "k", run: 2) { _, _ in }.adopt()
        #expect(adopted.map(\.turn) == [id] && adopted.map(\.phase) == [.ended])
        #expect(adopted.first?.conclusion?.outcome == .noSpeech && adopted.first?.header?.turn == id)
    }

    @Test("an answer that was not played to its end fails the turn, unless the app cancelled it itself")
    func unheard() {
        for isWanted in [true, false] {
            let ended = Ends()
            let turn = makeTurn { end, wasCut in
                #expect(wasCut == isWanted)
                ended.append(end)
            }
            let id = MessageID()
            turn.opened(id, events("One."))
            turn.settle()
            turn.closed(id, PlaybackEnd(.cut("the audio stage is lost")), isWanted: isWanted)
            #expect(ended.all.first?.outcome == (isWanted ? .failed : .handled))
            #expect(
                ended.all.first?.reason
                    == (isWanted ? "the answer was not heard: the audio stage is lost" : nil))
        }
    }

    @Test("an answer that the user or a program ended fails no turn, which tells of it")
    func stopped() {
        let ended = Ends()
        let turn = makeTurn { end, wasCut in
            #expect(!wasCut)
            ended.append(end)
        }
        let id = MessageID()
        turn.opened(id, events("One."))
        turn.settle()
        turn.closed(id, PlaybackEnd(.stopped("the user spoke", .bargeIn, hadBegun: true)))
        #expect(ended.all.first?.outcome == .handled)
        #expect(ended.all.first?.reason == "the answer was not heard to its end: the user spoke")
        #expect(ended.all.first?.spoken == "One.", "the voice does not tell what was heard")
        let failed = Ends()
        let second = makeTurn { end, _ in failed.append(end) }
        let ids = [MessageID(), MessageID(), MessageID()]
        for id in ids { second.opened(id, events("One.")) }
        second.settle()
        second.closed(ids[0], PlaybackEnd(.stopped("the user spoke", .bargeIn, hadBegun: true)))
        second.closed(ids[1], PlaybackEnd(.stopped("the user spoke", .bargeIn, hadBegun: false)))
        second.closed(ids[2], PlaybackEnd(.unheard("no loudspeaker")))
        #expect(failed.all.first?.outcome == .failed)
        #expect(failed.all.first?.reason == "the answer was not heard: no loudspeaker")
    }

    @Test("a turn tells only those words of stopped answers that were heard")
    func heard() {
        let ended = Ends()
        let turn = makeTurn { end, _ in ended.append(end) }
        let ids = [MessageID(), MessageID(), MessageID()]
        for (id, text) in zip(ids, ["One.", "Two and three.", "Four."]) { turn.opened(id, events(text)) }
        turn.settle()
        turn.closed(ids[0], PlaybackEnd(.finished))
        turn.closed(ids[1], PlaybackEnd(.stopped("the user spoke", .bargeIn, hadBegun: true), heard: "Two and"))
        turn.closed(ids[2], PlaybackEnd(.stopped("the user spoke", .bargeIn, hadBegun: false), heard: ""))
        #expect(ended.all.first?.spoken == "One. Two and")
    }

    @Test("a turn whose end the bus has published publishes none, and resumes all tasks that wait for it")
    func expired() async {
        let turn = makeTurn { _, _ in Issue.record("the end is published twice") }
        let isOver = Ends()
        turn.onEnd { isOver.append(TurnEnded(outcome: .failed)) }
        let id = MessageID()
        turn.opened(id, events("One."))
        turn.closed(id, PlaybackEnd(.expired("nobody took it")))
        await turn.waitUntilSilent()
        turn.settle()
        #expect(turn.isEnded && isOver.all.count == 1)
    }

    @Test("a successor reads the last step of a turn: begun, answered with the remaining sequences, or ended")
    func journal() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func adopted(_ steps: (ConversationTurn) -> Void) -> TurnRecord? {
            var journal: TurnJournal? = TurnJournal(
                folder: folder, name: "app", run: .random(in: 2...99)
            ) { _, _ in }
            var turn: ConversationTurn? = makeTurn(journal) { _, _ in }
            if let turn { steps(turn) }
            // The program is killed here.
            turn = nil
            journal = nil
            return TurnJournal(folder: folder, name: "app", run: 1) { _, _ in }.adopt().last
        }
        let id = MessageID()
        let begun = adopted { $0.begin(app: "app", command: "Light") }
        #expect(begun?.phase == .begun && begun?.command == "Light")
        try? FileManager.default.removeItem(atPath: folder)
        let answered = adopted {
            $0.begin(app: "app", command: "Light")
            $0.opened(id, events("Done."))
            $0.settle()
        }
        #expect(answered?.phase == .answered && answered?.conclusion?.outcome == .handled)
        #expect(answered?.replies == [.init(id: id, events: events("Done."))])
        try? FileManager.default.removeItem(atPath: folder)
        let ended = adopted {
            $0.begin(app: "app", command: "Light")
            $0.settle()
        }
        #expect(ended?.phase == .ended && ended?.conclusion?.outcome == .handled)
    }

    @Test("a record of an earlier version, with one reply, is read")
    func earlier() throws {
        let record = TurnRecord(
            intent: Header(
                kind: SpeechIntent.kind, session: .default, source: Source(role: .intent, instance: "i")!, run: 1,
                sequence: 0), turn: TurnID(), app: nil, command: nil)
        var object = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(record)) as? [String: Any])
        let reply = TurnRecord.Reply(id: MessageID(), events: events("One."))
        object["reply"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(reply))
        let read = try JSONDecoder().decode(TurnRecord.self, from: JSONSerialization.data(withJSONObject: object))
        #expect(read.replies == [reply])
    }
}
