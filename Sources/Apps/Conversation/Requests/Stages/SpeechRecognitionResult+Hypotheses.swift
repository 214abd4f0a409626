import SaybusDispatch
import SaybusMessages
import SaybusPhrases

extension SpeechRecognitionResult {
    /// The app that the words address by its name, when the first hypothesis is that app's own; nil when there is none.
    var addressee: String? { AppAddress.addressee(of: transcript, hypotheses) }

    /// The app of the surest likely hypothesis; nil when none is likely.
    package var surestApp: String? { hypotheses.surest()?.app }

    /// Returns whether the surest likely hypothesis is an app's.
    package func isLikely(of app: String) -> Bool { surestApp == app }
}
