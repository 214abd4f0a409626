import Foundation
import NIOCore
import NIOPosix
import NIOWebSocket
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusConsole

@Suite("The console's server")
struct ConsoleServerTests {
    private let session = Session(rawValue: "page-0123456789abcdef")!

    @Test("the page and its files are served with a strict policy, and nothing else is")
    func files() async throws {
        let console = try await ConsoleUnderTest()
        for path in ConsoleFiles.all.keys {
            let answer = try await PlainHTTP.get(console.port, path)
            #expect(answer.status == 200, "\(path)")
            #expect(answer.text.contains("default-src 'none'; script-src 'self'"))
            #expect(!answer.text.contains("unsafe-inline"))
        }
        let page = try await PlainHTTP.get(console.port, "/").text
        #expect(
            page.contains("<script type=\"module\" src=\"/main.js\">") && !page.contains("style=\"")
                && !page.contains("onclick"))
        #expect(try await PlainHTTP.get(console.port, "/../etc/passwd").status == 404)
        let post = try await PlainHTTP.ask(
            console.port, "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n")
        #expect(post.status == 405)
        let other = try await PlainHTTP.ask(console.port, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        #expect(other.status == 421)
        #expect(other.text.contains("open http://127.0.0.1:\(console.port)/"), "the port is the one that was chosen")
        #expect(try await PlainHTTP.get(console.port, "/", "Host: evil.example\r\n").status == 400)
        let long = "X-Long: \(String(repeating: "x", count: 100_000))\r\n"
        #expect(try await PlainHTTP.get(console.port, "/", long).status != 200)
        #expect(try await console.refuses([("Origin", "http://evil.example")]))
        try await console.end()
    }

    @Test("without a free descriptor it says so once, and answers those who have connected when there is one again")
    func exhausted() async throws {
        let console = try await ConsoleUnderTest()
        try await console.program.exhaustDescriptors()
        let waiting = try LoopbackConnection(to: console.port)
        waiting.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        let line = "no descriptor is left for a connection"
        try await console.program.line(on: .standardError) { $0.contains(line) }
        try await console.program.limitDescriptors(to: 1_024)
        #expect(await waiting.readToEnd().hasPrefix("HTTP/1.1 200"))
        #expect(console.program.lines(.standardError).count { $0.contains(line) } == 1)
        try await console.end()
    }

    @Test("who is refused again and again does not fill the log")
    func refusals() async throws {
        let console = try await ConsoleUnderTest()
        for number in 1...20 {
            let request = "GET / HTTP/1.1\r\nHost: evil\(number).example\r\n\r\n"
            #expect(try await PlainHTTP.ask(console.port, request).status == 421)
        }
        #expect(try await console.refuses([("Origin", "http://evil.example")]))
        try await console.end()
        let lines = console.program.lines(.standardError)
        #expect(lines.count { $0.contains("refused a request") } == 5, "\(console.program.report)")
        #expect(lines.contains { $0.contains("count=16") && $0.contains("evil16.example") })
        #expect(lines.count { $0.contains("refused a page") } == 1)
    }

