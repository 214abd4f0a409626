import SaybusSupport
import UnixSignals

extension UnixSignal {
    /// The signals that end a program in order: SIGTERM, SIGINT, and SIGHUP unless the program ignores it.
    package static var stopping: [UnixSignal] {
        HangupSignal.isIgnored ? [.sigterm, .sigint] : [.sigterm, .sigint, .sighup]
    }
}
