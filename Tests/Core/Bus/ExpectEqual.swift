import Testing

/// Expects two values to be equal. Unlike `#expect`, it accepts calls of mutating functions as arguments.
func expectEqual<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
