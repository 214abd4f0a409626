import SaybusSkills

/// A maker of the requests of a session.
struct RequestMaker: Sendable {
    private let locale: String
    private let stamp: @Sendable () -> RequestStamp

    /// Creates a maker.
    /// - Parameters:
    ///   - locale: The language of the requests.
    ///   - stamp: Makes the id and the time of a request.
    init(locale: String, stamp: @escaping @Sendable () -> RequestStamp) {
        (self.locale, self.stamp) = (locale, stamp)
    }

    /// Makes the request of a session that is opened without an intent.
    func launch() -> Request {
        let stamp = stamp()
        return .launchRequest(LaunchRequest(requestId: stamp.id, timestamp: stamp.timestamp, locale: locale))
    }

    /// Makes the request after the user's silence.
    func timeout() -> Request {
        let stamp = stamp()
        return .timeoutRequest(TimeoutRequest(requestId: stamp.id, timestamp: stamp.timestamp, locale: locale))
    }

    /// Makes the request for the intent of a dialog.
    func intent(_ dialog: DialogMachine) -> Request {
        let stamp = stamp()
        return .intentRequest(
            IntentRequest(
                requestId: stamp.id, timestamp: stamp.timestamp, locale: locale,
                dialogState: dialog.hasModel ? dialog.state : nil, intent: dialog.intent))
    }

    /// Makes the notification of the session's end.
    func sessionEnded(_ reason: SessionEndedRequest.Reason, _ error: SessionEndedError? = nil) -> Request {
        let stamp = stamp()
        return .sessionEndedRequest(
            SessionEndedRequest(
                requestId: stamp.id, timestamp: stamp.timestamp, locale: locale, reason: reason, error: error))
    }
}
