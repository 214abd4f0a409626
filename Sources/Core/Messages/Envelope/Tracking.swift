/// The rules for the answer to a tracked kind.
public struct Tracking: Sendable, Equatable {
    /// The role that answers. When an instance of it becomes ready, unanswered messages are sent to it again.
    public let role: Role
    /// The kinds that count as an answer, in addition to ``Receipt``.
    public let answers: [Kind]
    /// The roles of gateways that take such messages for programs elsewhere. Their receipts count as those of ``role``.
    public let standIns: Set<Role>
    /// The publisher's reaction when the receiver that answered is lost before the turn has ended.
    public let whenReceiverIsLost: LossReaction

    /// A reaction to the loss of the receiver that answered.
    public enum LossReaction: Sendable, Equatable {
        /// No reaction, because the answer completed the exchange.
        case nothing
        /// Retransmission, because processing the message twice is harmless.
        case sendAgain
        /// Retransmission when the message was only acknowledged by a receipt. When it was answered, and may
        /// have been carried out, the turn ends as failed.
        case endTurn
    }

    /// Creates rules.
    public init(
        role: Role, answers: [Kind], standIns: Set<Role> = [.link], whenReceiverIsLost: LossReaction = .nothing
    ) {
        (self.role, self.answers, self.standIns) = (role, answers, standIns)
        self.whenReceiverIsLost = whenReceiverIsLost
    }

    /// Returns whether a receipt of a program counts: that of the answering role, of a gateway that stands in for it,
    /// or of the publisher itself, which goes on without an answer.
    package func mayAcknowledge(_ program: Source, for publisher: Source) -> Bool {
        program.role == role || standIns.contains(program.role) || program == publisher
    }
}
