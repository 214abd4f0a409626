import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusBus

@Suite("The shared state of a bus")
struct BusStateTests {
    private let source = Source(role: .intent, instance: "a")!

    private func message(
        _ kind: Kind, causes: [MessageID] = [], deadline: Int64? = nil, sequence: Int = 0
    ) -> RawMessage {
        let header = Header(
            kind: kind, session: .default, source: source, run: 1, sequence: sequence, causes: causes,
            deadline: deadline)
        return RawMessage(header: header, body: [])
    }

    private func subscription(_ kind: Kind?) -> SubscriptionTable.Entry {
        SubscriptionTable.Entry(
            filters: kind.flatMap { MessageCatalog.type(of: $0) }.map { [SubscriptionFilter($0)] },
            backlog: Backlog(), yield: { _ in true }, finish: {})
    }

    /// A state with a message in its outbox and a task that waits for the answer.
    private func waiting() -> (state: BusState, question: RawMessage) {
        var state = BusState()
        let question = message(SpeechTranscript.kind)
        _ = state.outbox.sent(question, to: .intent, life: 1_000_000, now: 0)
        let isWaiting = state.addSettledWaiter(AsyncStream.makeStream(of: Void.self).continuation)
        #expect(isWaiting)
        return (state, question)
    }

    @Test("the last answer resumes the waiting tasks exactly once")
    func answered() {
        var (state, question) = waiting()
        let unrelated = state.receive(message(SpeechIntent.kind, causes: [MessageID()]), wall: 0, steady: 0)
        #expect(unrelated.settled.isEmpty && state.outbox.count == 1)
        let answer = state.receive(
            message(SpeechIntent.kind, causes: [question.header.id], sequence: 1), wall: 0, steady: 0)
        #expect(answer.settled.count == 1 && state.outbox.count == 0)
        expectEqual(state.takeSettled().isEmpty, true)
    }

    @Test("refusals and shadow messages do not count as answers", arguments: [Refusal.kind, SpeechIntent.kind.shadow])
    func noAnswer(kind: Kind) {
        var (state, question) = waiting()
        let arrival = state.receive(message(kind, causes: [question.header.id]), wall: 0, steady: 0)
        #expect(arrival.verdict == .deliver && arrival.settled.isEmpty && state.outbox.count == 1)
    }

    @Test("an intent that was stale when the broker forwarded it is no answer, and one that is only read late is")
    func staleAnswer() {
        for (stamp, isAnswer) in [(4, true), (6, false)] as [(Int64, Bool)] {
            var (state, question) = waiting()
            var intent = message(SpeechIntent.kind, causes: [question.header.id], deadline: 5)
            intent.stamp = Stamp(offset: 0, epoch: 1, at: stamp)
            let arrival = state.receive(intent, wall: 7, steady: 7)
            #expect(arrival.verdict == .stale)
            #expect(state.outbox.count == (isAnswer ? 0 : 1))
        }
    }

    @Test("a command that has begun answers, however late its message is")
    func lateCommand() {
        var (state, question) = waiting()
        var command = message(CommandInvoked.kind, causes: [question.header.id], deadline: 5)
        command.stamp = Stamp(offset: 0, epoch: 1, at: 6)
        let arrival = state.receive(command, wall: 7, steady: 7)
        #expect(arrival.verdict == .stale && state.outbox.count == 0)
    }

    @Test("matching messages are delivered, stale ones only to subscriptions to everything, and repeated ones to none")
    func subscribers() {
        var state = BusState()
        for entry in [
            subscription(SpeechIntent.kind), subscription(Catalog.kind), subscription(nil),
        ] { _ = state.subscriptions.add(entry) }
        let intent = message(SpeechIntent.kind)
        let new = state.receive(intent, wall: 0, steady: 0)
        #expect(new.verdict == .deliver && new.subscribers.count == 2)
        let again = state.receive(intent, wall: 0, steady: 0)
        #expect(again.verdict == .repeated(isTracked: true) && again.subscribers.isEmpty)
        let late = state.receive(message(SpeechIntent.kind, deadline: 5, sequence: 1), wall: 6, steady: 6)
        #expect(late.verdict == .stale && late.staleCount == 1)
        #expect(late.subscribers.map(\.isForEverything) == [true])
    }

    @Test("malformed messages are counted by source and error, so that those of a new program are logged")
    func malformed() {
        var state = BusState()
        for expected in 1...20 {
            #expect(state.countMalformed(MessageError(.body, "no text", source: Source("listen/a"))) == expected)
        }
        #expect(state.countMalformed(MessageError(.body, "no text", source: Source("intent/b"))) == 1)
        #expect(state.countMalformed(MessageError(.frameCount, "one frame", source: Source("listen/a"))) == 1)
        #expect(state.tracker.counters.malformed == 22)
    }

    @Test("without tracked messages, or after the bus is closed, no task waits")
    func nothingToWaitFor() {
        let waiter = AsyncStream.makeStream(of: Void.self).continuation
        var idle = BusState()
        expectEqual(idle.addSettledWaiter(waiter), false)
        var (state, _) = waiting()
        let left = state.close()
        #expect(left.waiters.count == 1)
        expectEqual(state.addSettledWaiter(waiter), false)
        expectEqual(state.subscriptions.add(subscription(nil)), nil)
    }
}
