import Testing

/// Checks a condition that calls a mutating member, which `#expect` cannot.
func check(_ isTrue: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isTrue, comment, sourceLocation: sourceLocation)
}
