import SaybusStage

/// The check of a synthesizer before a pipeline starts: without a voice, its stage would be started again for ever.
public enum SynthesizerCheck {
    /// Checks that the synthesizer has a voice on this machine. A server or a program is not checked.
    /// - Parameter options: The options of `saybus-audio` that choose it.
    /// - Throws: `StageFailure` with code `unavailable`.
    public static func run(_ options: [String]) async throws(StageFailure) {
        // A voice may be a file in any place, and "auto" speaks with any engine.
        guard let engine = value(of: "--engine", in: options), engine != "auto",
            value(of: "--voice", in: options)?.hasSuffix(".onnx") != true,
            let problem = await VoiceNames.installed()?.problem(withEngine: engine)
        else { return }
        throw StageFailure(.unavailable, "--synthesizer \(engine): \(problem)")
    }

    private static func value(of option: String, in options: [String]) -> String? {
        options.firstIndex(of: option).flatMap { options.dropFirst($0 + 1).first }
    }
}
