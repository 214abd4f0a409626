extension WordLexicon {
    /// The names of places, in the format of ``NameList``: countries and territories (ISO 3166, and their
    /// common names), then the states of the USA.
    static let englishPlaceNames =
        """
        afghanistan; albania; algeria; american samoa; andorra; angola; anguilla; antarctica; antigua; antigua and
        barbuda; argentina; armenia; aruba; ascension island; australia; austria; azerbaijan; bahamas; bahrain;
        bangladesh; barbados; belarus; belgium; belize; benin; bermuda; bhutan; bolivia; bosnia; bosnia and
        herzegovina; botswana; bouvet island; brazil; britain; british virgin islands; brunei; bulgaria; burkina
        faso; burma; burundi; cambodia; cameroon; canada; canary islands; cape verde; caribbean netherlands;
        cayman islands; central african republic; chad; chagos archipelago; chile; china; christmas island;
        clipperton island; cocos islands; colombia; comoros; congo; cook islands; costa rica; cote d'ivoire;
        croatia; cuba; curacao; curaçao; cyprus; czech republic; czechia; côte d'ivoire; democratic republic of
        the congo; denmark; diego garcia; djibouti; dominica; dominican republic; east timor; ecuador; egypt; el
        salvador; england; equatorial guinea; eritrea; estonia; eswatini; ethiopia; falkland islands; faroe
        islands; fiji; finland; france; french guiana; french polynesia; gabon; galapagos; gambia; georgia;
        germany; ghana; gibraltar; great britain; greece; greenland; grenada; guadeloupe; guam; guatemala;
        guernsey; guinea; guinea bissau; guyana; haiti; hawaii island; heard and mcdonald islands; holland; holy
        see; honduras; hong kong; hungary; iceland; india; indonesia; iran; iraq; ireland; isle of man; israel;
        italy; ivory coast; jamaica; japan; jordan; kazakhstan; kenya; kiribati; korea; kosovo; kuwait;
        kyrgyzstan; laos; latvia; lebanon; lesotho; liberia; libya; liechtenstein; lithuania; luxembourg; macao;
        macau; macedonia; madagascar; malawi; malaysia; maldives; mali; malta; marshall islands; martinique;
        mauritania; mauritius; mayotte; mexico; micronesia; moldova; monaco; mongolia; montenegro; montserrat;
        morocco; mozambique; myanmar; namibia; nauru; nepal; netherlands; new caledonia; new zealand; nicaragua;
        niger; nigeria; niue; norfolk island; north korea; north macedonia; northern ireland; northern mariana
        islands; norway; oman; pakistan; palau; palestine; palestinian territories; panama; papua new guinea;
        paraguay; peru; philippines; pitcairn islands; poland; portugal; puerto rico; qatar; republic of korea;
        republic of the congo; reunion; romania; russia; russian federation; rwanda; réunion; saint barthélemy;
        saint helena; saint kitts and nevis; saint lucia; saint martin; saint pierre and miquelon; saint vincent
        and grenadines; samoa; san marino; sao tome; saudi arabia; scotland; senegal; serbia; seychelles; sierra
        leone; singapore; sint maarten; slovakia; slovenia; solomon islands; somalia; south africa; south georgia;
        south korea; south sudan; spain; sri lanka; st barthélemy; st helena; st kitts; st kitts and nevis; st
        lucia; st martin; st pierre and miquelon; st vincent; st vincent and grenadines; sudan; suriname;
        svalbard; swaziland; sweden; switzerland; syria; são tomé; são tomé and príncipe; taiwan; tajikistan;
        tanzania; thailand; the bahamas; the gambia; the netherlands; tibet; timor leste; togo; tokelau; tonga;
        trinidad; trinidad and tobago; tristan da cunha; tunisia; turkey; turkmenistan; turks; turks and caicos
        islands; tuvalu; türkiye; u s; uae; uganda; uk; ukraine; united arab emirates; united kingdom; united
        states; united states of america; uruguay; us; us virgin islands; usa; uzbekistan; vanuatu; vatican;
        vatican city; venezuela; vietnam; virgin islands; wales; wallis; wallis and futuna; western sahara; yemen;
        zambia; zimbabwe; åland islands

        alabama; alaska; arizona; arkansas; california; colorado; connecticut; delaware; district of columbia;
        florida; georgia; hawaii; idaho; illinois; indiana; iowa; kansas; kentucky; louisiana; maine; maryland;
        massachusetts; michigan; minnesota; mississippi; missouri; montana; nebraska; nevada; new hampshire; new
        jersey; new mexico; new york; north carolina; north dakota; ohio; oklahoma; oregon; pennsylvania; rhode
        island; south carolina; south dakota; tennessee; texas; utah; vermont; virginia; washington; west
        virginia; wisconsin; wyoming
        """
}
