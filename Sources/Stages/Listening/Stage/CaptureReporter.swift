import Logging
import SaybusMessages
import SaybusSound
import SaybusStage

/// A reporter of a source's problems: in the log, and in the status as long as they last.
struct CaptureReporter {
    private let context: StageContext
    private var isSilent = false

    init(_ context: StageContext) { self.context = context }

    /// Reports that a source gives no sound, and why.
    mutating func beginSilence(_ problem: String) {
        context.logger.error("no sound", metadata: ["problem": "\(problem)"])
        context.setProblem(problem, of: ListenProblem.silence)
        isSilent = true
    }

    /// Reports that a source gives sound, if it gave none.
    mutating func endSilence(of source: String) {
        guard isSilent else { return }
        isSilent = false
        context.logger.notice("the source delivers sound again", metadata: ["source": "\(source)"])
        context.setProblem(nil, of: ListenProblem.silence)
    }

    /// Reports that a source ended in the middle of a sample: its sound may have another format than is read.
    func reportHalfSample(of source: String) {
        context.logger.warning(
            "the sound ended in the middle of a sample: 16-bit little-endian mono is expected",
            metadata: ["source": "\(source)"])
    }

    /// Reports why the wake word cannot be heard; nil when it can.
    func reportWake(_ problem: String?) {
        guard context.setProblem(problem, of: ListenProblem.wake) else { return }
        if let problem {
            context.logger.error("no wake word can be heard", metadata: ["problem": "\(problem)"])
        } else {
            context.logger.notice("the wake word can be heard again")
        }
    }

    /// Reports a finding about a source.
    func report(_ finding: CaptureHealth.Finding, of source: String?) {
        switch finding {
        case .lost(let samples):
            let lostMs = PCMFormat.speech.milliseconds(samples)
            context.logger.warning("sound was lost", metadata: ["ms": "\(lostMs)"])
            context.setProblem(
                "\(lostMs) ms of sound were lost: this machine is too busy, or the device is", of: ListenProblem.loss)
        case .overflown(let times):
            context.logger.warning("the device lost sound", metadata: ["times": "\(times)"])
            let count = times == 1 ? "once" : "\(times) times"
            context.setProblem(
                "the device lost sound \(count): this machine is too busy, or the device is", of: ListenProblem.loss)
        case .recovered: context.setProblem(nil, of: ListenProblem.loss)
        case .fault(let fault):
            context.logger.warning("the microphone has a fault", metadata: ["fault": "\(fault.rawValue)"])
            context.setProblem(
                fault.sentence(isInBrowser: source == AudioBlock.browser), of: ListenProblem.fault)
        case .faultless:
            context.logger.notice("the microphone has recovered")
            context.setProblem(nil, of: ListenProblem.fault)
        case .drift(let millionths):
            context.logger.notice("the device's clock differs from this machine's", metadata: ["ppm": "\(millionths)"])
        }
    }
}
