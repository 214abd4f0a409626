import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusStage
import SaybusTranscription

/// The pipeline that the options describe.
extension UpCommand {
    /// Returns the plan of the pipeline.
    /// - Throws: `StageFailure` when there is no such profile, or the recognizer's engine is not installed.
    func plan(at address: BusAddress) throws(StageFailure) -> PipelinePlan {
        var plan = PipelinePlan(bus: address.url, logLevel: options.logLevel.rawValue)
        plan.session = options.session
        (plan.key, plan.serverKey) = (options.key, options.serverKey)
        (plan.brokerKey, plan.policy) = (brokerKey, policy)
        plan.wait = options.wait
        plan.telemetry = PipelineTelemetry(telemetry)
        (plan.apps, plan.sink, plan.withoutApp) = (app, sink, noApp)
        (plan.recognizer, plan.recognizerProgram) = (recognizer.options, recognizer.program)
        plan.synthesizer =
            (synthesizer.map { ["--engine", $0] } ?? []) + (voice.map { ["--voice", $0] } ?? [])
        (plan.skills, plan.wake) = (skill, wake)
        (plan.console, plan.without) = (console, Set(without.map { Role($0) }))
        plan.replicas = Dictionary(replicas.map { ($0.role, $0.count) }, uniquingKeysWith: { _, last in last })
        plan.input = mic.map { .microphone($0.isEmpty ? nil : $0) } ?? (wav.isEmpty ? .none : .files(wav))
        if let profile { try Self.profile(profile).apply(to: &plan) }
        try Self.checkEngine(plan.recognizer)
        return plan
    }

    /// Checks that what the recognizer's engine needs is installed: its stage would be started again for ever.
    private static func checkEngine(_ options: [String]) throws(StageFailure) {
        // A model may be in any place, and not for any language.
        guard !options.contains("--model"), !options.contains("--language"),
            let option = options.firstIndex(of: "--engine"), option + 1 < options.count,
            let engine = RecognitionEngine(rawValue: options[option + 1])
        else { return }
        let found = engine.availability()
        guard !found.isInstalled else { return }
        throw StageFailure(
            .unavailable, "--engine \(engine.rawValue): \(found.detail)\(found.install.map { "; \($0)" } ?? "")")
    }

    private static func profile(_ name: String) throws(StageFailure) -> PipelineProfile {
        if let profile = PipelineProfile.named(name) { return profile }
        let known = PipelineProfile.all.map(\.name).joined(separator: ", ")
        throw StageFailure(
            .usage,
            "there is no profile \"\(name)\": there are \(known), and files of your own in ~/.config/saybus/profiles")
    }
}
