import Glibc
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A turn across two sites", .enabled(if: NATSUnderTest.isInstalled, "nats-server is installed"))
struct TurnTests {
    @Test("a sentence is understood by the intent stage of another site, and answered by the app of its own")
    func intent() async throws {
        let (server, sites) = (try await NATSUnderTest(), try LinkedSites())
        let centre = try await sites.centre("centre-1", server.address)
        let home = try await sites.home("kitchen-7", server.address)
        let speaker = try await Speaker(home.test)
        let standIn = try #require(await speaker.wait(for: .intent), "\(home.link.report)\n\(centre.link.report)")
        #expect(standIn.body.engine == "link")
        let end = try #require(await speaker.end(of: try speaker.say("lights on")), "\(home.link.report)")
        #expect(end.body.outcome == .handled && end.body.spoken == "The lights are on.", "\(end.body)")
        let intent = try #require(await speaker.recorder.first(SpeechIntent.self))
        #expect(intent.header.source.instance.hasPrefix("centre-1..") && intent.header.source.role == .intent)
        #expect(intent.body.hypotheses.first?.app == "lights")
        for program in [home.link, centre.link] {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0, "\(program.report)")
        }
    }

    @Test("a spoken turn is heard by the transcriber of another site, and its partial transcripts come back, too")
    func speech() async throws {
        let (server, sites) = (try await NATSUnderTest(), try LinkedSites())
        let centre = try await sites.centre(
            "centre-1", server.address, ["saybus-intent"], ["--serve", "transcribe", "--serve", "intent"])
        // A transcriber that knows one sentence.
        let hearing = try await TranscriberDouble(centre.test, "lights on")
        let home = try await sites.home("den", server.address, ["--use", "transcribe", "--use", "intent"])
        let speaker = try await Speaker(home.test)
        _ = try #require(await speaker.wait(for: .transcribe), "\(home.link.report)\n\(centre.link.report)")
        let turn = TurnID()
        try speaker.speak(turn, chunks: 5)
        let end = try #require(await speaker.recorder.first(TurnEnded.self) { $0.header.turn == turn })
        #expect(end.body.outcome == .handled && end.body.spoken == "The lights are on.", "\(end.body)")
        #expect(speaker.recorder.all(SpeechPartial.self).map(\.body.text) == ["lights"])
        let heard = try #require(speaker.recorder.all(SpeechTranscript.self).first)
        #expect(heard.header.source.description == "transcribe/centre-1..double")
        // All parts came in order, without a hole.
        #expect(hearing.recorder.all(AudioInput.self).map(\.body.index) == Array(0..<5))
        #expect(hearing.bus.counters.lost == 0 && speaker.bus.counters.lost == 0)
    }

    @Test("two sites with the same session share a centre, and each hears its own answers only")
    func twoSites() async throws {
        let (server, sites) = (try await NATSUnderTest(), try LinkedSites())
        let centre = try await sites.centre("centre-1", server.address)
        let (one, two) = (
            try await sites.home("home-1", server.address), try await sites.home("home-2", server.address)
        )
        let speakers = [try await Speaker(one.test), try await Speaker(two.test)]
        for speaker in speakers { _ = try #require(await speaker.wait(for: .intent), "\(centre.link.report)") }
        for _ in 0..<5 {
            let said = try speakers.map { try $0.say("lights on") }
            for (speaker, header) in zip(speakers, said) {
                #expect(await speaker.end(of: header)?.body.outcome == .handled)
            }
        }
        for speaker in speakers {
            let turns = Set(speaker.recorder.all(SpeechTranscript.self).compactMap(\.header.turn))
            #expect(turns.count == 5 && Set(speaker.recorder.all(SpeechIntent.self).compactMap(\.header.turn)) == turns)
        }
    }

    @Test("centres share the turns, and another one takes over when a centre is killed")
    func centres() async throws {
        let (server, sites) = (try await NATSUnderTest(), try LinkedSites())
        let first = try await sites.centre("centre-1", server.address)
        let second = try await sites.centre("centre-2", server.address)
        let home = try await sites.home("den", server.address)
        let speaker = try await Speaker(home.test)
        _ = try #require(await speaker.wait(for: .intent), "\(first.link.report)")
        for _ in 0..<20 {
            #expect(await speaker.end(of: try speaker.say("lights on"))?.body.outcome == .handled)
        }
        let servers = Set(speaker.recorder.all(SpeechIntent.self).map { $0.header.source.instance.prefix(8) })
        #expect(servers == ["centre-1", "centre-2"])
        first.link.send(SIGKILL)
        try await first.link.exitCode()
        for _ in 0..<5 {
            let header = try speaker.say("lights on")
            #expect(await speaker.end(of: header)?.body.outcome == .handled, "\(second.link.report)")
        }
        // Each turn had one command.
        let commands = speaker.recorder.all(CommandInvoked.self).compactMap(\.header.turn)
        #expect(commands.count == 25 && Set(commands).count == 25)
    }
}
