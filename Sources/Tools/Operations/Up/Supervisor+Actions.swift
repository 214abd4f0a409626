import SaybusStage

/// The rules, events and actions of a supervisor.
extension Supervisor {
    /// The restart rule of a program.
    public struct Rule: Sendable, Equatable {
        /// Whether exit code 0 means that the program has finished; else it is restarted.
        public let mayFinish: Bool
        /// The exit codes of a mistake in the description, after which a restart is useless. A program that ends with
        /// one of them before it has ever worked ends all programs.
        public let givesUpOn: Set<Int32>

        /// The rule of a broker. An address in use is unlikely to become free soon: a restart would not help.
        public static let broker = Rule(givesUpOn: codes(.usage, .unavailable, .configuration))

        /// Makes a rule.
        public init(mayFinish: Bool = false, givesUpOn: Set<Int32>? = nil) {
            self.mayFinish = mayFinish
            self.givesUpOn = givesUpOn ?? Self.codes(.usage, .noInput, .configuration)
        }

        private static func codes(_ codes: StageFailure.Code...) -> Set<Int32> { Set(codes.map(\.rawValue)) }
    }

    /// The way in which a program ended.
    public enum End: Sendable, Equatable {
        /// The program exited with this code.
        case exited(Int32)
        /// The program was ended by the signal with this number.
        case signalled(Int32)
        /// The program could not be started, for this reason.
        case notStarted(String)
    }

    /// An instruction to the runner.
    public enum Action: Sendable, Equatable {
        /// Start this program.
        case launch(Int)
        /// Report that a program has ended, and that it restarts after this time in microseconds.
        case willRestart(Int, End, after: Int64)
        /// Report that a program has finished.
        case hasFinished(Int)
        /// Request a program to end.
        case terminate(Int)
        /// Kill a program.
        case kill(Int)
        /// Report that nobody has told of the end of a killed program, which is no longer waited for.
        case giveUp(Int)
        /// Report that a program that was changed or added cannot run as it is described now. It is not started again.
        case reject(Int, End)
        /// All programs have ended: because of this failure; nil when they finished or the user stopped them.
        case finish(failed: Failure?)
    }

    /// The failure of a program, because of which all programs were ended.
    public struct Failure: Sendable, Equatable {
        /// The index of the program in the supervisor's list.
        public let program: Int
        /// Its exit code.
        public let code: Int32
    }
}
