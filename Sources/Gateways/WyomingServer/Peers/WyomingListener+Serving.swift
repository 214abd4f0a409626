import SaybusExternalEngines
import SaybusSupport

extension WyomingListener {
    /// Serves the peers that connect, each in a task of its own, until the listener is closed.
    /// - Parameters:
    ///   - most: The most peers at once. A further one gets an `error` event, and is cut off.
    ///   - refuse: Called for such a peer, with the reason.
    ///   - serve: Serves a peer to its end.
    func serve(
        atMost most: Int, refuse: @Sendable @escaping (WyomingPeer, String) -> Void,
        _ serve: @Sendable @escaping (WyomingPeer) async -> Void
    ) async {
        let open = Watched<[ObjectIdentifier: WyomingPeer]>([:])
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await peer in peers {
                    let hasRoom = open.change { open in
                        if open.count < most { open[ObjectIdentifier(peer)] = peer }
                        return open[ObjectIdentifier(peer)] != nil
                    }
                    group.addTask {
                        guard hasRoom else {
                            let reason = "\(most) peers are connected already"
                            refuse(peer, reason)
                            try? await peer.send(.error(RequestFailure("too-many", reason)))
                            return peer.close()
                        }
                        await serve(peer)
                        open.change { $0[ObjectIdentifier(peer)] = nil }
                    }
                }
                for peer in open.value.values { peer.close() }
            }
        } onCancel: {
            for peer in open.value.values { peer.close() }
        }
    }
}
