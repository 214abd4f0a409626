import Foundation
import SaybusExternalEngines
import SaybusStage
import SaybusStatisticalMatching

/// The recognizers that a command line can choose.
public enum IntentEngine: String, CaseIterable, Sendable {
    /// Patterns first, statistics for the rest.
    case ensemble
    /// The patterns of the catalogs alone.
    case pattern
    /// What has been learnt from samples, or from the patterns, alone.
    case statistical
    /// A server of the Wyoming protocol.
    case wyoming
    /// A web service that parses texts, as Rasa does.
    case http
    /// A program that answers lines of JSON.
    case command

    /// Whether it is somebody else's, who is asked from outside.
    public var isForeign: Bool {
        switch self {
        case .ensemble, .pattern, .statistical: false
        case .wyoming, .http, .command: true
        }
    }

    /// What asks a foreign engine; nil for our own.
    /// - Parameters:
    ///   - address: `tcp://host:port` or `unix:///path` for `wyoming`, `http://…` for `http`.
    ///   - program: The program of `command` with its arguments.
    ///   - patience: How long an answer may take.
    /// - Throws: ``StageFailure`` with code `usage` when the address or the program is missing or wrong.
    public func inquirer(
        address: String?, program: [String], patience: Duration
    ) throws(StageFailure) -> (any IntentClient)? {
        switch self {
        case .ensemble, .pattern, .statistical: return nil
        case .wyoming:
            guard let endpoint = address.flatMap(SocketAddress.init) else {
                throw StageFailure(.usage, "--engine wyoming needs --address tcp://host:port or unix:///path")
            }
            return WyomingIntentClient(endpoint, patience: patience)
        case .http:
            guard let url = address.flatMap(URL.init(string:)), ["http", "https"].contains(url.scheme), url.host != nil
            else { throw StageFailure(.usage, "--engine http needs --address http://host:port/model/parse") }
            return HTTPIntentClient(url, patience: patience)
        case .command:
            try CommandProcess.check(program)
            return CommandIntentClient(program, patience: patience)
        }
    }
}
