import Testing

/// Repeats a measurement of sound until it is right twice: on a busy machine sound drops out, and what is measured then is the machine.
/// - Parameter body: Measures, and gives what is wrong.
func measuring(_ body: () async throws -> [String]) async throws {
    var (right, problems): (Int, [String]) = (0, [])
    for _ in 0..<8 where right < 2 {
        let found = try await body()
        if found.isEmpty { right += 1 } else { problems.append(found.joined(separator: "; ")) }
    }
    #expect(right == 2, "\(problems)")
}
