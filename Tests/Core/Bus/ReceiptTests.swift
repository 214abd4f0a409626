import SaybusExpectations
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusBus

@Suite("Receipts", .timeLimit(.minutes(1)))
struct ReceiptTests {
    private static let tracked = MessageCatalog.all.filter { $0.delivery != nil }.map { $0.kind }
    private let second: Int64 = 1_000_000
    private let tap = Source(role: .tap, instance: "one")!

    private func message(_ kind: Kind, from publisher: Source) -> RawMessage {
        RawMessage(
            header: Header(kind: kind, session: .default, turn: TurnID(), source: publisher, run: 1, sequence: 0),
            body: [])
    }

    private func receipt(for message: RawMessage, from source: Source) -> Header {
        Header(
            kind: Receipt.kind, session: .default, turn: message.header.turn, source: source, run: 1, sequence: 0,
            causes: [message.header.id])
    }

    @Test(
        "a receipt counts from the answering role, a gateway that stands in for it, and the publisher itself",
        arguments: tracked)
    func programs(kind: Kind) throws {
        let delivery = try #require(MessageCatalog.type(of: kind)?.delivery)
        let publisher = Source(role: Role("sender"), instance: "one")!
        let sources: [(Source, Bool)] = [
            (tap, false), (Source(role: Role("sender"), instance: "two")!, false),
            (Source(role: .wyoming, instance: "one")!, kind == ListenRequest.kind),
            (Source(role: .mqtt, instance: "one")!, [CommandInvoked.kind, MQTTPublish.kind].contains(kind)),
            (Source(role: delivery.role, instance: "one")!, true), (Source(role: .link, instance: "one")!, true),
            (publisher, true),
        ]
        for (source, counts) in sources {
            var outbox = Outbox()
            let sent = message(kind, from: publisher)
            _ = outbox.sent(
                sent, to: delivery.role, life: 10 * second, now: 0, whenReceiverIsLost: delivery.whenReceiverIsLost)
            outbox.answered(by: receipt(for: sent, from: source), now: 0)
            let actions = outbox.tick(now: second)
            let expected: [Outbox.Action] = counts ? [] : [.sendAgain(sent)]
            #expect(actions == expected, "\(source)")
        }
    }

    @Test("the refusal of a program that does not answer the kind, or in another session, leaves a message waiting")
    func strangersRefusal() {
        let intent = Source(role: .intent, instance: "one")!
        let sent = message(SpeechTranscript.kind, from: Source(role: .transcribe, instance: "one")!)
        var outbox = Outbox()
        _ = outbox.sent(sent, to: .intent, life: 10 * second, now: 0, whenReceiverIsLost: .sendAgain)
        var elsewhere = receipt(for: sent, from: intent)
        elsewhere.session = Session(rawValue: "hall")!
        expectEqual(outbox.refused(by: receipt(for: sent, from: tap)), false)
        expectEqual(outbox.refused(by: elsewhere), false)
        expectEqual(outbox.tick(now: second), [.sendAgain(sent)])
        expectEqual(outbox.refused(by: receipt(for: sent, from: intent)), true)
        expectEqual(outbox.nextDue == nil, true)
    }

    @Test("a publisher shows the refusal of a program that may refuse, and no other one")
    func shown() async throws {
        let test = try TestBus()
        let publisher = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        let receipts = publisher.subscribe(Receipt.self)
        let (stranger, receiver) = (try test.connect(.tap), try test.connect(.intent))
        for bus in [publisher, stranger, receiver] { try await bus.ready() }
        let header = try publisher.publish(SpeechTranscript(text: "hello", engine: "text"), turn: TurnID())
        try stranger.publish(Receipt(of: SpeechTranscript.kind, problem: "no"), answering: header)
        #expect(await receipts.first()?.header.source == stranger.source)
        #expect(publisher.unanswered == 1 && publisher.refusal == nil)
        try receiver.publish(Receipt(of: SpeechTranscript.kind, problem: "no"), answering: header)
        #expect(await receipts.first()?.header.source == receiver.source)
        #expect(publisher.unanswered == 0 && publisher.refusal == "no")
    }
}
