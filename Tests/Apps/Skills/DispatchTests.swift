import SaybusSkills
import SaybusSupport
import Synchronization
import Testing

/// A log of events in order.
private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}

private struct Fault: Error, Equatable { let place: String }

/// A handler or interceptor that logs its calls. It throws in the call that `fault` names.
private struct Part: RequestHandler, RequestInterceptor, ResponseInterceptor, ErrorHandler {
    let name: String
    let log: Log
    var takes = true
    var fault: String?

    private func step(_ what: String) throws {
        log.add("\(name).\(what)")
        if fault == what { throw Fault(place: "\(name).\(what)") }
    }
    func canHandle(handlerInput: HandlerInput) throws -> Bool {
        try step("canHandle")
        return takes
    }
    func handle(handlerInput: HandlerInput) async throws -> Response {
        await Task.yield()
        try step("handle")
        return handlerInput.responseBuilder.speak(name).getResponse()
    }
    func process(handlerInput: HandlerInput) throws { try step("request") }
    func process(handlerInput: HandlerInput, response: inout Response) throws {
        try step("response")
        response.outputSpeech = .plainText((response.outputSpeech?.content ?? "") + "+" + name)
    }
    func canHandle(handlerInput: HandlerInput, error: any Error) throws -> Bool {
        try step("canHandleError")
        return takes
    }
    func handle(handlerInput: HandlerInput, error: any Error) throws -> Response {
        try step("handleError")
        return handlerInput.responseBuilder.speak("\((error as? Fault)?.place ?? "\(error)")").getResponse()
    }
}

@Suite("Dispatch")
struct DispatchTests {
    private let log = Log()

    private func part(_ name: String, takes: Bool = true, fault: String? = nil) -> Part {
        Part(name: name, log: log, takes: takes, fault: fault)
    }

    private func invoke(_ builder: SkillBuilder, _ request: Request = Samples.launch()) async throws -> Response {
        try await builder.create().invoke(Samples.envelope(request)).response
    }

