import Foundation
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

@Suite("Web requests of an app")
struct HTTPTests {
    private func call(_ url: String, _ change: (inout HTTPCall) throws -> Void = { _ in }) throws -> HTTPCall {
        var call = HTTPCall(try Template(url))
        try change(&call)
        return call
    }

    private func values(_ texts: [String: Parameter.Value]) -> ActionValues {
        var values = ActionValues()
        for (name, value) in texts { values[name] = value }
        return values
    }

    private func run(_ call: HTTPCall, _ given: [String: Parameter.Value] = [:]) async throws -> ActionOutcome {
        let app = try makeApp([.http(call), .speak(Speech(try Template("{output}")))])
        return try await ActionRunner(app: app).run(
            ActionPlan(app.commands[0].actions, failed: app.commands[0].failed, values: values(given)))
    }

    @Test("spoken values are encoded, so that they cannot change the rest of the address")
    func encoding() throws {
        let call = try call("http://h/a/{x}?k={x}") { $0.query = [.init("q r", try Template("{x}"))] }
        let exchange = try call.render(values(["x": .text("a/b?c=d&e #é%")]))
        let encoded = "a%2Fb%3Fc%3Dd%26e%20%23%C3%A9%25"
        #expect(exchange.url == "http://h/a/\(encoded)?k=\(encoded)&q%20r=\(encoded)")
        #expect(throws: TemplateError.self) { try self.call("http://h/a/{x}/b").render(values(["x": .text("..")])) }
        #expect(throws: TemplateError.self) {
            try self.call("http://h/") { $0.headers = [.init("A", try Template("{x}"))] }.render(
                values(["x": .text("a\r\nB: c")]))
        }
    }

    @Test("a body is valid JSON for any spoken value, and a number stays a number")
    func body() throws {
        let body = JSONTemplate.object([
            "text": .text(try Template("say {x}")), "number": .text(try Template("{n}")),
            "list": .array([.fixed(.boolean(true)), .text(try Template("{x}"))]),
        ])
        let rendered = try body.render(values(["x": .text("\"}, {"), "n": .number(2.5)]))
        #expect(
            rendered == ["text": "say \"}, {", "number": .number(2.5), "list": [true, "\"}, {"]])
    }

    @Test("a part of the answer is spoken")
    func spoken() async throws {
        let server = try WebServer { _ in WebServer.answer("{\"now\": {\"days\": [{\"warm\": 21.5}, {\"warm\": 20}]}}")
        }
        let call = try call(server.address + "/weather/{city}") {
            $0.method = .post
            $0.headers = [.init("X-City", try Template("{city}"))]
            $0.body = .object(["city": .text(try Template("{city}"))])
            $0.outputs = [ActionPlan.outputName: try #require(JSONPath("now.days[0].warm"))]
        }
        let outcome = try await run(call, ["city": .text("new york")])
        #expect(outcome.events == [.speech(.init("21.5"))])
        #expect(outcome.problem == nil)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST /weather/new%20york HTTP/1.1\r\n"))
        #expect(request.contains("X-City: new york\r\n") && request.contains("Content-Type: application/json\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{\"city\":\"new york\"}"))
    }

    @Test("without a path the first line is spoken, and a path to nothing or to a list is a failure")
    func paths() async throws {
        let server = try WebServer { _ in WebServer.answer("{\"a\": [1]}\nmore") }
        #expect(try await run(try call(server.address)).events == [.speech(.init("{\"a\": [1]}"))])
        let other = try WebServer { _ in WebServer.answer("{\"a\": [1]}") }
        for (path, reason) in [("b", "has no b"), ("a", "is no text"), ("a[1]", "has no a[1]")] {
            let call = try call(other.address) { $0.outputs = ["output": try #require(JSONPath(path))] }
            let outcome = try await run(call)
            #expect(outcome.problem?.contains(reason) == true, "\(outcome.problem ?? "-")")
            #expect(outcome.events == [.speech(.init("Sorry, that did not work."))])
        }
        #expect(JSONPath("[0].a")?.steps == [.element(0), .member("a")])
        #expect(JSONPath("a[-1]")?.value(in: ["a": [1, 2]]) == 2)
        for bad in ["", ".", "a.", "a[", "a[x]", "a]b", "a..b"] { #expect(JSONPath(bad) == nil, "\(bad)") }
    }

    @Test("a whole number of an answer keeps all its digits, also those of a long identifier")
    func identifier() throws {
        let call = try call("http://h/") {
            $0.outputs = ["id": try #require(JSONPath("id")), "count": try #require(JSONPath("count"))]
        }
        let values = try call.values(in: Array(#"{"id": 1234567890123456789, "count": 21}"#.utf8))
        #expect(values == ["id": .text("1234567890123456789"), "count": .number(21)])
    }

    @Test("a secret that an answer repeats as a number is hidden")
    func numericSecret() throws {
        let call = try call("http://h/") { $0.outputs = ["pin": try #require(JSONPath("pin"))] }
        let app = try makeApp([.http(call), .speak(Speech(try Template("{pin}")))])
        var plan = ActionPlan(try #require(app.command("Go")), makeInvoked())
        var secrets = AppSecrets()
        secrets.values["PIN"] = "4711"
        plan.use(secrets, environment: [:])
        guard case .fetch = plan.next() else {
            Issue.record("the request is sent")
            return
        }
        plan.answered(.success(Array(#"{"pin": 4711}"#.utf8)))
        let end = plan.next()
        #expect(end == .done(ActionOutcome(events: [.speech(.init("[PIN]"))])))
    }

    @Test("a part of an answer may have the name of a parameter, whose value the request still has")
    func nameOfParameter() throws {
        let call = try call("http://h/{id}") { $0.outputs = ["id": try #require(JSONPath("id"))] }
        let app = try makeApp([.http(call), .speak(Speech(try Template("{id}")))], patterns: ["show @id"])
        var plan = ActionPlan(try #require(app.command("Go")), makeInvoked(["id": .text("x")]))
        guard case .fetch(let exchange) = plan.next() else {
            Issue.record("the request is sent")
            return
        }
        #expect(exchange.url == "http://h/x")
        plan.answered(.success(Array(#"{"id": "y"}"#.utf8)))
        let end = plan.next()
        #expect(end == .done(ActionOutcome(events: [.speech(.init("y"))])))
    }

    @Test("a server that fails, hangs, floods, redirects endlessly or is unreachable is a failure with a description")
    func failures() async throws {
        let status = try WebServer { _ in WebServer.answer("no such city", status: "404 Not Found") }
        let hang = try WebServer { _ in nil }
        let flood = try WebServer { _ in WebServer.answer(String(repeating: "x", count: 5000)) }
        let circle = try WebServer { _ in WebServer.answer("", status: "302 Found", headers: "Location: /\r\n") }
        // The redirection leads to /etc/passwd itself; it must not be followed.
        let file = try WebServer { _ in
            WebServer.answer("", status: "302 Found", headers: "Location: file:///etc/passwd\r\n")
        }
        let gone = try WebServer { _ in nil }.address
        for (address, reason) in [
            (status.address, "answered with status 404: no such city"), (hang.address, "did not answer within"),
            (flood.address, "more than 1000 bytes"), (circle.address, "more than 5 times"),
            (file.address, "sends to a place that is less safe"), (gone, "cannot be reached"),
        ] {
            let call = try call(address + "/") {
                $0.timeout = .milliseconds(address == hang.address ? 300 : 10_000)
                $0.maximumSize = 1000
            }
            let outcome = try await run(call)
            #expect(outcome.problem?.contains(reason) == true, "\(outcome.problem ?? "-")")
            #expect(outcome.events == [.speech(.init("Sorry, that did not work."))])
        }
    }

    @Test("a few redirections are followed")
    func redirected() async throws {
        let server = try WebServer { request in
            request.hasPrefix("GET /there ")
                ? WebServer.answer("here") : WebServer.answer("", status: "302 Found", headers: "Location: /there\r\n")
        }
        #expect(try await run(try call(server.address + "/")).events == [.speech(.init("here"))])
    }

    @Test("a cancelled task ends its request at once")
    func cancelled() async throws {
        let server = try WebServer { _ in nil }
        let call = try call(server.address + "/")
        let running = Task { try await run(call) }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }
}
