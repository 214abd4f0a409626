import SaybusBus
import SaybusMessages

/// A bus with all that an app needs to be spoken to by text: the intent stage as a program, a double of the audio
/// stage, and a client that publishes transcripts and records all messages.
package struct AppBus: Sendable {
    /// The bus with its broker.
    package let test: TestBus
    /// The client's connection, of the role `client`.
    package let client: Bus
    /// A record of all messages.
    package let recorder: Recorder
    /// The double of the audio stage.
    package let audio: AudioDouble
    private let intent: ProgramUnderTest

    /// Starts the stages, and waits until they are ready.
    /// - Parameter tracking: The tracked kinds that the client publishes.
    package init(tracking: [any BusMessage.Type] = []) async throws {
        test = try TestBus()
        client = try test.connect(Role("client"), tracking: tracking)
        recorder = Recorder(client.subscribeToAll())
        try await client.ready()
        audio = try await AudioDouble(test)
        intent = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--instance", "i"])
        try await intent.ready()
    }

    /// Publishes a transcript as that of a new turn.
    package func send(_ transcript: SpeechTranscript, in session: Session = .default) throws -> TurnID {
        let turn = TurnID()
        try client.publish(transcript, session: session, turn: turn)
        return turn
    }

    /// Waits for the end of a turn.
    /// - Returns: Nil when the recorder has waited in vain.
    package func end(of turn: TurnID) async -> TurnEnded? {
        await recorder.first(TurnEnded.self) { $0.header.turn == turn }?.body
    }
}
