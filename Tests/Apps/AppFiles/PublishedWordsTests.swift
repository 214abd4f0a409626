import SaybusMessages
import SaybusTesting
import Testing

@Suite("Words that an app publishes", .timeLimit(.minutes(1)))
struct PublishedWordsTests {
    @Test("words that a command publishes are carried out in a turn of their own, and lead to no further ones")
    func ownTurn() async throws {
        let harness = try await AppHarness(
            """
            app: house
            commands:
              Night:
                patterns: [good night]
                do: [{publish: {kind: speech.transcript, body: {text: lights off, engine: app, confidence: 1}}}]
              Off: {patterns: [lights off], do: [{speak: Off.}]}
              Again:
                patterns: [once more]
                do: [{publish: {kind: speech.transcript, body: {text: once more, engine: app, confidence: 1}}}]
            """)
        let night = try harness.send("good night")
        let off = try #require(await harness.recorder.first(TurnEnded.self) { $0.body.command == "Off" })
        #expect(off.body.spoken == "Off." && off.header.turn != night)
        let first = try harness.send("once more")
        let second = try #require(await harness.recorder.first(TurnEnded.self) { $0.body.outcome == .failed })
        #expect(second.body.command == "Again" && second.header.turn != first)
        #expect(second.body.reason?.contains("would never end") == true, "\(second.body.reason ?? "")")
    }
}
