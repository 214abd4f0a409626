extension Sequence where Element: RawRepresentable, Element.RawValue == String {
    /// Returns the raw values as a list for a sentence, such as `pattern, statistical`.
    package func listed(separator: String = ", ") -> String { map(\.rawValue).joined(separator: separator) }
}
