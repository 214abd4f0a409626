import Foundation
import Logging
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusStage
import SaybusTesting

/// `saybus-bench conversation`: measures the time from a transcript to the app's answer over the bus, with
/// few and many recognizers.
///
/// The path is: transcript, broker, intent stage, broker, conversation, broker, audio sequence. The
/// conversation runs in this process; broker and intent stage are separate programs. The client reports each
/// answer as played, as an audio stage would.
public struct ConversationBenchmark {
    private let turns: Int

    /// Creates a benchmark.
    /// - Parameter turns: The number of timed turns for each number of recognizers.
    public init(turns: Int = 300) { self.turns = turns }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        var figures: [Figure] = []
        for count in [1, 100, 1000] {
            ProgressLine.current?.update(figures.count / 2, of: 3, "\(count) recognizers")
            let times = Percentiles(try await measure(recognizers: count))
            let name = "transcript to answer, \(count) recognizer\(count == 1 ? "" : "s")"
            figures.append(Figure("\(name), p50", times(0.5), "µs"))
            figures.append(Figure("\(name), p99", times(0.99), "µs"))
        }
        return figures
    }

    private func measure(recognizers count: Int) async throws -> [Double] {
        let folder = try TemporaryFolder()
        let address = try BusAddress("ipc://\(folder.path)/bus")
        let broker = try BenchmarkProgram("saybus-broker", ["--bus", address.url], in: folder)
        let intent = try BenchmarkProgram("saybus-intent", ["--bus", address.url], in: folder)
        defer { withExtendedLifetime((broker, intent)) {} }
        let logger = Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() })
        let client = try Bus(at: address, as: Source(role: Role("client"), instance: "bench")!, logger: logger)
        let answers = client.subscribe(AudioSequence.self)
        let intents = client.subscribe(StageStatus.self)
        try await client.ready()
        for try await status in intents where status.body.role == .intent && status.body.state == .ready { break }
        let app = try Bus(
            at: address, as: Source(role: .dispatch, instance: "bench")!, tracking: ConversationManager.tracking,
            logger: logger)
        let manager = await Self.manager(recognizers: count)
        let running = Task { try await manager.run(on: app, logger: logger) }
        var iterator = answers.makeAsyncIterator()
        var times: [Double] = []
        for turn in -20..<turns {
            let began = ContinuousClock.now
            try client.publish(
                SpeechTranscript(text: Self.phrase(abs(turn) * 7 % count), engine: "text"), turn: TurnID())
            guard let answer = try await iterator.next() else { break }
            let took = ContinuousClock.now - began
            try client.publish(AudioPlayback(sequence: answer.header.id, state: .finished), answering: answer.header)
            // The first turns are a warm-up: the process is cold, and the catalog may not have arrived.
            if turn >= 0 { times.append(took / .microseconds(1)) }
            try await Task.sleep(for: BusBenchmark.pause)
        }
        running.cancel()
        _ = await running.result
        await app.close()
        await client.close()
        return times
    }

    @ConversationActor
    private static func manager(recognizers count: Int) -> ConversationManager {
        let manager = ConversationManager(name: "bench")
        let catalog = CommandRecognizerCatalog()
        for index in 0..<count {
            let recognizer = CustomCommandRecognizer(
                customType: "Command\(index)", responseBuilder: { .feedback("Done.") })
            recognizer.addTextMatcher(PatternCommandMatcher(pattern: phrase(index)))
            catalog.addCommandRecognizer(recognizer)
        }
        manager.commandRegistry = catalog
        return manager
    }

    /// Returns a distinct phrase for each number. Phrases share prefixes, as real commands do.
    private static func phrase(_ index: Int) -> String {
        let (verbs, things, places) = (
            ["turn on", "turn off", "open", "close", "start", "stop", "show", "hide", "call", "find"],
            ["lamp", "door", "radio", "oven", "fan", "heater", "window", "blind", "kettle", "clock"],
            ["kitchen", "bedroom", "hall", "cellar", "attic", "garden", "garage", "office", "bathroom", "balcony"]
        )
        return "\(verbs[index % 10]) the \(things[index / 10 % 10]) in the \(places[index / 100 % 10])"
    }
}
