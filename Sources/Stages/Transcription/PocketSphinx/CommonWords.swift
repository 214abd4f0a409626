/// The most frequent words of spoken English, most frequent first.
///
/// They are those of the unigrams of the language model in Debian's package pocketsphinx-en-us, by their probability,
/// without letters that are no words, most names, and swearwords.
enum CommonWords {
    /// The words.
    static let english: [String] = list.split(whereSeparator: \.isWhitespace).map(String.init)

    private static let list = """
        the to i and a of you that in it is for but know was have they on like be not it's so with are one this yeah he
        just my we as what if do at or don't about i'm all think there would from two me people can your get out no
        that's said up more when an had right well hundred really has thousand will oh because how time them she been by
        some who their his were now then go good mean than going her see could much other you're five got three even too
        only want did him something where very here way which nine lot make say first years back any new our also over
        into ah i've they're year thing still four should work things those take us most didn't why these never twenty
        there's need after being can't okay little down kind point actually many day off come same six before last he's
        look sure eight money doing pretty around seven always guess life dollars long yes better probably every we're
        world does anything maybe school great find doesn't though made big feel through thirty cause game old put use
        different stuff ten home may might used am thought while best since man love own getting another fifty few bad
        give part percent live family i'll tell ever gonna again went someone help i'd keep everything try play hard
        done enough trying next end away its place far forty talk ninety both real says country kids times least person
        bit such million high exactly what's isn't told nothing friends believe let call having able show else watch job
        ago nice start once whole house government problem looking change children each without days found true saying
        between less week she's seen already wouldn't makes guy course care name second came sixty pay wasn't talking
        until making seems eighty thanks either idea seventy read yet definitely team working city wanted left remember
        huh fact night business months state number against called half public understand everyone whatever er almost
        run friend case took sometimes today must sorry god important wrong started heard haven't couple minutes hi set
        reason question system together car games women war hope states hey stop happened thank guys coming sort small
        won't fun hear york under let's quite during agree free wow buy close past food top hours anyone you've saw side
        news kinda myself cool mind thinking company deal whether comes happen interesting looks gets later taking young
        parents phone ask stay matter please we've united especially power health area american rather move open usually
        goes line fifteen sense using men wait story means couldn't however somebody fine leave become playing lost
        level water living full often head funny yourself instead group college zero happy president easy ones others
        knew post month seem hit supposed age needs room experience asked computer support turn outside issue eat given
        movie likely hand aren't white possible face market everybody book wants weeks gone tried certain early police
        rest you'll future taken countries problems cost situation woman chance sounds information child twelve third
        anyway type mother girl party players bring works check watching win worked basically black hour lives eleven
        middle worth hello husband added internet security based cut law son running married control soon body along
        paid season wife spend history dog single learn behind example difficult front america themselves clear huge
        wanna shows order although per played price class death they've plan human jobs takes father local south felt
        amount answer gave within music absolutely across schools we'll longer economy topic knows hold morning pick ok
        unless late pounds meet video office difference major town happens word hate companies needed known moment
        completely low large general mine enjoy national dead building involved wish totally died you'd walk air north
        education issues several political study certainly according places mom service fight community imagine billion
        crazy moved kid heart short ready looked figure sit space cold ways lose sound students list baby gotta changed
        social drive street alone worse cannot reading light research turned they'll reality perhaps books hot current
        break spent amazing words sports energy simply lived boy process shot wonder california dad add obviously
        similar stand higher feeling personal iraq questions listen doctor university seeing risk strong average near
        decided relationship older die serious build daughter player online summer expect available awesome inside
        military media fire test fast save report hands private oil main financial east minimum term giving poor
        favorite who's expected program finally interest choice red continue movies send industry brother interested
        china common weird bought rate speak road attack itself sell door fall entire shouldn't due americans ahead
        allowed decision opinion west brought special economic anymore terms met nobody recently form forward worry
        court starting view nearly telling position girls store attention consider football miss perfect site sent bill
        himself points waiting normal force easier trust sick film tax value series result worst fair act won vote
        action smoking trade except born smoke anybody eighteen wage miles step return including changes evidence
        somewhere hurt members lots extra bank field beautiful share ground biggest moving asking picture total forget
        race edit safe fourteen watched plus ball card uh society became record mostly quality truth seriously super etc
        comment expensive create eyes paying simple global write tough travel kept sign follow minute cat thirteen blood
        among fan lead meant data cases europe period increase trouble growing above sitting international calling
        putting offer weather british rules drink damage message size parts access personally technology glad seemed
        effect land families paper allow hospital english sixteen key quickly willing population opportunity happening
        art cancer date credit gotten sad depends reasons luck realize areas none project recent pass account beginning
        weight policy sleep role further sir provide gives weren't lower board compared particular numbers feet built
        focus cars piece drop round bush ended drug yep washington fear talked final calls green center spending sister
        teams television eating bunch medical costs doubt event john insurance terrible
        """
}
