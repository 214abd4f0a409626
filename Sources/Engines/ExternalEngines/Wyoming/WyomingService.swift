import SaybusMessages

/// A program that a Wyoming server offers, as it describes itself.
public struct WyomingService: Sendable, Equatable {
    /// What it does: `asr`, `tts`, `intent`, `handle`, `wake`, …
    public let kind: String
    /// Its name.
    public let name: String
    /// Its models or voices by name, those that are installed.
    public let models: [String]

    /// Asks a server what it offers. Blocks.
    /// - Throws: ``EngineFailure`` when it cannot be reached, or does not describe itself.
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
                    kind: kind, name: name, models: names(fields["models"]) + names(fields["voices"]))
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
