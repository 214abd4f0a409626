extension BuiltInLists {
    /// The lists in English, the most frequent values first: plain facts and common words, compiled for Saybus.
    ///
    /// The format is `[Type, other names of the type] value=synonym=synonym; value; …`. A `!` after a name says that no
    /// other values can be spoken.
    ///
    /// A string literal and not a SwiftPM resource: the compiler takes seconds for the array literal that
    /// `.embedInCode` makes of it.
    static let englishLists =
        """

        [Color]
        red; blue; green; yellow; orange; purple; pink; white; black; gray=grey; brown; turquoise; violet; gold;
        silver; beige; cyan; magenta; teal; navy=navy blue; maroon; indigo; lavender; ivory; cream; crimson;
        scarlet; coral; salmon; olive; lime; mint; khaki; tan; amber; aqua; azure; burgundy; charcoal;
        chartreuse; copper; bronze; emerald; fuchsia; lilac; mauve; mustard; ochre; peach; plum; rose; ruby;
        rust; sapphire; sky blue; light blue; dark blue; royal blue; light green; dark green; forest green; warm
        white; cool white; light gray=light grey; dark gray=dark grey; dark red; hot pink; light pink; rainbow

        [US_STATE!]
        california; texas; florida; new york; pennsylvania; illinois; ohio; georgia; north carolina; michigan;
        new jersey; virginia; washington; arizona; tennessee; massachusetts; indiana; missouri; maryland;
        wisconsin; colorado; minnesota; south carolina; alabama; louisiana; kentucky; oregon; oklahoma;
        connecticut; utah; iowa; nevada; arkansas; mississippi; kansas; new mexico; nebraska; idaho; west
        virginia; hawaii; new hampshire; maine; montana; rhode island; delaware; south dakota; north dakota;
        alaska; vermont; wyoming; district of columbia=washington d c; puerto rico

        [AdministrativeArea, Region, EUROPE_REGION, GB_REGION]
        california; texas; florida; new york; pennsylvania; illinois; ohio; georgia; north carolina; michigan;
        new jersey; virginia; washington; arizona; tennessee; massachusetts; indiana; missouri; maryland;
        wisconsin; colorado; minnesota; south carolina; alabama; louisiana; kentucky; oregon; oklahoma;
        connecticut; utah; iowa; nevada; arkansas; mississippi; kansas; new mexico; nebraska; idaho; west
        virginia; hawaii; new hampshire; maine; montana; rhode island; delaware; south dakota; north dakota;
        alaska; vermont; wyoming; ontario; quebec; british columbia; alberta; manitoba; saskatchewan; nova
        scotia; new brunswick; newfoundland; prince edward island; new south wales; victoria; queensland; south
        australia; western australia; tasmania; england; scotland; wales; northern ireland; bavaria; saxony;
        hesse; lower saxony; brandenburg; catalonia; andalusia; galicia; tuscany; sicily; lombardy; piedmont;
        provence; normandy; brittany; burgundy; flanders; wallonia; tyrol; punjab; gujarat; kerala; goa

        [City, EUROPE_CITY, GB_CITY, DE_CITY, AT_CITY]
        london; new york=new york city; los angeles; chicago; houston; phoenix; philadelphia; san antonio; san
        diego; dallas; san jose; austin; jacksonville; san francisco; columbus; fort worth; indianapolis;
        charlotte; seattle; denver; washington=washington d c; boston; nashville; oklahoma city; el paso;
        portland; las vegas; memphis; detroit; baltimore; milwaukee; albuquerque; fresno; tucson; sacramento;
        kansas city; mesa; atlanta; omaha; colorado springs; raleigh; miami; long beach; virginia beach;
        oakland; minneapolis; tampa; tulsa; arlington; new orleans; wichita; cleveland; bakersfield; aurora;
        anaheim; honolulu; santa ana; riverside; corpus christi; lexington; stockton; pittsburgh; saint paul;
        cincinnati; anchorage; saint louis; orlando; buffalo; salt lake city; richmond; boise; spokane; madison;
        rochester; albany; paris; berlin; madrid; rome; vienna; amsterdam; brussels; lisbon; dublin; edinburgh;
        glasgow; manchester; birmingham; liverpool; leeds; sheffield; bristol; cardiff; belfast; oxford;
        cambridge; brighton; york; munich; hamburg; frankfurt; cologne; stuttgart; dusseldorf; leipzig; dresden;
        hanover; nuremberg; bremen; bonn; zurich; geneva; bern; basel; lyon; marseille; nice; toulouse;
        bordeaux; strasbourg; milan; naples; turin; venice; florence; bologna; palermo; barcelona; valencia;
        seville; porto; athens; warsaw; krakow; prague; budapest; bucharest; sofia; belgrade; zagreb;
        copenhagen; stockholm; oslo; helsinki; reykjavik; tallinn; riga; vilnius; kiev=kyiv; moscow; saint
        petersburg; minsk; istanbul; ankara; cairo; alexandria; casablanca; tunis; algiers; lagos; nairobi; cape
        town; johannesburg; durban; addis ababa; accra; dakar; jerusalem; tel aviv; beirut; damascus; baghdad;
        tehran; dubai; abu dhabi; doha; riyadh; kabul; karachi; lahore; islamabad; delhi=new delhi;
        mumbai=bombay; bangalore; calcutta=kolkata; chennai; hyderabad; kathmandu; dhaka; colombo; bangkok;
        hanoi; saigon=ho chi minh city; singapore; kuala lumpur; jakarta; manila; hong kong; taipei; shanghai;
        beijing; shenzhen; seoul; busan; tokyo; osaka; kyoto; yokohama; sydney; melbourne; brisbane; perth;
        adelaide; canberra; auckland; wellington; toronto; montreal; vancouver; calgary; ottawa; edmonton;
        winnipeg; halifax; quebec city; mexico city; guadalajara; monterrey; tijuana; cancun; havana; kingston;
        san juan; panama city; bogota; medellin; caracas; quito; lima; la paz; santiago; buenos aires;
        montevideo; sao paulo; rio de janeiro; brasilia; springfield; salem; hartford; santa fe; charleston;
        savannah; trenton; newark; jersey city

        [US_CITY]
        new york=new york city; los angeles; chicago; houston; phoenix; philadelphia; san antonio; san diego;
        dallas; san jose; austin; jacksonville; san francisco; columbus; fort worth; indianapolis; charlotte;
        seattle; denver; washington=washington d c; boston; nashville; oklahoma city; el paso; portland; las
        vegas; memphis; detroit; baltimore; louisville; milwaukee; albuquerque; fresno; tucson; sacramento;
        kansas city; mesa; atlanta; omaha; colorado springs; raleigh; miami; long beach; virginia beach;
        oakland; minneapolis; tampa; tulsa; arlington; new orleans; wichita; cleveland; bakersfield; aurora;
        anaheim; honolulu; santa ana; riverside; corpus christi; lexington; henderson; stockton; pittsburgh;
        saint paul; cincinnati; greensboro; lincoln; anchorage; plano; saint louis; orlando; irvine; newark;
        durham; chula vista; toledo; fort wayne; saint petersburg; laredo; jersey city; chandler; madison;
        lubbock; scottsdale; reno; buffalo; gilbert; glendale; winston salem; chesapeake; norfolk; fremont;
        garland; irving; hialeah; richmond; boise; spokane; baton rouge; des moines; tacoma; san bernardino;
        modesto; fontana; santa clarita; birmingham; oxnard; fayetteville; rochester; moreno valley; yonkers;
        huntington beach; salt lake city; grand rapids; amarillo; montgomery; little rock; akron; huntsville;
        augusta; grand prairie; knoxville; worcester; providence; tempe; fort lauderdale; chattanooga; sioux
        falls; brownsville; santa rosa; vancouver; salem; springfield; eugene; pasadena; hollywood; dayton;
        syracuse; savannah; hartford; new haven; bridgeport; charleston; columbia; jackson; topeka; santa fe;
        olympia; albany; trenton; dover; annapolis; concord; montpelier; burlington; augusta; bangor; pierre;
        bismarck; fargo; helena; billings; cheyenne; juneau; carson city; santa barbara; berkeley; palo alto;
        ann arbor; boulder; evanston; key west; galveston

        [Country]
        united states=usa=america=united states of america=the united states; united kingdom=uk=great
        britain=britain; england; scotland; wales; ireland; northern ireland; canada; mexico; germany; france;
        spain; italy; portugal; netherlands=the netherlands=holland; belgium; luxembourg; switzerland; austria;
        denmark; sweden; norway; finland; iceland; poland; czech republic=czechia; slovakia; hungary; slovenia;
        croatia; bosnia=bosnia and herzegovina; serbia; montenegro; kosovo; north macedonia=macedonia; albania;
        greece; bulgaria; romania; moldova; ukraine; belarus; russia; estonia; latvia; lithuania; malta; cyprus;
        turkey; georgia; armenia; azerbaijan; kazakhstan; uzbekistan; turkmenistan; kyrgyzstan; tajikistan;
        afghanistan; pakistan; india; nepal; bhutan; bangladesh; sri lanka; maldives; china; mongolia; north
        korea; south korea=korea; japan; taiwan; hong kong; vietnam; laos; cambodia; thailand; myanmar=burma;
        malaysia; singapore; indonesia; brunei; philippines=the philippines; east timor; papua new guinea;
        australia; new zealand; fiji; samoa; tonga; vanuatu; solomon islands; micronesia; palau; kiribati;
        tuvalu; nauru; iran; iraq; syria; lebanon; israel; palestine; jordan; saudi arabia; kuwait; bahrain;
        qatar; united arab emirates; oman; yemen; egypt; libya; tunisia; algeria; morocco; western sahara;
        mauritania; mali; niger; chad; sudan; south sudan; ethiopia; eritrea; djibouti; somalia; kenya; uganda;
        rwanda; burundi; tanzania; mozambique; malawi; zambia; zimbabwe; botswana; namibia; south africa;
        lesotho; eswatini=swaziland; madagascar; mauritius; seychelles; comoros; angola; democratic republic of
        the congo; republic of the congo=congo; gabon; equatorial guinea; cameroon; central african republic;
        nigeria; benin; togo; ghana; ivory coast; burkina faso; liberia; sierra leone; guinea; guinea bissau;
        senegal; gambia=the gambia; cape verde; cuba; jamaica; haiti; dominican republic; puerto rico;
        bahamas=the bahamas; barbados; trinidad=trinidad and tobago; grenada; saint lucia; dominica; antigua;
        belize; guatemala; honduras; el salvador; nicaragua; costa rica; panama; colombia; venezuela; guyana;
        suriname; ecuador; peru; bolivia; brazil; paraguay; uruguay; argentina; chile; greenland; vatican city;
        monaco; andorra; liechtenstein; san marino

        [FirstName, US_FIRST_NAME, GB_FIRST_NAME]
        james; mary; robert; patricia; john=jon; jennifer; michael; linda; david; elizabeth; william; barbara;
        richard; susan; joseph; jessica; thomas; sarah=sara; christopher; karen; charles; lisa; daniel; nancy;
        matthew; betty; anthony; margaret; mark=marc; sandra; donald; ashley; steven=stephen; kimberly; paul;
        emily; andrew; donna; joshua; michelle; kenneth; carol; kevin; amanda; brian=bryan; dorothy; george;
        melissa; timothy; deborah; ronald; stephanie; edward; rebecca; jason; sharon; jeffrey; laura; ryan;
        cynthia; jacob; kathleen; gary; amy; nicholas; angela; eric=erik; shirley; jonathan; anna; brenda;
        larry; pamela; justin; emma; scott; nicole; brandon; helen; benjamin; samantha; samuel;
        katherine=catherine; gregory; christine; alexander; debra; frank; rachel; raymond; carolyn; patrick;
        janet; jack; virginia; dennis; maria; jerry; heather; tyler; diane; aaron; julie; jose; joyce; adam;
        victoria; nathan; olivia; henry; kelly; douglas; christina; zachary; lauren; peter; joan; kyle; evelyn;
        ethan; judith; walter; megan; noah; cheryl; jeremy; andrea; christian; hannah; keith; martha; roger;
        jacqueline; terry; frances; gerald; gloria; harold; ann=anne; sean=shawn; teresa=theresa; austin;
        kathryn; carl; sophia=sofia; arthur; janice; lawrence; jean; dylan; alice; jesse; madison; jordan;
        doris; bryce; julia; billy; judy; bruce; grace; gabriel; denise; joe; amber; logan; marilyn; alan=allen;
        beverly; juan; danielle; wayne; charlotte; roy; natalie; ralph; diana; randy; brittany; eugene; rose;
        vincent; kayla; russell; alexis; elijah; lori; louis=lewis; isabella; bobby; ava; philip=phillip; mia;
        johnny; abigail; liam; lily; oliver; ella; lucas; chloe; mason; zoe; aiden; nora; leo; hazel; max; lucy;
        oscar; ruby; felix; clara; hugo; eva; simon; ellen; martin; ruth; tom; jane; tim; kate; ben; sam; alex;
        chris; mike; dave; bob; bill; jim; matt; dan; steve; nick; tony; andy; jeff; greg; ken; rob; ted; ed;
        ron; don; fred; harry; charlie; george; alfred; albert; theodore; ernest; stanley; leonard; norman;
        howard; clarence; herbert; earl; ray; lee; clyde; marvin; leon; calvin; curtis; clifford; isaac; caleb;
        evan; owen; luke; hunter; cameron; connor; adrian; julian; dominic; xavier; ian; colin; trevor; derek;
        victor; ivan; marcus; dean; brad; craig; todd; shane; travis; chad; blake; cole; seth; joel; mario;
        antonio; carlos; luis; miguel; pedro; diego; fernando; ricardo; francisco; manuel; jorge; roberto;
        javier; sergio; rafael; pablo; marco; angelo; pierre; hans; klaus; stefan; anton; ahmed;
        mohammed=muhammad; ali; omar; hassan; ibrahim; raj; amit; ravi; wei; chen; kim; yuki; hiroshi; kenji;
        irene; jill; lillian; annie; sally; molly; polly; rosie; daisy; ivy; violet; lola; stella; aurora;
        penelope; riley; layla; scarlett; audrey; claire; caroline; kennedy; savannah; brooklyn; leah; bella;
        allison; sadie; naomi; alyssa; vanessa; valerie; tiffany; crystal; erica; monica; veronica; carmen;
        rosa; elena; lucia; sofia; camila; valentina; mariana; daniela; gabriela; adriana; paula; marie; louise;
        sophie; juliette; camille; ingrid; astrid; greta; heidi; ursula; petra; olga; natasha; tatiana;
        svetlana; fatima; aisha; layla; yasmin; priya; anita; mei; joanna; joanne; sylvia; yvonne; wanda; vera;
        thelma; norma; edith; ethel; esther; florence; marjorie; josephine; eleanor; harriet; beatrice; agnes;
        phyllis; lois; peggy; connie; becky; debbie; cindy; mandy; wendy; tina; gina; dana; tracy; stacy; robin;
        kim; jo; pam; sue; meg; beth; liz; jenny; katie; maggie; abby; holly; jasmine; faith; hope; joy; april;
        june; may; autumn; summer; dawn; sierra; paige; brooke; morgan; taylor; casey; jamie; jackie; leslie;
        dale; gail

        [Animal]
        dog; cat; horse; cow; pig; sheep; goat; chicken; duck; goose; turkey; rabbit=bunny; mouse; rat; hamster;
        guinea pig; lion; tiger; elephant; giraffe; zebra; monkey; gorilla; chimpanzee; bear; polar bear; panda;
        koala; kangaroo; wolf; fox; deer; moose; elk; reindeer; squirrel; chipmunk; beaver; otter; raccoon;
        skunk; badger; hedgehog; porcupine; mole; bat; rhinoceros=rhino; hippopotamus=hippo; camel; llama;
        alpaca; donkey; mule; buffalo; bison; ox; bull; leopard; cheetah; jaguar; panther; puma=cougar=mountain
        lion; lynx; hyena; jackal; coyote; crocodile; alligator; snake; cobra; python; rattlesnake; lizard;
        gecko; iguana; chameleon; turtle; tortoise; frog; toad; salamander; newt; fish; goldfish; salmon; trout;
        tuna; cod; shark; whale; blue whale; killer whale=orca; dolphin; seal; sea lion; walrus; octopus; squid;
        crab; lobster; shrimp; jellyfish; starfish; snail; slug; worm; spider; scorpion; ant; bee; wasp; fly;
        mosquito; butterfly; moth; ladybug=ladybird; beetle; dragonfly; grasshopper; cricket; caterpillar; bird;
        eagle; hawk; falcon; owl; crow; raven; pigeon; dove; sparrow; robin; swallow; seagull; parrot; penguin;
        ostrich; flamingo; peacock; swan; stork; heron; pelican; woodpecker; hummingbird; rooster; sloth;
        armadillo; anteater; platypus; lemur; baboon; orangutan; meerkat; mongoose; weasel; ferret; antelope;
        gazelle; puppy; kitten; lamb; calf; pony; dinosaur

        [Food]
        bread; butter; cheese; milk; eggs=egg; rice; pasta; spaghetti; noodles; pizza; sandwich;
        hamburger=burger; hot dog; french fries=fries; chips; soup; salad; chicken; beef; pork; bacon; ham;
        sausage; steak; turkey; lamb; fish; salmon; tuna; shrimp; potatoes=potato; tomatoes=tomato;
        onions=onion; garlic; carrots=carrot; peas; beans=bean; corn; broccoli; cauliflower; cabbage; lettuce;
        spinach; cucumber; peppers=pepper; mushrooms=mushroom; zucchini; pumpkin; eggplant; celery; asparagus;
        avocado; apples=apple; bananas=banana; oranges=orange; lemons=lemon; limes=lime; grapes=grape;
        strawberries=strawberry; blueberries=blueberry; raspberries=raspberry; cherries=cherry; peaches=peach;
        pears=pear; plums=plum; pineapple; mango; melon; watermelon; kiwi; coconut; raisins; nuts; peanuts;
        almonds; walnuts; peanut butter; jam; jelly; honey; sugar; salt; flour; oil; olive oil; vinegar;
        mustard; ketchup; mayonnaise; sauce; cereal; oatmeal; pancakes=pancake; waffles=waffle; toast; bagel;
        muffin; croissant; yogurt; cream; sour cream; cream cheese; tofu; lentils; curry; chili; tacos=taco;
        burrito; sushi; lasagna; macaroni and cheese; meatballs; stew; casserole; dumplings; gravy; popcorn;
        pretzels; crackers; cookies=cookie; cake; pie; chocolate; candy; ice cream; pudding

        [Drink]
        water; coffee; tea; milk; juice; orange juice; apple juice; lemonade; soda; cola=coke; beer; wine; red
        wine; white wine; champagne; sparkling water; mineral water; iced tea; green tea; black tea; herbal tea;
        hot chocolate; cocoa; espresso; cappuccino; latte; americano; mocha; iced coffee; milkshake; smoothie;
        ginger ale; tonic water; root beer; energy drink; whiskey=whisky; vodka; gin; rum; tequila; brandy;
        cognac; martini; margarita; mojito; gin and tonic; cider; sake; cocktail; grape juice; tomato juice;
        cranberry juice; pineapple juice; coconut water; almond milk; soy milk; oat milk

        [Dessert]
        ice cream; cake; chocolate cake; cheesecake; apple pie; pie; pumpkin pie; brownie=brownies;
        cookies=cookie; pudding; chocolate mousse; tiramisu; fruit salad; sorbet; gelato; donut=doughnut;
        cupcake; muffin; crepe; creme brulee; panna cotta; baklava; banana split; sundae; custard; jello;
        meringue; eclair; macaron; strudel; carrot cake; lemon tart; tart; fudge; frozen yogurt; rice pudding;
        bread pudding; key lime pie; pecan pie; truffle

        [Language]
        english; spanish; french; german; italian; portuguese; dutch; russian; chinese=mandarin; cantonese;
        japanese; korean; arabic; hebrew; hindi; urdu; bengali; punjabi; tamil; telugu; marathi; gujarati;
        persian=farsi; turkish; greek; polish; czech; slovak; hungarian; romanian; bulgarian; serbian; croatian;
        bosnian; slovenian; albanian; macedonian; ukrainian; belarusian; lithuanian; latvian; estonian; finnish;
        swedish; norwegian; danish; icelandic; irish; welsh; scottish gaelic=gaelic; basque; catalan; galician;
        latin; esperanto; swahili; zulu; afrikaans; amharic; somali; hausa; yoruba; igbo; vietnamese; thai; lao;
        khmer; burmese; indonesian; malay; tagalog=filipino; maori; hawaiian; mongolian; tibetan; nepali;
        armenian; georgian; azerbaijani; kazakh; uzbek; kurdish; pashto; yiddish; maltese; sign language

        [Sport]
        football; soccer; basketball; baseball; tennis; golf; hockey=ice hockey; volleyball; swimming; running;
        cycling; skiing; snowboarding; skating; ice skating; figure skating; boxing; wrestling; judo; karate;
        gymnastics; rugby; cricket; badminton; table tennis=ping pong; squash; handball; water polo; polo;
        rowing; sailing; surfing; diving; climbing; archery; fencing; weightlifting; track and field=athletics;
        marathon; triathlon; softball; lacrosse; field hockey; curling; bowling; billiards=pool; snooker; darts;
        horse racing; horse riding; motor racing=car racing; formula one; skateboarding; roller skating; hiking;
        jogging; walking; yoga; dancing; fishing; hunting; chess; beach volleyball

        [Genre]
        rock; pop; jazz; blues; classical; country; hip hop; rap; r and b; soul; funk; reggae; folk; metal=heavy
        metal; punk; electronic; techno; house; trance; dance; disco; gospel; latin; salsa; indie; alternative;
        ambient; soundtrack; opera; swing; bluegrass; ska; grunge; dubstep; drum and bass; lounge; world; new
        age; acoustic; instrumental; k pop; comedy; drama; action; horror; thriller; romance; science fiction;
        fantasy; mystery; documentary; animation; adventure; western; crime; history; biography; musical; war;
        family

        [Room]
        kitchen; living room; bedroom; bathroom; dining room; office; hall=hallway; garage; basement=cellar;
        attic; garden; guest room; nursery; laundry room; study; library; den; family room; master bedroom; kids
        room; playroom; pantry; closet; porch; patio; balcony; terrace; entrance; corridor; lobby; upstairs;
        downstairs; staircase=stairs; conference room; meeting room; classroom; lounge; gym; workshop; utility
        room

        [WeatherCondition]
        rain=rainy; snow=snowy; sun=sunny; clouds=cloudy; wind=windy; fog=foggy; storm=stormy;
        thunderstorm=thunder; lightning; hail; sleet; drizzle; showers; frost; ice=icy; heat=hot; cold; warm;
        cool; humid=humidity; dry; overcast; clear; hurricane; tornado; blizzard; mist=misty; haze=hazy;
        freezing; partly cloudy; heavy rain; light rain; freezing rain

        [DeviceType]
        phone=telephone; cell phone=mobile phone=smartphone; tablet; computer; laptop; television=t v=tv; radio;
        speaker; headphones; camera; printer; monitor; keyboard; mouse; microphone; light=lamp; fan; heater; air
        conditioner; thermostat; oven; stove; microwave; refrigerator=fridge; freezer; dishwasher; washing
        machine=washer; dryer; vacuum cleaner=vacuum; kettle; toaster; coffee maker=coffee machine; blender;
        doorbell; lock; door; garage door; window; blinds; curtains; alarm; smoke detector; sprinkler;
        plug=outlet; switch; router; game console; projector; clock; watch

        [ProfessionalType]
        doctor; nurse; dentist; surgeon; teacher; professor; lawyer=attorney; engineer; plumber; electrician;
        carpenter; painter; mechanic; gardener; cook=chef; baker; butcher; waiter=waitress; bartender; driver;
        pilot; police officer; firefighter; soldier; judge; accountant; architect; programmer=software engineer;
        scientist; journalist; writer; actor=actress; singer; musician; dancer; artist; photographer; designer;
        hairdresser=barber; tailor; secretary; manager; salesperson; cashier; librarian; translator;
        psychologist; therapist; veterinarian=vet; pharmacist; optician; farmer; fisherman; babysitter; cleaner;
        locksmith; roofer; consultant; economist; politician; social worker; personal trainer

        [Landform]
        mountain; hill; valley; canyon; plain; plateau; desert; island; peninsula; beach; coast; cliff; cave;
        volcano; glacier; river; lake; ocean; sea; bay; gulf; waterfall; swamp; marsh; forest; jungle; meadow;
        prairie; dune; oasis; reef; creek; stream; pond; delta; fjord; crater; cape

        [EventType]
        party; birthday=birthday party; wedding; concert; festival; conference; meeting; exhibition; fair;
        funeral; graduation; anniversary; game=match; race; parade; lecture; workshop; seminar; dinner; lunch;
        breakfast; picnic; reception; ceremony; show; play; opera; movie; holiday; appointment; interview;
        class=lesson

        [Airline]
        american airlines; delta=delta airlines; united=united airlines; southwest; jet blue; alaska airlines;
        spirit; frontier; air canada; west jet; british airways; virgin atlantic; easy jet; ryan air; lufthansa;
        air france; k l m; swiss; austrian airlines; iberia; turkish airlines; emirates; qatar airways; etihad;
        singapore airlines; cathay pacific; japan airlines; all nippon airways; korean air; air china; qantas;
        air new zealand; air india; ethiopian airlines

        [SocialMediaPlatform]
        facebook; instagram; twitter; youtube; tick tock=tiktok; snapchat; linked in=linkedin; pinterest;
        reddit; whatsapp; telegram; tumblr; mastodon; blue sky=bluesky; discord; threads; signal
        """
}
