import SaybusSupport

extension WyomingListener {
    /// Serves the peers that connect, each in a task of its own, until the listener is closed.
    /// - Parameters:
    ///   - most: The most peers at once. For a further one a peer without a request gets an `error` event, and is
    ///     cut off: the one that has been silent for the longest time, of the machine with the most of them. When all
    ///     have a request, that happens to the further one.
    ///   - refuse: Called for a peer that is cut off, with the reason.
    ///   - serve: Serves a peer to its end.
    func serve(
        atMost most: Int, refuse: @Sendable @escaping (WyomingPeer, String) -> Void,
        _ serve: @Sendable @escaping (WyomingPeer) async -> Void
    ) async {
        let open = Watched<[ObjectIdentifier: WyomingPeer]>([:])
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await peer in peers {
                    if let surplus = open.change({ $0.add(peer, atMost: most) }) {
                        let reason = "\(most) peers are connected already"
                        refuse(surplus, reason)
                        group.addTask {
                            try? await surplus.send(.error(RequestFailure("too-many", reason)))
                            surplus.close()
                        }
                        if surplus === peer { continue }
                    }
                    group.addTask {
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

extension [ObjectIdentifier: WyomingPeer] {
    /// Adds a peer, and makes room for it when there are too many.
    /// - Returns: The peer to be cut off: the one that makes room, or the added one when none can; nil when there is
    ///   room.
    fileprivate mutating func add(_ peer: WyomingPeer, atMost most: Int) -> WyomingPeer? {
        var surplus: WyomingPeer?
        if count >= most {
            surplus = makeRoom(at: .now)
            if surplus == nil { return peer }
        }
        self[ObjectIdentifier(peer)] = peer
        return surplus
    }
}
