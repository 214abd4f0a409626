import SaybusMessages
import SaybusSkills
import SaybusSupport
import Testing

@Suite("Envelopes")
struct EnvelopeTests {
    @Test("every request and every response survives encoding and decoding")
    func roundTrip() throws {
        let requests = Samples.requests + [.timeoutRequest(TimeoutRequest(requestId: "r", timestamp: Samples.time))]
        for request in requests {
            let envelope = Samples.envelope(request, attributes: ["a": [1, .number(2.5), .null]])
            #expect(try RequestEnvelope(parsing: envelope.json()) == envelope)
        }
        for response in Samples.responses {
            let envelope = ResponseEnvelope(sessionAttributes: ["a": "b"], response: response)
            #expect(try ResponseEnvelope(parsing: envelope.json(indented: true)) == envelope)
        }
    }

    private static let smallest = """
        {"version": "1.0", "unheardOf": [1], "context": {"System": {"application": {"applicationId": "skill"}, "new": 1}},
         "request": REQUEST}
        """

    private func read(_ request: String) throws -> RequestEnvelope {
        try RequestEnvelope(parsing: Self.smallest.replacing("REQUEST", with: request).utf8)
    }

    @Test("an envelope as Alexa posts it is decoded, including unknown members")
    func smallest() throws {
        let envelope = try read(
            """
            {"type": "IntentRequest", "requestId": "r", "timestamp": "2026-11-21T18:07:06Z", "locale": "en-US", "x": {},
             "intent": {"name": "OrderIntent", "confirmationStatus": "NONE", "y": 0,
                        "slots": {"size": {"name": "size", "value": "big", "source": "USER"}}}}
            """)
        #expect(envelope.session == nil)
        #expect(envelope.request.intent?.slots?["size"]?.value == "big")
        #expect(envelope.request.type == "IntentRequest")
        #expect(envelope.request.locale == "en-US")
        #expect(envelope.request.timestamp == Timestamp("2026-11-21T19:07:06.000+01:00"))
    }

    @Test("a request of an unknown type is decoded and encoded unchanged")
    func unknownRequest() throws {
        let text = """
            {"type": "AlexaSkillEvent.SkillEnabled", "requestId": "r", "timestamp": "2026-11-21T18:07:06Z",
             "body": {"deep": [{"er": null}]}}
            """
        let envelope = try read(text)
        guard case .unknownRequest(let request) = envelope.request else {
            Issue.record("\(envelope.request)")
            return
        }
        #expect(request.type == "AlexaSkillEvent.SkillEnabled" && request.requestId == "r")
        #expect(try JSONValue(parsing: envelope.json())["request"] == JSONValue(parsing: Array(text.utf8)))
    }

    @Test("a directive of an unknown type is decoded and encoded unchanged, and listed as unknown")
    func unknownDirective() throws {
        let text = """
            {"version": "1.0", "response": {"directives": [
                {"type": "Alexa.Presentation.APL.RenderDocument", "document": {"a": [1]}}, {"type": "AudioPlayer.Stop"}]}}
            """
        let envelope = try ResponseEnvelope(parsing: text.utf8)
        #expect(envelope.response.unknownDirectives.map(\.type) == ["Alexa.Presentation.APL.RenderDocument"])
        #expect(envelope.response.directives?.last == .stop)
        #expect(try JSONValue(parsing: envelope.json()) == JSONValue(parsing: Array(text.utf8)))
    }

    @Test(
        "shouldEndSession has three states, true, false and missing; null means false",
        arguments: [("true", true), ("false", false), ("null", false), (nil, nil)] as [(String?, Bool?)])
    func shouldEndSession(json: String?, expected: Bool?) throws {
        let member = json.map { "\"shouldEndSession\": \($0)" } ?? ""
        let envelope = try ResponseEnvelope(parsing: "{\"version\": \"1.0\", \"response\": {\(member)}}".utf8)
        #expect(envelope.response.shouldEndSession == expected)
        let written = try JSONValue(parsing: envelope.json())["response"]?["shouldEndSession"]
        #expect(written == expected.map { .boolean($0) })
    }

