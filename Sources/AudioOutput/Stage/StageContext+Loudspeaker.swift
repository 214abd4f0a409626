import Logging
import Messages
import Stage

extension StageContext {
    private static let silence = "no sound: "

    /// Logs and shows that the loudspeaker is lost, for this reason, or is there again.
    func noteLoudspeaker(_ failure: (any Error)?) {
        if let failure {
            logger.error("no sound until the loudspeaker is there", metadata: ["reason": "\(failure)"])
            update { $0.problem = Self.silence + "\(failure)" }
        } else {
            logger.notice("the loudspeaker is there again")
            update { if $0.problem?.hasPrefix(Self.silence) == true { $0.problem = nil } }
        }
    }
}
