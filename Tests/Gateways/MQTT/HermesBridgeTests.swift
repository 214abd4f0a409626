import SaybusMessages
import Testing

@testable import SaybusMQTT

@Suite("The Hermes protocol")
struct HermesBridgeTests {
    /// A bridge, the messages that it gets, and the actions that it takes.
    struct Harness {
        var bridge: HermesBridge
        var now = ContinuousClock.now
        let site = Session(rawValue: "kitchen")!
        let source = Source("dispatch/a")!

        init(intents: Bool = false, sounds: String? = nil) {
            let catalog = Catalog(
                app: HermesConfiguration.app, commands: [.init(type: "GetTime", patterns: ["what time is it"])])
            bridge = HermesBridge(
                HermesConfiguration(intents: intents ? catalog : nil, soundFolder: sounds), source: Source("mqtt/a"))
        }

        mutating func bus<Body: BusMessage>(
            _ body: Body, turn: TurnID? = nil, id: MessageID = MessageID(), causes: [MessageID] = []
        ) throws -> [HermesAction] {
            var header = Header(
                id: id, kind: Body.kind, session: site, turn: turn, source: source, run: 1, sequence: 0, causes: causes)
            let bytes = try body.wire(header: &header)
            return bridge.apply(RawMessage(header: header, body: bytes), now: now)
        }

        mutating func hermes(_ topic: String, _ body: JSONValue) -> [HermesAction] {
            bridge.apply(MQTTMessage(topic: "hermes/\(topic)", text: body.text()), now: now)
        }
    }

    func topics(_ actions: [HermesAction]) -> [String] {
        actions.compactMap { if case .hermes(let topic, _) = $0 { String(topic.dropFirst(7)) } else { nil } }
    }

    /// The request to listen to the user once.
    static let followUp = ListenRequest(mode: .followUp, noSpeechTimeoutMs: 8000)

    /// Returns the requests to listen, if the actions are nothing else.
    func requests(_ actions: some Collection<HermesAction>) -> [ListenRequest]? {
        let requests = actions.compactMap { if case .listen(let request, _, _) = $0 { request } else { nil } }
        return requests.count == actions.count ? requests : nil
    }

    func body(_ topic: String, _ actions: [HermesAction]) throws -> JSONValue {
        let bodies = actions.compactMap { action -> JSONValue? in
            if case .hermes("hermes/\(topic)", let body) = action { body } else { nil }
        }
        return try #require(bodies.first, "\(actions)")
    }

    func command(_ app: String, _ type: String) -> CommandInvoked {
        CommandInvoked(
            app: app, type: type,
            parameters: [
                "minutes": Parameter(value: .number(10), words: "ten", type: "Number", span: .init(start: 16, end: 19))
            ],
            confidence: 0.9, text: "set a timer for ten minutes")
    }

