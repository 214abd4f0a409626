import Foundation
import Logging
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

/// A conversation on its own bus, with the real intent stage and a client that publishes transcripts.
final class Harness: Sendable {
    let manager: ConversationManager
    private let stages: AppBus
    private let listener: ListenerDouble?
    private let bus: Bus
    private let running: Task<Void, any Error>

    var test: TestBus { stages.test }
    var client: Bus { stages.client }
    var recorder: Recorder { stages.recorder }
    var audio: AudioDouble { stages.audio }

    /// A folder of this process for what conversations keep, apart from what the user's apps keep.
    static let state: Void = {
        setenv("SAYBUS_STATE", NSTemporaryDirectory() + "saybus-state-\(getpid())", 1)
    }()

    init(
        listener: Bool = false, logger: Logger = TestBus.quiet,
        _ setUp: @ConversationActor @Sendable (ConversationManager) -> Void
    ) async throws {
        Self.state
        stages = try await AppBus()
        // The listener connects before the manager, which then gets the listener's retained status from the
        // broker.
        self.listener = listener ? try await ListenerDouble(stages.test) : nil
        bus = try stages.test.connect(.dispatch, instance: "app", tracking: ConversationManager.tracking)
        let manager = await ConversationManager(name: "app")
        self.manager = manager
        await setUp(manager)
        running = Task { [bus] in try await manager.run(on: bus, logger: logger) }
        _ = try #require(await recorder.first(Catalog.self) { $0.header.source.role == .dispatch })
    }

    deinit { running.cancel() }

    /// Ends the conversation and waits until it has stopped.
    func stop() async throws {
        running.cancel()
        _ = await running.result
        await bus.close()
    }

    /// Publishes a text and waits for the turn's end.
    func say(_ text: String, confidence: Double = 1) async throws -> TurnEnded {
        let turn = try send(text, confidence: confidence)
        return try #require(await stages.end(of: turn))
    }

    /// Publishes a text.
    func send(
        _ text: String, confidence: Double = 1, empty: SpeechTranscript.EmptyReason? = nil, problem: String? = nil
    ) throws -> TurnID {
        try stages.send(
            SpeechTranscript(
                text: text, confidence: empty == nil ? confidence : 0, engine: "text", empty: empty, problem: problem))
    }

    /// The texts of all sequences so far.
    var spoken: [String] { recorder.bodies(AudioSequence.self).map(\.spokenText).filter { !$0.isEmpty } }

    /// The states of all requests so far.
    var states: [VoiceRequestStatus.State] { recorder.bodies(VoiceRequestStatus.self).map(\.state) }

    /// Waits for the `count`-th status with this state.
    func state(_ state: VoiceRequestStatus.State, count: Int = 1) async -> Message<VoiceRequestStatus>? {
        let seen = Mutex(0)
        return await recorder.first(VoiceRequestStatus.self) { message in
            guard message.body.state == state else { return false }
            return seen.withLock { seen in
                seen += 1
                return seen >= count
            }
        }
    }
}

/// A log of the handlers' calls.
@ConversationActor
final class Log {
    private(set) var lines: [String] = []
    nonisolated init() {}
    func add(_ line: String) { lines.append(line) }
}

/// A log of a conversation's program, whose lines a test can wait for.
final class LogLines: TextOutputStream, Sendable {
    let lines = Watched<[String]>([])

    /// A logger that writes to it.
    var logger: Logger { Logger(label: "test", factory: { StreamLogHandler(label: $0, stream: self) }) }

    func write(_ text: String) { lines.change { $0.append(text) } }
}
