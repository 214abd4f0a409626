import SaybusExpectations
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusBus

@Suite("The outbox")
struct OutboxTests {
    private let second: Int64 = 1_000_000
    private func message() -> RawMessage { RawMessage(header: header(), body: [1]) }

    @Test("an unanswered message is sent again after one, two, four seconds, and expires at its time")
    func retries() {
        var outbox = Outbox()
        let message = message()
        expectEqual(outbox.sent(message, to: .intent, life: 10 * second, now: 0).isEmpty, true)
        var sent: [Int64] = []
        var expired: [Int64] = []
        while let due = outbox.nextDue {
            for action in outbox.tick(now: due) {
                switch action {
                case .sendAgain(let again):
                    #expect(again == message)
                    sent.append(due / second)
                case .expire, .abandon, .overdue, .refuse: expired.append(due / second)
                }
            }
        }
        #expect(sent == [1, 3, 7])
        #expect(expired == [10])
    }

    @Test("an answered message is never sent again")
    func answered() {
        var outbox = Outbox()
        let message = message()
        _ = outbox.sent(message, to: .intent, life: 10 * second, now: 0)
        outbox.answered([MessageID(), message.header.id])
        #expect(outbox.nextDue == nil)
        expectEqual(outbox.tick(now: 100 * second).isEmpty, true)
        expectEqual(outbox.arrived(Presence.Arrival(role: .intent), now: 1).isEmpty, true)
    }

    @Test("a stage that arrives gets the messages that wait for its role, oldest first, and no others")
    func arrival() {
        var outbox = Outbox()
        let messages = (0..<5).map { _ in message() }
        for (index, message) in messages.enumerated() {
            _ = outbox.sent(message, to: index == 4 ? .audio : .intent, life: 10 * second, now: 0)
        }
        let actions = outbox.arrived(Presence.Arrival(role: .intent), now: second / 2)
        #expect(Set(actions.map { "\($0)" }) == Set(messages.prefix(4).map { "\(Outbox.Action.sendAgain($0))" }))
        #expect(outbox.nextDue == second)
    }

    @Test("a full outbox gives up the message that expires first, and reports it")
    func bounded() {
        var outbox = Outbox(capacity: 2)
        let (short, long, third) = (message(), message(), message())
        _ = outbox.sent(long, to: .intent, life: 9 * second, now: 0)
        _ = outbox.sent(short, to: .intent, life: 5 * second, now: 0)
        expectEqual(outbox.sent(third, to: .intent, life: 9 * second, now: 0), [.expire(short)])
        #expect(outbox.count == 2)
    }

    @Test("in random sequences of events each message ends once, answered or expired")
    func everyMessageEnds() {
        var generator = TestSeed.generator()
        var outbox = Outbox(capacity: 20)
        var open: [MessageID] = []
        var ended = 0
        var now: Int64 = 0
        func take(_ actions: [Outbox.Action]) {
            for case .expire(let message) in actions {
                let index = open.firstIndex(of: message.header.id)
                #expect(index != nil, "\(TestSeed.hint)")
                if let index { open.remove(at: index) }
                ended += 1
            }
        }
        for _ in 0..<5000 {
            now += Int64.random(in: 0...second, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                let message = message()
                open.append(message.header.id)
                take(
                    outbox.sent(
                        message, to: .intent, life: Int64.random(in: 0...20 * second, using: &generator), now: now))
            case 2:
                if let index = open.indices.randomElement(using: &generator) {
                    outbox.answered([open.remove(at: index)])
                    ended += 1
                }
            case 3: take(outbox.tick(now: now))
            default: take(outbox.arrived(Presence.Arrival(role: .intent), now: now))
            }
            #expect(outbox.count == open.count, "\(TestSeed.hint)")
        }
        take(outbox.tick(now: now + 100 * second))
        #expect(open.isEmpty && ended > 0, "\(TestSeed.hint)")
    }

    private func ofTurn(_ turn: TurnID) -> RawMessage {
        var message = message()
        message.header.turn = turn
        return message
    }

    private func answer(
        _ kind: Kind, to message: RawMessage, from source: Source, run: UInt32 = 1
    ) -> Header {
        Header(
            kind: kind, session: .default, turn: message.header.turn, source: source, run: run, sequence: 0,
            causes: [message.header.id])
    }

    private let broker = Source(role: .broker, instance: "broker")!