    @Test("from elsewhere the page opens with its link only")
    func token() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest(["--token-file", folder.path("token")])
        #expect(try await PlainHTTP.get(console.port, "/").status == 401)
        #expect(try await console.refuses())
        let target = try #require(console.link.firstRange(of: "/?token=")).lowerBound
        let answer = try await PlainHTTP.get(console.port, String(console.link[target...]))
        #expect(answer.status == 303)
        let cookie = try #require(answer.text.firstMatch(of: #/Set-Cookie: ([^;]+);/#)?.1)
        #expect(cookie.hasPrefix("saybus-console-\(console.port)="), "consoles of a host need different cookies")
        #expect(try await PlainHTTP.get(console.port, "/", "Cookie: \(cookie)\r\n").status == 200)
        let page = try await PageClient.open(console.port, headers: [("Cookie", String(cookie))])
        try await #require(page).arrived.require("the greeting") { !$0.reports("hello").isEmpty }
        #expect(try await console.refuses([("Cookie", cookie.dropLast() + "!")]))
        try await console.end()
        let open = try ProgramUnderTest("saybus-console", ["--http", "0.0.0.0:0", "--token-file", "/dev/null"])
        #expect(try await open.exitCode() == 78)
    }

    @Test("a voice that is not installed ends the program at its start, not when something is to be said")
    func voice() async throws {
        let console = try ProgramUnderTest("saybus-console", ["--http", "127.0.0.1:0", "--voice", "nosuch"])
        #expect(try await console.exitCode() == 78)
    }

    @Test("a typed text begins a turn, which the page is shown; without a stage that takes it, the page is told why")
    func text() async throws {
        let console = try await ConsoleUnderTest()
        let page = try #require(try await PageClient.open(console.port))
        try await page.arrived.require("the greeting") {
            $0.reports("hello").first?["session"] == "page-0123456789abcdef"
        }
        page.publish("speech.transcript", session, ["text": "turn on the light"])
        try await page.arrived.require("a refusal") { "\($0.reports("refused"))".contains("no intent stage is ready") }
        let intent = try await console.stage(.intent)
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        try await page.arrived.require("the stage's status") { arrived in
            arrived.messages("stage.status").contains { $0["body"]?["role"] == "intent" }
        }
        page.publish("speech.transcript", session, ["text": "  turn on\n the light ", "engine": "forged"])
        let message = try #require(await transcripts.first())
        #expect(message.body.text == "turn on the light" && message.body.engine == "text")
        #expect(message.header.session == session && message.header.turn != nil)
        try intent.publish(
            SpeechIntent(text: message.body.text, hypotheses: [], engine: "test"), answering: message.header)
        try await page.arrived.require("the intent") { $0.messages("speech.intent").count == 1 }
        // Typed before a standstill of the console; the page has given it back meanwhile.
        page.publish("speech.transcript", session, ["text": "turn off the light"], heard: -6000)
        try await page.arrived.require("a refusal") { "\($0.reports("refused"))".contains("too late") }
        let reported = try await page.arrived.require("the time") { !$0.reports("bus").isEmpty }
        guard case .integer(let time) = reported.reports("bus").last?["at"] else {
            throw PageError(.unreadable, "a report without a time")
        }
        try console.report(.intent, on: intent)
        let next = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        page.publish("speech.transcript", session, ["text": "shut the door"], heard: Int(time))
        #expect(await next.first()?.body.text == "shut the door")
        page.publish("stage.status", session, ["state": "ready"])
        try await page.arrived.require("a refusal") { "\($0.reports("refused"))".contains("not stage.status") }
        try await console.end()
    }

    @Test("the button to stop has an effect within seconds, or none")
    func control() async throws {
        let console = try await ConsoleUnderTest()
        let audio = try await console.stage(.audio)
        let controls = audio.subscribe(AudioControl.self)
        try await audio.ready()
        let page = try #require(try await PageClient.open(console.port))
        page.publish("audio.control", session, ["action": "stop"])
        let header = try #require(await controls.first()).header
        let deadline = try #require(header.deadline)
        #expect((3_000_000...7_000_000).contains(deadline - header.at))
        try await console.end()
    }

    @Test("a page that wants to speak is told at once that nobody would read it, and may still close the microphone")
    func speechWithoutTranscriber() async throws {
        let console = try await ConsoleUnderTest()
        let listen = try await console.stage(.listen)
        let requests = listen.subscribe(ListenRequest.self)
        try await listen.ready()
        let beating = console.heartbeat(of: [(.listen, listen)])
        defer { beating.cancel() }
        let page = try #require(try await PageClient.open(console.port))
        try await page.arrived.require("the stage's status") { arrived in
            arrived.messages("stage.status").contains { $0["body"]?["role"] == "listen" }
        }
        for mode in ["push-to-talk", "hold", "off"] {
            page.publish("listen.request", session, ["mode": .string(mode)])
        }
        try await page.arrived.require("two refusals") { arrived in
            arrived.reports("refused").count { "\($0)".contains("no transcribe stage is ready") } == 2
        }
        #expect(await requests.first()?.body.mode == .off)
        try await console.end()
    }

    @Test("a page that has given up its connection talks on the next one, although the console still has the first one")
    func again() async throws {
        let console = try await ConsoleUnderTest()
        let old = try #require(try await PageClient.open(console.port))
        old.send(#"{"talk":true}"#)
        try await old.arrived.require("its talk") { $0.reports("talk").contains { $0["on"] == true } }
        let new = try #require(try await PageClient.open(console.port))
        new.send(#"{"talk":true}"#)
        try await new.arrived.require("an answer") { !$0.reports("talk").isEmpty }
        #expect(new.arrived.value.reports("talk").first?["on"] == true)
        try await old.arrived.require("its end") { "\($0.reports("talk"))".contains("another window") }
        #expect(!old.arrived.value.isOver)
        try await console.end()
    }

    @Test("a page that talks is a listening stage and an audio stage: it is heard, and what is said sounds on it alone")
    func talk() async throws {
        let console = try await ConsoleUnderTest()
        let bus = try await console.stage(.transcribe)
        let heard = bus.subscribe(to: [SpeechStarted.self, AudioInput.self, SpeechEnded.self, AudioPlayback.self])
        try await bus.ready()
        let beating = console.heartbeat(of: [(.transcribe, bus)])
        defer { beating.cancel() }
        let page = try #require(try await PageClient.open(console.port))
        page.send(#"{"talk":true}"#)
        page.send(#"{"watch":{}}"#)
        try await page.arrived.require("both stages") { arrived in
            ["listen", "audio"].allSatisfy { role in
                arrived.messages("stage.status").contains { status in
                    status["body"]?["role"] == .string(role) && status["body"]?["state"] == "ready"
                        && status["body"]?["session"] == .string(session.rawValue)
                }
            }
        }
        page.publish("listen.request", session, ["mode": "hold"])
        try await page.arrived.require("the turn") { !$0.messages("speech.started").isEmpty }
        let tone = (0..<8000).map { Int16(8000 * sin(Double($0) / 5)) }
        for start in stride(from: 0, to: tone.count, by: 320) {
            page.speak(Array(tone[start..<start + 320]), at: start)
        }
        var sound = 0
        var iterator = heard.makeAsyncIterator()
        while sound < tone.count - 640, case .message(let message) = await iterator.next() {
            if let chunk = bus.read(message, as: AudioInput.self) { sound += chunk.body.samples.count / 2 }
        }
        page.publish("listen.request", session, ["mode": "release"])
        try await page.arrived.require("the end of the turn") { !$0.messages("speech.ended").isEmpty }
        // Every page that watches can play the sound of a turn.
        let turn = try #require(page.arrived.value.messages("speech.started").first?["header"]?["turn"])
        page.send(#"{"ask":{"sound":{"turn":\#(turn.text())}},"number":9}"#)
        try await page.arrived.require("what was said") { arrived in
            arrived.sounds.contains { $0.header["number"] == 9 && $0.samples >= tone.count - 640 }
        }
        // A sequence in the page's session sounds on the page, which reports as a satellite does.
        try bus.publish(
            AudioSequence([.tone(AudioEvent.Tone(frequency: 440, durationMs: 300))]), session: session, isTracked: false
        )
        try await page.arrived.require("sound") { $0.sounds.contains { $0.header["index"] == 0 && $0.samples > 0 } }
        let first = try #require(page.arrived.value.sounds.last { $0.header["index"] == 0 && $0.samples > 0 })
        guard case .string(let id) = first.header["id"] else { throw PageError(.unreadable, "a stream without an id") }
        page.send(#"{"played":{"sequence":"\#(id)","state":"started"}}"#)
        try await page.arrived.require("the end of the sound") { $0.sounds.contains { $0.header["last"] == true } }
        page.send(#"{"played":{"sequence":"\#(id)","state":"finished"}}"#)
        try await page.arrived.require("the report") { arrived in
            arrived.messages("audio.playback").contains { $0["body"]?["state"] == "finished" }
        }
        // Each word is reported as it begins to sound, though nobody has asked for it.
        try bus.publish(AudioSequence([.speech(.init("red light"))]), session: session, isTracked: false)
        let next = try await page.arrived.require("the next stream") { arrived in
            arrived.sounds.contains { $0.header["id"] != nil && $0.header["id"] != .string(id) }
        }
        let speech = try #require(next.sounds.last { $0.header["id"] != nil }?.header["id"])
        page.send(#"{"played":{"sequence":\#(speech.text()),"state":"started"}}"#)
        try await page.arrived.require("the words") { arrived in
            let words = arrived.messages("audio.playback").filter { $0["body"]?["state"] == "word" }
            return words.map { $0["body"]?["text"] } == ["red", "light"]
        }
        try await console.end()
    }

    @Test("a page that watches thousands of messages is sent whole turns, and told how many it was not sent")
    func flood() async throws {
        let console = try await ConsoleUnderTest()
        let page = try #require(try await PageClient.open(console.port))
        page.send(#"{"watch":{}}"#)
        let bus = try await console.stage(.transcribe)
        try await bus.ready()
        try await page.arrived.require("the stage") {
            $0.messages("stage.status").contains { $0["body"]?["role"] == "transcribe" }
        }
        let (turns, each) = (500, 10)
        for _ in 0..<turns {
            let turn = TurnID()
            for revision in 0..<each { try bus.publish(SpeechPartial(text: "a", revision: revision), turn: turn) }
        }
        @Sendable func leftOut(_ arrived: PageClient.Arrived) -> Int {
            arrived.reports("leftOut").reduce(0) { sum, report in
                guard case .integer(let count) = report["speech.partial"] else { return sum }
                return sum + Int(count)
            }
        }
        try await page.arrived.require("the rest") { $0.messages("speech.partial").count + leftOut($0) == turns * each }
        let shown = page.arrived.value.messages("speech.partial")
        #expect(shown.count < turns * each && shown.count.isMultiple(of: each))
        try await console.end()
    }

    @Test("a page that sends too large or too many messages is closed, and others stay open")
    func limits() async throws {
        let console = try await ConsoleUnderTest()
        let good = try #require(try await PageClient.open(console.port, page: "00000000"))
        let large = try #require(try await PageClient.open(console.port, page: "00000001"))
        large.send(.binary, [UInt8](repeating: 0, count: ConsoleServer.maximumMessageBytes + 1))
        try await large.arrived.require("the end") { $0.isOver }
        let many = try #require(try await PageClient.open(console.port, page: "00000002"))
        for _ in 0..<1000 { many.send(#"{"watch":null}"#) }
        try await many.arrived.require("the end") { $0.closeCode == 1008 && $0.isOver }
        good.send("nonsense")
        try await good.arrived.require("a refusal") { !$0.reports("refused").isEmpty }
        try await console.end()
    }

    @Test("a page that asks, and takes nothing that it is sent, holds up no other page")
    func unread() async throws {
        let folder = try TemporaryFolder()
        // A few dozen answers with this text fill the buffers of the connection and of the page.
        let line = "# \(String(repeating: "x", count: 97))\n"
        let app = "app: lamp\ncommands: {On: {patterns: [lamp on], do: [{speak: It is on.}]}}\n"
        let path = try folder.write("lamp.yaml", app + String(repeating: line, count: 4000))
        let console = try await ConsoleUnderTest(["--app", path])
        let page = try #require(try await PageClient.open(console.port, page: "00000000", reads: false))
        // Both ask the same. The answers of this one tell that the console goes on.
        let reader = try #require(try await PageClient.open(console.port, page: "00000001"))
        for number in 1...40 {
            for asking in [page, reader] { asking.send(#"{"ask":{"app":{"file":"lamp.yaml"}},"number":1}"#) }
            try await reader.arrived.require("answer \(number)") { $0.reports("answer").count == number }
        }
        #expect(!reader.arrived.value.isOver)
        try await console.end()
    }

    @Test("a page whose frame is not masked is closed with code 1002")
    func masked() async throws {
        let console = try await ConsoleUnderTest()
        for opcode in [WebSocketOpcode.text, .binary, .ping] {
            let page = try #require(try await PageClient.open(console.port))
            page.send(opcode, Array("{}".utf8), mask: nil)
            try await page.arrived.require("the end") { $0.closeCode == 1002 && $0.isOver }
        }
        try await console.end()
    }

    @Test(
        "connections beyond the most are closed at once, and a page opens again when others have ended",
        .timeLimit(.minutes(1)))
    func connections() async throws {
        let console = try await ConsoleUnderTest()
        let idle = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        let closed = Watched(0)
        var connections: [any Channel] = []
        for _ in 0..<ConsoleServer.maximumConnections + 44 {
            let connection = try await idle.connect(host: "127.0.0.1", port: console.port).get()
            connection.closeFuture.whenComplete { _ in closed.change { $0 += 1 } }
            connections.append(connection)
        }
        // Much sooner than a request that does not come to its end.
        try await closed.require("the end of 44", within: .seconds(8)) { $0 == 44 }
        for connection in connections where connection.isActive { try await connection.close() }
        while try await PlainHTTP.get(console.port, "/").status != 200 { try Task.checkCancellation() }
        try await console.end()
    }
}
