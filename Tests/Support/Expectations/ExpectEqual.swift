import Testing

/// Expects two values to be equal.
///
/// `#expect` cannot evaluate a call of a mutating method; an argument of a function can be one.
package func expectEqual<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
