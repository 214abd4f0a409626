import Foundation

/// The sanitizer that this program was built with, which `deploy/test --sanitize` names in `SAYBUS_SANITIZER`.
public enum Sanitizer {
    /// The number of times the memory of an ordinary build that a test allows. The manuals name 5 to 10 times for
    /// ThreadSanitizer, and 2 to 4 for AddressSanitizer with what it keeps of freed memory.
    public static let memoryFactor =
        switch ProcessInfo.processInfo.environment["SAYBUS_SANITIZER"] {
        case "thread": 10
        case "address": 4
        default: 1
        }
}
