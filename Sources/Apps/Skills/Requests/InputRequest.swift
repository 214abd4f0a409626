/// An input of a dialog that another dialog manager conducted.
public struct InputRequest: SkillRequest {
    static let type = "Dialog.InputRequest"

    /// `Dialog.InputRequest`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The recognized input, with its slots.
    public var input: DialogInput

    /// Creates a request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, input: DialogInput
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        self.input = input
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, input }
}
