/// An utterance and its meaning, for training and evaluation.
public struct Sample: Sendable, Equatable {
    /// A slot value in the text.
    public struct Slot: Sendable, Hashable {
        /// The slot's name.
        public var name: String
        /// The place of the value, in Unicode scalars of the text.
        public var range: Range<Int>

        /// Creates a slot.
        public init(name: String, range: Range<Int>) { (self.name, self.range) = (name, range) }
    }

    /// The utterance as it would be transcribed.
    public var text: String
    /// The intent; nil when the utterance is out of scope.
    public var intent: String?
    /// The slots, in the order of the text, without overlaps.
    public var slots: [Slot]

    /// Creates a sample; the slots must be in the order of the text.
    public init(text: String, intent: String?, slots: [Slot] = []) {
        (self.text, self.intent, self.slots) = (text, intent, slots)
    }
}
