import Foundation
import SaybusExternalEngines
import SaybusPocketSphinx
import SaybusStage
import SaybusVosk

/// The recognizers that a command line can choose.
public enum SpeechEngine: String, CaseIterable, Sendable {
    /// CMU PocketSphinx, from Debian's packages.
    case pocketsphinx
    /// Vosk, whose library and model the user installs.
    case vosk
    /// A server of the Wyoming protocol.
    case wyoming
    /// A program that reads sound and writes lines of JSON.
    case command

    /// Makes the recognizer.
    /// - Parameters:
    ///   - model: The model's directory; nil looks in the usual places.
    ///   - address: `tcp://host:port` or `unix:///path` of `wyoming`.
    ///   - program: The program of `command` with its arguments.
    ///   - patience: How long `wyoming` and `command` may take to answer.
    /// - Throws: ``StageFailure`` with code `usage` when something is missing on the command line, `unavailable` when something is not
    ///   installed.
    public func recognizer(
        model: String? = nil, address: String? = nil, program: [String] = [], patience: Duration
    ) throws(StageFailure) -> any SpeechRecognizer {
        switch self {
        case .pocketsphinx:
            do {
                return try PocketSphinxRecognizer(model: SphinxModel(directory: model))
            } catch {
                throw StageFailure(.unavailable, "\(error)")
            }
        case .vosk:
            do {
                return try VoskRecognizer(library: VoskLibrary(), model: VoskLibrary.model(directory: model))
            } catch {
                throw StageFailure(.unavailable, "\(error)")
            }
        case .wyoming:
            guard let address = address.flatMap(SocketAddress.init) else {
                throw StageFailure(.usage, "--engine wyoming needs --address tcp://host:port or unix:///path")
            }
            return WyomingRecognizer(address, patience: patience)
        case .command:
            try CommandProcess.check(program)
            return CommandRecognizer(program, patience: patience)
        }
    }
}
