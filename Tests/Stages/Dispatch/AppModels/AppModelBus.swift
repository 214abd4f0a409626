import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

/// An app of one of the models with its dispatcher as a process, the real intent stage, a double of the audio stage,
/// and a client that publishes transcripts and counts the ends of turns.
final class AppModelBus: Sendable {
    /// The ends of all turns, and the order in which they came.
    struct Ends: Sendable {
        var all: [TurnID: [TurnEnded]] = [:]
        var order: [TurnID] = []
    }

    let model: AppModel
    let test: TestBus
    let client: Bus
    let recorder: Recorder
    /// The audio stage; nil for none.
    let audio: AudioDouble?
    let files: AppModelFiles
    let gate: Gate
    private let ends = Watched(Ends())
    private let sent = Mutex<[TurnID]>([])
    private let counting: Task<Void, any Error>
    private let intent: ProgramUnderTest
    private let remote: RemoteModelApp?
    private let running: Mutex<ProgramUnderTest>

    init(_ model: AppModel, hasAudio: Bool = true) async throws {
        self.model = model
        files = try AppModelFiles()
        gate = Gate(files.gate)
        test = try TestBus()
        client = try test.connect(Role("client"), tracking: [SpeechTranscript.self])
        recorder = Recorder(client.subscribeToAll())
        let published = client.subscribe(TurnEnded.self)
        try await client.ready()
        counting = Task { [ends] in
            for try await end in published {
                guard let turn = end.header.turn else { continue }
                ends.change { ends in
                    ends.all[turn, default: []].append(end.body)
                    ends.order.append(turn)
                }
            }
        }
        audio = hasAudio ? try await AudioDouble(test) : nil
        intent = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--instance", "i"])
        try await intent.ready()
        remote = model == .remote ? try await RemoteModelApp(test, marks: files.marks, gate: gate) : nil
        let dispatcher = try model.startDispatcher(in: files, bus: test.address.url)
        running = Mutex(dispatcher)
        try await dispatcher.ready()
        for app in Set([AppModel.app, model.dispatcherApp]) { try await waitForCatalog(of: app) }
    }

    deinit { counting.cancel() }

    /// Waits until the intent stage has the catalog of an app.
    func waitForCatalog(of app: String) async throws {
        _ = try #require(
            await recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("\(app)@") == true
            })
    }

    /// Starts another dispatcher, whose app answers the words "greet" and its name with its name.
    func neighbour(_ name: String) async throws -> ProgramUnderTest {
        let file = try files.write(yaml: AppModelFiles.neighbour(name, says: "greet \(name)"), as: "\(name).yaml")
        let other = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--instance", name, "--app", file])
        try await other.ready()
        try await waitForCatalog(of: name)
        return other
    }

    // MARK: The dispatcher

    /// The dispatcher's process.
    var dispatcher: ProgramUnderTest { running.withLock(\.self) }

    /// Kills the dispatcher.
    func killDispatcher() async throws {
        dispatcher.send(SIGKILL)
        try await dispatcher.exitCode()
    }

    /// Starts a successor of a dispatcher that has ended.
    func startSuccessor() async throws {
        let successor = try model.startDispatcher(in: files, bus: test.address.url)
        running.withLock { $0 = successor }
        try await successor.ready()
    }

    // MARK: Turns

    /// Publishes words in a session.
    /// - Parameters:
    ///   - confidence: The confidence of the recognizer; 1 for typed words.
    ///   - turn: The turn of the words.
    func send(
        _ words: String, in session: Session = .default, confidence: Double = 1, turn: TurnID = TurnID()
    ) throws -> TurnID {
        sent.withLock { $0.append(turn) }
        try client.publish(
            SpeechTranscript(text: words, confidence: confidence, engine: confidence < 1 ? "test" : "text"),
            session: session, turn: turn)
        return turn
    }

    /// Publishes the words for a command of the app.
    func send(command: String, in session: Session = .default) throws -> TurnID {
        try send(model.phrase(command), in: session)
    }

    /// Waits for the end of a turn.
    func end(of turn: TurnID, line: Int = #line) async throws -> TurnEnded {
        let found = try await ends.require("the end of a turn (\(model))", within: .seconds(40), line: line) {
            $0.all[turn] != nil
        }
        return try #require(found.all[turn]?.first)
    }

    /// Gives a command and waits for the end of the turn.
    @discardableResult
    func give(_ command: String, in session: Session = .default, line: Int = #line) async throws -> TurnEnded {
        try await end(of: try send(command: command, in: session), line: line)
    }

    /// Publishes words and waits for the end of the turn.
    func say(
        _ words: String, in session: Session = .default, confidence: Double = 1, line: Int = #line
    ) async throws -> TurnEnded {
        try await end(of: try send(words, in: session, confidence: confidence), line: line)
    }

    /// Gives the command "work" and waits until it stands at the gate.
    func work(in session: Session = .default) async throws -> (turn: TurnID, hold: Gate.Hold) {
        let turn = try send(command: "work", in: session)
        return (turn, try await gate.reached())
    }

    /// Whether a turn has ended.
    func hasEnded(_ turn: TurnID) -> Bool { ends.value.all[turn] != nil }

    /// The turns in the order of their ends.
    var order: [TurnID] { ends.value.order }

    /// Waits until the audio stage has the answer of a turn.
    func waitUntilQueued(_ turn: TurnID) async throws -> Message<AudioSequence> {
        let reported = try #require(
            await recorder.first(AudioPlayback.self) { $0.header.turn == turn && $0.body.state == .queued })
        return try #require(await recorder.first(AudioSequence.self) { $0.header.id == reported.body.sequence })
    }

    /// Expects that the app still answers, and that each turn has ended once.
    func expectEachTurnEndedOnce(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        // A further turn: whatever would end an earlier turn again has been published before its end.
        let turn = try send(command: "ping", in: Session(rawValue: "last")!)
        let last = try await end(of: turn)
        #expect(last.outcome == .handled && last.spoken == "Pong.", sourceLocation: sourceLocation)
        // The recorder has a queue of its own.
        _ = try #require(await recorder.first(TurnEnded.self) { $0.header.turn == turn })
        let all = ends.value.all
        for turn in sent.withLock(\.self) {
            #expect(all[turn]?.count == 1, "\(model): \(all[turn] ?? [])", sourceLocation: sourceLocation)
        }
    }
}
