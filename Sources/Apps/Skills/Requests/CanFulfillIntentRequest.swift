/// The question whether the skill could fulfill an intent, asked outside of sessions; see ``CanFulfillIntent``.
public struct CanFulfillIntentRequest: SkillRequest {
    static let type = "CanFulfillIntentRequest"

    /// `CanFulfillIntentRequest`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The progress of the dialog about the intent.
    public var dialogState: DialogState?
    /// The intent that the skill might carry out.
    public var intent: Intent

    /// Creates a request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, dialogState: DialogState? = nil,
        intent: Intent
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.dialogState, self.intent) = (dialogState, intent)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, dialogState, intent }
}
