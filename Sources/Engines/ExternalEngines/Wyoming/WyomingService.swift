import SaybusMessages

/// A service that a Wyoming server offers, from the server's description.
public struct WyomingService: Sendable, Equatable {
    /// The kind of service: `asr`, `tts`, `intent`, `handle`, `wake`, …
    public let kind: String
    /// The service's name.
    public let name: String
    /// The names of the installed models or voices.
    public let models: [String]
    /// The languages of the installed models or voices, in the server's notation.
    public let languages: [String]

    /// Asks a server for the services that it offers. Blocks.
    /// - Throws: ``EngineFailure`` when the server cannot be reached, or sends no description.
    public static func offered(
        by address: SocketAddress, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> [WyomingService] {
        var connection = try WyomingConnection(to: address, before: deadline)
        try connection.send(WyomingEvent(type: "describe"), before: deadline)
        for _ in 0..<100 {
            let event = try connection.receive(before: deadline)
            if event.type == "info" { return services(event) }
        }
        throw EngineFailure(.garbage, "\(address) does not describe itself")
    }

    private static func services(_ info: WyomingEvent) -> [WyomingService] {
        info.data.sorted { $0.key < $1.key }.flatMap { kind, value -> [WyomingService] in
            guard case .array(let programs) = value else { return [] }
            return programs.compactMap { program in
                guard case .object(let fields) = program, case .string(let name) = fields["name"],
                    fields["installed"] != .boolean(false)
                else { return nil }
                return WyomingService(
                    kind: kind, name: name, models: names(fields["models"]) + names(fields["voices"]),
                    languages: languages(fields["models"]) + languages(fields["voices"]))
            }
        }
    }

    private static func languages(_ models: JSONValue?) -> [String] {
        guard case .array(let models) = models else { return [] }
        return models.flatMap { model -> [String] in
            guard case .object(let fields) = model, case .array(let tags) = fields["languages"],
                fields["installed"] != .boolean(false)
            else { return [] }
            return tags.compactMap { tag -> String? in
                guard case .string(let tag) = tag else { return nil }
                return tag
            }
        }
    }

    private static func names(_ models: JSONValue?) -> [String] {
        guard case .array(let models) = models else { return [] }
        return models.compactMap { model in
            guard case .object(let fields) = model, case .string(let name) = fields["name"],
                fields["installed"] != .boolean(false)
            else { return nil }
            return name
        }
    }
}
