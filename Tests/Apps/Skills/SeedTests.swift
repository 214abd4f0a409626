import SaybusMessages
import SaybusSkills
import Testing

// Handlers in the form of the article: synchronous, non-throwing, with its names.

private struct HelloHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool {
        let request = handlerInput.requestEnvelope.request
        return request.type == "IntentRequest" && request.intent?.name == "HelloWorldIntent"
    }

    func handle(handlerInput: HandlerInput) -> Response {
        handlerInput.responseBuilder.speak("Good day to you.").getResponse()
    }
}

/// A catch-all handler, registered last. It shadows the library's protocol of that name, as the article's
/// handler does.
private struct ErrorHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool { true }

    func handle(handlerInput: HandlerInput) -> Response {
        handlerInput.responseBuilder.speak("Sorry?").reprompt("Say hello.").getResponse()
    }
}

@Suite("The dialog manager of the article on which the module is based")
struct SeedTests {
    @Test("the article's handlers answer turn by turn")
    func hello() async throws {
        var manager = SkillDialogManager(handlers: [HelloHandler(), ErrorHandler()])
        let hello = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "HelloWorldIntent"))
        #expect(hello.outputSpeech?.content == "<speak>Good day to you.</speak>")
        #expect(hello.reprompt == nil)
        let other = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "OtherIntent"))
        #expect(other.outputSpeech?.content == "<speak>Sorry?</speak>")
        #expect(other.reprompt?.outputSpeech?.content == "<speak>Say hello.</speak>")
        #expect(try await manager.turn(type: "LaunchRequest").outputSpeech?.content == "<speak>Sorry?</speak>")
    }

    @Test("a turn without an accepting handler throws, and a request without an intent does not crash")
    func unhandled() async throws {
        var manager = SkillDialogManager(handlers: [HelloHandler()])
        do {
            _ = try await manager.turn(type: "LaunchRequest")
            Issue.record("it was handled")
        } catch let error as SkillError {
            #expect(error.code == .noHandler)
        }
        for type in ["IntentRequest", "Unheard.Of"] {
            do {
                _ = try await manager.turn(type: type)
                Issue.record("it was handled")
            } catch let error as SkillError {
                #expect(error.code == .badEnvelope)
            }
        }
    }

    @Test("session attributes last until the session ends")
    func session() async throws {
        let skill = SkillBuilder()
            .addRequestHandler("CountIntent") { input in
                let attributes = try input.attributesManager.getSessionAttributes()
                let count = (try attributes.decode(Int.self, forKey: "count") ?? 0) + 1
                try attributes.encode(count, forKey: "count")
                return input.responseBuilder.speak("\(count)").reprompt("And?").getResponse()
            }
            .addRequestHandler("StopIntent") { $0.responseBuilder.withShouldEndSession(true).getResponse() }
            .create()
        var manager = SkillDialogManager(skill: skill)
        for count in [1, 2, 3] {
            let response = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "CountIntent"))
            #expect(response.outputSpeech?.content == "<speak>\(count)</speak>")
            #expect(manager.session == ["count": .integer(Int64(count))])
        }
        _ = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "StopIntent"))
        _ = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "CountIntent"))
        #expect(manager.session == ["count": 1])
    }

    @Test("a skill that asks again at every timeout gets the end of its session, and then a new session starts")
    func silence() async throws {
        let ended = SkillBuilder()
            .addRequestHandler("SessionEndedRequest") { input in
                let request = Alexa.getRequest(input.requestEnvelope, as: SessionEndedRequest.self)
                return input.responseBuilder.speak(request?.reason.rawValue ?? "").getResponse()
            }
            .addRequestHandler({ _ in true }) { input in
                let isNew = try Alexa.isNewSession(input.requestEnvelope)
                return input.responseBuilder.speak(isNew ? "new" : "old").reprompt("Hello?").getResponse()
            }
        var manager = SkillDialogManager(skill: ended.create())
        #expect(try await manager.turn(type: "LaunchRequest").outputSpeech?.content == "<speak>new</speak>")
        for _ in 0..<3 {
            for _ in 0..<SkillDialogManager.maximumTimeouts {
                #expect(try await manager.turn(type: "TimeoutRequest").shouldEndSession == false)
            }
            let last = try await manager.turn(type: "TimeoutRequest")
            #expect(last.shouldEndSession == true)
            #expect(last.outputSpeech?.content == "<speak>EXCEEDED_MAX_REPROMPTS</speak>")
            #expect(try await manager.turn(type: "LaunchRequest").outputSpeech?.content == "<speak>new</speak>")
        }
        for (error, reason) in [
            (nil, "USER_INITIATED"), (SessionEndedError(type: .endpointTimeout, message: "late"), "ERROR"),
        ] as [(SessionEndedError?, String)] {
            let end = try await manager.turn(type: "SessionEndedRequest", error: error)
            #expect(end.outputSpeech?.content == "<speak>\(reason)</speak>")
        }
    }
}

/// The article's dialog manager. Handlers of this module may be asynchronous and may throw, so its function is and
/// does.
private struct ArticleManager {
    var session: [String: Any] = [:]
    var handlers: [any RequestHandler] = [HelloHandler(), ErrorHandler()]

    mutating func turn(type: String, nluResult: NLUResult? = nil, error: (any Error)? = nil) async throws -> Response {
        let handlerInput = HandlerInput(session: session, type: type, nluResult: nluResult)
        for handler in handlers where try await handler.canHandle(handlerInput: handlerInput) {
            let output = try await handler.handle(handlerInput: handlerInput)
            session["speakOutput"] = output.speak
            session["repromptSpeech"] = output.reprompt
            return output
        }
        throw CancellationError()
    }
}

@Suite("The article's own dialog manager")
struct ArticleManagerTests {
    @Test("the dialog manager compiles with the article's names, and keeps the last speech in its session")
    func turns() async throws {
        var manager = ArticleManager()
        let hello = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "HelloWorldIntent"))
        #expect(hello.speak == "Good day to you.")
        #expect(manager.session["speakOutput"] as? String == "Good day to you.")
        #expect(try await manager.turn(type: "TimeoutRequest").speak == "Sorry?")
        #expect(try await manager.turn(type: "Anything.Else").speak == "Sorry?")
        #expect((manager.session["repromptSpeech"] as? Reprompt)?.outputSpeech?.content == "<speak>Say hello.</speak>")
    }

    @Test("the session of the article is that of the request, without values that JSON lacks")
    func session() throws {
        let input = HandlerInput(
            session: ["count": 2, "name": "Kim", "list": [1, 2], "date": ContinuousClock.now], type: "LaunchRequest",
            nluResult: nil)
        let attributes = try input.attributesManager.getSessionAttributes().values
        #expect(attributes["count"] == 2 && attributes["name"] == "Kim" && attributes["list"] == [1, 2])
        #expect(try AttributeManager(session: ["count": 3]).getSessionAttributes().values == ["count": 3])
    }

    @Test("this module's manager of handlers keeps the last speech, too")
    func kept() async throws {
        var manager = SkillDialogManager(handlers: [HelloHandler(), ErrorHandler()])
        _ = try await manager.turn(type: "LaunchRequest")
        #expect(manager.session["speakOutput"] == "<speak>Sorry?</speak>")
        #expect(manager.session["repromptSpeech"] == "<speak>Say hello.</speak>")
    }
}