    private func status(
        _ state: StageStatus.State, of stage: Source, run: UInt32 = 1, from publisher: Source? = nil, uptimeMs: Int = 0
    ) -> Message<StageStatus> {
        let header = Header(
            kind: StageStatus.kind, session: .default, source: publisher ?? stage, run: run, sequence: 0)
        return Message(
            header: header,
            body: StageStatus(role: stage.role, instance: stage.instance, state: state, pid: 1, uptimeMs: uptimeMs))
    }

    @Test("a message stays with its holder while an older run of the same name drains and stops")
    func namesake() {
        let taker = Source(role: .dispatch, instance: "one")!
        var outbox = Outbox()
        let message = ofTurn(TurnID())
        _ = outbox.sent(message, to: .dispatch, life: 10 * second, now: 0, whenReceiverIsLost: .endTurn)
        outbox.answered(by: answer(CommandInvoked.kind, to: message, from: taker, run: 2), now: 1)
        for time in 1...20 {
            let state: StageStatus.State = time < 20 ? .draining : .stopped
            outbox.receive(status(state, of: taker, run: 1, uptimeMs: 60_000), now: Int64(time) * second)
            outbox.receive(status(.ready, of: taker, run: 2, uptimeMs: 5000), now: Int64(time) * second)
        }
        expectEqual(outbox.tick(now: 40 * second).isEmpty, true)
        // A holder that is gone without a word while the other one goes on.
        for time in 41...45 as ClosedRange<Int64> {
            outbox.receive(status(.ready, of: taker, run: 1, uptimeMs: 60_000), now: time * second)
        }
        expectEqual(outbox.tick(now: 60 * second).isEmpty, true)
        outbox.receive(status(.ready, of: taker, run: 1, uptimeMs: 60_000), now: 60 * second)
        expectEqual(outbox.tick(now: 66 * second), [.abandon(message)])
    }

    @Test("a message with a loss rule is held by its receiver, and sent again when the receiver is lost or restarted")
    func takerLost() {
        let taker = Source(role: .intent, instance: "one")!
        for isAnew in [false, true] {
            var outbox = Outbox()
            let message = ofTurn(TurnID())
            _ = outbox.sent(message, to: .intent, life: 10 * second, now: 0, whenReceiverIsLost: .sendAgain)
            outbox.answered(by: answer(SpeechIntent.kind, to: message, from: taker), now: 1)
            #expect(outbox.count == 0)
            expectEqual(outbox.tick(now: 20 * second).isEmpty, true)
            expectEqual(outbox.arrived(Presence.Arrival(role: .intent), now: 20 * second).isEmpty, true)
            outbox.receive(status(.ready, of: taker), now: 20 * second)
            #expect(outbox.count == 0)
            let end = isAnew ? status(.starting, of: taker, run: 2) : status(.lost, of: taker, from: broker)
            outbox.receive(end, now: 20 * second)
            #expect(outbox.count == 1)
            expectEqual(outbox.tick(now: 20 * second), [.sendAgain(message)])
            // A successor that ends the turn ends the message, too.
            outbox.answered(by: answer(TurnEnded.kind, to: message, from: taker, run: 2), now: 21 * second)
            expectEqual(outbox.tick(now: 100 * second).isEmpty, true)
        }
    }

    @Test("a turn ends with a reason that names who took its message, gave a receipt, and did no more")
    func overdue() {
        let taker = Source(role: .intent, instance: "one")!
        let elsewhere = Source(role: .link, instance: "one")!
        let dispatcher = Source(role: .dispatch, instance: "one")!
        // Without a time, another program ends the turn.
        let cases: [([Kind], Source, Int64?)] = [
            ([Receipt.kind], taker, 30), ([SpeechIntent.kind], taker, nil),
            ([Receipt.kind, SpeechIntent.kind], taker, nil), ([SpeechIntent.kind, Receipt.kind], taker, nil),
            ([Receipt.kind], elsewhere, nil), ([Receipt.kind], dispatcher, 3600),
            ([CommandInvoked.kind], dispatcher, nil),
        ]
        for (kinds, source, seconds) in cases {
            var outbox = Outbox()
            let isIntent = source == dispatcher
            var message = ofTurn(TurnID())
            if isIntent { message.header.kind = SpeechIntent.kind }
            _ = outbox.sent(
                message, to: isIntent ? .dispatch : .intent, life: 10 * second, now: 0,
                whenReceiverIsLost: isIntent ? .endTurn : .sendAgain)
            for kind in kinds { outbox.answered(by: answer(kind, to: message, from: source), now: 0) }
            guard let seconds else {
                expectEqual(outbox.tick(now: 4000 * second).isEmpty, true)
                continue
            }
            expectEqual(outbox.tick(now: seconds * second - 1).isEmpty, true)
            let ends = outbox.tick(now: seconds * second)
            guard case .overdue(let given, let reason)? = ends.first, given == message else {
                Issue.record("\(kinds) of \(source): \(ends)")
                continue
            }
            let took = "\(source) took \(message.header.kind), and "
            #expect(ends.count == 1 && reason.hasPrefix(took), "\(reason)")
            #expect(reason.hasSuffix(seconds == 30 ? "did not answer it within 30 s" : "did not end within an hour"))
        }
    }

