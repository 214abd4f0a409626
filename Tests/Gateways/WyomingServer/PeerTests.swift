import Foundation
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusWyomingServer

@Suite(
    "Peers of the gateway",
    .enabled(if: GatewayUnderTest.hasEngines, "espeak-ng and pocketsphinx-en-us are installed"), .serialized)
struct PeerTests {
    /// Sends events on a connection of its own, and returns the answers up to one of a type.
    private static func exchange(
        _ address: SocketAddress, _ events: [WyomingEvent], until type: String
    ) async throws -> [WyomingEvent] {
        let peer = try await WyomingPeer.connect(to: address, within: .seconds(10))
        defer { peer.close() }
        for event in events { try await peer.send(event) }
        var received: [WyomingEvent] = []
        while received.last?.type != type { received.append(try await peer.receive(within: .seconds(30))) }
        return received
    }

    @Test("several peers at once each have a turn of their own, and none waits for the others")
    func several() async throws {
        let gateway = try await GatewayUnderTest()
        let address = gateway.address
        let answers = try await withThrowingTaskGroup(of: (Int, String?).self) { group in
            for number in 0..<12 {
                let room = number.isMultiple(of: 2) ? "kitchen" : "bedroom"
                group.addTask {
                    let event = WyomingEvent(
                        type: "transcript",
                        data: [
                            "text": .string("turn on the \(room) light"),
                            "context": ["conversation_id": .string("c\(number)")],
                        ])
                    return (number, try await Self.exchange(address, [event], until: "handled").last?.text("text"))
                }
            }
            return try await group.reduce(into: [Int: String?]()) { $0[$1.0] = $1.1 }
        }
        for (number, text) in answers {
            #expect(text == "The \(number.isMultiple(of: 2) ? "kitchen" : "bedroom") light is on.")
        }
        #expect(answers.count == 12)
        // A peer of an old version gets no event that it does not know.
        let event = WyomingEvent(type: "transcript", data: ["text": "turn on the kitchen light"])
        #expect(try await Self.exchange(address, [event], until: "handled").map(\.type) == ["handled"])
    }

    @Test("too long an event, no event at all and one peer too many are refused, shown, and trouble nobody else")
    func badPeers() async throws {
        let gateway = try await GatewayUnderTest()
        for bytes in [
            #"{"type":"audio-chunk","payload_length":104857600}"# + "\n",
            "GET / HTTP/1.1\r\n\r\n", String(repeating: "x", count: 100_000),
        ] {
            let refused = try await BlockingQueue(label: "test").run { () throws(EngineFailure) in
                let deadline = ContinuousClock.now + .seconds(20)
                var stream = try SocketConnector.connect(gateway.address, before: deadline)
                try stream.send(Array(bytes.utf8), before: deadline)
                return String(decoding: try stream.line(limit: 1000, before: deadline), as: UTF8.self)
            }
            #expect(refused.contains("\"error\""), "\(refused)")
        }
        #expect(try await gateway.problem(containing: "3 peers were cut off").contains("64 KiB"))
        // Peers in the middle of a request.
        var silent: [WyomingPeer] = []
        for _ in 0..<WyomingStage.maximumPeers {
            let peer = try await WyomingPeer.connect(to: gateway.address, within: .seconds(10))
            try await peer.send(WyomingEvent(type: "synthesize-start"))
            try await peer.send(WyomingEvent(type: "ping"))
            #expect(try await peer.receive(within: .seconds(20)).type == "pong")
            silent.append(peer)
        }
        let surplus = try await Self.exchange(gateway.address, [], until: "error")
        #expect(surplus.last?.text("code") == "too-many")
        // One whose request is over makes room.
        let idle = silent.removeFirst()
        try await idle.send(WyomingEvent(type: "synthesize-stop"))
        try await wait(idle, for: "synthesize-stopped")
        try await Self.untilAnswered(gateway.address)
        #expect(try await wait(idle, for: "error").text("code") == "too-many")
        // One that goes in the middle of an event makes room.
        let leaving = silent.removeLast()
        leaving.close()
        try await Self.untilAnswered(gateway.address)
        for peer in silent { peer.close() }
    }

