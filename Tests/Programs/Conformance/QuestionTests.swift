import SaybusMessages
import Testing

@testable import SaybusConformance

@Suite("Messages that belong to the answer to a question")
struct QuestionTests {
    private let turn = TurnID()
    private let asker = Source(role: Role("conform"), instance: "kit")!
    private let stage = Source(role: .dispatch, instance: "kitchen")!

    private func message(
        _ kind: Kind, id: MessageID = MessageID(), from source: Source, turn: TurnID?, causes: [MessageID] = []
    ) -> RawMessage {
        let header = Header(
            id: id, kind: kind, session: .default, turn: turn, source: source, run: 1, sequence: 0, causes: causes)
        return RawMessage(header: header, body: [])
    }

    @Test(
        "messages that name the question or its turn belong to the answer; a copy of the question does not"
    )
    func belonging() {
        let asked = message(SpeechIntent.kind, from: asker, turn: turn)
        let question = Question(messages: [asked], turn: turn, session: .default)
        #expect(question.concerns(message(TurnEnded.kind, from: stage, turn: turn)))
        #expect(question.concerns(message(Receipt.kind, from: stage, turn: nil, causes: [asked.header.id])))
        #expect(!question.concerns(message(TurnEnded.kind, from: stage, turn: TurnID())))
        #expect(!question.concerns(message(SpeechIntent.kind, id: asked.header.id, from: stage, turn: turn)))
    }
}
