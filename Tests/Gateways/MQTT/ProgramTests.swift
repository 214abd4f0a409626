import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusMQTT

@Suite("saybus-mqtt as a program", .enabled(if: MosquittoUnderTest.isInstalled, "mosquitto is installed"))
struct ProgramTests {
    /// A bus, an MQTT broker, the program between them, and a peer that hears everything on MQTT.
    private struct Rig {
        let test: TestBus
        let broker: MosquittoUnderTest
        let program: ProgramUnderTest
        let peer: MQTTPeer

        /// - Parameter rules: The broker's access control list; nil lets everybody do everything.
        init(_ options: [String] = [], rules: String? = nil) async throws {
            test = try TestBus()
            if let rules {
                broker = try await MosquittoUnderTest.restricted(by: rules)
            } else {
                broker = try await MosquittoUnderTest()
            }
            peer = try await MQTTPeer(broker.address)
            program = try ProgramUnderTest(
                "saybus-mqtt", ["--bus", test.address.url, "--broker", broker.address] + options)
            try await program.ready()
            try await peer.message("saybus/status") { $0 == "online" }
        }

        func end() async throws {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0, "\(program.report)")
        }
    }

    @Test("a text from MQTT becomes one transcript on the bus, however often it is sent")
    func once() async throws {
        let rig = try await Rig()
        let intent = try rig.test.connect(.intent)
        let recorder = Recorder(intent.subscribe(to: [SpeechTranscript.self, TurnEnded.self]))
        try await intent.ready()
        let id = MessageID()
        let payload = #"{"header": {"id": "\#(id)"}, "body": {"text": "lights on"}}"#
        for _ in 1...3 { try await rig.peer.send("saybus/session/den/speech.transcript/set", payload) }
        try await rig.peer.send("saybus/session/den/speech.transcript/set", "lights off")
        _ = try #require(await recorder.first(SpeechTranscript.self) { $0.body.text == "lights off" })
        let heard = recorder.all(SpeechTranscript.self)
        #expect(heard.map(\.body.text) == ["lights on", "lights off"])
        #expect(
            heard[0].header.id == id && heard[0].header.turn == TurnID(besides: id)
                && heard[0].header.session.rawValue == "den")
        // The end of its turn is no copy of it, for nobody.
        try intent.publish(TurnEnded(outcome: .handled), answering: heard[0].header)
        try await rig.peer.message("saybus/session/den/turn.ended") { $0.contains("handled") }
        // A message that was taken is published again, with its id.
        let out = try await rig.peer.message("saybus/session/den/speech.transcript") { $0.contains("lights on") }
        #expect(out.text.contains("\(id)"))
        try await rig.end()
        try await rig.peer.message("saybus/status") { $0 == "offline" }
    }

    @Test("a message that was refused is carried out when it comes again under the same id, as it must be")
    func corrected() async throws {
        let rig = try await Rig()
        let intent = try rig.test.connect(.intent)
        let recorder = Recorder(intent.subscribe(to: [SpeechTranscript.self]))
        try await intent.ready()
        let id = MessageID()
        for body in [#"{"text": 7}"#, #"{"text": "lights on"}"#] {
            let payload = #"{"header": {"id": "\#(id)"}, "body": \#(body)}"#
            try await rig.peer.send("saybus/session/den/speech.transcript/set", payload)
        }
        let heard = try #require(await recorder.first(SpeechTranscript.self) { $0.body.text == "lights on" })
        #expect(heard.header.id == id)
        try await rig.end()
    }

    @Test("commands, catalogs and states are published, for Home Assistant too")
    func publishing() async throws {
        let rig = try await Rig(["--discovery", "homeassistant"])
        let app = try rig.test.connect(.app, instance: "lamp")
        try await app.ready()
        try app.publish(Catalog(app: "lamp", commands: [.init(type: "On", patterns: ["lamp on"])]))
        try app.publish(CommandInvoked(app: "lamp", type: "On", parameters: [:], confidence: 1, text: "lamp on"))
        let event = try JSONValue(parsing: try await rig.peer.message("saybus/app/lamp/command").payload)
        #expect(event.text("event_type") == "On" && event.text("session") == "default")
        try await rig.peer.message("saybus/catalog/lamp") { $0.contains("lamp on") }
        try await rig.peer.message("homeassistant/event/saybus/app_lamp/config") { $0.contains("\"On\"") }
        try await rig.peer.message("saybus/stage/mqtt") { $0.contains("\"ready\"") }
        // The app goes, and what described it, too.
        try app.publish(Catalog(app: "lamp", commands: []))
        try await rig.peer.message("homeassistant/event/saybus/app_lamp/config") { $0.isEmpty }
        try await rig.end()
    }

    @Test("an app's message gets its receipt when the MQTT broker has it, and is refused when it cannot be sent")
    func messages() async throws {
        let rig = try await Rig()
        let app = try rig.test.connect(.dispatch, tracking: [MQTTPublish.self])
        let recorder = Recorder(app.subscribe(to: [Receipt.self]))
        try await app.ready()
        let sent = try app.publish(MQTTPublish(topic: "zigbee2mqtt/lamp/set", payload: "ON", retain: true))
        #expect(try await rig.peer.message("zigbee2mqtt/lamp/set").text == "ON")
        let receipt = try #require(await recorder.first(Receipt.self) { $0.header.causes.contains(sent.id) })
        #expect(receipt.body.problem == nil)
        let wrong = try app.publish(MQTTPublish(topic: "lamp/+", payload: "ON"))
        let refusal = try #require(await recorder.first(Receipt.self) { $0.header.causes.contains(wrong.id) })
        #expect(refusal.body.problem?.contains("no + and no #") == true)
        try await rig.end()
    }

    @Test("bad messages and floods are refused, counted, and shown in the status; the next good one is taken")
    func badMessages() async throws {
        let rig = try await Rig(["--rate", "50"])
        let watcher = try rig.test.connect(.intent)
        let recorder = Recorder(watcher.subscribe(to: [SpeechTranscript.self]))
        let statuses = Recorder(watcher.subscribe(to: [StageStatus.self]))
        try await watcher.ready()
        try await rig.peer.send("saybus/session/default/speech.transcript/set", "{")
        try await rig.peer.send("saybus/session/default/command.invoked/set", "{}")
        try await rig.peer.send("saybus/session/default/listen.request/set", #"{"mode": "sing"}"#)
        try await rig.peer.send("saybus/session/default/speech.transcript/set", String(repeating: "x", count: 300_000))
        let status = try #require(
            await statuses.first(StageStatus.self) {
                $0.body.role == .mqtt && $0.body.problem?.contains("a message from MQTT was refused") == true
            })
        #expect(status.body.state == .ready)
        for number in 0..<1000 {
            rig.peer.connection.send(
                MQTTMessage(topic: "saybus/session/default/speech.transcript/set", text: "flood \(number)"))
        }
        _ = try #require(
            await statuses.first(StageStatus.self) {
                $0.body.role == .mqtt && $0.body.problem?.contains("more than 50 a second") == true
            })
        #expect(recorder.all(SpeechTranscript.self).count < 700)
        // Until the allowance has grown again, the sender tries as a person would.
        var isHeard = false
        for _ in 0..<100 where !isHeard {
            try await rig.peer.send("saybus/session/default/speech.transcript/set", "good")
            isHeard = recorder.all(SpeechTranscript.self).contains { $0.body.text == "good" }
        }
        #expect(isHeard)
        try await rig.end()
    }

    @Test(
        "a message on a topic with an invalid session or kind is refused, and shown in the status",
        arguments: ["saybus/session/de fault/speech.transcript/set", "saybus/session/default/speech transcript/set"])
    func badTopic(_ topic: String) async throws {
        let rig = try await Rig()
        let watcher = try rig.test.connect(.intent)
        let statuses = Recorder(watcher.subscribe(to: [StageStatus.self]))
        try await watcher.ready()
        try await rig.peer.send(topic, "what time is it")
        _ = try #require(
            await statuses.first(StageStatus.self) {
                $0.body.role == .mqtt && $0.body.problem?.contains("the topic has no kind of message") == true
            })
        try await rig.end()
    }

    @Test("an MQTT broker that is away is shown in the status, and what was retained is there again when it is back")
    func brokerAway() async throws {
        let rig = try await Rig()
        let watcher = try rig.test.connect(.intent)
        let statuses = Recorder(watcher.subscribe(to: [StageStatus.self]))
        try await watcher.ready()
        try await rig.broker.stop()
        let status = try #require(
            await statuses.first(StageStatus.self) {
                $0.body.role == .mqtt && $0.body.problem?.contains("MQTT broker") == true
                    && $0.body.problem?.contains("answered yet") == false
            })
        #expect(status.body.state == .ready)
        let second = try await rig.broker.again()
        let peer = try await MQTTPeer(second.address)
        try await peer.message("saybus/status") { $0 == "online" }
        try await peer.message("saybus/stage/mqtt")
        _ = try #require(
            await statuses.first(StageStatus.self) {
                $0.body.role == .mqtt && $0.body.problem == nil && $0.header.at > status.header.at
            })
        try await rig.end()
    }

    @Test("an MQTT broker that does not let the bridge describe itself to Home Assistant is shown in the status")
    func restricted() async throws {
        let rig = try await Rig(
            ["--discovery", "homeassistant"], rules: "topic read #\ntopic write saybus/#\n")
        let watcher = try rig.test.connect(.intent)
        let statuses = Recorder(watcher.subscribe(to: [StageStatus.self]))
        try await watcher.ready()
        let shown = await statuses.first(StageStatus.self) {
            $0.body.problem?.contains("the MQTT broker does not take homeassistant/") == true
        }
        let problem = try #require(shown?.body.problem)
        #expect(problem.contains("access control list"), "\(problem)")
        try await rig.program.line(on: .standardError) { $0.contains("the MQTT broker does not take a message") }
        try await rig.end()
    }

    @Test("the will of an earlier run, which the MQTT broker publishes late, does not leave the bridge offline")
    func lateWill() async throws {
        let rig = try await Rig()
        let broker = try await MQTTPeer(rig.broker.address, to: [])
        try await broker.send("saybus/status", "offline", isRetained: true)
        try await rig.peer.events.require("the bridge's contradiction") { events in
            let statuses = events.compactMap { event -> String? in
                if case .message(let message) = event, message.topic == "saybus/status" { message.text } else { nil }
            }
            return statuses.contains("offline") && statuses.last == "online"
        }
        try await rig.end()
    }

    @Test("a bridge of another bus with the same prefix is shown in the status")
    func otherBridge() async throws {
        let rig = try await Rig()
        let watcher = try rig.test.connect(.intent)
        let statuses = Recorder(watcher.subscribe(to: [StageStatus.self]))
        try await watcher.ready()
        let other = try TestBus()
        let second = try ProgramUnderTest(
            "saybus-mqtt", ["--bus", other.address.url, "--broker", rig.broker.address])
        _ = try #require(
            await statuses.first(StageStatus.self) {
                $0.body.problem?.contains("another bridge uses the prefix saybus") == true
            })
        second.send(SIGTERM)
        #expect(try await second.exitCode() == 0, "\(second.report)")
        try await rig.end()
        withExtendedLifetime(other) {}
    }

    @Test("two bridges of one bus with the same prefix, which do everything twice, are shown in the status of both")
    func secondBridge() async throws {
        let rig = try await Rig()
        let watcher = try rig.test.connect(.intent)
        let statuses = Recorder(watcher.subscribe(to: [StageStatus.self]))
        try await watcher.ready()
        let second = try ProgramUnderTest(
            "saybus-mqtt", ["--bus", rig.test.address.url, "--broker", rig.broker.address])
        for program in [rig.program, second] {
            _ = try #require(
                await statuses.first(StageStatus.self) {
                    $0.body.pid == Int(program.processID) && $0.body.problem?.contains("of this bus") == true
                })
        }
        second.send(SIGTERM)
        #expect(try await second.exitCode() == 0, "\(second.report)")
        try await rig.end()
    }

    @Test("an MQTT broker that has not answered yet is shown in the status, and does not hold up the end")
    func brokerUnanswered() async throws {
        let test = try TestBus()
        let host = try DeafListener()
        let watcher = try test.connect(.intent)
        let statuses = Recorder(watcher.subscribe(to: [StageStatus.self]))
        try await watcher.ready()
        let program = try ProgramUnderTest("saybus-mqtt", ["--bus", test.address.url, "--broker", host.address])
        let expected = "no MQTT broker has answered yet at \(host.address)"
        _ = try #require(await statuses.first(StageStatus.self) { $0.body.problem == expected })
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0, "\(program.report)")
        withExtendedLifetime(host) {}
    }

    @Test("a Hermes app answers a command in words, and may take its time: the bridge has taken the command")
    func hermes() async throws {
        let folder = try TemporaryFolder()
        let sentences = try folder.write("sentences.ini", "[GetTime]\nwhat time is it\n")
        let rig = try await Rig(["--hermes", "--hermes-intents", sentences])
        let dispatcher = try rig.test.connect(.dispatch, tracking: [CommandInvoked.self])
        let recorder = Recorder(dispatcher.subscribe(to: [Catalog.self, Receipt.self, CommandResponse.self]))
        try await dispatcher.ready()
        let catalog = try #require(await recorder.first(Catalog.self) { $0.body.app == "hermes" })
        #expect(catalog.body.commands.map(\.type) == ["GetTime"] && catalog.header.source.role == .mqtt)
        let command = try dispatcher.publish(
            CommandInvoked(app: "hermes", type: "GetTime", parameters: [:], confidence: 1, text: "what time is it"),
            turn: TurnID(), isTracked: true)
        _ = try #require(await recorder.first(Receipt.self) { $0.header.causes == [command.id] })
        #expect(dispatcher.unanswered == 0)
        let intent = try JSONValue(parsing: try await rig.peer.message("hermes/intent/GetTime").payload)
        let answer: JSONValue = ["sessionId": intent["sessionId"] ?? .null, "text": "Noon."]
        try await rig.peer.send("hermes/dialogueManager/endSession", answer.text())
        let response = try #require(await recorder.first(CommandResponse.self))
        #expect(response.body.feedback == "Noon." && response.header.causes == [command.id])
        try await rig.end()
    }

    @Test("the intents of Hermes apps are understood in the session of the bridge, and in no other one")
    func hermesSession() async throws {
        let folder = try TemporaryFolder()
        let sentences = try folder.write("sentences.ini", "[GetTime]\nwhat time is it\n")
        let rig = try await Rig(["--hermes", "--hermes-intents", sentences, "--session", "kitchen"])
        let recognizer = try rig.test.connect(.intent)
        let recorder = Recorder(recognizer.subscribe(to: [Catalog.self]))
        try await recognizer.ready()
        let catalog = try #require(await recorder.first(Catalog.self) { $0.body.app == "hermes" })
        let kitchen = try #require(Session(rawValue: "kitchen"))
        #expect(catalog.header.session == kitchen && catalog.body.absent(in: kitchen).isEmpty)
        #expect(catalog.body.absent(in: .default) == ["GetTime"])
        try await rig.end()
    }

    @Test(
        "a wrong command line or file ends the program with its code and one line",
        arguments: [
            (["--broker", "nowhere"], 64), (["--broker", "mqtt://h", "--publish", "audio.input"], 64),
            (["--broker", "mqtt://h", "--topic", "a/+"], 64),
            (["--broker", "mqtt://h", "--password-file", "/none"], 78),
            (["--broker", "mqtt://h", "--hermes-intents", "x"], 64),
            (["--broker", "mqtt://h", "--hermes", "--hermes-intents", "/none"], 78),
            (["--broker", "mqtt://h", "--wait", "0"], 69),
        ] as [([String], Int32)])
    func failures(options: [String], code: Int32) async throws {
        let bus = try TestBus.freshAddress().url
        let program = try ProgramUnderTest("saybus-mqtt", ["--bus", bus] + options)
        #expect(try await program.exitCode() == code, "\(program.report)")
        #expect(!program.lines(.standardError).isEmpty)
    }
}