    @Test("the skill's interceptors, the accepting handler and its own interceptors run in the documented order")
    func order() async throws {
        let builder = SkillBuilder()
            .addRequestInterceptors(part("a"), part("b")).addResponseInterceptors(part("y"), part("z"))
            .addRequestHandlers(part("no", takes: false))
            .addRequestHandler(
                part("yes"), requestInterceptors: [part("c"), part("d")],
                responseInterceptors: [part("w"), part("x")]
            )
            .addRequestHandlers(part("late"))
        let response = try await invoke(builder)
        #expect(
            log.all == [
                "a.request", "b.request", "no.canHandle", "yes.canHandle", "c.request", "d.request", "yes.handle",
                "w.response", "x.response", "y.response", "z.response",
            ])
        #expect(response.outputSpeech == .plainText("<speak>yes</speak>+w+x+y+z"))
    }

    @Test(
        "after any error the error handlers are asked in order, and no response interceptor runs")
    func errors() async throws {
        for place in ["a.request", "yes.canHandle", "c.request", "yes.handle", "w.response", "z.response"] {
            let (name, what) = (String(place.prefix { $0 != "." }), String(place.drop { $0 != "." }.dropFirst()))
            let log = Log()
            func part(_ part: String, takes: Bool = true) -> Part {
                Part(name: part, log: log, takes: takes, fault: part == name ? what : nil)
            }
            let builder = SkillBuilder()
                .addRequestInterceptors(part("a")).addResponseInterceptors(part("z"))
                .addRequestHandler(part("yes"), requestInterceptors: [part("c")], responseInterceptors: [part("w")])
                .addErrorHandlers(part("deaf", takes: false), part("helper"), part("late"))
            let response = try await invoke(builder)
            #expect(response.outputSpeech?.content == "<speak>\(place)</speak>")
            let end = [place, "deaf.canHandleError", "helper.canHandleError", "helper.handleError"]
            #expect(Array(log.all.suffix(4)) == end)
        }
    }

    @Test("an error without an accepting error handler, and an error of an error handler, reach the caller")
    func unhandled() async throws {
        let builder = SkillBuilder().addRequestHandlers(part("h", fault: "handle"))
        await #expect(throws: Fault(place: "h.handle")) { _ = try await invoke(builder) }
        await #expect(throws: Fault(place: "h.handle")) {
            _ = try await invoke(builder.addErrorHandlers(part("e", takes: false)))
        }
        await #expect(throws: Fault(place: "e.canHandleError")) {
            _ = try await invoke(builder.addErrorHandlers(part("e", fault: "canHandleError")))
        }
        await #expect(throws: Fault(place: "e.handleError")) {
            _ = try await invoke(builder.addErrorHandlers(part("e", fault: "handleError")))
        }
    }

    @Test("a request without an accepting handler is an error, which an error handler can handle")
    func noHandler() async throws {
        let builder = SkillBuilder().addRequestHandlers(part("no", takes: false))
        let error = await #expect(throws: SkillError.self) { _ = try await invoke(builder) }
        #expect(error?.code == .noHandler)
        #expect(error?.reason.hasPrefix("no handler of the skill takes LaunchRequest") == true)
        let response = try await invoke(
            builder.addErrorHandler({ _, error in (error as? SkillError)?.code == .noHandler }) { input, _ in
                input.responseBuilder.speak("What?").getResponse()
            })
        #expect(response.outputSpeech?.content == "<speak>What?</speak>")
    }

    @Test("a name matches an intent of that name, or a request of that type that is not an IntentRequest")
    func names() async throws {
        func says(_ text: String) -> SkillBuilder.Executor { { $0.responseBuilder.speak(text).getResponse() } }
        let builder = SkillBuilder()
            .addRequestHandler("LaunchRequest", says("launch")).addRequestHandler("OrderIntent", says("order"))
            .addRequestHandler({ $0.requestEnvelope.request.type == "SessionEndedRequest" }, says("end"))
        #expect(try await invoke(builder).outputSpeech?.content == "<speak>launch</speak>")
        #expect(
            try await invoke(builder, Samples.intent("OrderIntent")).outputSpeech?.content == "<speak>order</speak>")
        let end = SessionEndedRequest(requestId: "r", timestamp: Samples.time, reason: .userInitiated)
        #expect(try await invoke(builder, .sessionEndedRequest(end)).outputSpeech?.content == "<speak>end</speak>")
        await #expect(throws: SkillError.self) { try await invoke(builder, Samples.intent("IntentRequest")) }
        let probe = CanFulfillIntentRequest(
            requestId: "r", timestamp: Samples.time, intent: Intent(name: "OrderIntent"))
        await #expect(throws: SkillError.self) { try await invoke(builder, .canFulfillIntentRequest(probe)) }
    }

    @Test("closures work as interceptors, and request attributes last for one request")
    func functions() async throws {
        let builder = SkillBuilder()
            .addRequestInterceptor { input in
                let attributes = input.attributesManager.getRequestAttributes()
                #expect(attributes.values.isEmpty)
                attributes["log"] = log
            }
            .addRequestHandler({ _ in true }) { input in
                (input.attributesManager.getRequestAttributes()["log"] as? Log)?.add("handed over")
                return input.responseBuilder.getResponse()
            }
            .addResponseInterceptor { _, response in response.shouldEndSession = true }
        #expect(try await invoke(builder).shouldEndSession == true)
        #expect(try await invoke(builder).shouldEndSession == true)
        #expect(log.all == ["handed over", "handed over"])
    }

    @Test("handlers and interceptors run in the order of registration and at most once, whichever of them throw")
    func anyOrder() async throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<300 {
            let log = Log()
            let kinds = ["request", "canHandle", "handle", "response"]
            func parts(_ letter: String) -> [Part] {
                (0..<Int.random(in: 0...3, using: &random)).map { index in
                    Part(
                        name: "\(letter)\(index)", log: log, takes: Bool.random(using: &random),
                        fault: Int.random(in: 0..<12, using: &random) == 0 ? kinds.randomElement(using: &random) : nil)
                }
            }
            let (before, after, handlers) = (parts("a"), parts("z"), parts("h"))
            var builder = SkillBuilder()
            var calls: [String] = []
            for part in before {
                builder = builder.addRequestInterceptors(part)
                calls.append("\(part.name).request")
            }
            var isHandled = false
            for part in handlers {
                builder = builder.addRequestHandlers(part)
                if isHandled { continue }
                calls.append("\(part.name).canHandle")
                if part.takes { calls.append("\(part.name).handle") }
                isHandled = part.takes
            }
            for part in after {
                builder = builder.addResponseInterceptors(part)
                if isHandled { calls.append("\(part.name).response") }
            }
            // The expected calls end with the first one that throws.
            let faults = Set((before + handlers + after).compactMap { part in part.fault.map { "\(part.name).\($0)" } })
            let end = calls.firstIndex(where: faults.contains) ?? calls.count - 1
            let helper = Part(name: "e", log: log)
            _ = try await invoke(builder.addErrorHandlers(helper))
            let isFault = calls.indices.contains(end) && faults.contains(calls[end])
            let expected =
                calls.prefix(end + 1)
                + (isFault || !isHandled ? ["e.canHandleError", "e.handleError"] : [])
            #expect(log.all == Array(expected))
        }
    }
}
