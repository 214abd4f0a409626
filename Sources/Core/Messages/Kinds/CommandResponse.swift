/// A remote app's answer to ``CommandInvoked``, published by the app.
public struct CommandResponse: BusMessage {
    /// `command.response`
    public static let kind: Kind = "command.response"
    /// True: the dispatch stage waits for it.
    public static let isReport = true

    /// A sentence to speak first; absent means none.
    public var feedback: String?
    /// A question to ask after the feedback and the events; absent means none. The turn ends when the
    /// question has been asked. The end of the question arrives in another ``CommandInvoked`` with an answer.
    public var followUp: VoiceRequestStatus.Question?
    /// Events to play after the feedback; absent means none.
    public var events: [AudioEvent]?
    /// Whether the turn ends with this answer.
    public var isTerminal: Bool
    /// The reason that the command could not be carried out, as a sentence; absent on success.
    public var problem: String?

    /// Creates an answer.
    public init(
        feedback: String? = nil, followUp: VoiceRequestStatus.Question? = nil, events: [AudioEvent]? = nil,
        isTerminal: Bool = true, problem: String? = nil
    ) {
        self.feedback = feedback
        self.followUp = followUp
        self.events = events
        self.isTerminal = isTerminal
        self.problem = problem
    }

    /// The schema of the body, which `saybus schema command.response` prints.
    public static let schema = Schema.object(
        "A remote app's answer to command.invoked.",
        [
            .optional("feedback", .string, "A sentence to speak first."),
            .optional(
                "followUp", VoiceRequestStatus.Question.schema, "A question to ask after the feedback and the events."),
            .optional("events", .array(AudioEvent.schema), "Events to play after the feedback."),
            .required("isTerminal", .boolean, "Whether the turn ends with this answer."),
            .optional("problem", .string, "The reason that the command could not be carried out, as a sentence."),
        ])
    /// Answers with everything, with questions, and the shortest one.
    public static let examples = [
        CommandResponse(
            feedback: "I found two.",
            followUp: .init(
                kind: "select", prompt: "Toby or Susan?", options: ["Toby", "Susan"], aliases: ["Toby": ["the cook"]],
                reprompt: "Which of the two?", retries: 2),
            events: [
                .tone(.init(frequency: 880, durationMs: 120, volume: 0.3, attackMs: 5, releaseMs: 20)),
                .file(.init("bell.wav", loops: false, offsetMs: 250)), .silence(durationMs: 200),
                .composite([
                    .speech(
                        .init(
                            "Ask again.", format: .markdown, voice: "en-gb", rate: 170, pitch: 50, volume: 0.8,
                            id: "t-2"))
                ]),
            ], isTerminal: false, problem: "The third is asleep."),
        CommandResponse(followUp: .init(kind: "number", prompt: "How many?", minimum: 1, maximum: 12)),
        CommandResponse(followUp: .init(kind: "pattern", prompt: "Where to?", patterns: ["@row @column:Number"])),
        CommandResponse(),
    ]
}
