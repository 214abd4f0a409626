import SaybusAudioOutput
import SaybusSound

/// Runs a player for a test, and ends it.
func withPlayer<Result: Sendable>(
    _ sink: any AudioSink, synthesizer: any Synthesizer = EspeakSynthesizer(),
    options: SequencePlayer.Options = .init(),
    _ body: @Sendable (SequencePlayer, ReportLog) async throws -> Result
) async throws -> Result {
    let log = ReportLog()
    let player = SequencePlayer(sink: sink, synthesizer: synthesizer, options: options) { report, _ in
        log.add(report)
    }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await player.run() }
        defer { group.cancelAll() }
        return try await body(player, log)
    }
}
