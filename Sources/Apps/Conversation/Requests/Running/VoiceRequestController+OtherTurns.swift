import SaybusMessages

/// Words that are heard while a question waits, and that another app takes.
extension VoiceRequestController {
    /// Handles words that are left to another app. A question listens again when their turn has ended, so that the
    /// other app's answer can be heard first.
    /// - Parameter hasEnded: Whether another program has ended the turn already.
    func leave(_ turn: TurnID?, hasEnded: Bool) {
        guard let turn, speaking == turn, machine.phase == .hearing else { return }
        // The turn is the other app's to end.
        (speaking, isSpokenOver) = (nil, false)
        guard cycle?.request.isImplicit == false else {
            _ = cancelRequest()
            return
        }
        machine.speechWithdrawn()
        guard !hasEnded else { return startListening(machine.cycle) }
        otherTurn = turn
        startLimit(host.typingTimeout)
    }

    /// Handles the end of a turn, of whatever app.
    func turnEnded(_ turn: TurnID?) {
        guard let turn, otherTurn == turn, machine.phase == .listening else { return }
        startListening(machine.cycle)
    }
}
