import SaybusMessages
import SaybusStage

/// The check of a synthesizer before a pipeline starts: without a voice, its stage would be started again for ever.
public enum SynthesizerCheck {
    /// The synthesizers whose voices are installed one by one. The list of voices has those that are not.
    private static let engines: Set<String> = ["flite", "piper"]

    /// Checks that the synthesizer of a pipeline has a voice on this machine. The list of voices takes a moment, so
    /// that it is made only for a synthesizer that may lack them.
    /// - Throws: `StageFailure` with code `unavailable`.
    public static func run(_ plan: PipelinePlan) async throws(StageFailure) {
        let options = plan.synthesizer
        // The console speaks, too.
        guard !plan.without.contains(.audio) || plan.console != nil else { return }
        // A voice may be a file in any place.
        guard let engine = value(of: "--engine", in: options), engines.contains(engine),
            value(of: "--voice", in: options)?.hasSuffix(".onnx") != true,
            let problem = await VoiceNames.installed()?.problem(withEngine: engine)
        else { return }
        throw StageFailure(.unavailable, "--synthesizer \(engine): \(problem)")
    }

    private static func value(of option: String, in options: [String]) -> String? {
        options.firstIndex(of: option).flatMap { options.dropFirst($0 + 1).first }
    }
}
