import Testing

/// Expects two values to be equal.
///
/// `#expect` cannot evaluate a call of a mutating method, but an argument of a function can be such a call.
package func expectEqual<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
