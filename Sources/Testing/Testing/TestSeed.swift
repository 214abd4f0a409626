import Foundation
import SaybusSupport

/// The random numbers of property tests, which can be repeated.
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

    /// A comment for expectations: how to repeat this run.
    public static var hint: String { "repeat with SAYBUS_TEST_SEED=\(value)" }

    /// Returns the generator of the seed, from its beginning.
    public static func generator() -> some RandomNumberGenerator { SplitMix(seed: value) }
}