    @Test("what is of another turn or session answers nothing, except a command that has begun in another session")
    func misdirected() {
        let taker = Source(role: .intent, instance: "one")!
        var outbox = Outbox()
        let message = ofTurn(TurnID())
        _ = outbox.sent(message, to: .intent, life: 10 * second, now: 0, whenReceiverIsLost: .sendAgain)
        var (otherTurn, noTurn, otherSession) = (
            answer(SpeechIntent.kind, to: message, from: taker), answer(SpeechIntent.kind, to: message, from: taker),
            answer(SpeechIntent.kind, to: message, from: taker)
        )
        otherTurn.turn = TurnID()
        noTurn.turn = nil
        otherSession.session = Session(rawValue: "den")!
        for header in [otherTurn, noTurn, otherSession] { outbox.answered(by: header, now: 1) }
        #expect(outbox.count == 1)
        expectEqual(outbox.tick(now: second), [.sendAgain(message)])
        otherSession.kind = CommandInvoked.kind
        outbox.answered(by: otherSession, now: second)
        #expect(outbox.count == 0)
    }

    @Test("a message that may have been carried out is not sent again: its turn is given up unless a successor ends it")
    func begun() {
        let taker = Source(role: .dispatch, instance: "one")!
        for ends in [false, true] {
            var outbox = Outbox()
            let message = ofTurn(TurnID())
            _ = outbox.sent(message, to: .dispatch, life: 10 * second, now: 0, whenReceiverIsLost: .endTurn)
            outbox.answered(by: answer(CommandInvoked.kind, to: message, from: taker), now: 1)
            outbox.receive(status(.lost, of: taker, from: broker), now: 2 * second)
            expectEqual(outbox.arrived(Presence.Arrival(role: .dispatch), now: 2 * second).isEmpty, true)
            expectEqual(outbox.reconnected(now: 2 * second).isEmpty, true)
            if ends {
                let other = Source(role: .dispatch, instance: "two")!
                outbox.answered(by: answer(TurnEnded.kind, to: message, from: other), now: 3 * second)
            }
            expectEqual(outbox.tick(now: 6 * second).isEmpty, true)
            expectEqual(outbox.tick(now: 8 * second), ends ? [] : [.abandon(message)])
        }
    }

    @Test("after a standstill no message is given up before the answers that wait have been read")
    func standstill() {
        let holder = Source(role: .dispatch, instance: "one")!
        for isAnswered in [true, false] {
            var outbox = Outbox()
            let (waiting, begun) = (message(), ofTurn(TurnID()))
            _ = outbox.sent(waiting, to: .intent, life: 10 * second, now: 0)
            _ = outbox.sent(begun, to: .dispatch, life: 10 * second, now: 0, whenReceiverIsLost: .endTurn)
            outbox.answered(by: answer(CommandInvoked.kind, to: begun, from: holder), now: 1)
            outbox.receive(status(.lost, of: holder, from: broker), now: second)
            expectEqual(outbox.tick(now: 20 * second, isBehind: true).isEmpty, true)
            if isAnswered {
                outbox.answered([waiting.header.id])
                outbox.answered(by: answer(TurnEnded.kind, to: begun, from: holder), now: 20 * second)
            }
            let ends = outbox.tick(now: 20 * second + Outbox.catchUp)
            #expect(ends.count == (isAnswered ? 0 : 2), "\(ends)")
        }
    }

    @Test("a full outbox drops held messages before it gives up waiting ones")
    func restingFirst() {
        var outbox = Outbox(capacity: 2)
        let (resting, waiting) = (ofTurn(TurnID()), ofTurn(TurnID()))
        _ = outbox.sent(resting, to: .intent, life: 100 * second, now: 0, whenReceiverIsLost: .sendAgain)
        _ = outbox.sent(waiting, to: .intent, life: second, now: 0, whenReceiverIsLost: .sendAgain)
        outbox.answered(
            by: answer(SpeechIntent.kind, to: resting, from: Source(role: .intent, instance: "one")!), now: 0)
        expectEqual(outbox.sent(ofTurn(TurnID()), to: .intent, life: second, now: 0).isEmpty, true)
        #expect(outbox.count == 2)
    }

