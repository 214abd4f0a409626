import Foundation
import SaybusExternalEngines
import SaybusStage

/// The recognizers selectable on the command line.
public enum IntentEngine: String, CaseIterable, Sendable {
    /// Patterns first, then a statistical model.
    case ensemble
    /// Only the patterns of the catalogs.
    case pattern
    /// Only the statistical model, trained from samples or from the patterns.
    case statistical
    /// A server that speaks the Wyoming protocol.
    case wyoming
    /// A web service that parses texts, as Rasa does.
    case http
    /// A program that answers lines of JSON.
    case command

    /// Whether the engine runs outside this process.
    public var isExternal: Bool {
        switch self {
        case .ensemble, .pattern, .statistical: false
        case .wyoming, .http, .command: true
        }
    }

    /// Creates the client of an external engine; nil for the engines of this process.
    /// - Parameters:
    ///   - address: `tcp://host:port` or `unix:///path` for `wyoming`, `http://…` for `http`.
    ///   - program: The program of `command` with its arguments.
    ///   - timeout: The time for an answer.
    /// - Throws: `StageFailure` with code `usage` when the address or the program is missing or invalid.
    public func intentClient(
        address: String?, program: [String], timeout: Duration
    ) throws(StageFailure) -> (any IntentClient)? {
        switch self {
        case .ensemble, .pattern, .statistical: return nil
        case .wyoming:
            return WyomingIntentClient(try .wyoming(address), timeout: timeout)
        case .http:
            guard let url = address.flatMap(URL.init(string:)), ["http", "https"].contains(url.scheme), url.host != nil
            else { throw StageFailure(.usage, "--engine http needs --address http://host:port/model/parse") }
            return HTTPIntentClient(url, timeout: timeout)
        case .command:
            try CommandProcess.check(program)
            return CommandIntentClient(program, timeout: timeout)
        }
    }
}
