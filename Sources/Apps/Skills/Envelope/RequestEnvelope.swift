/// A request to a skill, with its session and context.
///
/// Encodes and decodes the JSON that Alexa posts to skills.
public struct RequestEnvelope: SkillEnvelope {
    /// The name of the message in errors.
    public static let noun = "request to the skill"

    /// The version of the format: `1.0`.
    public var version: String
    /// The session; nil for requests outside of sessions, such as those of the audio player.
    public var session: Session?
    /// The state of the device and the platform.
    public var context: Context
    /// The request itself.
    public var request: Request

    /// Creates an envelope.
    public init(version: String = "1.0", session: Session? = nil, context: Context, request: Request) {
        (self.version, self.session, self.context, self.request) = (version, session, context, request)
    }
}
