import SaybusMessages

/// The work on an item that is due. Actions that do more than to speak run once at most, also across restarts. Pure.
enum DueWork: Sendable, Equatable {
    /// Run these actions.
    case run([Action])
    /// Play the events that the actions have made before a restart.
    case say([AudioEvent])
    /// Say that the actions were cut off.
    case tellInterruption
    /// Say that the actions are not run: their beginning cannot be stored, and they would run again after a restart.
    case tellFailure
    /// Say that the actions are not run, and log why.
    case tellOmission(Omission)

    /// The reason for which actions are not run.
    enum Omission: String, Sendable {
        /// The app's file has changed, and has them no more.
        case gone = "the app's file has its actions no more"
        /// Nobody expects them any more, as after weeks in which the machine was off.
        case late = "it is more than an hour late"
    }

    /// Decides about the actions of an item.
    /// - Parameters:
    ///   - actions: The actions by the app's file.
    ///   - item: The item.
    ///   - begun: The item as it was stored before its beginning was; nil when that cannot be stored.
    ///   - omission: The reason not to run the actions if they have not begun; nil for none.
    init(_ actions: [Action], of item: ScheduledItem, begun: ScheduledItem?, omission: Omission? = nil) {
        guard omission != nil || !actions.allSatisfy(\.isRepeatable) else {
            // A line of the log is written once.
            let hasBegun = begun?.hasBegun ?? item.hasBegun
            self = .run(hasBegun ? actions.filter(\.isAudible) : actions)
            return
        }
        guard let begun else {
            self = .tellFailure
            return
        }
        if begun.hasBegun {
            self = begun.words.map(DueWork.say) ?? .tellInterruption
        } else {
            self = omission.map(DueWork.tellOmission) ?? .run(actions)
        }
    }
}

extension Action {
    /// Whether the action only speaks, sounds or logs.
    var isRepeatable: Bool { if case .log = self { true } else { isAudible } }
}
