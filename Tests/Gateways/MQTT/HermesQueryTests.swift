import SaybusMessages
import Testing

@testable import SaybusMQTT

/// Texts of `nlu/query`, and turns whose session a newer one has ended.
extension HermesBridgeTests {
    private static let words = "what time is it"

    private func intent(_ hypotheses: [SpeechIntent.Hypothesis]) -> SpeechIntent {
        SpeechIntent(text: Self.words, hypotheses: hypotheses, engine: "pattern")
    }

    private func hypothesis(_ type: String, _ confidence: Double = 0.9) -> SpeechIntent.Hypothesis {
        SpeechIntent.Hypothesis(app: "hermes", type: type, confidence: confidence)
    }

    /// Sends a query, and returns its turn.
    private func query(_ harness: inout Harness, _ members: [String: JSONValue]) throws -> TurnID {
        var body = members
        body["input"] = .string(Self.words)
        body["siteId"] = "kitchen"
        let actions = harness.hermes("nlu/query", .object(body))
        let turns = actions.compactMap { if case .transcript(_, let turn, _) = $0 { turn } else { nil } }
        #expect(actions.count == 1, "\(actions)")
        return try #require(turns.first)
    }

    @Test("each query at a site is answered with its own id, and none of them begins or ends a session")
    func queriesAtOnce() throws {
        var harness = Harness(intents: true)
        let ids = ["n1", "n2", "n3", "n4"]
        let turns = try ids.map { try query(&harness, ["id": .string($0)]) }
        for turn in turns {
            #expect(try harness.bus(SpeechTranscript(text: Self.words, engine: "text"), turn: turn).isEmpty)
        }
        for (id, turn) in zip(ids, turns) {
            let parsed = try harness.bus(intent([hypothesis("GetTime")]), turn: turn)
            #expect(topics(parsed) == ["nlu/intentParsed"])
            #expect(try body("nlu/intentParsed", parsed).text("id") == id)
        }
        for turn in turns {
            let invoked = try harness.bus(command("hermes", "GetTime"), turn: turn)
            let session = try body("intent/GetTime", invoked)["sessionId"] ?? .null
            let answer = harness.hermes("dialogueManager/endSession", ["sessionId": session, "text": "Noon."])
            guard case .respond(let response, _)? = answer.first else { throw MQTTError(.library, "\(answer)") }
            #expect(response.feedback == "Noon.")
            #expect(try harness.bus(TurnEnded(outcome: .handled), turn: turn).isEmpty)
        }
        #expect(harness.bridge.requests.isEmpty && harness.bridge.sites.isEmpty)
    }

    @Test("a query within a session has the session's name in its answer, and the app's endSession is still spoken")
    func queryInSession() throws {
        var harness = Harness(intents: true)
        let turn = TurnID()
        let invoked = try harness.bus(command("hermes", "GetTime"), turn: turn)
        let session = try #require(try body("intent/GetTime", invoked).text("sessionId"))
        let asked = try query(&harness, ["id": 7, "sessionId": .string(session)])
        let parsed = try body("nlu/intentParsed", harness.bus(intent([hypothesis("GetTime")]), turn: asked))
        #expect(parsed.text("sessionId") == session && parsed["id"] == 7)
        let answer = harness.hermes(
            "dialogueManager/endSession", ["sessionId": .string(session), "text": "It is noon."])
        guard case .respond(let response, _)? = answer.first else { throw MQTTError(.library, "\(answer)") }
        #expect(response.feedback == "It is noon.")
        #expect(topics(try harness.bus(TurnEnded(outcome: .handled), turn: turn)) == ["dialogueManager/sessionEnded"])
    }

    @Test("a query that nothing matches, or whose turn ends without an intent, is answered as not recognized, once")
    func unmatchedQuery() throws {
        var harness = Harness()
        let unmatched = try query(&harness, ["id": "n1", "customData": ["a": 1]])
        let told = try body("nlu/intentNotRecognized", harness.bus(intent([]), turn: unmatched))
        #expect(told.text("id") == "n1" && told["customData"] == ["a": 1])
        #expect(try harness.bus(TurnEnded(outcome: .notUnderstood), turn: unmatched).isEmpty)
        let failed = try query(&harness, ["id": "n2"])
        let ended = try harness.bus(TurnEnded(outcome: .failed, reason: "no recognizer is there"), turn: failed)
        #expect(try body("nlu/intentNotRecognized", ended).text("id") == "n2")
    }

