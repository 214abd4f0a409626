import Foundation
import SaybusExternalEngines
import SaybusPocketSphinx
import SaybusStage
import SaybusVosk

/// The recognizers selectable on the command line.
public enum RecognitionEngine: String, CaseIterable, Sendable {
    /// CMU PocketSphinx, from Debian's packages.
    case pocketsphinx
    /// Vosk, whose library and model the user installs.
    case vosk
    /// A server that speaks the Wyoming protocol.
    case wyoming
    /// A program that reads sound and writes lines of JSON.
    case command

    /// Creates the recognizer.
    /// - Parameters:
    ///   - model: The model's directory; nil searches the default places.
    ///   - address: The server's address for `wyoming`: `tcp://host:port` or `unix:///path`.
    ///   - program: The program for `command`, with its arguments.
    ///   - timeout: The time that `wyoming` and `command` have to answer.
    /// - Throws: `StageFailure` with code `usage` when an option is missing, `unavailable` when the engine is
    ///   not installed.
    public func recognizer(
        model: String? = nil, address: String? = nil, program: [String] = [], timeout: Duration
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
            return WyomingRecognizer(address, timeout: timeout)
        case .command:
            try CommandProcess.check(program)
            return CommandRecognizer(program, timeout: timeout)
        }
    }
}
