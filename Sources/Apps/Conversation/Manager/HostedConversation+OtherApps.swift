import SaybusDispatch
import SaybusMessages

/// The calls and questions of other apps, after which this app's question or dialog is over.
extension HostedConversation {
    /// Handles words that wait for the earlier turns of the session.
    func overhear(_ arrival: IntentArrival) {
        let intent = arrival.intent
        // The words answer another app's question, unless they call an app.
        guard !arrival.isOtherAsking || intent.body.hypotheses.haveCall else { return }
        manager.dialogManager?.overhear(SpeechRecognitionResult(intent.body, nil), in: intent.header.turn)
    }

    /// Handles words that another app has answered while they waited for the earlier turns of the session. After the
    /// call of another app, an earlier question and the dialog are over.
    func otherAnswered(_ arrival: IntentArrival) async {
        await manager.requests.settled()
        let result = SpeechRecognitionResult(arrival.intent.body, nil)
        let isOtherCalled =
            manager.dialogManager?.isOtherCalled(by: result)
            ?? (result.hypotheses.haveCall && result.addressee != manager.name)
        if isOtherCalled { turnAway(after: arrival.intent.header) }
        leave(arrival.intent.header.turn)
    }

    /// Ends the open question or the dialog, because the user has turned to another app with some words. A question
    /// that was presented after them stays open: it has ended that of the other app.
    func turnAway(after words: Header) {
        // The cleanup of a dialog's question ends the dialog.
        if !manager.requests.takesAnswers {
            manager.dialogManager?.end()
        } else if manager.requests.isOlder(than: words) {
            callOff(after: words.turn)
        }
    }

    /// Ends an open question that is older than one of another program, and a dialog that asks nothing at the moment,
    /// if that question follows words of the user.
    func otherAsks(_ question: Header) {
        if let cleanup = manager.requests.giveWay(to: question) {
            Task { await manager.cleanUp(cleanup) }
        } else if question.turn != nil, !manager.requests.takesAnswers {
            manager.dialogManager?.end()
        }
    }

    /// Ends an open question that another program has declared failed.
    func otherEnds(_ request: MessageID) {
        if manager.requests.asks(request) { callOff(because: "another program has declared it failed") }
    }

    /// Cancels the open question, because the user addresses another app or has chosen a menu item. A command or an
    /// answer that is being carried out goes on.
    /// - Parameters:
    ///   - turn: The turn of the user's words; nil for none.
    ///   - reason: The reason in the question's status.
    func callOff(after turn: TurnID? = nil, because reason: String = "the user has turned to something else") {
        guard manager.requests.takesAnswers,
            let cleanup = manager.requests.cancelRequest(after: turn, because: reason)
        else { return }
        Task { await manager.cleanUp(cleanup) }
    }
}