    @Test("a query that nobody answers ends with an error and as not recognized, and queries are bounded")
    func unansweredQueries() throws {
        var harness = Harness()
        for _ in 0..<HermesBridge.maximumRequests { _ = try query(&harness, ["id": "n"]) }
        let more = harness.hermes("nlu/query", ["input": "x", "id": "m", "siteId": "kitchen"])
        #expect(topics(more) == ["error/nlu", "nlu/error", "nlu/intentNotRecognized"])
        let over = harness.bridge.tick(harness.now + .seconds(61))
        #expect(topics(over).count { $0 == "nlu/intentNotRecognized" } == HermesBridge.maximumRequests)
        #expect(harness.bridge.requests.isEmpty)
    }

    @Test("continueSession after a query begins a session, which listens when the turn has ended")
    func continuedQuery() throws {
        var harness = Harness(intents: true)
        let turn = try query(&harness, [:])
        let session = try body("intent/GetTime", harness.bus(command("hermes", "GetTime"), turn: turn))["sessionId"]
        let answer = harness.hermes(
            "dialogueManager/continueSession", ["sessionId": session ?? .null, "text": "Which city?"])
        #expect(topics(answer) == ["dialogueManager/sessionStarted"])
        let after = try harness.bus(TurnEnded(outcome: .handled), turn: turn)
        #expect(requests(after) == [Self.followUp])
    }

    @Test("a late command of a turn whose session a newer turn has ended reaches its app, and leaves the newer alone")
    func lateCommand() throws {
        var harness = Harness(intents: true)
        let (first, second) = (TurnID(), TurnID())
        let started = try harness.bus(SpeechStarted(positionMs: 0), turn: first)
        let old = try body("dialogueManager/sessionStarted", started).text("sessionId")
        _ = try harness.bus(SpeechStarted(positionMs: 0), turn: second)
        let late = try harness.bus(command("hermes", "GetTime"), turn: first)
        #expect(topics(late) == ["intent/GetTime"])
        #expect(try body("intent/GetTime", late).text("sessionId") == old)
        #expect(harness.bridge.sites[harness.site]?.dialogue?.turn == second)
        // After its end, the turn begins no session either.
        _ = try harness.bus(TurnEnded(outcome: .handled), turn: first)
        #expect(try harness.bus(SpeechTranscript(text: "late", engine: "e"), turn: first).isEmpty)
        #expect(harness.bridge.sites[harness.site]?.dialogue?.turn == second)
    }

    @Test("of a turn's hypotheses, the best one that a session expects is its intent, not a better one outside")
    func filtered() throws {
        var harness = Harness(intents: true)
        _ = harness.hermes(
            "dialogueManager/startSession",
            ["siteId": "kitchen", "init": ["type": "action", "intentFilter": ["City"]]])
        let turn = TurnID()
        _ = try harness.bus(SpeechTranscript(text: Self.words, engine: "e"), turn: turn)
        let found = intent([hypothesis("GetTime"), hypothesis("City", 0.7)])
        let parsed = try body("nlu/intentParsed", harness.bus(found, turn: turn))
        #expect(parsed["intent"]?.text("intentName") == "City")
        let invoked = try harness.bus(command("hermes", "GetTime"), turn: turn)
        #expect(topics(invoked) == ["intent/City"])
        #expect(try body("intent/City", invoked)["slots"] == [])
    }

    @Test("a command that another gateway owns is left to it, with its endSession")
    func otherOwner() throws {
        var harness = Harness(intents: true)
        var owned = command("hermes", "GetTime")
        let turn = TurnID()
        _ = try harness.bus(SpeechStarted(positionMs: 0), turn: turn)
        let session = try #require(harness.bridge.sites[harness.site]?.dialogue?.id)
        owned.owner = Source("mqtt/other")
        #expect(try harness.bus(owned, turn: turn).isEmpty)
        let end: JSONValue = ["sessionId": .string(session), "text": "Noon."]
        #expect(harness.hermes("dialogueManager/endSession", end).isEmpty)
        #expect(topics(try harness.bus(TurnEnded(outcome: .handled), turn: turn)) == ["dialogueManager/sessionEnded"])
        owned.owner = harness.bridge.source
        #expect(topics(try harness.bus(owned, turn: TurnID())).contains("intent/GetTime"))
    }
}
