import Logging
import SaybusMessages
import SaybusSupport
import Synchronization

/// Tells what is wrong and ends nothing: each text once, in the log and in the program's status.
final class Warnings: Sendable {
    /// The most texts that are told: some have names in them that are made up at run time.
    static let capacity = 1000

    private let told = Mutex<Set<String>>([])
    private let logger: Logger
    private let show: @Sendable (String) -> Void

    /// Nothing has been told yet.
    /// - Parameter show: Puts a text into the status.
    init(_ logger: Logger, show: @escaping @Sendable (String) -> Void) { (self.logger, self.show) = (logger, show) }

    /// Tells a text, unless it has been told.
    func tell(_ text: String) {
        let line = LogLine.clean(text)
        guard told.withLock({ $0.count < Self.capacity && $0.insert(line).inserted }) else { return }
        logger.warning("\(line)")
        show(line)
    }

    /// All may be told again: somebody has changed what it was about.
    func forget() { told.withLock { $0 = [] } }
}
