extension String {
    /// The text without a full stop at its end, for a sentence that goes on.
    package var withoutFullStop: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}
