import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// A bus, and the arguments of the app for Home Assistant.
struct HomeSetting {
    let folder: TemporaryFolder
    let test: TestBus
    let tap: Bus
    let arguments: [String]

    init() throws {
        folder = try TemporaryFolder()
        test = try TestBus()
        tap = try test.connect(.tap, tracking: [SpeechTranscript.self])
        try folder.write("en.json", Self.sentences)
        try folder.write("token", "secret\n", mode: 0o600)
        arguments = [
            "--bus", test.address.url, "--token-file", folder.path("token"), "--sentences", folder.path("en.json"),
            "--ask-home-assistant", "--home-assistant",
        ]
    }

    /// Starts a server that speaks Home Assistant's API.
    func server(port: Int = 0, mode: String? = nil) async throws -> (ProgramUnderTest, port: Int) {
        let script = PackageFolder.containing().appending(path: "Tests/Gateways/HomeAssistant/home_assistant.py")
        let server = try ProgramUnderTest(
            PythonInterpreter.path,
            ["-B", script.path(percentEncoded: false), "\(port)"] + (mode.map { [$0] } ?? []))
        let line = try await server.line { $0.hasPrefix("listening ") }
        return (server, try #require(Int(line.dropFirst("listening ".count))))
    }

    /// Sentences in the form of the package `home-assistant-intents`.
    private static let sentences = """
        {"language": "en", "skip_words": ["please"], "lists": {"state": {"values": ["on", "off"]}},
         "expansion_rules": {"the": "[the]"},
         "responses": {"errors": {"handle_error": "Something went wrong", "no_intent": "What?",
                                  "no_entity": "I know no {{ entity }}"},
          "intents": {"HassTurnOn": {"default": "Turned on the {{ state.name | lower }}", "lights_area": "Lights on",
                                     "cover": "Opened"},
                      "HassClimateGetTemperature": {"default": "{{ state_attr(state.entity_id, 'current_temperature') }} degrees"},
                      "HassGetState": {"one_yesno": "{% if query.matched %}Yes{% else %}No, {{ state.state_with_unit }}{% endif %}"}}},
         "intents": {
          "HassTurnOn": {"data": [
            {"sentences": ["turn on <the> {name}"], "excludes_context": {"domain": ["cover"]}, "response": "default"},
            {"sentences": ["turn on <the> {area} light[s]"], "slots": {"domain": "light"}, "response": "lights_area"},
            {"sentences": ["open <the> {name}"], "requires_context": {"domain": ["cover"]}, "response": "cover"}]},
          "HassClimateGetTemperature": {"data": [{"sentences": ["how warm is it"], "response": "default"}]},
          "HassGetState": {"data": [{"sentences": ["is <the> {name} {state:state}"], "response": "one_yesno"}]}}}
        """
}

/// The app for Home Assistant with a server, intent recognition and a loudspeaker, all ready.
struct HomePipeline {
    let setting: HomeSetting
    let server: ProgramUnderTest
    let port: Int
    let dispatch: ProgramUnderTest
    let statuses: Subscription<StageStatus>
    private let intent: ProgramUnderTest
    private let ends: Subscription<TurnEnded>
    private let audio: AudioDouble

    /// Starts everything.
    /// - Parameter mode: The behaviour of the server: see `home_assistant.py`.
    init(mode: String? = nil) async throws {
        setting = try HomeSetting()
        audio = try await AudioDouble(setting.test)
        let (server, port) = try await setting.server(mode: mode)
        (self.server, self.port) = (server, port)
        statuses = setting.tap.subscribe(StageStatus.self)
        ends = setting.tap.subscribe(TurnEnded.self)
        try await setting.tap.ready()
        intent = try ProgramUnderTest("saybus-intent", ["--bus", setting.test.address.url])
        dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await intent.ready()
        try await dispatch.ready()
    }

    /// Sends a text, and returns the end of its turn.
    func ask(_ text: String) async throws -> TurnEnded {
        let turn = TurnID()
        try setting.tap.publish(SpeechTranscript(text: text, engine: "text"), turn: turn)
        let end = await ends.first(within: .seconds(30)) { $0.header.turn == turn }
        return try #require(end).body
    }

    /// Returns the next status of the recognizer whose catalogs are others than those of a revision.
    func catalogStatus(after revision: String? = nil) async -> Message<StageStatus>? {
        await statuses.first { $0.body.role == .intent && $0.body.catalogRevision != revision }
    }
}
