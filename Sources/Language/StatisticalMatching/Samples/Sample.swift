/// An utterance and what it means: what a model learns from, and what it is judged by.
public struct Sample: Sendable, Equatable {
    /// A value in the text.
    public struct Slot: Sendable, Hashable {
        /// The slot's name.
        public var name: String
        /// Where the value is, in Unicode scalars of the text.
        public var range: Range<Int>

        /// A value's name and place.
        public init(name: String, range: Range<Int>) { (self.name, self.range) = (name, range) }
    }

    /// What was said.
    public var text: String
    /// What it means; nil when it is out of scope.
    public var intent: String?
    /// The values in it, in the order of the text; they do not overlap.
    public var slots: [Slot]

    /// A sample.
    public init(text: String, intent: String?, slots: [Slot] = []) {
        (self.text, self.intent, self.slots) = (text, intent, slots)
    }
}
