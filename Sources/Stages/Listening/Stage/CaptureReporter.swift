import Logging
import SaybusMessages
import SaybusSound
import SaybusStage

/// A reporter of a source's problems: in the log, and in the status as long as they last.
struct CaptureReporter {
    private let context: StageContext
    private var isSilent = false
    /// The texts about lost samples and about the microphone that the status shows; nil when it shows none.
    private var lossProblem: String?
    private var faultProblem: String?

    init(_ context: StageContext) { self.context = context }

    /// Reports that a source gives no sound, and why.
    mutating func beginSilence(_ problem: String) {
        context.logger.error("no sound", metadata: ["problem": "\(problem)"])
        context.update { $0.problem = problem }
        isSilent = true
    }

    /// Reports that a source gives sound, if it gave none.
    mutating func endSilence(of source: String) {
        guard isSilent else { return }
        isSilent = false
        context.logger.notice("the source delivers sound again", metadata: ["source": "\(source)"])
        context.update { $0.problem = nil }
    }

    /// Reports a finding about a source.
    mutating func report(_ finding: CaptureHealth.Finding, of source: String?) {
        switch finding {
        case .lost(let samples):
            let lostMs = PCMFormat.speech.milliseconds(samples)
            let lost = "\(lostMs) ms of sound were lost: this machine is too busy, or the device is"
            context.logger.warning("sound was lost", metadata: ["ms": "\(lostMs)"])
            lossProblem = lost
            context.update { $0.problem = lost }
        case .recovered:
            // Other problems remain in the status.
            context.update { [lossProblem] status in if status.problem == lossProblem { status.problem = nil } }
            lossProblem = nil
        case .fault(let fault):
            context.logger.warning("the microphone has a fault", metadata: ["fault": "\(fault.rawValue)"])
            let sentence = fault.sentence(isInBrowser: source == AudioBlock.browser)
            faultProblem = sentence
            context.update { $0.problem = sentence }
        case .faultless:
            context.logger.notice("the microphone has recovered")
            context.update { [faultProblem] status in if status.problem == faultProblem { status.problem = nil } }
            faultProblem = nil
        case .drift(let millionths):
            context.logger.notice("the device's clock differs from this machine's", metadata: ["ppm": "\(millionths)"])
        }
    }
}
