import SaybusBus
import SaybusMessages
import SaybusStage

extension AudioStage {
    /// Returns whether another audio stage plays this message: one that serves only the message's session, while this
    /// one serves several. So the answer to somebody who speaks at a remote listener or in a browser sounds there, and
    /// not in every room as well.
    func leavesToAnother(_ header: Header, _ player: SequencePlayer, _ context: StageContext) -> Bool {
        // Statuses and questions are about what plays here.
        guard context.session == nil, [AudioSequence.kind, AudioControl.kind, TurnEnded.kind].contains(header.kind)
        else { return false }
        // A "stop" is also for what began here before the other stage was there.
        if header.kind == AudioControl.kind, player.hasSequences(in: header.session) { return false }
        return context.bus.presence.members.values.contains { member in
            member.status.role == .audio && member.status.state == .ready && member.status.session == header.session
        }
    }
}
