import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// The decision which app answers words that fit no pattern, if the own code of several apps may understand them.
///
/// Each of these apps publishes in an `intent.offer` whether its code does. Of those that understand the words, the one
/// whose name comes first carries out its command. The first dispatcher says that nobody has understood them once all
/// have said no, or their time is over.
extension TurnRuntime {
    /// Returns the apps whose code may understand the words of an intent, if they fit no command. Words that address an
    /// app are for its code alone.
    func ownMatcherApps(for intent: Message<SpeechIntent>) -> Set<String> {
        guard intent.body.fitsNoCommand else { return [] }
        let (members, session) = (bus.presence.members, intent.header.session)
        let apps = state.withLock { state in
            state.ownMatcherApps.apps(in: session) { dispatcher in
                guard dispatcher != bus.source else { return true }
                guard let status = members[dispatcher]?.status else { return false }
                return status.state == .ready && status.coverage.contains(session)
            }
        }
        return intent.body.addressee.map { apps.intersection([$0]) } ?? apps
    }

    /// Returns the time for which this app waits for its code, since other apps learn in time whether it understands
    /// the words; nil when none of them waits for that, or it is too late already.
    package func matcherTimeout(for arrival: IntentArrival) -> Duration? {
        let apps = arrival.ownMatcherApps
        guard apps.contains(name), arrival.intent.header.turn != nil,
            apps.count > 1 || !answersForAll(in: arrival.session)
        else { return nil }
        let left = offerTimes.matching - age(of: arrival)
        return left > .zero ? left : nil
    }

    /// Returns whether this app leaves words that fit no command to another one, whose code understands them.
    ///
    /// Waits for what the other apps say. Does not wait if no other app has such code.
    /// - Parameter command: The type of the command as which this app understands the words; nil for none.
    package func leavesToOwnMatchers(_ arrival: IntentArrival, command: String? = nil) async -> Bool {
        guard arrival.intent.body.fitsNoCommand, let turn = arrival.intent.header.turn else { return false }
        let others = arrival.ownMatcherApps.subtracting([name])
        let isFirst = answersForAll(in: arrival.session)
        guard !isFirst || !others.isEmpty else { return false }
        let understands = arrival.ownMatcherApps.contains(name) && makeOffer(of: command, for: arrival, in: turn)
        // Words of which this app has no meaning are the first dispatcher's anyway.
        guard understands || isFirst else { return command != nil }
        let rivals = understands ? others.filter { $0 < name } : others
        let limit = offerTimes.arrival - age(of: arrival)
        let answers = await offers.offersOrSilence(for: turn, of: rivals, within: max(.zero, limit))
        return answers.contains { $0.answer == .yes }
    }

    /// Says that this app does not understand words that fit no command, because its code cannot be asked. Other apps
    /// need not wait for it then. The words that an app leaves at its end are its successor's.
    package func declineOwnMatchers(_ arrival: IntentArrival) {
        guard !isDraining, arrival.ownMatcherApps.contains(name), let turn = arrival.intent.header.turn else { return }
        _ = makeOffer(of: nil, for: arrival, in: turn)
    }

    /// Returns whether another app has said that its code understands the words of a turn.
    func isUnderstoodElsewhere(_ turn: TurnID?) -> Bool {
        turn.map { offers.offers(for: $0).values.contains { $0.answer == .yes && $0.app != name } } ?? false
    }

    /// Publishes whether this app's code understands words, unless it has said so before.
    /// - Returns: The answer that counts.
    private func makeOffer(of command: String?, for arrival: IntentArrival, in turn: TurnID) -> Bool {
        let isInTime = age(of: arrival) < offerTimes.offer
        let offer = IntentOffer(
            app: name, intent: command ?? "", answer: command != nil && isInTime ? .yes : .no)
        if offers.record(offer, for: turn) {
            // Without causes: it does not answer the intent, whose publisher goes on retransmitting it.
            tryPublishing { try bus.publish(offer, session: arrival.session, turn: turn) }
        }
        return offers.offers(for: turn)[name]?.answer == .yes
    }

    /// Returns the time since the broker received an intent; since its arrival if that is not known.
    private func age(of arrival: IntentArrival) -> Duration {
        guard let stamp = arrival.intent.stamp else { return ContinuousClock.now - arrival.arrived }
        return .microseconds(bus.now.subtractingReportingOverflow(stamp.at).partialValue)
    }
}
