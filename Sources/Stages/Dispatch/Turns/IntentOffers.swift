import SaybusBus
import SaybusMessages
import SaybusSupport

/// The offers that apps have made for the intents of recent turns, of all conversations of a stage.
package final class IntentOffers: Sendable {
    /// The number of turns that are remembered at least. The competition for an older one is long over.
    static let capacity = 256
    /// Maximum number of offers for a turn.
    static let maximumOffers = 64

    /// The offers for each turn, by their apps.
    private let turns = Watched(GenerationalCache<TurnID, [String: IntentOffer]>(capacity: IntentOffers.capacity))

    /// Creates a memory without offers.
    package init() {}

    /// Records an offer. The first one of an app counts.
    /// - Returns: Whether it is the first one of its app.
    @discardableResult
    package func record(_ offer: IntentOffer, for turn: TurnID) -> Bool {
        turns.change { turns in
            var offers = turns[turn] ?? [:]
            guard offers[offer.app] == nil, offers.count < Self.maximumOffers else { return false }
            offers[offer.app] = offer
            turns[turn] = offers
            return true
        }
    }

    /// Records the offers of a subscription until it ends, which is when the bus is closed.
    package func record(_ offers: Subscription<IntentOffer>) async {
        do {
            for try await offer in offers {
                if let turn = offer.header.turn { record(offer.body, for: turn) }
            }
        } catch {
            // Without the bus nobody competes, and the stage ends for the same reason.
        }
    }

    /// Returns the offers for a turn so far.
    func offers(for turn: TurnID) -> [String: IntentOffer] { turns.value[turn] ?? [:] }

    /// Returns the offers of apps for a turn, once all have made theirs or the time is over.
    package func offers(for turn: TurnID, of apps: Set<String>, within limit: Duration) async -> [IntentOffer] {
        _ = await turns.wait(within: limit) { apps.isSubset(of: $0[turn].map { Set($0.keys) } ?? []) }
        return offers(for: turn).values.filter { apps.contains($0.app) }
    }
}
