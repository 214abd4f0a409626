import SaybusBus
import SaybusMessages
import SaybusSupport

/// The offers that apps have made for the intents of recent turns, of all conversations of a stage.
package final class IntentOffers: Sendable {
    /// The number of turns that are remembered at least. The competition for an older one is long over.
    static let capacity = 256
    /// Maximum number of offers for a turn.
    static let maximumOffers = 64
    /// Maximum number of apps that are remembered as silent.
    static let maximumSilent = 1024
    /// The default time in which a silent app has to make an offer: an app that answers does so at once.
    static let silenceTime = Duration.milliseconds(500)

    private struct State: Sendable {
        /// The offers for each turn, by their apps.
        var turns = GenerationalCache<TurnID, [String: IntentOffer]>(capacity: IntentOffers.capacity)
        /// The apps that have let a time limit pass, and have made no offer since.
        var silent: Set<String> = []

        /// Returns the apps that have made no offer for a turn.
        func missing(of apps: Set<String>, for turn: TurnID) -> Set<String> {
            let made = turns[turn] ?? [:]
            return apps.filter { made[$0] == nil }
        }
    }

    private let state = Watched(State())
    private let silenceTime: Duration

    /// Creates a memory without offers.
    package init() { silenceTime = Self.silenceTime }

    /// Creates a memory without offers.
    /// - Parameter silenceTime: The time in which a silent app has to make an offer.
    init(silenceTime: Duration) { self.silenceTime = silenceTime }

    /// Records an offer. The first one of an app counts.
    /// - Returns: Whether it is the first one of its app.
    @discardableResult
    package func record(_ offer: IntentOffer, for turn: TurnID) -> Bool {
        state.change { state in
            state.silent.remove(offer.app)
            var offers = state.turns[turn] ?? [:]
            guard offers[offer.app] == nil, offers.count < Self.maximumOffers else { return false }
            offers[offer.app] = offer
            state.turns[turn] = offers
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

    /// Forgets that an app was silent, because its program has been started or is heard again.
    func appArrived(_ app: String) { state.change { _ = $0.silent.remove(app) } }

    /// Returns the offers for a turn so far.
    func offers(for turn: TurnID) -> [String: IntentOffer] { state.value.turns[turn] ?? [:] }

    /// Returns the offers of apps for a turn, once all have made theirs or the time is over.
    package func offers(for turn: TurnID, of apps: Set<String>, within limit: Duration) async -> [IntentOffer] {
        _ = await state.wait(within: limit) { $0.missing(of: apps, for: turn).isEmpty }
        return offers(for: turn).values.filter { apps.contains($0.app) }
    }

    /// Returns the offers of apps for a turn, as ``offers(for:of:within:)`` does, and remembers the apps that have made
    /// none. Until a silent app makes an offer, for whatever turn, or arrives again, it is waited for only shortly.
    func offersOrSilence(for turn: TurnID, of apps: Set<String>, within limit: Duration) async -> [IntentOffer] {
        let short = min(limit, silenceTime)
        _ = await offers(for: turn, of: apps, within: short)
        _ = await state.wait(within: limit - short) {
            $0.missing(of: apps, for: turn).isSubset(of: $0.silent)
        }
        let late = state.value.missing(of: apps, for: turn)
        // Without any time, nobody was late.
        if limit > .zero, !late.isEmpty {
            state.change { state in
                let room = max(0, Self.maximumSilent - state.silent.count)
                state.silent.formUnion(late.subtracting(state.silent).prefix(room))
            }
        }
        return offers(for: turn).values.filter { apps.contains($0.app) }
    }
}
