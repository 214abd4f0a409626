import Foundation
import SaybusBus
import SaybusMessages
import SaybusModelStore
import SaybusSound
import SaybusStage
import SaybusSupport
import SaybusTerminal
import SaybusTranscription

/// `saybus doctor`: checks that everything a pipeline needs is present, and names the remedy where it is not.
public struct Doctor: Sendable {
    /// The programs of the project.
    static let programs = [
        "saybus-broker", "saybus-listen", "saybus-transcribe", "saybus-intent", "saybus-dispatch", "saybus-audio",
        "saybus-tap",
    ]

    private let address: BusAddress
    private let finder: ProgramFinder

    /// Creates an examination of this machine and a bus.
    public init(at address: BusAddress, finder: ProgramFinder = ProgramFinder()) {
        (self.address, self.finder) = (address, finder)
    }

    /// Runs all checks.
    func examine() async -> [Finding] {
        await LibraryChecks().findings() + (await devices()) + [
            PythonCheck().finding(), secondRecognizer(), wakeWords(), await neuralVoices(),
            StateFolderCheck().finding(), LanguageCheck().finding(),
        ] + damagedModels()
            + Self.programs.map(program)
            + BusChecks(address: address).findings()
    }

    /// Runs all checks and prints the findings.
    /// - Throws: `StageFailure` with code `failed` when something is missing that is needed.
    public func run(isJSON: Bool, output: TextOutput = .standardOutput) async throws {
        let findings = await examine()
        if isJSON {
            output.json(try JSONValue(findings).text(indented: true))
        } else {
            let width = findings.map(\.subject.displayWidth).max() ?? 0
            for finding in findings {
                finding.lines(output.style, width: width, columns: output.columns).forEach(output.line)
            }
        }
        let missing = findings.filter { $0.state == .missing }.map(\.subject)
        guard missing.isEmpty else { throw StageFailure(.failed, "missing: \(missing.joined(separator: ", "))") }
    }

    private func devices() async -> [Finding] {
        let devices: [AudioDevice]
        do {
            devices = try await AudioDevices.list()
        } catch {
            return [
                Finding(
                    "sound devices", .hint, "\(error)", remedy: "work with files: saybus up --wav FILE --sink wav:FILE")
            ]
        }
        return AudioDevice.Use.allCases.map { use in
            let able = devices.filter { $0.serves(use) }
            let subject = use == .input ? "microphone" : "loudspeaker"
            guard let best = able.first(where: { $0.isDefault(use) }) ?? able.first else {
                let other =
                    use == .input ? "hear files: saybus up --wav FILE" : "write files: saybus up --sink wav:FILE"
                return Finding(
                    subject, .hint, "none",
                    remedy:
                        "plug one in; for PulseAudio or PipeWire, apt-get install libasound2-plugins; or \(other)")
            }
            return Finding(subject, .good, best.name + (able.count > 1 ? " and \(able.count - 1) more" : ""))
        }
    }

    /// Checks Whisper, without which open parameters are hardly understood.
    private func secondRecognizer() -> Finding {
        let whisper = RecognitionEngine.whisper.availability()
        return Finding(
            "whisper", whisper.isInstalled ? .good : .hint, whisper.isInstalled ? whisper.detail : "not installed",
            remedy: whisper.install)
    }

    /// Checks the models of wake words, without which any phrase is detected, but less well.
    private func wakeWords() -> Finding {
        let micro = WakeEngineAvailability.micro()
        return Finding(
            "wake words", micro.isInstalled ? .good : .hint, micro.isInstalled ? micro.detail : "no model is installed",
            remedy: micro.install)
    }

    /// Checks the voices of Piper, without which speech sounds like a machine's.
    private func neuralVoices() async -> Finding {
        let voices = await VoiceNames.installed()?.neural ?? []
        return Finding(
            "piper", voices.isEmpty ? .hint : .good,
            voices.isEmpty ? "no voice is installed that can speak" : voices.joined(separator: ", "),
            remedy: "saybus voices lists the voices and how to get them")
    }

    /// Finds the models that are installed in part.
    private func damagedModels() -> [Finding] {
        let store = ModelStore()
        return store.incomplete.map { model in
            Finding(
                model.name, .hint, "damaged: \(store.incompleteness(of: model) ?? "")",
                remedy: "saybus models get \(model.name)")
        }
    }

    func program(_ name: String) -> Finding {
        if let path = finder.path(of: name) { return Finding(name, .good, path) }
        // A build folder is not mended by a package, nor an installation by a compiler.
        let isBuild = finder.directory.contains("/.build/")
        return Finding(
            name, .missing, "neither in \(finder.directory) nor in PATH",
            remedy: isBuild
                ? "swift build --product \(name)"
                : "install all programs of Saybus in \(finder.directory), or add their folder to PATH")
    }
}
