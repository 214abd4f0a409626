import SaybusMessages

/// A dialog that decides by its own state what an utterance means, before commands and questions are considered.
@ConversationActor
package protocol DialogManager: AnyObject, Sendable {
    /// The catalog for the recognizers in the dialog's current state.
    var catalog: Catalog { get }
    /// Finds out whether this app wins an intent that was said without any app's name, and for which others compete.
    /// Called once for each utterance before ``claim(_:isAsked:)``, while no question is open.
    func compete(for result: SpeechRecognitionResult, of intent: Header) async
    /// Returns the addressee of an utterance. Called once for each utterance, before a question or a command gets it.
    /// - Parameters:
    ///   - result: The utterance.
    ///   - isAsked: Whether a question of this conversation is open.
    func claim(_ result: SpeechRecognitionResult, isAsked: Bool) -> DialogClaim
    /// The reason why the dialog did not take the last utterance, although it means something; nil without one.
    var refusal: String? { get }
    /// Handles an utterance that waits until the dialog has answered an earlier one. It may end the dialog.
    /// - Parameters:
    ///   - result: The utterance.
    ///   - turn: The utterance's turn.
    func overhear(_ result: SpeechRecognitionResult, in turn: TurnID?)
    /// Returns whether the utterance of a turn was carried out when it was overheard.
    func hasCarriedOut(_ turn: TurnID?) -> Bool
    /// Returns whether an utterance calls another app with sessions by its name.
    func isOtherCalled(by result: SpeechRecognitionResult) -> Bool
    /// Ends the dialog, because the user has turned to another app.
    func end()
    /// Returns whether an utterance addresses this app by its name, and is for it even while another app asks.
    func isCalled(by result: SpeechRecognitionResult) -> Bool
    /// Whether the dialog has no state that would be lost if this conversation were dropped.
    var isIdle: Bool { get }
    /// Ends the dialog, because the program ends.
    func close() async
}

extension DialogManager {
    /// Takes part in no competition.
    package func compete(for result: SpeechRecognitionResult, of intent: Header) async {}

    /// No reason.
    package var refusal: String? { nil }
}

/// The decision of a ``DialogManager`` about an utterance.
package enum DialogClaim: Sendable {
    /// The utterance is for another app. An open question of this app is cancelled.
    case otherApp
    /// This request handles the utterance.
    case request(any VoiceRequest)
    /// The utterance answers the open question; without one, it may be a command of the registry.
    case unclaimed
}