    @Test(
        "a refused message ends at once with the reason, as do others on its topic until refusals are forgotten"
    )
    func refused() {
        var outbox = Outbox()
        let (first, second) = (message(), message())
        var elsewhere = message()
        elsewhere.header.session = Session(rawValue: "den")!
        for message in [first, second, elsewhere] {
            _ = outbox.sent(message, to: .intent, life: 10 * self.second, now: 0)
        }
        let ended = outbox.refused(first.header.id, because: "no")
        #expect(Set(ended.map { "\($0)" }) == Set([first, second].map { "\(Outbox.Action.refuse($0, "no"))" }))
        #expect(outbox.count == 1)
        let third = message()
        expectEqual(outbox.sent(third, to: .intent, life: 10 * self.second, now: 1), [.refuse(third, "no")])
        expectEqual(outbox.refused(MessageID(), because: "no"), [])
        outbox.forgetRefusals()
        expectEqual(outbox.sent(third, to: .intent, life: 10 * self.second, now: 2), [])
        #expect(outbox.count == 2)
    }

    @Test(
        "in a full outbox, held messages make room before waiting ones, and those that expire first before others"
    )
    func flood() {
        var generator = SplitMix(seed: 3)
        var outbox = Outbox(capacity: 64)
        var (waiting, held): ([MessageID: Int64], [MessageID: Int64]) = ([:], [:])
        var turns: [MessageID: TurnID] = [:]
        for number in 0..<20_000 {
            let now = Int64(number)
            let message = ofTurn(TurnID())
            turns[message.header.id] = message.header.turn
            let life = Int64.random(in: 1_000_000...2_000_000, using: &generator)
            let actions = outbox.sent(message, to: .intent, life: life, now: now, whenReceiverIsLost: .sendAgain)
            if waiting.count + held.count == 64 {
                if let first = held.min(by: { $0.value < $1.value }) {
                    held[first.key] = nil
                    #expect(actions == [])
                } else if let first = waiting.min(by: { $0.value < $1.value }) {
                    waiting[first.key] = nil
                    #expect(actions.count == 1 && "\(actions)".contains("\(first.key)"))
                }
            }
            waiting[message.header.id] = now + life
            if Int.random(in: 0..<4, using: &generator) == 0,
                let id = waiting.keys.sorted().randomElement(using: &generator)
            {
                waiting[id] = nil
                if Bool.random(using: &generator) {
                    outbox.answered([id])
                } else {
                    held[id] = now + Outbox.heldLife
                    let taker = Source(role: .intent, instance: "one")!
                    outbox.answered(
                        by: Header(
                            kind: SpeechIntent.kind, session: .default, turn: turns[id], source: taker, run: 1,
                            sequence: 0, causes: [id]),
                        now: now)
                }
            }
            #expect(outbox.count == waiting.count)
        }
    }

    @Test(
        "after a command has begun its transcript is not sent again, and answers after the turn's end are not kept")
    func lateAnswers() {
        var outbox = Outbox()
        let turn = TurnID()
        func answer(_ kind: Kind, to message: RawMessage?) -> Header {
            Header(
                kind: kind, session: .default, turn: turn, source: Source(role: .intent, instance: "a")!, run: 1,
                sequence: 0, causes: message.map { [$0.header.id] } ?? [])
        }
        func transcript() -> RawMessage {
            RawMessage(
                header: Header(
                    kind: SpeechTranscript.kind, session: .default, turn: turn,
                    source: Source(role: .transcribe, instance: "a")!, run: 1, sequence: 0), body: [])
        }
        let first = transcript()
        _ = outbox.sent(first, to: .intent, life: 10 * second, now: 0, whenReceiverIsLost: .sendAgain)
        outbox.answered(by: answer(SpeechIntent.kind, to: first), now: 1)
        outbox.answered(by: answer(CommandInvoked.kind, to: nil), now: 2)
        expectEqual(outbox.nextDue == nil, true)
        outbox.answered(by: answer(TurnEnded.kind, to: nil), now: 3)
        let late = transcript()
        _ = outbox.sent(late, to: .intent, life: 10 * second, now: 4, whenReceiverIsLost: .sendAgain)
        outbox.answered(by: answer(Receipt.kind, to: late), now: 5)
        expectEqual(outbox.nextDue == nil, true)
    }
}
