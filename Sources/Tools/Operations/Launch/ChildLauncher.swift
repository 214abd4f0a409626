import Foundation
import SaybusProcesses
import SaybusStage

/// `saybus launch`: starts a program that ends when its parent process ends, however the parent ends.
///
/// A process can tie only itself to its parent, by `ParentDeathSignal`. The supervisor therefore starts this
/// program with the `launch` command, which ties itself to the supervisor and then becomes the program. The signal is
/// `SIGKILL`: a killed supervisor can no longer end its programs, and programs that live on would occupy the bus.
public enum ChildLauncher {
    /// The name of the hidden command.
    public static let command = "launch"

    /// Returns the arguments that make `saybus` start a program tied to this process.
    static func arguments(program: String, arguments: [String]) -> [String] {
        [command, "--parent", "\(getpid())", "--", program] + arguments
    }

    /// Replaces this process by a program that ends with its parent.
    /// - Parameters:
    ///   - command: The program's path and its arguments.
    ///   - parent: The parent's process id. When the parent has ended already, nothing is started.
    /// - Throws: `StageFailure` when the program cannot be started; does not return otherwise.
    public static func become(_ command: [String], parent: Int32) throws -> Never {
        guard let program = command.first else { throw StageFailure(.usage, "launch needs a program") }
        do {
            try ParentDeathSignal.request(parent: parent)
        } catch {
            throw StageFailure(
                .failed,
                error.code == .orphaned
                    ? "the process that started \(program) has gone"
                    : "cannot tie \(program) to its parent: \(error.reason)")
        }
        do {
            try ProcessCommand(program, Array(command.dropFirst())).replaceThisProcess()
        } catch {
            throw StageFailure(.unavailable, "cannot start \(program): \(error.reason)")
        }
    }
}