    @Test("an answer without a response says nothing")
    func noResponse() throws {
        #expect(try ResponseEnvelope(parsing: #"{"version": "1.0"}"#.utf8) == ResponseEnvelope(response: Response()))
    }

    @Test(
        "invalid envelopes are refused with the problem and its place",
        arguments: [
            ("", "the content: it cannot be parsed"), ("[]", "the content is not an object"),
            ("{}", "the content lacks "),
            (#"{"type": "LaunchRequest", "timestamp": "2026-11-21T18:07:06Z"}"#, "request lacks requestId"),
            (
                #"{"type": "LaunchRequest", "requestId": "r", "timestamp": "yesterday"}"#,
                #"request.timestamp: "yesterday" is no time of ISO 8601"#
            ),
            (
                #"{"type": "IntentRequest", "requestId": "r", "timestamp": "2026-11-21T18:07:06Z"}"#,
                "request lacks intent"
            ),
            (
                #"{"type": "SessionEndedRequest", "requestId": "r", "timestamp": "2026-11-21T18:07:06Z", "reason": "BORED"}"#,
                "request.reason: "
            ),
            (#"{"requestId": "r"}"#, "request lacks type"),
        ])
    func refused(request: String, sentence: String) throws {
        let text =
            request.contains("requestId") || request.contains("LaunchRequest")
            ? Self.smallest.replacing("REQUEST", with: request) : request
        let error = #expect(throws: SkillError.self) { try RequestEnvelope(parsing: text.utf8) }
        #expect(error?.code == .badEnvelope)
        #expect(
            error?.reason.hasPrefix("the request to the skill cannot be read: " + sentence) == true,
            "\(error?.reason ?? "")")
    }

    @Test("deeply nested lists and deeply nested JSON are refused without recursion")
    func depth() throws {
        let deep = String(repeating: #"{"type": "List", "values": ["#, count: 3000)
        let slot = #"{"s": {"name": "s", "slotValue": \#(deep)"#
        for text in [slot, String(repeating: "[", count: 100_000)] {
            #expect(throws: SkillError.self) {
                try read(
                    #"{"type": "IntentRequest", "requestId": "r", "timestamp": "2026-11-21T18:07:06Z", "#
                        + #""intent": {"name": "i", "slots": \#(text)"#)
            }
        }
        var value = SlotValue.simple(SimpleSlotValue(value: "v"))
        for _ in 0...SlotValue.maximumDepth { value = .list([value]) }
        let envelope = Samples.envelope(Samples.intent("i", slots: ["s": Slot(name: "s", slotValue: value)]))
        #expect(throws: SkillError.self) { try RequestEnvelope(parsing: envelope.json()) }
    }

    @Test("envelopes with any byte changed, removed or repeated are decoded or refused without a crash")
    func noise() throws {
        var random = SplitMix(seed: 8)
        let requests = try Samples.requests.map { try Samples.envelope($0, attributes: ["a": 1]).json() }
        let answers = try Samples.responses.map { try ResponseEnvelope(sessionAttributes: [:], response: $0).json() }
        for _ in 0..<3000 {
            var request = requests.randomElement(using: &random) ?? []
            var answer = answers.randomElement(using: &random) ?? []
            spoil(&request, using: &random)
            spoil(&answer, using: &random)
            do { _ = try RequestEnvelope(parsing: request) } catch { #expect(error is SkillError) }
            do { _ = try ResponseEnvelope(parsing: answer) } catch { #expect(error is SkillError) }
        }
    }

    private func spoil(_ bytes: inout [UInt8], using random: inout SplitMix) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(bytes[index], at: index)
        default: bytes.removeSubrange(index...)
        }
    }
}
