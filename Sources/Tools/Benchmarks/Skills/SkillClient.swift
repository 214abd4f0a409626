import SaybusBus
import SaybusMessages
import SaybusSupport

/// The user of many conversations with skills: publishes intents, and plays the answers at once.
final class SkillClient: Sendable {
    /// Time for an answer. It is more than a skill may take, and less than an intent lives.
    private static let limit = Duration.seconds(25)

    private struct State {
        var apps: Set<String> = []
        /// The time of the newest answer of each session, and how many there were.
        var answers: [Session: (count: Int, at: ContinuousClock.Instant)] = [:]
    }

    private let bus: Bus
    private let state = Watched(State())
    private let receiving: [Task<Void, Never>]

    /// Creates a client whose subscriptions are in force.
    init(_ temporaryBus: TemporaryBus) async throws {
        let bus = try temporaryBus.connect("client", tracking: [SpeechIntent.self])
        let (answers, catalogs) = (bus.subscribe(AudioSequence.self), bus.subscribe(Catalog.self))
        try await bus.ready()
        self.bus = bus
        // Both end with the bus. Catalogs are read until then, since unread ones would pile up.
        receiving = [
            Task { [state] in await Self.play(answers, on: bus, state) },
            Task { [state] in await Self.collect(catalogs, state) },
        ]
    }

    private static func play(_ answers: Subscription<AudioSequence>, on bus: Bus, _ state: Watched<State>) async {
        do {
            for try await answer in answers {
                let now = ContinuousClock.now
                try bus.publish(
                    AudioPlayback(sequence: answer.header.id, state: .finished), answering: answer.header)
                state.change { state in
                    let count = (state.answers[answer.header.session]?.count ?? 0) + 1
                    state.answers[answer.header.session] = (count, now)
                }
            }
        } catch {
            // The bus is lost: the next question is not answered, and says so.
        }
    }

    private static func collect(_ catalogs: Subscription<Catalog>, _ state: Watched<State>) async {
        do {
            for try await catalog in catalogs where !catalog.body.commands.isEmpty {
                state.change { _ = $0.apps.insert(catalog.body.app) }
            }
        } catch {
            // As above.
        }
    }

    /// Waits until a number of apps has published catalogs.
    func waitForCatalogs(_ count: Int) async throws {
        guard await state.wait(within: Self.limit, until: { $0.apps.count >= count }) else {
            throw BenchmarkError(.stage, "\(state.value.apps.count) of \(count) skills are on the bus: run it again")
        }
    }

    /// Publishes an utterance, and returns the time until its answer, in microseconds.
    func ask(_ number: Int, _ text: String, _ type: String, of app: String) async throws -> Double {
        let session = Session(rawValue: "room-\(number)") ?? .default
        let before = state.value.answers[session]?.count ?? 0
        let intent = SpeechIntent(
            text: text, hypotheses: [.init(app: app, type: type, confidence: 1)], engine: "bench")
        let began = ContinuousClock.now
        try bus.publish(
            intent, session: session, turn: TurnID(), deadline: WallClock.microseconds() + 30_000_000)
        guard await state.wait(within: Self.limit, until: { ($0.answers[session]?.count ?? 0) > before }),
            let answer = state.value.answers[session]
        else { throw BenchmarkError(.stage, "\(app) did not answer \"\(text)\" in \(session) within 25 s") }
        return (answer.at - began) / .microseconds(1)
    }

    /// Closes the connection.
    func close() async {
        await bus.close()
        for task in receiving { await task.value }
    }
}
