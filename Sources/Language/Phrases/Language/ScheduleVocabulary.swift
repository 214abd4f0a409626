/// The sentences with which an app speaks about timers, alarms and reminders.
///
/// A name in braces stands for a value: `The {label} has {left} left.` Each sentence has values of its own, named in
/// its documentation. Lengths, times of day and days are in the app's language already.
public struct ScheduleVocabulary: Sendable, Equatable, Codable {
    /// The words for the kinds `timer`, `alarm` and `reminder`.
    public var kinds: [String: String]
    /// The words of one `day`, `hour`, `minute` and `second` in ``withLength``, as they stand before a noun.
    public var units: [String: String]
    /// The label of a timer or an alarm with a name: `{name}`, `{kind}`.
    public var withName: String
    /// The label of a reminder with a name: `{name}`, `{kind}`.
    public var reminder: String
    /// The label of a timer without a name: `{length}` with ``units``, `{spoken}`, the length as it is spoken alone,
    /// and `{kind}`.
    public var withLength: String
    /// The label of an alarm without a name: `{time}`, its time of day, and `{kind}`.
    public var withTime: String
    /// The label of one of several whose labels are the same, in the order in which they are due: `{place}`, such as
    /// "second", and `{label}`.
    public var withPlace: String?
    /// An entry for another day than the next such time of day: `{label}`, the time or a label, and `{day}`.
    public var onDay: String?
    /// An entry of every day: `{label}`, the time or a label.
    public var everyDay: String?
    /// An entry of Monday to Friday: `{label}`.
    public var everyWeekday: String?
    /// An entry of Saturday and Sunday: `{label}`.
    public var everyWeekend: String?
    /// An entry of other days of the week, or of those above when they have no sentence: `{label}`, `{days}`.
    public var onDays: String?
    /// The sentence about a due item: `{label}`.
    public var due: String
    /// The sentence about an item that was due a while ago: `{label}`, `{ago}`.
    public var late: String
    /// The sentence about the time until an item is due: `{label}`, `{left}`.
    public var remaining: String
    /// The sentence about a ringing item: `{label}`.
    public var ringing: String
    /// The sentence when several fit: `{count}`, `{list}`.
    public var several: String
    /// The sentence about cancelled items: `{list}`.
    public var cancelled: String
    /// The sentence when there is none: `{label}`.
    public var none: String
    /// An entry of a list: `{label}`.
    public var entry: String
    /// The word before the last entry of a list.
    public var and: String

    /// The sentences of English, also for languages whose file has none.
    public static let english = ScheduleVocabulary(
        kinds: ["timer": "timer", "alarm": "alarm", "reminder": "reminder"],
        units: ["day": "day", "hour": "hour", "minute": "minute", "second": "second"],
        withName: "{name} {kind}", reminder: "{kind}: {name}", withLength: "{length} {kind}",
        withTime: "{time} {kind}", withPlace: "{place} {label}", onDay: "{label} on {day}",
        everyDay: "{label} every day", everyWeekday: "{label} every weekday", everyWeekend: "{label} every weekend",
        onDays: "{label} every {days}", due: "Your {label}.",
        late: "The {label} was due {ago} ago.",
        remaining: "The {label} has {left} left.", ringing: "The {label} is ringing.",
        several: "There are {count}: {list}. Say which one.", cancelled: "Cancelled: {list}.",
        none: "No {label} is set.", entry: "the {label}", and: "and")

    /// The values that each sentence may use, by the sentence's name.
    static let names: [String: Set<String>] = [
        "withName": ["name", "kind"], "reminder": ["name", "kind"], "withLength": ["length", "spoken", "kind"],
        "withTime": ["time", "kind"], "withPlace": ["place", "label"], "onDay": ["label", "day"],
        "everyDay": ["label"], "everyWeekday": ["label"], "everyWeekend": ["label"], "onDays": ["label", "days"],
        "due": ["label"], "late": ["label", "ago"],
        "remaining": ["label", "left"], "ringing": ["label"], "several": ["count", "list"], "cancelled": ["list"],
        "none": ["label"],
        "entry": ["label"],
    ]

    /// A sentence that has a value which it cannot have, or a kind or unit without a word; nil when there is none.
    var problem: String? {
        let sentences = [
            "withName": withName, "reminder": reminder, "withLength": withLength, "withTime": withTime,
            "withPlace": withPlace ?? "", "onDay": onDay ?? "", "everyDay": everyDay ?? "",
            "everyWeekday": everyWeekday ?? "", "everyWeekend": everyWeekend ?? "", "onDays": onDays ?? "", "due": due,
            "late": late, "remaining": remaining, "ringing": ringing,
            "several": several, "cancelled": cancelled,
            "none": none, "entry": entry,
        ]
        for (key, sentence) in sentences.sorted(by: { $0.key < $1.key }) {
            if let problem = SentenceTemplate.problem(sentence, values: Self.names[key] ?? []) {
                return "\(key) \(problem)"
            }
        }
        for (key, words, needed) in [
            ("kinds", kinds, Self.english.kinds), ("units", units, Self.english.units),
        ] {
            if let lacking = needed.keys.sorted().first(where: { words[$0] == nil }) {
                return "\(key) lacks \"\(lacking)\""
            }
        }
        return nil
    }
}
