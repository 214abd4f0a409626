import Glibc

/// SIGHUP, which a closed terminal sends to the programs that were started in it.
package enum HangupSignal {
    /// Whether this process ignores it, as nohup(1) has it for its program.
    package static var isIgnored: Bool {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
