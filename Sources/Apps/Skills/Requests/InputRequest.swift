/// An input of a dialog that another dialog manager held.
public struct InputRequest: SkillRequest {
    static let type = "Dialog.InputRequest"

    /// `Dialog.InputRequest`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// What was understood.
    public var input: DialogInput

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, input: DialogInput
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        self.input = input
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, input }
}