    @Test("requests that fail again and again do not fill the log")
    func failures() async throws {
        let gateway = try await GatewayUnderTest()
        let wrong = WyomingEvent(type: "run-pipeline", data: ["start_stage": "tts", "end_stage": "asr"])
        let events = Array(repeating: wrong, count: 100) + [WyomingEvent(type: "ping")]
        #expect(try await Self.exchange(gateway.address, events, until: "pong").count == 101)
        let lines = gateway.gateway.lines(.standardError).filter { $0.contains("a request failed") }
        #expect(lines.count < 10, "\(lines.count)")
    }

    /// Connects until the gateway answers: it learns of a closed connection a little later.
    private static func untilAnswered(_ address: SocketAddress) async throws {
        for _ in 0..<1000 {
            let peer = try await WyomingPeer.connect(to: address, within: .seconds(10))
            defer { peer.close() }
            guard (try? await peer.send(WyomingEvent(type: "ping"))) != nil else { continue }
            if (try? await peer.receive(within: .seconds(20)).type) == "pong" { return }
        }
        Issue.record("no room was made")
    }

    @Test(
        "speech that fails ends the connection, since Home Assistant waits for nothing else",
        arguments: ["synthesize", "synthesize-stop"])
    func failedSpeech(last: String) async throws {
        let gateway = try await GatewayUnderTest()
        let peer = try await WyomingPeer.connect(to: gateway.address, within: .seconds(10))
        defer { peer.close() }
        let voice: [String: JSONValue] = ["voice": ["name": "no-such-voice"]]
        if last == "synthesize" {
            try await peer.send(WyomingEvent(type: "synthesize", data: voice.merging(["text": "Hello."]) { $1 }))
        } else {
            try await peer.send(WyomingEvent(type: "synthesize-start", data: voice))
            try await peer.send(WyomingEvent(type: "synthesize-chunk", data: ["text": "Hello"]))
            try await peer.send(WyomingEvent(type: "synthesize-stop"))
        }
        #expect(try await peer.receive(within: .seconds(20)).type == "error")
        let end = await #expect(throws: EngineFailure.self) { _ = try await peer.receive(within: .seconds(20)) }
        #expect(end?.code == .unreachable)
    }

    @Test("a peer runs a whole pipeline: its utterance is ended for it, and the transcript and the answer come")
    func pipeline() async throws {
        let gateway = try await GatewayUnderTest()
        let wav = try await gateway.wav("turn on the kitchen light")
        let samples = try Array(Data(contentsOf: URL(filePath: wav)).dropFirst(44))
        var events = [
            WyomingEvent(type: "run-pipeline", data: ["start_stage": "asr", "end_stage": "handle"]),
            .audioStart(rate: 16_000),
        ]
        for start in stride(from: 0, to: samples.count, by: 2_048) {
            events.append(chunk(Array(samples[start..<min(samples.count, start + 2_048)])))
        }
        // A microphone goes on after the utterance.
        for _ in 0..<40 { events.append(chunk([UInt8](repeating: 0, count: 2_048))) }
        let received = try await Self.exchange(gateway.address, events, until: "handled")
        #expect(received.map(\.type) == ["transcribe", "voice-started", "voice-stopped", "transcript", "handled"])
        #expect(received[3].text("text")?.hasPrefix("turn on the kitchen light") == true)
        #expect(received.last?.text("text") == "The kitchen light is on.")
        // With sound.
        events[0] = WyomingEvent(type: "run-pipeline", data: ["start_stage": "asr", "end_stage": "tts"])
        let spoken = try await Self.exchange(gateway.address, events, until: "audio-stop")
        #expect(spoken.map(\.type).contains("handled") && spoken.map(\.type).contains("audio-start"))
        let bytes = spoken.filter { $0.type == "audio-chunk" }.reduce(0) { $0 + $1.payload.count }
        #expect(bytes > 22_050, "half a second at least")
        let wrong = WyomingEvent(type: "run-pipeline", data: ["start_stage": "tts", "end_stage": "asr"])
        #expect(try await Self.exchange(gateway.address, [wrong], until: "error").count == 1)
    }

