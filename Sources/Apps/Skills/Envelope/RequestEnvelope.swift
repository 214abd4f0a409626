/// What a skill is asked: the request, and where in which session it comes from.
///
/// Reads and writes the JSON that Alexa posts to skills.
public struct RequestEnvelope: SkillEnvelope {
    /// The version of the format: `1.0`.
    public var version: String
    /// The session; nil for requests outside of any, as those of the audio player.
    public var session: Session?
    /// What the device and the platform are like at this moment.
    public var context: Context
    /// What is asked.
    public var request: Request

    /// A request of a session.
    public init(version: String = "1.0", session: Session? = nil, context: Context, request: Request) {
        (self.version, self.session, self.context, self.request) = (version, session, context, request)
    }
}
