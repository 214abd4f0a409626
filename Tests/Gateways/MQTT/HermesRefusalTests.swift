import SaybusMessages
import Testing

@testable import SaybusMQTT

/// The answers to requests that are not carried out.
extension HermesBridgeTests {
    @Test("a request for a site that cannot be one is answered with an error, and a text also with its end")
    func unusableSite() throws {
        var harness = Harness()
        let say = harness.hermes("tts/say", ["text": "x", "siteId": "a b", "id": "7", "sessionId": "s"])
        #expect(topics(say) == ["error/tts", "tts/error", "tts/sayFinished"])
        #expect(try body("error/tts", say).text("siteId") == "a b")
        let finished = try body("tts/sayFinished", say)
        #expect(finished == ["id": "7", "siteId": "a b", "sessionId": "s"])
        let start = harness.hermes("dialogueManager/startSession", ["siteId": "a b", "init": ["type": "action"]])
        #expect(topics(start) == ["error/dialogueManager", "dialogueManager/error"])
        let sound = harness.bridge.apply(
            MQTTMessage(topic: "hermes/audioServer/a b/playBytes/r-1", payload: Array("RIFF".utf8)), now: harness.now)
        #expect(topics(sound) == ["error/audioServer", "audioServer/error", "audioServer/a b/playFinished"])
    }

