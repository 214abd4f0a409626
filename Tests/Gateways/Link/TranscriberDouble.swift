import SaybusBus
import SaybusMessages
import SaybusTesting

/// A transcriber that hears the same sentence in each turn.
final class TranscriberDouble: Sendable {
    let bus: Bus
    let recorder: Recorder
    private let work: Task<Void, any Error>

    init(_ test: TestBus, _ text: String, instance: String = "double", state: StageStatus.State = .ready) async throws {
        let bus = try test.connect(.transcribe, instance: instance, tracking: [SpeechTranscript.self])
        let ends = bus.subscribe(SpeechEnded.self)
        recorder = Recorder(bus.subscribe(to: [AudioInput.self]))
        try await bus.ready()
        let status = StageStatus(role: .transcribe, instance: instance, state: state, pid: 1, uptimeMs: 1)
        try bus.publish(status)
        work = Task {
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // Heartbeats; nothing waits for them.
                    while true {
                        try await Task.sleep(for: .seconds(1))
                        try bus.publish(status)
                    }
                }
                group.addTask {
                    for try await end in ends {
                        let partial = SpeechPartial(text: String(text.prefix { $0 != " " }), revision: 0)
                        try bus.publish(partial, answering: end.header)
                        let words = SpeechTranscript(text: text, confidence: 1, engine: "double")
                        try bus.publish(words, answering: end.header)
                    }
                }
            }
        }
        self.bus = bus
    }

    deinit { work.cancel() }
}

extension Speaker {
    /// Publishes a spoken turn.
    func speak(_ turn: TurnID, chunks: Int) throws {
        try bus.publish(SpeechStarted(positionMs: 0), turn: turn)
        for index in 0..<chunks {
            let samples = [UInt8](repeating: UInt8(index), count: 640)
            try bus.publish(
                AudioInput(index: index, isLast: index == chunks - 1, samples: samples), turn: turn)
        }
        try bus.publish(SpeechEnded(durationMs: 20 * chunks, reason: .silence, chunks: chunks), turn: turn)
    }
}
