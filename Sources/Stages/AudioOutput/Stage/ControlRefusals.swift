import Logging
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The controls that were refused, as the log and the status show them.
final class ControlRefusals: Sendable {
    private let counts = Mutex(RefusalCounts())

    /// Records a control that was refused for a reason.
    func add(_ reason: String, on context: StageContext) {
        let count = counts.withLock { $0.record(reason) }
        if count.isLoggedCount {
            context.logger.warning(
                "refused", metadata: ["kind": "\(AudioControl.kind)", "reason": "\(reason)", "count": "\(count)"])
        }
        context.show("refused \(AudioControl.kind): \(reason)")
    }
}
