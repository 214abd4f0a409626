import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusBroker

@Suite("The claims of a message about its publisher")
struct ClaimsTests {
    /// The rights of a key for one remote app.
    private static let pizza =
        #"publish: [catalog, stage.status, speech.partial, listen.request], subscribe: ["*"], roles: [app], apps: [pizza]"#

    /// Publishes frames as a key of the app `pizza`, and then a partial transcript.
    /// - Returns: The kinds that another client received before the partial transcript, with the reason of the
    ///   refusal.
    private func received(
        _ kind: Kind, _ body: String, as source: String = "app/test", on topic: Kind? = nil
    ) async throws -> (messages: [String], problem: String) {
        let test = try SecuredBus(["pizza": Self.pizza, "hall": SecurityTests.all])
        let tap = try test.connect(.dispatch, key: "hall")
        let all = tap.subscribeToAll()
        try await tap.ready()
        try tap.publish(StageStatus(role: .dispatch, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        let app = try test.connect(.app, key: "pizza")
        try await app.ready()
        let header = Header(
            kind: kind, session: .default, source: try #require(Source(source)), run: 1, sequence: 0, retain: true)
        var frames = RawMessage(header: header, body: Array(body.utf8)).frames
        if let topic { frames[0] = Topic(topic).bytes }
        try app.publish(frames: frames)
        try app.publish(SpeechPartial(text: "end", revision: 0))
        var messages: [String] = []
        var problem = ""
        for try await received in all {
            guard case .message(let message) = received else {
                messages.append("malformed")
                continue
            }
            if message.header.kind == SpeechPartial.kind { break }
            if message.header.kind == Refusal.kind {
                problem = (try? message.decode(Refusal.self).body.reason) ?? ""
            } else if message.header.run == 1 {
                messages.append(message.header.kind.rawValue)
            }
        }
        return (messages, problem)
    }

    @Test("a catalog of one's own app passes, that of another app does not")
    func apps() async throws {
        let own = try await received(Catalog.kind, #"{"app":"pizza","commands":[],"revision":"a","language":"en"}"#)
        #expect(own.messages == ["catalog"], "\(own.problem)")
        let other = try await received(Catalog.kind, #"{"app":"kitchen","commands":[],"revision":"a","language":"en"}"#)
        #expect(other.messages.isEmpty && other.problem.contains("speak for the app kitchen"))
    }

    @Test("a status of another stage does not pass, not even one that only some receivers can read")
    func status() async throws {
        let body = #"{"role":"dispatch","instance":"test","state":"stopped"}"#
        #expect(try await received(StageStatus.kind, body).messages.isEmpty)
        let whole =
            #"{"role":"ROLE","instance":"test","state":"STATE","pid":1,"uptimeMs":1,"counters":{"received":0,"published":0,"lost":0,"stale":0,"malformed":0,"dropped":0,"repeated":0,"retried":0}}"#
        let foreign = try await received(
            StageStatus.kind, whole.replacing("ROLE", with: "dispatch").replacing("STATE", with: "stopped"))
        #expect(foreign.messages.isEmpty && foreign.problem.contains("speak as dispatch"))
        let forged = try await received(
            StageStatus.kind, whole.replacing("ROLE", with: "dispatch").replacing("STATE", with: "stopped"),
            as: "dispatch/test")
        #expect(forged.messages.isEmpty && forged.problem.contains("speak as dispatch"))
        let lost = try await received(
            StageStatus.kind, whole.replacing("ROLE", with: "app").replacing("STATE", with: "lost"))
        #expect(lost.messages.isEmpty && lost.problem.contains("nobody but the broker"))
        let own = try await received(
            StageStatus.kind, whole.replacing("ROLE", with: "app").replacing("STATE", with: "ready"))
        #expect(own.messages == ["stage.status"], "\(own.problem)")
    }

    @Test("a catalog that names two apps, and a header that names two publishers, do not pass")
    func doubledNames() async throws {
        let body = #"{"app":"pizza","commands":[],"revision":"a","language":"en","app":"kitchen"}"#
        #expect(try await received(Catalog.kind, body).messages.isEmpty)
        let test = try SecuredBus(["pizza": Self.pizza, "hall": SecurityTests.all])
        let tap = try test.connect(.tap, key: "hall")
        let partials = tap.subscribe(SpeechPartial.self)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let app = try test.connect(.app, key: "pizza")
        try await app.ready()
        let source = try #require(Source(role: .app, instance: "test"))
        let header = Header(kind: SpeechPartial.kind, session: .default, source: source, run: 1, sequence: 0)
        var frames = RawMessage(header: header, body: Array(#"{"text":"forged","revision":0}"#.utf8)).frames
        frames[1] = Array(frames[1].dropLast()) + Array(#","source":"transcribe/one"}"#.utf8)
        try app.publish(frames: frames)
        try app.publish(SpeechPartial(text: "end", revision: 1))
        #expect(await partials.first()?.body.text == "end")
        let status = await statuses.first { $0.body.role == .broker && $0.body.counters.malformed > 0 }
        #expect(status?.body.problem?.contains("twice") == true, "\(status?.body.problem ?? "")")
    }

    @Test("the publisher of a message that contradicts itself is told the fault")
    func told() async throws {
        let body = #"{"app":"pizza","commands":[],"revision":"a","language":"en","app":"kitchen"}"#
        let doubled = try await received(Catalog.kind, body).problem
        #expect(doubled.hasPrefix("the broker does not forward catalog of app/test: "), "\(doubled)")
        let elsewhere = try await received(SpeechIntent.kind, "{}", on: SpeechPartial.kind).problem
        #expect(elsewhere.contains("but the header says \"speech.intent/"), "\(elsewhere)")
    }

    @Test("a request that cannot be read, and a header that contradicts the topic, do not pass")
    func malformed() async throws {
        #expect(try await received(ListenRequest.kind, #"{"mode":7}"#).messages.isEmpty)
        #expect(try await received(SpeechIntent.kind, "{}", on: SpeechPartial.kind).messages.isEmpty)
    }

    @Test("a stage that is present belongs to the key that announced it")
    func presence() async throws {
        let both = #"publish: [stage.status, speech.partial], subscribe: ["*"], roles: [transcribe]"#
        let test = try SecuredBus(["one": both, "two": both])
        let one = try test.connect(.transcribe, key: "one")
        let statuses = one.subscribe(StageStatus.self)
        try await one.ready()
        try one.publish(StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        #expect(await statuses.first { $0.body.role == .transcribe } != nil)
        let two = try test.connect(.transcribe, key: "two")
        // Not even its barrier passes.
        let error = await #expect(throws: BusError.self) { try await two.ready() }
        #expect(error?.code == .refused && error?.reason.contains("which is \"one\"") == true, "\(error?.reason ?? "")")
        try two.publish(StageStatus(role: .transcribe, instance: "test", state: .stopped, pid: 2, uptimeMs: 1))
        try one.publish(StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 2))
        let next = await statuses.first { $0.body.role == .transcribe }
        #expect(next?.body.pid == 1 && next?.body.state == .ready)
    }

    @Test("on a bus without keys, too, only the broker says that a stage is lost")
    func lost() async throws {
        let test = try TestBus()
        let bus = try test.connect(.intent)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        let loss = StageStatus(role: .intent, instance: "one", state: .lost, pid: 1, uptimeMs: 1)
        try bus.publish(loss)
        // It is not even to be retained.
        var header = Header(kind: StageStatus.kind, session: .default, source: bus.source, run: 7, sequence: 0)
        let body = try loss.wire(header: &header)
        try bus.publish(frames: RawMessage(header: header, body: body).frames)
        try bus.publish(StageStatus(role: .intent, instance: "two", state: .ready, pid: 1, uptimeMs: 1))
        #expect(await statuses.first { $0.body.role == .intent }?.body.instance == "two")
    }

    @Test("an asterisk in a pattern stands for any text")
    func patterns() throws {
        func matches(_ pattern: String, _ name: String) throws -> Bool {
            try #require(NamePattern(pattern)).matches(name)
        }
        #expect(try matches("den", "den") && !matches("den", "den2") && !matches("den", "a-den"))
        #expect(try matches("den-*", "den-1") && matches("den-*", "den-") && !matches("den-*", "den"))
        #expect(
            try matches("*", "") && matches("*-1", "den-1") && matches("a*b*c", "a--b--c") && !matches("a*b*c", "acb"))
        #expect(try !matches("a*a", "a") && matches("a**a", "aa") && matches("a*b*b", "abb") && !matches("a*b*b", "ab"))
        #expect(NamePattern("") == nil)
    }

    /// Returns the rights of a printed policy in one line, without the key.
    private static func rights(_ policy: String) -> String {
        policy.split(separator: "\n").dropFirst(2).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix("#") }.joined(separator: ", ")
    }

    @Test(
        "a key with the policy of a role is refused other roles, and what its role does not publish or hear",
        arguments: RoleGrants.all.map(\.role))
    func others(role: Role) async throws {
        let grants = try #require(RoleGrants.of(role))
        let test = try SecuredBus([
            role.rawValue: Self.rights(grants.policy(name: role.rawValue, publicKey: PolicyTests.key)),
            "hall": SecurityTests.all,
        ])
        let own = try test.connect(role, key: role.rawValue)
        try await own.ready()
        // Another role is refused from the first barrier on.
        let foreign = try test.connect(role == .dispatch ? .intent : .dispatch, key: role.rawValue)
        let error = await #expect(throws: BusError.self) { try await foreign.ready() }
        #expect(error?.reason.contains("speak as") == true, "\(error?.reason ?? "")")
        for type in MessageCatalog.all where type.kind != Barrier.kind && type.kind != Refusal.kind {
            let bus = try test.connect(role, key: role.rawValue)
            let mayPublish = grants.publish.contains(type.kind.rawValue)
            let isHeard =
                grants.subscribe.contains(type.kind.rawValue)
                || grants.subscribe.contains("*") && ![AudioInput.kind, AudioOutput.kind].contains(type.kind)
            let messages = bus.subscribe(to: [SubscriptionFilter(type)])
            var refusal: BusError?
            do { try await bus.ready() } catch let error as BusError { refusal = error }
            #expect((refusal?.code == .refused) == !isHeard, "\(role) hears \(type.kind): \(refusal?.reason ?? "")")
            withExtendedLifetime(messages) {}
            let publisher = try test.connect(role, key: role.rawValue)
            try await publisher.ready()
            let header = Header(
                kind: type.kind, session: .default, source: publisher.source, run: publisher.run, sequence: 0)
            try publisher.publish(frames: RawMessage(header: header, body: Array("{}".utf8)).frames)
            // The barrier comes back after what the broker says of the message.
            try await publisher.ready()
            let said = publisher.refusal?.contains("publish \(type.kind)") == true
            #expect(said == !mayPublish, "\(role) publishes \(type.kind): \(publisher.refusal ?? "")")
        }
    }

    @Test("the key of a gateway to Wyoming's peers may also be their loudspeaker, and no other stage")
    func loudspeaker() async throws {
        let grants = try #require(RoleGrants.of(.wyoming))
        let test = try SecuredBus([
            "gateway": Self.rights(grants.policy(name: "gateway", publicKey: PolicyTests.key)),
            "hall": SecurityTests.all,
        ])
        let tap = try test.connect(.tap, key: "hall")
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let audio = try test.connect(.audio, key: "gateway")
        try await audio.ready()
        try audio.publish(StageStatus(role: .audio, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        #expect(await statuses.first { $0.body.role == .audio } != nil)
        #expect(audio.refusal == nil)
        let intent = try test.connect(.intent, key: "gateway")
        await #expect(throws: BusError.self) { try await intent.ready() }
    }

    @Test("programs with the policy of their role answer a question, and nothing of theirs is refused")
    func roles() async throws {
        let roles: [Role] = [.intent, .dispatch, .ask]
        var users: [String: String] = ["tap": SecurityTests.all]
        for role in roles {
            let grants = try #require(RoleGrants.of(role))
            users[role.rawValue] = Self.rights(grants.policy(name: role.rawValue, publicKey: PolicyTests.key))
                .replacing("apps: [dispatch]", with: "apps: [kitchen]")
        }
        let test = try SecuredBus(users)
        func environment(_ key: String) -> [String: String] {
            [
                "SAYBUS_BUS": test.address.url, "SAYBUS_KEY": "\(test.keys.path)/\(key).secret",
                "SAYBUS_SERVER_KEY": "\(test.keys.path)/broker.public",
            ]
        }
        let app = PackageFolder.containing().appending(path: "deploy/examples/kitchen.yaml").standardizedFileURL
        let intent = try ProgramUnderTest("saybus-intent", [], environment: environment("intent"))
        let dispatch = try ProgramUnderTest(
            "saybus-dispatch", ["--app", app.path(percentEncoded: false)], environment: environment("dispatch"))
        _ = try await intent.ready()
        _ = try await dispatch.ready()
        let ask = try ProgramUnderTest("saybus", ["ask", "what time is it"], environment: environment("ask"))
        _ = try await ask.exitCode(within: .seconds(60))
        let tap = try test.connect(.tap, key: "tap")
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let status = await statuses.first { $0.body.role == .broker }
        #expect(status?.body.counters.refused == nil, "\(status?.body.problem ?? "") \(ask.report)")
        for program in [intent, dispatch] {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0)
        }
    }
}
