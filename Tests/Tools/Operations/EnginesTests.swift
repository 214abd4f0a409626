import Foundation
import SaybusExternalEngines
import SaybusListening
import SaybusMessages
import SaybusModelStore
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

    @Test("what installs a missing part is told once, not also by the error that names the part")
    func adviceOnce() {
        let library = "libwhisper cannot be loaded (libwhisper.so.1: there is no such file)"
        let found = EngineAvailability(
            engine: "whisper", isInstalled: false, detail: library + ": saybus models get whisper-library, or more",
            install: "saybus models get whisper-library whisper-tiny.en-q8")
        #expect(found.detail == library)
        let installed = EngineAvailability(
            engine: "auto", isInstalled: true, detail: "pocketsphinx; no whisper: saybus models get more", install: nil)
        #expect(installed.detail == "pocketsphinx; no whisper: saybus models get more")
        for engine in RecognitionEngine.allCases.map({ $0.availability() }) where !engine.isInstalled {
            #expect(!engine.detail.contains("saybus models get"), "\(engine)")
        }
    }

    @Test("every method of wake word detection is listed, with the command that installs a missing one")
    func wakeWords() {
        let server = SocketAddress.unix(path: "/nonexistent/socket")
        let engines = WakeEngineAvailability.all(address: server)
        #expect(engines.map(\.engine) == WakeEngine.allCases.map { "wake: \($0.rawValue)" })
        #expect(engines.allSatisfy { $0.isInstalled == ($0.install == nil) && !$0.detail.isEmpty })
        let wyoming = engines.first { $0.engine == "wake: wyoming" }
        #expect(wyoming?.isInstalled == false && wyoming?.detail.contains("/nonexistent/socket") == true)
        #expect(WakeEngineAvailability.all().contains { $0.engine == "wake: wyoming" && $0.isInstalled })
    }

    @Test("without models, the methods that need them say which to fetch")
    func missingModels() {
        let empty = ModelStore(directory: "/nonexistent/models")
        for (engine, model) in [
            (WakeEngine.micro, "wake-words"), (.both, "wake-words"), (.trained, "speech-embedding"),
        ] {
            let found = WakeEngineAvailability.availability(of: engine, nil, .seconds(3), empty)
            #expect(!found.isInstalled && found.install?.contains(model) == true, "\(found)")
        }
    }

    @Test("a recognizer's missing program is reported before the first turn")
    func program() {
        let failure = #expect(throws: StageFailure.self) {
            try RecognitionEngine.command.choice(program: ["/nonexistent/program"], timeout: .seconds(1))
        }
        #expect(failure?.code == .unavailable && failure.map { "\($0)".contains("/nonexistent/program") } == true)
    }

    @Test("a server that does not answer counts as not installed")
    func server() {
        let wyoming = RecognitionEngine.wyoming.availability(address: .unix(path: "/nonexistent/socket"))
        #expect(!wyoming.isInstalled && wyoming.detail.contains("/nonexistent/socket") && wyoming.install != nil)
    }
}
