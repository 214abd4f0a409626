import Logging
import SaybusStage
import SaybusSupport
import Synchronization

/// The peers that were refused or cut off, as the log and the status show them.
final class PeerRefusals: Sendable {
    private let context: StageContext
    private let count = Mutex(0)
    private let shortage: DescriptorShortage

    init(_ context: StageContext) { (self.context, shortage) = (context, DescriptorShortage(context)) }

    /// Records a peer.
    func add(_ peer: WyomingPeer, because reason: String) {
        let count = count.withLock { count in
            count += 1
            return count
        }
        if count.isLoggedCount {
            context.logger.warning(
                "a peer is cut off",
                metadata: [
                    "peer": "\(peer.name)", "reason": "\(LogLine.clean(reason, limit: 300))", "count": "\(count)",
                ])
        }
        context.show("\(count) peers were cut off; the last one: \(LogLine.clean(reason, limit: 200))")
    }

    /// Records that a peer cannot be accepted, since no descriptor is left.
    func addExhaustion() { shortage.record() }
}
