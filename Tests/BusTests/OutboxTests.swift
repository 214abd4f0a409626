import Messages
import Testing

@testable import Bus

@Suite("The outbox")
struct OutboxTests {
    private let second: Int64 = 1_000_000
    private func message() -> RawMessage { RawMessage(header: header(), body: [1]) }

    @Test("an unanswered message is sent again after one, two, four seconds, and expires at its time")
    func retries() {
        var outbox = Outbox()
        let message = message()
        expectEqual(outbox.sent(message, to: "intent", life: 10 * second, now: 0).isEmpty, true)
        var sent: [Int64] = []
        var expired: [Int64] = []
        while let due = outbox.nextDue {
            for action in outbox.tick(now: due) {
                switch action {
                case .sendAgain(let again):
                    #expect(again == message)
                    sent.append(due / second)
                case .expire: expired.append(due / second)
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
        _ = outbox.sent(message, to: "intent", life: 10 * second, now: 0)
        outbox.answered([MessageID(), message.header.id])
        #expect(outbox.nextDue == nil)
        expectEqual(outbox.tick(now: 100 * second).isEmpty, true)
        expectEqual(outbox.arrived(Presence.Arrival(role: "intent"), now: 1).isEmpty, true)
    }

    @Test("who arrives gets what waits for its role, oldest first, and nothing else")
    func arrival() {
        var outbox = Outbox()
        let messages = (0..<5).map { _ in message() }
        for (index, message) in messages.enumerated() {
            _ = outbox.sent(message, to: index == 4 ? "audio" : "intent", life: 10 * second, now: 0)
        }
        let actions = outbox.arrived(Presence.Arrival(role: "intent"), now: second / 2)
        #expect(Set(actions.map { "\($0)" }) == Set(messages.prefix(4).map { "\(Outbox.Action.sendAgain($0))" }))
        #expect(outbox.nextDue == second)
    }

    @Test("a full outbox gives up the one that expires first, aloud")
    func bounded() {
        var outbox = Outbox(capacity: 2)
        let (short, long, third) = (message(), message(), message())
        _ = outbox.sent(long, to: "intent", life: 9 * second, now: 0)
        _ = outbox.sent(short, to: "intent", life: 5 * second, now: 0)
        expectEqual(outbox.sent(third, to: "intent", life: 9 * second, now: 0), [.expire(short)])
        #expect(outbox.count == 2)
    }

    @Test("whatever happens, each message ends once: answered or expired")
    func everyMessageEnds() {
        var generator = SystemRandomNumberGenerator()
        var outbox = Outbox(capacity: 20)
        var open: Set<MessageID> = []
        var ended = 0
        var now: Int64 = 0
        func take(_ actions: [Outbox.Action]) {
            for case .expire(let message) in actions {
                #expect(open.remove(message.header.id) != nil)
                ended += 1
            }
        }
        for _ in 0..<5000 {
            now += Int64.random(in: 0...second, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                let message = message()
                open.insert(message.header.id)
                take(outbox.sent(message, to: "intent", life: Int64.random(in: 0...20 * second), now: now))
            case 2:
                if let id = open.randomElement() {
                    outbox.answered([id])
                    open.remove(id)
                    ended += 1
                }
            case 3: take(outbox.tick(now: now))
            default: take(outbox.arrived(Presence.Arrival(role: "intent"), now: now))
            }
            #expect(outbox.count == open.count)
        }
        take(outbox.tick(now: now + 100 * second))
        #expect(open.isEmpty && ended > 0)
    }
}
