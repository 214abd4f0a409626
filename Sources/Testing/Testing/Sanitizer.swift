import Foundation

/// The sanitizer that this program was built with, which `deploy/test --sanitize` names in `SAYBUS_SANITIZER`.
public enum Sanitizer {
    private static let name = ProcessInfo.processInfo.environment["SAYBUS_SANITIZER"]

    /// The number of times the memory of an ordinary build that a test allows. The manuals name 5 to 10 times for
    /// ThreadSanitizer, and 2 to 4 for AddressSanitizer with what it keeps of freed memory.
    public static let memoryFactor =
        switch name {
        case "thread": 10
        case "address": 4
        default: 1
        }

    /// Whether libzmq calls the sanitizer's `accept4` and `recv`, which stand before those of `SaybusZeroMQ` then, and
    /// know no limits.
    public static let replacesSocketFunctions = name == "address"

    /// Whether freed memory is kept, up to 256 MiB, so that a test cannot see whether memory grows.
    public static let keepsFreedMemory = name == "address"
}
