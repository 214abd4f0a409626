import Glibc
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
        let standIn = try #require(await speaker.wait(for: "intent"), "\(home.link.report)\n\(centre.link.report)")
        #expect(standIn.body.engine == "link")
        let end = try #require(await speaker.end(of: try speaker.say("lights on")), "\(home.link.report)")
        #expect(end.body.outcome == .handled && end.body.spoken == "The lights are on.", "\(end.body)")
        let intent = try #require(await speaker.recorder.first(SpeechIntent.self))
        #expect(intent.header.source.instance.hasPrefix("centre-1..") && intent.header.source.role == "intent")
        #expect(intent.body.hypotheses.first?.app == "lights")
        for program in [home.link, centre.link] {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0, "\(program.report)")
        }
    }
}
