import SaybusPhrases

extension Double {
    /// The number as it is spoken: whole numbers without decimals (`1`, never `1.0`), others with at most six.
    public var spokenText: String { SpokenNumber.text(self) }
}
