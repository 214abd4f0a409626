import SaybusBus
import SaybusMessages

/// The stages that have paused tracks by `audio.control`. Pure; bounded.
///
/// A pause holds the sequences of all apps of its session. A stage that is gone cannot end its own, so they end with
/// it. A program that publishes no status, such as a command on a terminal, is not gone by its end: its pauses stay.
struct DemandedPauses: Sendable {
    /// The tracks that a pause holds: one track of a session, or all of them.
    struct Place: Sendable, Hashable {
        let session: Session
        let track: String?
    }

    /// The maximum number of pauses. One beyond it ends by a control only, or with the others of its place.
    static let capacity = 1024

    /// The stages with their runs, by the place that they have paused.
    private var owners: [Place: [Source: ProgramRun]] = [:]

    /// Applies a control that the player has performed.
    mutating func apply(_ control: Message<AudioControl>) {
        let (header, place) = (control.header, Place(session: control.header.session, track: control.body.track))
        switch control.body.action {
        case .pause:
            guard owners[place]?[header.source] != nil || owners.values.reduce(0, { $0 + $1.count }) < Self.capacity
            else { return }
            owners[place, default: [:]][header.source] = ProgramRun(header)
        case .resume, .stop:
            owners = owners.filter { other, _ in
                other.session != place.session || (place.track != nil && other.track != place.track)
            }
        default: break
        }
    }

    /// Applies a status.
    /// - Returns: The places to resume, since the last of the stages that paused them is gone or was started anew.
    mutating func apply(_ status: Message<StageStatus>) -> [Place] {
        guard !owners.isEmpty, let source = Source(role: status.body.role, instance: status.body.instance) else {
            return []
        }
        var free: [Place] = []
        for (place, runs) in owners {
            guard let run = runs[source], run.isOver(by: status) else { continue }
            owners[place]?[source] = nil
            guard owners[place]?.isEmpty == true else { continue }
            owners[place] = nil
            free.append(place)
        }
        // A track stays paused while somebody has paused all tracks.
        return free.filter { $0.track == nil || owners[Place(session: $0.session, track: nil)] == nil }
    }

    /// Returns the single tracks among a place that are still to be paused.
    func tracks(in place: Place) -> [Place] {
        place.track == nil ? owners.keys.filter { $0.session == place.session && $0.track != nil } : []
    }
}
