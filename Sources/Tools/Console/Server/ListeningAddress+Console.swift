import SaybusTelemetry

extension ListeningAddress {
    /// The console's default: this machine only.
    public static let standard = ListeningAddress(host: "127.0.0.1", port: 8765)
}
