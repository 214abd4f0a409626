import Testing

/// `#expect` for a condition that calls a mutating member.
func check(_ isTrue: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isTrue, comment, sourceLocation: sourceLocation)
}
