extension String {
    /// Returns the text up to a number of Unicode scalars, with an ellipsis where it is cut.
    ///
    /// Sentences about bad input quote it, and input of a megabyte must not make a sentence of a megabyte. Scalars are
    /// counted because a single character may have any number of them.
    package func shortened(to count: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return String(unicodeScalars[..<end]) + "…"
    }
}