    @Test(
        "a command in one breath with the wake word is heard from its first word on",
        arguments: ["hey computer turn on the kitchen light", "hey computer, turn on the kitchen light"])
    func oneBreath(_ text: String) async throws {
        let gateway = try await GatewayUnderTest(["--wake", "hey computer"])
        let samples = try Array(Data(contentsOf: URL(filePath: try await gateway.wav(text))).dropFirst(44))
        var events = [
            WyomingEvent(type: "run-pipeline", data: ["start_stage": "wake", "end_stage": "asr"]),
            .audioStart(rate: 16_000),
        ]
        for start in stride(from: 0, to: samples.count, by: 2_048) {
            events.append(chunk(Array(samples[start..<min(samples.count, start + 2_048)])))
        }
        for _ in 0..<40 { events.append(chunk([UInt8](repeating: 0, count: 2_048))) }
        let received = try await Self.exchange(gateway.address, events, until: "transcript")
        #expect(
            received.map(\.type)
                == ["detect", "detection", "transcribe", "voice-started", "voice-stopped", "transcript"])
        #expect(received.last?.text("text")?.hasPrefix("turn on the kitchen light") == true, "\(received)")
    }

    @Test(
        "the end of the sound ends the utterance of a pipeline at once; without speech, or given up, there is no turn")
    func soundEnd() async throws {
        let gateway = try await GatewayUnderTest()
        let wav = try await gateway.wav("turn on the kitchen light", tail: 0.1)
        let samples = try Array(Data(contentsOf: URL(filePath: wav)).dropFirst(44))
        let begin = [
            WyomingEvent(type: "run-pipeline", data: ["start_stage": "asr", "end_stage": "handle"]),
            .audioStart(rate: 16_000),
        ]
        let sound = stride(from: 0, to: samples.count, by: 2_048).map { start in
            chunk(Array(samples[start..<min(samples.count, start + 2_048)]))
        }
        let received = try await Self.exchange(
            gateway.address, begin + sound + [WyomingEvent.audioStop], until: "handled")
        #expect(received.map(\.type) == ["transcribe", "voice-started", "voice-stopped", "transcript", "handled"])
        #expect(received[3].text("text")?.hasPrefix("turn on the kitchen light") == true)
        let silence = chunk([UInt8](repeating: 0, count: 32_000))
        let silent = try await Self.exchange(
            gateway.address, begin + [silence, WyomingEvent.audioStop], until: "transcript")
        #expect(silent.map(\.type) == ["transcribe", "transcript"] && silent.last?.text("text") == "")
        let given = [WyomingEvent(type: "audio-stop", data: ["withdrawn": true]), WyomingEvent(type: "ping")]
        let withdrawn = try await Self.exchange(gateway.address, begin + sound + given, until: "pong")
        #expect(withdrawn.map(\.type) == ["transcribe", "voice-started", "pong"])
    }

    @Test(
        "sound that cannot be used is refused once, and its end has an empty transcript, but no search for a wake word")
    func refusedSound() async throws {
        let gateway = try await GatewayUnderTest()
        let format: [String: JSONValue] = ["rate": 0, "width": 2, "channels": 1]
        let piece = WyomingEvent(type: "audio-chunk", data: format, payload: [0, 0])
        let sound = [WyomingEvent(type: "audio-start", data: format), piece, piece, WyomingEvent.audioStop]
        let received = try await Self.exchange(
            gateway.address, sound + sound + [WyomingEvent(type: "ping")], until: "pong")
        #expect(received.map(\.type) == ["error", "transcript", "error", "transcript", "pong"])
        #expect(received[1].text("text") == "")
        let context: [String: JSONValue] = ["context": ["a": 1]]
        let request = WyomingEvent(type: "transcribe", data: context)
        let asked = try await Self.exchange(gateway.address, [request] + sound, until: "transcript")
        #expect(asked.map(\.type) == ["error", "transcript"] && asked[1].data["context"] == ["a": 1])
        let search = [WyomingEvent(type: "detect")] + sound + [WyomingEvent(type: "ping")]
        #expect(try await Self.exchange(gateway.address, search, until: "pong").map(\.type) == ["error", "pong"])
    }

    @Test("a pipeline that begins with a text ends with its meaning, its answer, or the answer's sound")
    func textPipeline() async throws {
        let gateway = try await GatewayUnderTest()
        func run(_ end: String, from start: String = "intent", until last: String) async throws -> [WyomingEvent] {
            try await Self.exchange(
                gateway.address,
                [
                    WyomingEvent(
                        type: "run-pipeline", data: ["start_stage": .string(start), "end_stage": .string(end)]),
                    WyomingEvent(type: "transcript", data: ["text": "turn on the kitchen light"]),
                ], until: last)
        }
        let meaning = try await run("intent", until: "intent")
        #expect(meaning.map(\.type) == ["intent"] && meaning[0].text("name")?.isEmpty == false)
        let handled = try await run("handle", from: "handle", until: "handled")
        #expect(handled.map(\.type) == ["handled"] && handled[0].text("text") == "The kitchen light is on.")
        let spoken = try await run("tts", until: "audio-stop").map(\.type)
        #expect(spoken.first == "handled" && spoken.dropFirst().first == "audio-start")
        #expect(spoken.contains("audio-chunk") && spoken.last == "audio-stop")
        // One after the other on a connection; the context comes back.
        let text = WyomingEvent(type: "transcript", data: ["text": "turn on the kitchen light", "context": ["a": 1]])
        let twice = try await Self.exchange(
            gateway.address,
            [
                WyomingEvent(
                    type: "run-pipeline",
                    data: ["start_stage": "intent", "end_stage": "intent", "restart_on_end": true]), text, text,
                WyomingEvent(type: "run-pipeline", data: ["start_stage": "intent", "end_stage": "intent"]), text, text,
            ], until: "handled")
        #expect(twice.map(\.type) == ["intent", "intent", "intent", "handled"])
        #expect(twice.allSatisfy { $0.data["context"] == ["a": 1] })
        let mute = try await Self.exchange(
            gateway.address,
            [WyomingEvent(type: "run-pipeline", data: ["start_stage": "tts", "end_stage": "tts"])], until: "error")
        #expect(mute.last?.text("text")?.contains("announce_text") == true)
    }

    private func chunk(_ bytes: [UInt8]) -> WyomingEvent {
        WyomingEvent(type: "audio-chunk", data: ["rate": 16_000, "width": 2, "channels": 1], payload: bytes)
    }

    @Test(
        "what a satellite has sent is a transcript with the recognizer's confidence, and the satellite plays the answer"
    )
    func satellite() async throws {
        let folder = try TemporaryFolder()
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        let listener = try WyomingListener(address)
        defer { listener.close() }
        let gateway = try await GatewayUnderTest(["--satellite", "\(address)=kitchen"])
        let bus = try gateway.test.connect(.tap, instance: "satellite")
        let playbacks = bus.subscribe(AudioPlayback.self)
        let transcripts = bus.subscribe(SpeechTranscript.self)
        try await bus.ready()
        let wav = try await gateway.wav("turn on the kitchen light")
        let samples = try Array(Data(contentsOf: URL(filePath: wav)).dropFirst(44))
        var peers = listener.peers.makeAsyncIterator()
        let peer = try #require(await peers.next())
        try await peer.send(WyomingEvent(type: "pong"))
        try await self.wait(peer, for: "run-satellite")
        try await peer.send(WyomingEvent(type: "run-pipeline", data: ["start_stage": "asr", "end_stage": "tts"]))
        try await self.wait(peer, for: "transcribe")
        for start in stride(from: 0, to: samples.count, by: 2_048) {
            try await peer.send(chunk(Array(samples[start..<min(samples.count, start + 2_048)])))
        }
        for _ in 0..<40 { try await peer.send(chunk([UInt8](repeating: 0, count: 2_048))) }
        let text = try await self.wait(peer, for: "synthesize")
        #expect(text.text("text") == "The kitchen light is on.")
        #expect(try await self.wait(peer, for: "audio-start").integer("rate") == 22_050)
        try await self.wait(peer, for: "audio-stop")
        try await peer.send(WyomingEvent(type: "played"))
        #expect(try await self.wait(peer, for: "handled").text("text") == "The kitchen light is on.")
        let transcript = await transcripts.first()?.body
        #expect(transcript?.engine == "pocketsphinx")
        #expect((0.5..<1).contains(transcript?.confidence ?? 1), "\(transcript?.confidence ?? -1)")
        var states: [AudioPlayback.State] = []
        for try await playback in playbacks where playback.header.session.rawValue == "kitchen" {
            states.append(playback.body.state)
            if playback.body.isOver { break }
        }
        #expect(states == [.queued, .started, .finished])
        // A satellite that is switched off is shown, and served again when it is back.
        listener.close()
        peer.close()
        #expect(try await gateway.problem(containing: "satellite").contains("kitchen"))
    }

    @Test("a satellite that takes the connection and stands still is not there, and its room keeps its loudspeaker")
    func standstill() async throws {
        let folder = try TemporaryFolder()
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        let listener = try WyomingListener(address)
        defer { listener.close() }
        let gateway = try await GatewayUnderTest(["--satellite", "\(address)=kitchen"])
        let bus = try gateway.test.connect(.tap, instance: "satellite")
        let statuses = Recorder(bus.subscribe(to: [StageStatus.self]))
        try await bus.ready()
        #expect(try await gateway.problem(containing: "satellite").contains("has sent nothing for 5 s"))
        #expect(!statuses.bodies(StageStatus.self).contains { $0.role == .audio && $0.session?.rawValue == "kitchen" })
    }

    @Test("a satellite that answers no more has gone, with the reason in one line of the log")
    func silent() async throws {
        let folder = try TemporaryFolder()
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        let listener = try WyomingListener(address)
        defer { listener.close() }
        let gateway = try await GatewayUnderTest(["--satellite", "\(address)=kitchen"])
        var peers = listener.peers.makeAsyncIterator()
        let peer = try #require(await peers.next())
        try await peer.send(WyomingEvent(type: "pong"))
        try await self.wait(peer, for: "run-satellite")
        let line = try await gateway.gateway.line(on: .standardError) { $0.contains("a satellite has gone") }
        #expect(line.contains("has sent nothing for 5 s"))
        #expect(!gateway.gateway.lines(.standardError).contains { $0.contains("a peer is cut off") })
    }

    @discardableResult
    private func wait(_ peer: WyomingPeer, for type: String) async throws -> WyomingEvent {
        while true {
            let event = try await peer.receive(within: .seconds(30))
            if event.type == type { return event }
        }
    }

    @Test("wrong options are told in one line")
    func options() async throws {
        let shared = ["tcp://a:1=hall", "tcp://b:1=hall"].flatMap { ["--satellite", $0] }
        let wrong = [
            ["--uri", "http://x"], ["--uri", "none"], ["--zeroconf", "--uri", "unix:///x"], shared,
            ["--wake-engine", "trained"], ["--wake-engine", "wyoming"], ["--voice-engine", "command"],
        ]
        for arguments in wrong {
            let program = try ProgramUnderTest("saybus-wyoming", arguments)
            #expect(try await program.exitCode(within: .seconds(20)) == 64, "\(program.report)")
        }
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let used = try WyomingListener(.unix(path: folder.path("used.sock")))
        defer { used.close() }
        let second = try ProgramUnderTest(
            "saybus-wyoming",
            [
                "--bus", test.address.url, "--uri", "unix://\(folder.path("used.sock"))", "--engine", "pocketsphinx",
                "--voice-engine", "espeak-ng",
            ])
        #expect(try await second.exitCode(within: .seconds(20)) == 69, "\(second.report)")
        #expect(second.lines(.standardError).contains { $0.contains("is in use") }, "\(second.report)")
    }
}
