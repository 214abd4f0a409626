import Foundation
import Synchronization

/// The answers of the settings service, and the tokens with which a skill may ask. It performs no I/O.
///
/// It also takes the progressive responses of a skill, since both have the same address.
public final class SettingsService: Sendable {
    /// An HTTP answer.
    public struct Answer: Sendable, Equatable {
        /// The status.
        public var status: Int
        /// The body in JSON.
        public var body: String

        package init(status: Int, body: String) { (self.status, self.body) = (status, body) }
    }

    /// The most devices with a token. Beyond it, all tokens are made anew.
    static let maximumDevices = 4096

    /// The most bytes of a request's body.
    public static let maximumBody = 24 << 10

    /// The settings of every device.
    public let settings: DeviceSettings
    /// The requests that await a skill's answer.
    public let requests = OpenRequests()
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
    ///   - body: The body, of which more than ``maximumBody`` is refused.
    public func answer(
        _ method: String, _ path: String, authorization: String?, body: [UInt8] = []
    ) async -> Answer {
        let token = authorization.flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
        let device = token.flatMap { token in tokens.withLock { $0.first { $0.value == token }?.key } }
        guard let device else { return Self.refusal(401, "INVALID_TOKEN", "The token is missing or not valid.") }
        if method == "POST", path == "/v1/directives" { return await speak(body, device) }
        return setting(method, path, of: device)
    }

    /// Returns the answer to a progressive response, whose words are queued before it.
    private func speak(_ body: [UInt8], _ device: String) async -> Answer {
        func invalid(_ message: String) -> Answer { Self.refusal(400, "INVALID_DIRECTIVE", message) }
        guard body.count <= Self.maximumBody else { return invalid("The directive has too many bytes.") }
        // The decoder would take JSON in UTF-16 or UTF-32, too, which other services refuse. Only those have zeros.
        guard !body.contains(0) else { return invalid("The body is not in UTF-8.") }
        guard let message = try? JSONDecoder().decode(SpeakDirective.self, from: Data(body)) else {
            return invalid("The body is no directive: header.requestId and directive.type are expected.")
        }
        guard message.directive.type == SpeakDirective.type, let speech = message.directive.speech else {
            return invalid("Only \(SpeakDirective.type) with a speech can be done here.")
        }
        let isAnswered = "The request is not open: it has been answered, or has had its speeches."
        guard let speak = requests.speech(during: message.header.requestId, of: device) else {
            return Self.refusal(403, "REQUEST_NOT_OPEN", isAnswered)
        }
        switch await speak(speech) {
        case .accepted: return Answer(status: 204, body: "")
        case .invalid(let reason): return invalid(reason)
        case .answered: return Self.refusal(403, "REQUEST_NOT_OPEN", isAnswered)
        }
    }

    private func setting(_ method: String, _ path: String, of device: String) -> Answer {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count == 5, parts[0] == "v2", parts[1] == "devices", parts[3] == "settings" else {
            return Self.refusal(403, "INVALID_URI", "Saybus knows the time zone and the units of a device only.")
        }
        guard method == "GET" else { return Self.refusal(405, "INVALID_URI", "Settings can only be read.") }
        guard parts[2].removingEscapes == device else {
            return Self.refusal(403, "INVALID_TOKEN", "The token is that of another device.")
        }
        guard let value = settings.value(of: parts[4]) else {
            return Self.refusal(400, "INVALID_KEY", "There is no setting of this name.")
        }
        return Answer(status: 200, body: "\"\(value)\"")
    }

    private static func refusal(_ status: Int, _ code: String, _ message: String) -> Answer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(["code": code, "message": message])) ?? Data()
        return Answer(status: status, body: String(decoding: body, as: UTF8.self))
    }
}
