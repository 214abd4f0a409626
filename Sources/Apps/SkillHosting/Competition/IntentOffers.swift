import SaybusBus
import SaybusMessages
import SaybusSupport

/// The offers that apps have made for the intents of recent turns, of all conversations of a stage.
final class IntentOffers: Sendable {
    /// Maximum number of turns. The oldest is forgotten: its competition is long over.
    static let capacity = 256
    /// Maximum number of offers for a turn.
    static let maximumOffers = 64

    private struct State {
        var offers: [TurnID: [String: IntentOffer]] = [:]
        var order: [TurnID] = []
    }

    private let state = Watched(State())

    /// Records an offer. The first one of an app counts.
    func record(_ offer: IntentOffer, for turn: TurnID) {
        state.change { state in
            if state.offers[turn] == nil {
                state.order.append(turn)
                if state.order.count > Self.capacity { state.offers[state.order.removeFirst()] = nil }
            }
            var offers = state.offers[turn] ?? [:]
            guard offers[offer.app] == nil, offers.count < Self.maximumOffers else { return }
            offers[offer.app] = offer
            state.offers[turn] = offers
        }
    }

    /// Records the offers of a subscription until it ends, which is when the bus is closed.
    func record(_ offers: Subscription<IntentOffer>) async {
        do {
            for try await offer in offers {
                if let turn = offer.header.turn { record(offer.body, for: turn) }
            }
        } catch {
            // Without the bus nobody competes, and the stage ends for the same reason.
        }
    }

    /// Returns the offers of apps for a turn, once all have made theirs or the time is over.
    func offers(for turn: TurnID, of apps: Set<String>, within limit: Duration) async -> [IntentOffer] {
        _ = await state.wait(within: limit) { apps.isSubset(of: $0.offers[turn].map { Set($0.keys) } ?? []) }
        return (state.value.offers[turn] ?? [:]).values.filter { apps.contains($0.app) }
    }
}
