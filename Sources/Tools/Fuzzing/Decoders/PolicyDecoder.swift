import SaybusBroker
import SaybusBus

/// The reader of the broker's policy files.
enum PolicyDecoder: FuzzedDecoder {
    static let words = [
        "users:", "key:", "publish:", "subscribe:", "sessions:", "roles:", "\"*\"", "speech.*", "&a ", "*a", "? ",
        "<<: ",
        "!!binary ", "!!set ", "---\n",
    ]

    static let seeds: [[UInt8]] = [
        """
        users:
          hall:                                   # the name in stamps
            key: "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
            publish: ["*"]
            subscribe: ["*", audio.input]
          satellite:
            key: 'rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7'
            publish: [audio.input, speech.started, receipt]
            subscribe: [speech.partial, audio.*, stage.status]
            sessions: [bedroom]
            roles: [listen, audio]
        """,
        """
        users:
          one: &one {key: "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID", publish: &all ["*"], subscribe: *all}
        """,
    ].map { Array($0.utf8) }

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        do throws(PolicyError) {
            // A directory that cannot exist: keys are given in the file itself.
            _ = try Policy(bytes: input, file: "policy.yaml", keys: KeyDirectory("/dev/null"))
        } catch {
            try checkRefusal(error.reason)
            return false
        }
        return true
    }
}
