/// Would the skill take this intent? It comes outside of sessions; see ``CanFulfillIntent``.
public struct CanFulfillIntentRequest: SkillRequest {
    static let type = "CanFulfillIntentRequest"

    /// `CanFulfillIntentRequest`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// How far the dialog about the intent is.
    public var dialogState: DialogState?
    /// What the user may want.
    public var intent: Intent

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, dialogState: DialogState? = nil,
        intent: Intent
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.dialogState, self.intent) = (dialogState, intent)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, dialogState, intent }
}
