extension WordLexicon {
    /// The function words of English, one class per line.
    static let englishFunctionWords =
        """
        the
        a an
        this that these those
        my mine
        your yours
        his her hers its our ours their theirs
        i
        you
        he she we they
        me him us them it myself
        is are was were am be been being s re m
        do does did done doing don didn doesn
        have has had having ve
        can could will would shall should may might must ll d won
        not no never none nothing t
        what which
        who whom whose
        when
        where
        how
        why
        and or but nor plus
        to
        of
        in
        on
        at
        by
        for
        from
        with without
        into onto inside within
        about regarding
        near nearby close around nearest closest next beside
        after before until till since during
        over under above below between behind through across along off up down out away back
        than as like
        if whether because while so then
        please thanks thank kindly
        hey hi hello ok okay yes yeah well oh um uh hmm
        very really too much more most many lot lots some any all each every both few several another other
        zero one two three four five six seven eight nine ten eleven twelve
        thirteen fourteen fifteen sixteen seventeen eighteen nineteen
        twenty thirty forty fifty sixty seventy eighty ninety
        hundred thousand million billion dozen half quarter
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth twentieth thirtieth st nd rd th
        monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
        january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
        today tonight tomorrow yesterday now
        morning afternoon evening night noon midnight midday lunchtime dinnertime breakfast lunch dinner supper
        am pm clock oclock
        second seconds minute minutes hour hours sec secs min mins hr hrs
        day days week weeks month months year years weekend weekends decade century
        last previous past coming following upcoming current recent latest later earlier soon ago
        spring summer autumn fall winter christmas easter halloween thanksgiving
        degrees degree celsius fahrenheit percent dollars dollar euros euro pounds miles mile kilometers km meters feet
        alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming carolina dakota
        al ak az ar ca co ct de fl ga hi il ia ks ky la md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh pa ri sc sd tn tx ut vt va wa wv wi wy dc usa us uk
        afghanistan albania algeria argentina armenia australia austria bahamas bangladesh belarus belgium belize bolivia brazil bulgaria cambodia cameroon canada chad chile china colombia congo croatia cuba cyprus czechia denmark ecuador egypt england estonia ethiopia finland france germany ghana greece guatemala haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kenya korea kuwait laos latvia lebanon liberia libya lithuania luxembourg madagascar malaysia mali malta mexico moldova monaco mongolia morocco nepal netherlands nicaragua niger nigeria norway oman pakistan panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan thailand togo tunisia turkey uganda ukraine uruguay venezuela vietnam wales yemen zambia zimbabwe
        north south east west northern southern eastern western new san santa saint los las el fort lake mount port island islands city town county state country
        add put include insert append
        play start begin resume hear listen stream
        find search look locate check
        show display tell give see read let get want need like love
        book reserve make schedule set create order buy
        rate give award
        turn switch open close shut stop pause cancel remove delete clear
        good best great top better popular highly rated bad worst nice
        song songs track tracks album albums music tune tunes artist band singer playlist playlists record
        movie movies film films show shows series episode episodes book books novel novels saga game games
        star stars point points rating out value
        restaurant bar cafe tavern pub diner food table reservation seat seats people party
        weather forecast temperature rain rainy snow snowy sunny cloudy wind windy storm stormy fog foggy humid hot cold warm chilly freezing hail blizzard
        mom dad mother father brother sister son daughter wife husband friend friends boss uncle aunt
        red blue green white yellow orange pink purple black brown
        light lights lamp lamps fan vacuum coffee socket plug
        bedroom kitchen bathroom living room hall hallway garage office
        """
}