    @Test(
        "a request for a site that this gateway does not serve is refused, and left alone where another one serves it")
    func unservedSite() throws {
        var harness = Harness()
        harness.bridge = HermesBridge(
            HermesConfiguration(soundFolder: "/tmp/sounds"), coverage: SessionScope(session: harness.site))
        let requests: [(topic: String, payload: String, answer: [String])] = [
            ("tts/say", #"{"text": "x", "siteId": "bath"}"#, ["error/tts", "tts/error", "tts/sayFinished"]),
            ("nlu/query", #"{"input": "x", "siteId": "bath"}"#, ["error/nlu", "nlu/error"]),
            ("hotword/toggleOff", #"{"siteId": "bath"}"#, ["error/hotword", "hotword/error"]),
            (
                "audioServer/bath/playBytes/r-1", "RIFF1234WAVE",
                ["error/audioServer", "audioServer/error", "audioServer/bath/playFinished"]
            ),
        ]
        for (topic, payload, answer) in requests {
            let message = MQTTMessage(topic: "hermes/\(topic)", text: payload)
            let refused = harness.bridge.apply(message, now: harness.now)
            #expect(topics(refused) == answer)
            #expect(refused.count == answer.count + 1, "only the refusal besides the answer")
            let left = harness.bridge.apply(message, now: harness.now) { $0.rawValue == "bath" }
            #expect(left.isEmpty)
        }
        #expect(harness.bridge.plays.isEmpty && harness.bridge.sites.isEmpty)
        // A session of a served site need not name it.
        let start = harness.hermes("dialogueManager/startSession", ["siteId": "kitchen", "init": ["type": "action"]])
        let session = try body("dialogueManager/sessionStarted", start).value("sessionId")
        let ended = harness.hermes("dialogueManager/endSession", ["sessionId": session])
        #expect(topics(ended) == ["dialogueManager/sessionEnded"])
    }

    @Test("a request of a session that names no site is left to the gateway of the site with which its name begins")
    func sessionElsewhere() throws {
        var harness = Harness()
        harness.bridge = HermesBridge(HermesConfiguration(), coverage: SessionScope(session: harness.site))
        func end(_ session: String) -> [HermesAction] {
            let body: JSONValue = ["sessionId": .string(session), "text": "Bye."]
            let message = MQTTMessage(topic: "hermes/dialogueManager/endSession", text: body.text())
            return harness.bridge.apply(message, now: harness.now) { $0.rawValue == "living-room" }
        }
        let left = end("living-room-app-0b")
        #expect(left.isEmpty)
        for session in ["kitchen-app-0b", "attic-app-0b", "0b"] {
            let refused = topics(end(session))
            #expect(refused == ["error/dialogueManager", "dialogueManager/error"], "\(session)")
        }
        // A query of the served site may give its session any name.
        _ = harness.hermes("nlu/query", ["input": "x", "siteId": "kitchen", "sessionId": "living-room-0b"])
        let answered = end("living-room-0b")
        #expect(answered.count == 1)
        #expect(harness.bridge.plays.count == 1, "the words of its end are spoken")
    }

    @Test("a very long name of a session takes no time, and may name any site", .timeLimit(.minutes(1)))
    func longName() throws {
        var harness = Harness()
        harness.bridge = HermesBridge(HermesConfiguration(), coverage: SessionScope(session: harness.site))
        let longest = try #require(Session(rawValue: String(repeating: "x", count: 64)))
        for (start, sites) in [("\(longest)", [longest]), ("den", [try #require(Session(rawValue: "den"))])] {
            // Without a bound it would take hours.
            let body: JSONValue = ["sessionId": .string(start + "-" + String(repeating: "+-", count: 2_000_000))]
            #expect(harness.bridge.possibleSites(of: body, harness.site, "endSession") == sites)
        }
    }

    @Test("a session of no known type is answered with an error", arguments: [["type": "sing"], [:]] as [JSONValue])
    func unknownType(_ fields: JSONValue) throws {
        var harness = Harness()
        let start = harness.hermes("dialogueManager/startSession", ["siteId": "kitchen", "init": fields])
        #expect(topics(start) == ["error/dialogueManager", "dialogueManager/error"])
        #expect(try body("error/dialogueManager", start).text("siteId") == "kitchen")
    }

    @Test("a request that is larger than a message may be is refused, also where sounds may be larger")
    func large() throws {
        var harness = Harness(sounds: "/tmp/sounds")
        let data = JSONValue.string(String(repeating: "x", count: MQTTConfiguration.maximumJSONBytes))
        let start = harness.hermes(
            "dialogueManager/startSession", ["siteId": "kitchen", "init": ["type": "action"], "customData": data])
        #expect(topics(start) == ["error/dialogueManager", "dialogueManager/error"])
        #expect(try body("error/dialogueManager", start).text("error")?.contains("no more than 262144 bytes") == true)
        #expect(harness.bridge.sites.isEmpty)
    }

    @Test("no more than 256 sessions wait at all sites together")
    func crowd() throws {
        var harness = Harness()
        var refusals = 0
        for site in 0..<20 {
            let start: JSONValue = ["siteId": .string("room-\(site)"), "init": ["type": "action"]]
            for _ in 0...HermesBridge.maximumQueued {
                let actions = harness.hermes("dialogueManager/startSession", start)
                if topics(actions).first == "error/dialogueManager" { refusals += 1 }
            }
        }
        #expect(refusals == 20 * HermesBridge.maximumQueued - HermesBridge.maximumWaiting)
    }

    @Test("a text and a notification for which there is no room are told as over, with an error")
    func full() throws {
        var harness = Harness()
        let say: JSONValue = ["text": "Hello.", "id": "7", "siteId": "kitchen"]
        for _ in 0..<HermesBridge.maximumPlays { _ = harness.hermes("tts/say", say) }
        #expect(topics(harness.hermes("tts/say", say)) == ["error/tts", "tts/error", "tts/sayFinished"])
        let notification: JSONValue = ["siteId": "kitchen", "init": ["type": "notification", "text": "Dinner!"]]
        let ended = try body(
            "dialogueManager/sessionEnded", harness.hermes("dialogueManager/startSession", notification))
        #expect(ended["termination"]?.text("reason") == "error" && harness.bridge.sites.isEmpty)
    }

    @Test("a sound that the audio stage looks for in other folders is told with the option that it needs")
    func otherFolder() throws {
        func told(_ reason: (_ path: String) -> String) throws -> String? {
            var harness = Harness(sounds: "/tmp/sounds")
            let topic = "hermes/audioServer/kitchen/playBytes/r-1"
            let actions = harness.bridge.apply(
                MQTTMessage(topic: topic, payload: Array("RIFF1234WAVE".utf8)), now: harness.now)
            guard case .write(let path, _)? = actions.first, case .play(_, let id, _)? = actions.last else {
                throw MQTTError(.library, "\(actions)")
            }
            let over = try harness.bus(AudioPlayback(sequence: id, state: .skipped, reason: reason(path)))
            return try body("error/audioServer", over).text("error")
        }
        let needed = "the audio stage of the site kitchen needs --sounds /tmp/sounds, the folder of this sound"
        let missing = try told { "There is no file \"/apps/\($0.dropFirst("/tmp/sounds/".count))\"." }
        #expect(missing == needed)
        let unplayed = try told { _ in "Sound files are not played here; start saybus-audio with --sounds FOLDER." }
        #expect(unplayed == needed)
        // The audio stage has found this one.
        let broken = try told { "\"\($0)\" is no sound file that can be read." }
        #expect(broken?.hasPrefix("\"/tmp/sounds/hermes-") == true)
    }
}