    @Test("a spoken turn of an app of the bus has the order of Hermes, from the wake word to the end of the session")
    func spokenTurn() throws {
        var harness = Harness()
        let turn = TurnID()
        #expect(
            topics(try harness.bus(SpeechStarted(positionMs: 0, wakeWord: "hey computer"), turn: turn)) == [
                "hotword/hey_computer/detected", "dialogueManager/sessionStarted", "asr/startListening",
            ])
        #expect(
            topics(try harness.bus(SpeechEnded(durationMs: 900, reason: .silence, chunks: 9), turn: turn)) == [
                "asr/stopListening"
            ])
        harness.now += .milliseconds(300)
        let heard = try harness.bus(
            SpeechTranscript(
                text: "set a timer", confidence: 0.8, words: [.init(word: "set", startMs: 0, endMs: 200)], engine: "e"),
            turn: turn)
        let captured = try body("asr/textCaptured", heard)
        #expect(captured.text("text") == "set a timer" && captured.number("likelihood") == 0.8)
        #expect(captured.number("seconds") == 0.3 && captured.text("siteId") == "kitchen")
        let hypothesis = SpeechIntent.Hypothesis(app: "timers", type: "SetTimer", confidence: 0.9)
        #expect(
            topics(
                try harness.bus(SpeechIntent(text: "set a timer", hypotheses: [hypothesis], engine: "e"), turn: turn))
                == [
                    "nlu/intentParsed"
                ])
        let intent = try body("intent/SetTimer", harness.bus(command("timers", "SetTimer"), turn: turn))
        #expect(intent["intent"] == ["intentName": "SetTimer", "confidenceScore": .number(0.9)])
        let ended = try body("dialogueManager/sessionEnded", harness.bus(TurnEnded(outcome: .handled), turn: turn))
        #expect(ended["termination"]?.text("reason") == "nominal")
        #expect(ended.text("sessionId") == intent.text("sessionId") && harness.bridge.sites.isEmpty)
    }

    @Test("a slot has the names that Rhasspy reads and those that Snips reads")
    func slots() throws {
        var harness = Harness()
        let intent = try body("intent/SetTimer", harness.bus(command("timers", "SetTimer"), turn: TurnID()))
        guard case .array(let slots)? = intent["slots"] else { throw MQTTError(.library, "no slots") }
        #expect(
            slots == [
                [
                    "entity": "Number", "slotName": "minutes", "rawValue": "ten",
                    "value": ["kind": "Number", "value": 10], "confidence": .number(1), "confidenceScore": .number(1),
                    "range": ["start": 16, "end": 19, "rawStart": 16, "rawEnd": 19],
                ]
            ])
    }

    @Test("the command of a Hermes app waits for its endSession, whose text the dispatcher speaks")
    func endSession() throws {
        var harness = Harness(intents: true)
        let turn = TurnID()
        let actions = try harness.bus(command("hermes", "GetTime"), turn: turn)
        #expect(actions.contains { if case .take = $0 { true } else { false } })
        let id = try #require(try body("intent/GetTime", actions).text("sessionId"))
        let answer = harness.hermes("dialogueManager/endSession", ["sessionId": .string(id), "text": "It is noon."])
        guard case .respond(let response, _)? = answer.first else { throw MQTTError(.library, "\(answer)") }
        #expect(response.feedback == "It is noon." && response.isTerminal)
        // A second answer of another app comes too late.
        let second = harness.hermes("dialogueManager/endSession", ["sessionId": .string(id), "text": "No."])
        #expect(!second.contains { if case .respond = $0 { true } else { false } })
        #expect(topics(try harness.bus(TurnEnded(outcome: .handled), turn: turn)) == ["dialogueManager/sessionEnded"])
    }

    @Test("continueSession listens when the turn has ended, and the next turn belongs to the same session")
    func continueSession() throws {
        var harness = Harness(intents: true)
        let turn = TurnID()
        let id = try #require(
            try body("intent/GetTime", harness.bus(command("hermes", "GetTime"), turn: turn)).text("sessionId"))
        let answer = harness.hermes(
            "dialogueManager/continueSession",
            [
                "sessionId": .string(id), "text": "Which city?", "customData": "state", "intentFilter": ["City"],
                "sendIntentNotRecognized": true,
            ])
        #expect(!answer.contains { if case .listen = $0 { true } else { false } })
        let after = try harness.bus(TurnEnded(outcome: .handled), turn: turn)
        #expect(requests(after) == [Self.followUp])
        let next = TurnID()
        _ = try harness.bus(SpeechStarted(positionMs: 0), turn: next)
        // Another intent than the expected one is not recognized, and the app decides.
        let other = try harness.bus(command("hermes", "GetTime"), turn: next)
        #expect(topics(other) == ["dialogueManager/intentNotRecognized"])
        let told = try body("dialogueManager/intentNotRecognized", other)
        #expect(told.text("customData") == "state" && told.text("sessionId") == id)
    }

    @Test("when no Hermes app answers, the command fails in words, and the session ends with a reason")
    func noApp() throws {
        var harness = Harness(intents: true)
        _ = try harness.bus(command("hermes", "GetTime"), turn: TurnID())
        #expect(harness.bridge.tick(harness.now + .seconds(20)).isEmpty)
        let actions = harness.bridge.tick(harness.now + .seconds(26))
        guard case .respond(let response, _)? = actions.first else { throw MQTTError(.library, "\(actions)") }
        #expect(response.problem?.contains("no Hermes app") == true)
        #expect(
            topics(actions) == [
                "error/dialogueManager", "dialogueManager/error", "dialogueManager/sessionEnded",
            ])
    }

    @Test("a notification is spoken, a second one waits, and neither ends the other")
    func notifications() throws {
        var harness = Harness()
        let notification: JSONValue = ["siteId": "kitchen", "init": ["type": "notification", "text": "Dinner!"]]
        let first = harness.hermes("dialogueManager/startSession", notification)
        #expect(topics(first) == ["dialogueManager/sessionStarted"])
        #expect(
            topics(harness.hermes("dialogueManager/startSession", notification)) == ["dialogueManager/sessionQueued"])
        guard case .play(let sequence, let id, _)? = first.last else { throw MQTTError(.library, "\(first)") }
        #expect(sequence.spokenText == "Dinner!")
        #expect(try harness.bus(AudioPlayback(sequence: id, state: .started)).isEmpty)
        let end = try harness.bus(AudioPlayback(sequence: id, state: .finished))
        #expect(topics(end) == ["dialogueManager/sessionEnded", "dialogueManager/sessionStarted"])
    }

    @Test("an action that cannot wait is refused with an error while another session runs; the running one goes on")
    func cannotWait() throws {
        var harness = Harness()
        func start(_ canWait: Bool) -> JSONValue {
            ["siteId": "kitchen", "init": ["type": "action", "canBeEnqueued": .boolean(canWait)]]
        }
        let first = harness.hermes("dialogueManager/startSession", start(false))
        #expect(requests(first.suffix(1)) == [Self.followUp])
        #expect(
            topics(harness.hermes("dialogueManager/startSession", start(false))) == [
                "error/dialogueManager", "dialogueManager/error",
            ])
        #expect(harness.bridge.sites[harness.site]?.dialogue != nil)
        // Nobody speaks.
        let over = harness.bridge.tick(harness.now + .seconds(11))
        #expect(try body("dialogueManager/sessionEnded", over)["termination"]?.text("reason") == "timeout")
    }

    @Test("the queue of a site is bounded, and so are the sites")
    func bounds() {
        var harness = Harness()
        let action: JSONValue = ["siteId": "kitchen", "init": ["type": "action", "canBeEnqueued": true]]
        for _ in 0...HermesBridge.maximumQueued { _ = harness.hermes("dialogueManager/startSession", action) }
        #expect(topics(harness.hermes("dialogueManager/startSession", action)).contains("error/dialogueManager"))
        for number in 0..<1000 {
            _ = harness.hermes(
                "dialogueManager/startSession", ["siteId": .string("s\(number)"), "init": ["type": "action"]])
        }
        #expect(harness.bridge.sites.count == HermesBridge.maximumSites)
    }

    @Test("tts/say is finished when the sound has ended, not before")
    func say() throws {
        var harness = Harness()
        let actions = harness.hermes("tts/say", ["text": "Hello.", "id": "7", "siteId": "kitchen", "sessionId": "s"])
        guard case .play(_, let id, _)? = actions.first else { throw MQTTError(.library, "\(actions)") }
        #expect(try harness.bus(AudioPlayback(sequence: id, state: .queued)).isEmpty)
        let finished = try body("tts/sayFinished", harness.bus(AudioPlayback(sequence: id, state: .finished)))
        #expect(finished == ["id": "7", "siteId": "kitchen", "sessionId": "s"])
    }

    @Test("playBytes plays a WAV file from the folder, and is refused without a folder or a file")
    func playBytes() throws {
        var harness = Harness(sounds: "/tmp/sounds")
        let wav = Array("RIFF1234WAVE".utf8)
        let topic = "hermes/audioServer/kitchen/playBytes/r-1"
        let actions = harness.bridge.apply(MQTTMessage(topic: topic, payload: wav), now: harness.now)
        guard case .write(let path, wav)? = actions.first, case .play(let sequence, let id, _)? = actions.last else {
            throw MQTTError(.library, "\(actions)")
        }
        #expect(sequence.events == [.file(.init(String(path.dropFirst("/tmp/sounds/".count))))])
        let end = try harness.bus(AudioPlayback(sequence: id, state: .finished))
        #expect(end.first == .remove(path: path))
        #expect(try body("audioServer/kitchen/playFinished", end).text("id") == "r-1")
        let wrong = harness.bridge.apply(MQTTMessage(topic: topic, text: "no sound"), now: harness.now)
        #expect(topics(wrong) == ["error/audioServer", "audioServer/error", "audioServer/kitchen/playFinished"])
        #expect(try body("audioServer/kitchen/playFinished", wrong).text("id") == "r-1")
        var without = Harness()
        #expect(topics(without.bridge.apply(MQTTMessage(topic: topic, payload: wav), now: without.now)).count == 3)
    }

    @Test("nlu/query is a turn of its own")
    func query() {
        var harness = Harness()
        let actions = harness.hermes("nlu/query", ["input": "what time is it", "siteId": "kitchen"])
        #expect(
            actions.contains {
                if case .transcript(let transcript, _, let site) = $0 {
                    transcript.text == "what time is it" && site == harness.site
                } else {
                    false
                }
            })
    }

    @Test("the wake word is off while any reason holds, and the sounds of the assistant are no reason")
    func toggles() {
        var harness = Harness()
        func toggle(_ way: String, _ reason: String) -> [HermesAction] {
            harness.hermes("hotword/toggle\(way)", ["siteId": "kitchen", "reason": .string(reason)])
        }
        #expect(toggle("Off", "ttsSay").isEmpty)
        #expect(requests(toggle("Off", "")) == [ListenRequest(mode: .off)])
        #expect(toggle("Off", "night").isEmpty)
        #expect(toggle("On", "night").isEmpty)
        #expect(requests(toggle("On", "")) == [ListenRequest(mode: .wake)])
    }

    @Test(
        "what is no request of the protocol is refused, and its sender is told of the component and the session",
        arguments: [
            ("tts/say", "[]"), ("hotword/toggleOn", "{"),
            ("dialogueManager/endSession", #"{"sessionId": "none"}"#),
            ("dialogueManager/continueSession", #"{"sessionId": "none"}"#),
            ("nlu/query", #"{"input": "", "sessionId": "none"}"#),
        ])
    func wrong(topic: String, text: String) throws {
        var harness = Harness()
        let actions = harness.bridge.apply(MQTTMessage(topic: "hermes/\(topic)", text: text), now: harness.now)
        let component = topic.prefix { $0 != "/" }
        guard case .refuse? = actions.first else { throw MQTTError(.library, "\(actions)") }
        #expect(topics(actions) == ["error/\(component)", "\(component)/error"])
        let session = text.contains("none") ? "none" : nil
        #expect(try body("error/\(component)", actions).text("sessionId") == session)
    }

    @Test("the data and the id of an app return unchanged, of whatever type they are")
    func otherTypes() throws {
        var harness = Harness()
        let start: JSONValue = ["siteId": "kitchen", "customData": ["a": [1, true]], "init": ["type": "action"]]
        let started = try body("dialogueManager/sessionStarted", harness.hermes("dialogueManager/startSession", start))
        #expect(started["customData"] == ["a": [1, true]])
        let queued = try body("dialogueManager/sessionQueued", harness.hermes("dialogueManager/startSession", start))
        #expect(queued["customData"] == ["a": [1, true]])
        let end: JSONValue = ["sessionId": started["sessionId"] ?? .null, "customData": 5]
        let ended = try body("dialogueManager/sessionEnded", harness.hermes("dialogueManager/endSession", end))
        #expect(ended["customData"] == 5)
        let say = harness.hermes("tts/say", ["text": "Hello.", "id": 7, "siteId": "kitchen"])
        guard case .play(_, let id, _)? = say.first else { throw MQTTError(.library, "\(say)") }
        let finished = try body("tts/sayFinished", harness.bus(AudioPlayback(sequence: id, state: .finished)))
        #expect(finished == ["id": 7, "siteId": "kitchen", "sessionId": .null])
    }
}
