import SaybusBus
import SaybusMessages

extension Bus {
    /// Decodes a message of any kind; nil for a malformed one, which the bus counts. Its time is that at which the
    /// broker has forwarded it: the times of several programs, by their own clocks, could be in another order.
    func readBody(_ received: Received) -> (header: Header, body: any BusMessage)? {
        guard case .message(let raw) = received, let type = MessageCatalog.type(of: raw.header.kind),
            let body = readBody(raw, as: type)
        else { return nil }
        var header = raw.header
        header.at = raw.stamp?.at ?? header.at
        return (header, body)
    }

    private func readBody<Body: BusMessage>(_ raw: RawMessage, as type: Body.Type) -> (any BusMessage)? {
        read(raw, as: type)?.body
    }
}
