import Foundation

/// A directory of the user's files, as the XDG Base Directory Specification 0.8 has them.
package enum UserDirectory: Sendable {
    /// Settings: `XDG_CONFIG_HOME`, else `~/.config`.
    case configuration
    /// Data that programs have fetched: `XDG_DATA_HOME`, else `~/.local/share`.
    case data
    /// State that programs keep for themselves: `XDG_STATE_HOME`, else `~/.local/state`.
    case state
    /// Data that can be made again: `XDG_CACHE_HOME`, else `~/.cache`.
    case cache

    /// Returns the path of the directory `saybus` in it, which need not exist.
    ///
    /// A variable with a relative path is ignored, as the specification says.
    /// - Parameter environment: The variables; `HOME`, else the password database, names the user's home.
    package func saybus(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        let (variable, folder) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .data: ("XDG_DATA_HOME", ".local/share")
            case .state: ("XDG_STATE_HOME", ".local/state")
            case .cache: ("XDG_CACHE_HOME", ".cache")
            }
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (absolute(variable) ?? "\(absolute("HOME") ?? NSHomeDirectory())/\(folder)") + "/saybus"
    }

    /// Returns the path of the directory in which apps keep what they remember, which need not exist: `SAYBUS_STATE`,
    /// else that of ``state``.
    package static func appState(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        if let own = environment["SAYBUS_STATE"], !own.isEmpty { return own }
        return Self.state.saybus(environment)
    }
}
