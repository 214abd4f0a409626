import Glibc
import UnixSignals

extension UnixSignal {
    /// The signals that end a program in order: SIGTERM, SIGINT, and SIGHUP, which a closed terminal sends. SIGHUP is
    /// left out where it is ignored, as nohup(1) has it for its program.
    package static var stopping: [UnixSignal] {
        var hangup = sigaction()
        sigaction(SIGHUP, nil, &hangup)
        let isIgnored =
            unsafeBitCast(hangup.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        return isIgnored ? [.sigterm, .sigint] : [.sigterm, .sigint, .sighup]
    }
}
