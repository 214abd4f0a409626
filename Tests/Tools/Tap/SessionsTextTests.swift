import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("The lines of recorded turns")
struct SessionsTextTests {
    @Test("a long transcript and long parameters are shortened in the line, and are whole in the JSON")
    func long() throws {
        let words = String(repeating: "word ", count: 10_000)
        let turn = TurnID()
        let parameters = ["note": Parameter(value: .text(words), words: words, type: "Text")]
        let bodies: [any BusMessage] = [
            SpeechTranscript(text: words, engine: "one"),
            CommandInvoked(app: "notes", type: "Add", parameters: parameters, confidence: 1, text: words),
        ]
        var record: RecordedTurn?
        for body in bodies {
            let stored = StoredMessage(
                recording: 1, received: 0, fate: .delivered, message: try message(body, turn), withAudio: true)
            if record == nil { record = RecordedTurn(stored, turn: turn) }
            record?.add(stored)
        }
        let recorded = try #require(record)
        let line = SessionsText.line(recorded)
        #expect(line.count < 2 * SessionsText.maximumTextLength + 100, "\(line.count)")
        #expect(line.contains("\"word word") && line.contains("…\" → notes: Add(note=word"), "\(line)")
        #expect(SessionsText.json(recorded)["transcript"] == .string(words))
    }

    private func message(_ body: some BusMessage, _ turn: TurnID) throws -> RawMessage {
        try Make.message(body, turn: turn, at: Make.at)
    }
}
