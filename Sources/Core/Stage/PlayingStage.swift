import SaybusMessages

/// The audio stage that has a sequence, and its run.
package struct PlayingStage: Sendable, Equatable {
    /// The stage.
    package let source: Source
    /// The stage's run.
    package let run: UInt32

    /// Creates the player of a sequence from the header of its report or receipt.
    package init(_ header: Header) { (source, run) = (header.source, header.run) }

    /// Returns why the sequence is played no more, by a status: its player is gone or was restarted. Nil when it may
    /// still be played.
    package func loss(by status: Message<StageStatus>) -> String? {
        let body = status.body
        guard source == Source(role: body.role, instance: body.instance) else { return nil }
        if body.state.isGone { return "the audio stage \(body.instance) is \(body.state.rawValue)" }
        // A status by the stage itself with another run shows a restart: the new process does not have the sequence.
        guard status.header.source == source, status.header.run != run else { return nil }
        return "the audio stage \(body.instance) was started again"
    }
}
