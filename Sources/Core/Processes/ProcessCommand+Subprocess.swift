import Glibc
import Subprocess

extension ProcessCommand {
    /// Returns the configuration with which swift-subprocess runs the program: as the leader of a new
    /// session, and so of a new process group.
    ///
    /// A cancelled run sends the group `SIGTERM`, and `SIGKILL` after `grace`. Without `grace` it sends
    /// `SIGKILL` at once.
    func configuration(grace: Duration?, directory: String? = nil) -> Configuration {
        var options = PlatformOptions()
        options.createSession = true
        if let grace {
            options.teardownSequence = [
                .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: grace)
            ]
        }
        return Configuration(
            executable: program.contains("/") ? .path(Self.path(program)) : .name(program),
            arguments: Arguments(arguments), environment: Self.environment(environment),
            workingDirectory: directory.map(Self.path), platformOptions: options)
    }

    private static func environment(_ variables: [String: String]?) -> Environment {
        guard let variables else { return .inherit }
        var keys: [Environment.Key: String] = [:]
        for (name, value) in variables {
            if let key = Environment.Key(rawValue: name) { keys[key] = value }
        }
        return .custom(keys)
    }

    /// Returns a file path of the type that the caller expects. That type belongs to a module that is not
    /// imported here.
    private static func path<Path: ExpressibleByStringLiteral>(_ text: String) -> Path
    where Path.StringLiteralType == String {
        Path(stringLiteral: text)
    }
}

extension ProcessTermination {
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(code)
        case .signaled(let signal): self = .signalled(signal)
        }
    }
}

extension ProcessError {
    init(_ error: any Error) {
        let failure = error as? SubprocessError
        let code: Code =
            switch failure?.code {
            case .executableNotFound?: .notFound
            case .failedToChangeWorkingDirectory?: .badDirectory
            default: .notStarted
            }
        self.init(code, "\(error)", errno: failure?.underlyingError.map(Self.number))
    }

    /// Creates an error with a description, or with the system's text where the system lacks something, for example
    /// descriptors: that is no fault of the program or its folder.
    init(_ code: Code, _ reason: String, errno: Int32?) {
        if let errno, [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(errno) {
            self.init(.notStarted, errno: errno)
        } else {
            self.init(code, reason)
        }
    }

    /// Returns an error number of a type that belongs to a module that is not imported here.
    private static func number<Number: RawRepresentable>(_ error: Number) -> Int32 where Number.RawValue == Int32 {
        error.rawValue
    }
}
