import Foundation
import SaybusSupport

/// The seed for the random numbers of property tests. With the same seed, a test run can be repeated.
///
/// Each test process draws a seed, or takes it from the environment variable `SAYBUS_TEST_SEED`. A property test
/// names the seed when it fails:
///
/// ```swift
/// var generator = TestSeed.generator()
/// #expect(holds(Int.random(in: 0...9, using: &generator)), "\(TestSeed.hint)")
/// ```
public enum TestSeed {
    /// The seed of this process.
    public static let value: UInt64 =
        ProcessInfo.processInfo.environment["SAYBUS_TEST_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 0...(1 << 32))

    /// A comment for expectations that says how to repeat this run.
    public static var hint: String { "repeat with SAYBUS_TEST_SEED=\(value)" }

    /// Returns a new generator that starts from the seed.
    public static func generator() -> some RandomNumberGenerator { SplitMix(seed: value) }
}
