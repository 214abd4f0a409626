import ArgumentParser
import SaybusTelemetry

extension ListeningAddress {
    /// Reads the value of `--metrics`.
    /// - Throws: `ValidationError` when the text is no address.
    static func option(_ text: String) throws -> ListeningAddress {
        guard let address = ListeningAddress(text) else {
            throw ValidationError("--metrics takes host:port, such as 127.0.0.1:9464, not \"\(text)\".")
        }
        return address
    }
}
