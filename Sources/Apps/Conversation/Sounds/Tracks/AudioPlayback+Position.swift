import SaybusDispatch
import SaybusMessages

extension AudioPlayback {
    /// The part that has been played, limited to one day, since another program sends the number; nil when unknown.
    package var position: Duration? {
        positionMs.map { .milliseconds(Duration.milliseconds($0).boundedMilliseconds) }
    }
}
