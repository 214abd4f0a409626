import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting

/// A site with an app and a loudspeaker, and sites with recognizers, linked over a NATS server of the test.
final class LinkedSites: Sendable {
    /// A site with its own broker.
    struct Site {
        let name: String
        let test: TestBus
        let link: ProgramUnderTest
        var programs: [ProgramUnderTest]
    }

    /// An app that switches lights.
    static let app = """
        app: lights
        commands:
          On:
            patterns: ["lights on", "(turn|switch) on the lights"]
            do:
              - speak: "The lights are on."
        """

    let folder: TemporaryFolder
    let appFile: String

    init() throws {
        folder = try TemporaryFolder()
        appFile = try folder.write("lights.yaml", Self.app)
    }

    /// Starts a site whose turns recognizers elsewhere take.
    func home(
        _ name: String, _ address: String, _ options: [String] = ["--use", "intent"], test: TestBus? = nil
    ) async throws -> Site {
        let test = try test ?? TestBus()
        let state = ["SAYBUS_STATE": folder.path(name)]
        let dispatch = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--app", appFile], environment: state)
        try await dispatch.ready()
        let link = try ProgramUnderTest(
            "saybus-link", ["--bus", test.address.url, "--nats", address, "--site", name] + options)
        try await link.ready()
        return Site(name: name, test: test, link: link, programs: [dispatch])
    }

    /// Starts a site whose recognizers take the turns of others.
    func centre(
        _ name: String, _ address: String, _ stages: [String] = ["saybus-intent"],
        _ options: [String] = ["--serve", "intent"]
    ) async throws -> Site {
        let test = try TestBus()
        var programs: [ProgramUnderTest] = []
        for stage in stages {
            let program = try ProgramUnderTest(stage, ["--bus", test.address.url])
            try await program.ready()
            programs.append(program)
        }
        let link = try ProgramUnderTest(
            "saybus-link", ["--bus", test.address.url, "--nats", address, "--site", name, "--memory"] + options)
        try await link.ready()
        return Site(name: name, test: test, link: link, programs: programs)
    }
}

/// A text client of a site, which says sentences and waits for the ends of their turns.
final class Speaker: Sendable {
    let bus: Bus
    let recorder: Recorder
    private let audio: AudioDouble

    init(_ test: TestBus) async throws {
        bus = try test.connect(.ask, tracking: [SpeechTranscript.self])
        recorder = Recorder(bus.subscribeToAll())
        try await bus.ready()
        audio = try await AudioDouble(test)
    }

    /// Waits until a role is ready.
    func wait(for role: Role, _ state: StageStatus.State = .ready) async -> Message<StageStatus>? {
        await recorder.first(StageStatus.self) { $0.body.role == role && $0.body.state == state }
    }

    /// Says a sentence.
    func say(_ text: String, in session: Session = .default, within time: Duration = .seconds(10)) throws -> Header {
        try bus.publish(
            SpeechTranscript(text: text, confidence: 1, engine: "text"), session: session, turn: TurnID(),
            deadline: bus.now + time.microsecondCount)
    }

    /// Waits for the end of a turn.
    func end(of header: Header) async -> Message<TurnEnded>? {
        await recorder.first(TurnEnded.self) { $0.header.turn == header.turn }
    }
}

extension Duration {
    var microsecondCount: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
