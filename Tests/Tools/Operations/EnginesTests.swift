import Foundation
import SaybusExternalEngines
import SaybusMessages
import SaybusStage
import SaybusTerminal
import SaybusTranscription
import Testing

@testable import SaybusOperations

@Suite("saybus engines")
struct EnginesTests {
    @Test("every engine is listed, as text and as JSON, with the command that installs a missing one")
    func listing() throws {
        let engines = RecognitionEngine.allCases.map { $0.availability() }
        #expect(engines.allSatisfy { $0.isInstalled == ($0.install == nil) && !$0.detail.isEmpty })
        let listing = EngineListing(engines)
        let page = listing.page(Style(isColoured: false))
        for engine in engines {
            #expect(page.contains(engine.engine))
            if let install = engine.install { #expect(page.contains(install)) }
        }
        let read = try JSONDecoder().decode([EngineAvailability].self, from: Data(listing.json().utf8))
        #expect(read == engines)
    }

    @Test("a recognizer's missing program is reported before the first turn")
    func program() {
        let failure = #expect(throws: StageFailure.self) {
            try RecognitionEngine.command.recognizer(program: ["/nonexistent/program"], timeout: .seconds(1))
        }
        #expect(failure?.code == .unavailable && failure.map { "\($0)".contains("/nonexistent/program") } == true)
    }

    @Test("a server that does not answer counts as not installed")
    func server() {
        let wyoming = RecognitionEngine.wyoming.availability(address: .unix(path: "/nonexistent/socket"))
        #expect(!wyoming.isInstalled && wyoming.detail.contains("/nonexistent/socket") && wyoming.install != nil)
    }
}
