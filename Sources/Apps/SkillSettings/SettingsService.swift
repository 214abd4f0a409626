import Synchronization

/// The answers of the settings service, and the tokens with which a skill may ask. It performs no I/O.
public final class SettingsService: Sendable {
    /// An HTTP answer.
    public struct Answer: Sendable, Equatable {
        /// The status.
        public var status: Int
        /// The body in JSON.
        public var body: String
    }

    /// The most devices with a token. Beyond it, all tokens are made anew.
    public static let maximumDevices = 4096

    /// The settings of every device.
    public let settings: DeviceSettings
    /// The token of each device.
    private let tokens = Mutex<[String: String]>([:])

    /// Creates a service.
    public init(_ settings: DeviceSettings) { self.settings = settings }

    /// Returns the token of a device, the same each time.
    public func token(of device: String) -> String {
        tokens.withLock { tokens in
            if let token = tokens[device] { return token }
            if tokens.count >= Self.maximumDevices { tokens = [:] }
            var random = SystemRandomNumberGenerator()
            let token = (0..<4).map { _ in String(random.next() as UInt64, radix: 16) }.joined()
            tokens[device] = token
            return token
        }
    }

    /// Returns the answer to a request.
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path, without a query.
    ///   - authorization: The header `Authorization`; nil without one.
    public func answer(_ method: String, _ path: String, authorization: String?) -> Answer {
        let parts = path.split(separator: "/").map(String.init)
        let token = authorization.flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
        let device = token.flatMap { token in tokens.withLock { $0.first { $0.value == token }?.key } }
        guard let device else { return Self.refusal(401, "INVALID_TOKEN", "The token is missing or not valid.") }
        guard method == "GET" else { return Self.refusal(405, "INVALID_URI", "Settings can only be read.") }
        guard parts.count == 5, parts[0] == "v2", parts[1] == "devices", parts[3] == "settings" else {
            return Self.refusal(403, "INVALID_URI", "Saybus knows the time zone and the units of a device only.")
        }
        guard parts[2].removingEscapes == device else {
            return Self.refusal(403, "INVALID_TOKEN", "The token is that of another device.")
        }
        guard let value = settings.value(of: parts[4]) else {
            return Self.refusal(400, "INVALID_KEY", "There is no setting of this name.")
        }
        return Answer(status: 200, body: "\"\(value)\"")
    }

    private static func refusal(_ status: Int, _ code: String, _ message: String) -> Answer {
        Answer(status: status, body: "{\"code\":\"\(code)\",\"message\":\"\(message)\"}")
    }
}
