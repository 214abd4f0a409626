import SaybusBus
import SaybusMessages
import SaybusStage

extension AudioStage {
    /// Returns whether another audio stage plays this message: one that serves only the message's session, while this
    /// one serves several. So the answer to a user at a remote listener or in a browser sounds there, and not in every
    /// room as well.
    func leavesToAnother(_ header: Header, _ player: SequencePlayer, _ context: StageContext) -> Bool {
        // Other kinds, such as statuses and questions, concern the sequences that play here.
        guard context.session == nil, [AudioSequence.kind, AudioControl.kind, TurnEnded.kind].contains(header.kind)
        else { return false }
        // A "stop" must also reach sequences that began here before the other stage was there.
        if header.kind == AudioControl.kind, player.hasSequences(in: header.session) { return false }
        return context.bus.presence.members.values.contains { member in
            member.status.role == .audio && member.status.state == .ready && member.status.session == header.session
        }
    }
}
