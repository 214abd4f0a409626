import Synchronization

/// The requests that await a skill's answer. Until it comes, the skill may have words spoken: Alexa's progressive
/// responses.
public final class OpenRequests: Sendable {
    /// The result of speaking words.
    public enum Outcome: Sendable, Equatable {
        /// The words are spoken, or wait for other words.
        case accepted
        /// The words cannot be spoken, for this reason.
        case invalid(String)
        /// The request has been answered meanwhile.
        case answered
    }

    /// A function that speaks words.
    public typealias Speak = @Sendable (_ speech: String) async -> Outcome

    /// The most speeches of one request, as with Alexa.
    static let maximumSpeeches = 5

    private struct Entry {
        let device: String
        let speak: Speak
        var speeches = 0
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Creates an empty list.
    public init() {}

    /// Adds a request, which is about to be sent.
    /// - Parameters:
    ///   - request: The request's id.
    ///   - device: The id of the device whose token the request has.
    ///   - speak: Speaks words of the skill.
    public func open(_ request: String, of device: String, speak: @escaping Speak) {
        entries.withLock { $0[request] = Entry(device: device, speak: speak) }
    }

    /// Removes a request, whose answer has come, or will not come any more.
    public func close(_ request: String) { _ = entries.withLock { $0.removeValue(forKey: request) } }

    /// Returns whether a request awaits its answer.
    public func isOpen(_ request: String) -> Bool { entries.withLock { $0[request] != nil } }

    /// Returns the function that speaks words during a request of a device; nil when there is no such request, or it
    /// has had its speeches.
    func speech(during request: String, of device: String) -> Speak? {
        entries.withLock { entries in
            guard let entry = entries[request], entry.device == device, entry.speeches < Self.maximumSpeeches else {
                return nil
            }
            entries[request]?.speeches += 1
            return entry.speak
        }
    }
}
