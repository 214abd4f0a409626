/// The level of the sound that a listening stage hears, five times a second while somebody subscribes to it.
public struct ListenLevel: BusMessage {
    /// `listen.level`
    public static let kind: Kind = "listen.level"
    /// True: it is published only while the broker's status names the kind in ``StageStatus/demands``.
    public static let isOnDemand = true

    /// The root mean square of the samples, in decibels of full scale; -100 for digital silence.
    public var rmsDb: Double
    /// The largest sample, in decibels of full scale; -100 for digital silence.
    public var peakDb: Double
    /// The samples at full scale, which are clipped; absent when there are none.
    public var clipped: Int?
    /// Whether speech was detected in the stretch.
    public var isSpeech: Bool
    /// The length of the stretch in milliseconds.
    public var durationMs: Int
    /// The source's name: a device or a file; absent when it has none.
    public var input: String?

    /// The level of digital silence, in decibels.
    public static let silence = -100.0

    /// Creates a level.
    public init(
        rmsDb: Double, peakDb: Double, clipped: Int? = nil, isSpeech: Bool, durationMs: Int = 200, input: String? = nil
    ) {
        (self.rmsDb, self.peakDb, self.clipped, self.isSpeech) = (rmsDb, peakDb, clipped, isSpeech)
        (self.durationMs, self.input) = (durationMs, input)
    }

    /// The schema of the body, which `saybus schema listen.level` prints.
    public static let schema = Schema.object(
        "The level of the sound that the listening stage hears, while somebody subscribes to it.",
        [
            .required("rmsDb", .number, "Root mean square in decibels of full scale; -100 for digital silence."),
            .required("peakDb", .number, "The largest sample in decibels of full scale; -100 for digital silence."),
            .optional("clipped", .integer, "Number of samples at full scale, which are clipped."),
            .required("isSpeech", .boolean, "Whether speech was detected in the stretch."),
            .required("durationMs", .integer, "Length of the stretch in milliseconds."),
            .optional("input", .string, "The source's name: a device or a file."),
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        ListenLevel(rmsDb: -23.5, peakDb: 0, clipped: 12, isSpeech: true, input: "default"),
        ListenLevel(rmsDb: silence, peakDb: silence, isSpeech: false),
    ]
}
