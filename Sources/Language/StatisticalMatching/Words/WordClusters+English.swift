extension WordLexicon {
    /// The 25 000 most frequent words in clusters of what stands beside the same words.
    ///
    /// Made by deploy/python/word_clusters.py from the language model of Debian's pocketsphinx-en-us (Carnegie Mellon
    /// University and Alpha Cephei, BSD licence).
    static let englishClusters =
        """
        0.10 free local national private global international non foreign european modern western independent
        corporate commercial traditional consumer domestic existing ancient industrial mainstream regional civilian
        0.10 the a this my your an their his new our every own another its whole each single current entire
        particular original regular previous whose pre universal dual ur whichever thy 0.10 some other those these
        many different few both such couple certain several similar specific individual random multiple various
        separate lotta fewer dozen numerous newer countless conflicting differing 0.10 big small huge major large
        main biggest bigger smaller largest larger tiny greatest sized 0.15 training exercise practice volunteer
        charity rescue therapy fitness prayer prevention conservation exploration scholarship boarding daycare
        counseling gardening recycling recruiting rehab cardio reconstruction specialized detention rehabilitation
        crafts modeling recreation childcare advocacy outreach rec residency tutoring wellness enrichment mentoring
        cessation 0.15 school college middle english science teaching medicine math master graduate arts engineering
        ed philosophy economics elementary masters latin physics stem programming literature nursing accounting
        psychology chemistry journalism yoga kindergarten grad architecture biology grammar freshman photography
        linguistics sciences ballet arabic nutrition placement martial prep meditation gymnastics humanities
        geography mathematics phd undergrad textbook sewing undergraduate preschool diploma psych sci aerobics
        accelerated literacy calculus algebra ib hebrew honors athletics sociology karate immersion scuba childbirth
        theology geometry culinary pilates astronomy mandarin forensics vocational improv anthropology geology econ
        weightlifting obedience pathology neuroscience introductory birthing remedial doctoral biochemistry 0.15
        special daily everyday outdoor temporary sporting intensive seasonal charitable freelance cosmetic daytime
        surgical recreational maternity mindless promotional investigative informational preventive covert
        preventative supplemental discretionary decorative menial curricular nefarious miscellaneous 0.15 care
        education trade insurance safety justice aid housing protection loan labor retirement healthcare welfare
        employment stimulus transportation immigration pension ownership custody ethics medicare adoption bankruptcy
        financing bailout copyright disclosure medicaid admissions accommodation licensing tort 0.15 research policy
        development design management scientific marketing technical academic fiscal meta coaching parenting macro
        0.15 public health security medical federal emergency joint enforcement wildlife dental postal municipal
        zoning fisheries veterinary correctional counterterrorism 0.80 support control treatment testing recovery
        launch communication operating delivery transport storage recognition landing distribution tracking backup
        lighting screening monitoring processing editing surveillance conditioning transmission computing inspection
        policing circulation booking evaluation detection scanning projection coding imaging sanitation mapping
        filtering automation diagnostic 0.80 solar immune electrical automatic radar powered laser heating hybrid
        automated fusion portable quantum eco gps stereo navigation robotic binary computerized encryption sewage
        proprietary planetary commuter hormonal pos neural sensory nautilus tram propulsion vascular hydraulic
        geothermal capitalistic sonar mainframe skeletal 0.80 voting subway transit pricing cooling electoral
        steering metric governing capitalist judicial parliamentary payer relay measurement tagging matchmaking
        billing plumbing caucus reproductive sewer judiciary bureaucratic ventilation grading docking braking bae
        containment suppression centralized digestive irrigation nav totalitarian decimal drainage procurement unix
        seeding coolant feudal vetting septic penal sprinkler ticketing patriarchal 0.83 political social financial
        economic natural legal primary core moral cultural environmental internal educational defensive secondary
        intellectual spiritual strategic collective mutual broader external monetary artistic diplomatic
        constitutional humanitarian technological regulatory tactical administrative legislative institutional
        governmental organizational 0.83 key critical practical genetic fundamental racial psychological pressing
        underlying ethical mechanical urgent philosophical evolutionary structural ideological behavioral societal
        systemic recurring ecological glaring dietary substantive disciplinary procedural generational logistical
        unresolved physiological theological geopolitical unforeseen budgetary thorny 0.83 no any real personal
        serious term further actual potential positive complete physical significant negative direct extreme sudden
        emotional minor constant immediate ultimate permanent dramatic instant genuine slight unexpected meaningful
        ongoing lasting profound sustained definite slightest drastic catastrophic inherent parental tangible
        gradual adverse indirect lingering measurable undue 0.89 central holy southern northern eastern rural nearby
        native downtown urban remote desert surrounding resort historic ski farming tourist metro dining poorest
        nearest metropolitan outer residential poorer suburban tropical designated respective coastal deprived
        neighboring geographic victorian adjacent impoverished industrialized communal tri geographical enclosed
        volcanic vip waterfront nordic slum baltic northeastern mountainous seaside gated wooded himalayan
        southwestern midwestern undeveloped grassy outlying 0.89 peaceful isolated diverse crowded distant distinct
        populated volatile vibrant affluent prosperous pedestrian fertile upscale populous congested scenic
        transient cosmopolitan secluded multicultural repressive desolate picturesque temperate hilly rustic lawless
        0.90 zen singular prolonged matte theatrical cinematic youthful comedic parochial personalized satirical
        collaborative mystical turbulent holistic lavish conceptual roundabout futuristic brisk rudimentary
        condensed discrete minimalist lofty conversational generalized sadistic perilous cautionary concerted
        scholarly seminal utilitarian nutrient cryptic predominant staunch punitive metaphysical fateful bohemian
        protracted cursory leisurely tumultuous utopian celebratory thinly grandiose valiant salient collegiate
        storied beefy fearsome rousing sordid 0.90 human criminal counter peer divine subsequent magnetic verbal
        psychic cosmic cyber supernatural mortal pseudo gravitational sectarian murderous wartime seismic pioneering
        ministerial lateral temporal bilateral paranormal kinetic maritime continual causal preemptive clerical
        philanthropic demonic managerial extracurricular contractual terroristic familial 0.90 basic chemical
        historical biological visual beta clinical conventional bio literary experimental statistical mathematical
        forensic biblical standardized linguistic nutritional architectural empirical geological quantitative
        composite comparative photographic multimedia copyrighted numerical spatial ballistics computational
        sociological biomedical 0.90 triple serial medieval synthetic thermal lunar molecular perpetual stainless
        tidal faux makeshift corporal mutant restraining hawaiian manned martian mythic galactic steroid geo fiery
        paternity spartan celestial prepaid ufo simulated quasi statutory microscopic ceramic grizzly scandinavian
        graphical hydro fluorescent simultaneous psychedelic freshwater canine predatory postwar chartered crypto
        medicinal terrestrial prehistoric quadruple chronological unifying fetal pulmonary corrective humanoid
        biochemical papal semantic bourgeois counterinsurgency pastoral jagged compounding gummy kanji tectonic
        byzantine glacial latent zeta polymer holographic proto leafy 0.93 young black dead rich fat gay evil
        innocent blind aged homeless naked disabled unemployed overweight retarded obese trans hispanic blonde
        starving deaf bald lone uninsured autistic bi nude deceased latino diabetic blond caucasian handicapped
        underage psychotic queer heterosexual unarmed bisexual unmarried bearded petite hardworking topless bodied
        faceless childless luckiest infertile balding nomadic 0.93 old older poor younger female male adult fellow
        asian ordinary loving youngest elderly teenage teen troubled lesbian unwanted prospective migrant adolescent
        abiding aspiring oriental disgruntled undocumented aboriginal unruly upstanding 0.103 terrorist muslim
        jewish minority youth arab gang ethnic palestinian scout rogue rebel tribal immigrant civic knit fringe
        nonprofit refugee sovereign indigenous hindu militant sunni militia protestant disadvantaged shia tamil
        islamist evangelical missionary kurdish grassroots nationalist splinter meetup disparate separatist
        guerrilla shiite insurgent vigilante homegrown warring 0.103 party religious democratic republican labour
        christian conservative anti liberal catholic wing taliban islamic radical democrat communist nazi
        progressive feminist cult congressional socialist secular tory mormon extremist orthodox unified libertarian
        buddhist baptist fascist authoritarian fundamentalist leftist populist zionist unionist 0.116 american
        british chinese french former german japanese russian african indian spanish italian royal canadian irish
        soviet iraqi mexican saudi korean afghan israeli australian roman scottish greek dutch iranian polish swiss
        swedish thai pakistani turkish brazilian welsh cuban egyptian vietnamese danish czech persian portuguese
        norwegian provincial tibetan ukrainian haitian belgian lebanese nigerian austrian syrian finnish somali
        kenyan hungarian burmese sudanese indonesian georgian rican serbian icelandic filipino argentine colombian
        romanian ethiopian jamaican chilean lankan confederate malaysian venezuelan yemeni libyan congolese rwandan
        0.119 much greater massive pure absolute enormous tremendous overwhelming sheer considerable heightened
        immense gigantic monumental colossal cumulative 0.119 extra estimated equal additional sufficient guaranteed
        excess endless comparable excessive infinite unlimited unprecedented adequate optimal varying obscene
        abnormal unpaid ample insufficient astronomical incremental adjustable approximate limitless exorbitant
        optimum exponential untold ungodly skyrocketing 0.119 high full low higher average minimum total lower
        double decent overall mass limited highest increased fixed cent net max vast annual rising increasing
        reduced relative lowest medium maximum steady substantial modest moderate rapid minimal projected lesser
        token median capita continuous staggering yearly digit marginal hefty finite corresponding disproportionate
        sizable sizeable nominal meager minuscule fewest paltry copious 0.121 id payment license replacement manual
        prescription refund consent guidance schooling visa confirmation permit replay suspension warranty
        registration filing patent identification allowance consultation reservation quota notification parole
        referral certification verification voucher authorization relocation reimbursement 0.121 ticket exchange
        mortgage transfer peak weekly monthly membership graduation admission subscription conversion completion
        hourly penetration dividend jobless quarterly royalty repayment subscriber termination severance 0.123 same
        best top normal worst final exact usual upper ideal closest superior longest preferred strongest occasional
        sole cheapest earliest finest newest desired weakest deepest darkest busiest coldest nother warmest 0.123
        oldest hardest easiest fastest smallest richest funniest hottest toughest safest coolest nicest smartest
        simplest happiest brightest weirdest dumbest shortest quickest stupidest tallest strangest scariest
        wealthiest saddest cutest deadliest sweetest craziest slowest prettiest heaviest healthiest tiniest sexiest
        ugliest littlest 1.12 restaurants stores bars clubs stations shops airports hotels theaters farms
        tournaments rivers studios factories chains beaches lakes museums trails venues stadiums malls pubs
        festivals supermarkets galleries resorts arenas cafes mosques landmarks dealerships bookstores zoos
        breweries pharmacies 1.12 streets waters gardens classrooms forests oceans institutes laboratories slums
        jails fairs cinemas affiliates ponds warehouses wagons 1.12 jobs schools homes buildings holidays bodies
        roads agencies hospitals courts offices parks colleges camps churches districts libraries departments
        charities prisons utilities clinics shelters councils gyms databases campuses 1.12 companies banks
        businesses cities parties markets sources governments newspapers firms servers languages airlines
        universities industries producers economies religions brands manufacturers providers subs leagues outlets
        retailers carriers ports suppliers vendors competitions publications destinations currencies franchises
        productions capitals democracies browsers carmakers 1.12 states countries places areas groups animals
        nations species communities fields towns objects islands cultures regions creatures sections peoples planets
        neighborhoods sizes lands villages populations societies variations counties tribes provinces galaxies
        breeds mammals 1.28 claims hopes estimates shares demands promises wishes aims advocates exploits mandates
        1.28 questions evidence rules details tests steps answers facts mistakes notes tips limits statistics
        lessons arguments checks documents suggestions complaints instructions guidelines requests errors
        recommendations conclusions assumptions repairs qualifications warnings measurements precautions insights
        inquiries guesses 1.28 studies figures projects opportunities policies models deals institutions solutions
        organizations contracts practices regulations reforms structures incentives organisations transactions
        arrangements schemes agreements initiatives securities exchanges entities settlements associations
        consultants scams enterprises regimes interventions ventures expenditures establishments 1.28 games shows
        movies events sites reports videos posts accounts images papers messages ads links files channels networks
        applications articles interviews maps polls versions apps surveys websites threads updates boards lists
        awards magazines forums purchases releases addresses streams blogs searches conferences 1.28 thoughts dreams
        fears secrets limitations wounds talents strengths duties sights demons weaknesses adventures desires sins
        observations instincts ambitions defenses descriptions faults privileges visions impressions fantasies
        judgments criticisms suspicions notions shortcomings vows urges cues writings passions assessments blessings
        frustrations insecurities antics temples creations moods prejudices failings judgements delusions impulses
        selections reflections assertions anxieties deficiencies critiques vices 1.28 plans decisions goals efforts
        powers assets statements investments findings priorities responsibilities proposals contributions troubles
        experiments prospects failures achievements struggles predictions debts collections advisers commitments
        calculations investigations obligations projections forecasts credentials successes accomplishments
        shenanigans holdings 1.28 books comments pictures songs films photos tracks toys gifts photographs emails
        comics albums designs cartoons lyrics paintings tapes recipes novels texts quotes prints remarks speeches
        concerts guides drawings scripts recordings appointments columns tweets lectures submissions readings
        prescriptions poems essays endorsements journals presentations inventions queries 1.28 cuts fires headlines
        protests trends scandals developments rains storms advances allegations bombings disasters killings riots
        floods earthquakes explosions shootings demonstrations reductions discoveries abuses atrocities innovations
        layoffs declines revelations announcements outbreaks acquisitions additions tragedies recessions exhibitions
        installations cutbacks setbacks advancements controversies signings happenings 1.29 sitcoms bounties
        documentaries tutorials replays goggles sketches earrings postings handcuffs sweaters sandals slippers
        graphs cuffs pranks metaphors rags seminars illustrations bandages restraints pretzels widgets sermons goons
        sayings roadblocks shackles moles 1.29 dolls memes frogs carbohydrates potions swaps pigeons lizards
        tornados cupcakes pesky buffets sausages transitions generalizations meatballs asteroids dvds turkeys lemons
        distinctions capsules candies postcards planks memos analogies figurines vultures barricades dumplings
        triangles 1.29 thirds highlights clips stretches flashes grains bursts scraps reminders transcripts glimpses
        snippets excerpts crumbs representations snapshots ripples swatches 1.29 commercials tags charts proceedings
        motors bulbs bans detectors advertisements halls inspections trailers rails ropes previews alerts
        celebrations markers pods hearings mats alarms decorations specials cartels hikes closures auctions cages
        magnets marshals carts billboards commandments ceremonies workshops filings auditions rentals stalls reefs
        cruises vents tolls marches bailouts booths manuals fliers screenings blueprints clauses creams cones huts
        briefings captions briefs trackers petitions monopolies adapters gowns maneuvers parachutes bracelets
        rulings cushions maggots hangers skits 1.29 headphones brakes pads curtains buds skis tyres sunscreen
        hamsters skates jams headlights mascara telly bangs blinds lashes burdens registers tariffs thrusters
        dailies stumps rims sweats junkies flaps toppings sores repayments treads knobs brews gags 1.29 dangers
        rumors tales legends stereotypes accusations symbols icons rumours fundamentals mysteries artifacts horrors
        myths verses stunts fragments pleasures trillions portraits statues rituals corpses evils fossils virtues
        derivatives treasures cliffs currents nuances equations landscapes contradictions hazards earmarks
        sculptures monuments anecdotes vibrations specimens pearls palaces relics invasions enzymes clots
        uncertainties levers dictatorships prototypes dilemmas anomalies probabilities adaptations remakes thefts
        critters conspiracies statutes pulses cliches masterpieces republics temptations occurrences beauties
        coincidences injustices 1.29 shadows jewels sirens footprints announcers logos analyses fins banners
        simulations confessions mugs munitions evaluations scooters promoters trinkets diagrams biographies
        catalogues 1.35 warp weddings pensions firearms birthdays nukes cellphones horns motorcycles clocks
        calculators bicycles pistols bows weaponry quotas smartphones sidewalks taxis televisions deadlines cabs
        beards automobiles shotguns forks hives telephones microphones backpacks handguns ponies tutors skyscrapers
        scarves garages babysitters wheelchairs ferrets headsets bikinis 1.35 skins tires labels consoles
        foundations rankings premises profiles primaries outfits kits lenses licenses territories casinos gadgets
        coils listings routines animations patents keyboards bras coordinates offerings hybrids algorithms mounts
        protocols printers processors pledges casters antibodies translations ids tvs fixtures condos shipments
        bundles portals techs formulas leases punishments setups razors licences habitats formations playlists
        refineries diagnoses cartridges interfaces diplomas mutants handsets startups memberships wallpapers
        certifications 1.35 lives heads minds faces hearts backs sidebar souls careers mouths asses butts schedules
        futures spouses diets noses lifestyles throats selves wallets sakes journeys histories kitchens bullpen
        necks egos democratically coasts lawns tex breaths lifetimes livelihoods tongues wills purses paychecks
        reputations chromosomes slogans punter feces addictions suitcases cocks cabins torches vulnerabilities
        couches imaginations closets haircuts sockets staffs usernames stomachs mobiles pitchforks desktops
        courtship workplaces campsite programing natures mattresses bibles overlords basements seatbelts educations
        flashlights linebackers entitlements 1.35 crops beds exams mortgages shields shelves winters laptops
        costumes assignments graves textbooks toilets tents bathrooms dorms chests passports desks guitars menus
        barracks preparations ballots estates radios lunches funerals scanners badges resumes skulls bins cabinets
        baskets backups rigs pencils cheerleaders rotations accommodations buns qualifiers rations probes portfolios
        pups lockers nests lineups garments calendars appetizers coffins 1.35 borders origins founding archives
        creators founders inhabitants elders fortunes highs shores inception admins bowlers rulers jaws keepers
        fullest infancy trenches racks prophets bottoms excesses chants operatives coffers abusers rooftops fleets
        ambassadors pursuits fates avatars financials transmissions stockholders panelists interiors imperfections
        inventories solos triumphs examinations stewardship verdicts vaults luster webs 1.37 idiots monsters losers
        bastards classics fools scum morons jerks liars beasts cowards geniuses hypocrites savages retards pussies
        heros traitors scumbags pricks brats fags 1.37 trolls haters thugs bullies hacks peasants clowns
        foreclosures dictators parasites protestors suckers crooks skeptics geeks bandits hippies islamists fakes
        crazies microbes bums primates barbarians speculators mercenaries scammers cartoonists rednecks gangsters
        lunatics bikers blokes mortals psychopaths celebs hopefuls hams rogues punks loyalists interrogations chaps
        yous weirdos photons convicts doubters sociopaths corals naysayers poachers 1.37 extremists activists
        activist scholars militants extremism believers teachings scripture fanatics radicals moderates
        fundamentalists clerics missionaries militias pilgrims scriptures bigots dissidents fascists fundamentalism
        apologists zionists pastors zealots theocracy 1.55 cars computers weapons guns phones plants vehicles doors
        units cameras machines planes ships aircraft bombs stocks trains tanks towers trucks bonds engines batteries
        buses bases bikes boats knives missiles rockets zones airplanes robots chairs bridges raids monitors crews
        sensors helicopters vessels rifles satellites controllers drones turbines reactors snipers generators
        checkpoints patrols submarines deployments 1.55 rings panels dragons mines rays cables pipes wires blades
        medals tubes swords pins flats tunnels tablets pumps tiles grenades balloons pits bolts signatures atoms
        crystals beams discs embryos implants scrolls tokens nodes pedals theatres pillars warheads lamps injections
        sequels rods crates disks straps blasts terminals fumes electrons connectors trays 1.55 flowers bugs horses
        pills chips stairs weights seeds coupons pigs zombies fireworks cows snakes chickens stamps condoms worms
        explosives mirrors bats scans germs traps pens logs filters bricks needles candles supplements towels
        stickers bushes caves diapers blankets cigars goats lasers tornadoes drills pies errands demos fences puns
        pillows beads cocktails chocolates blanks brownies muffins pellets brochures 1.55 dogs cards lines pieces
        houses balls trees letters rooms bags boxes holes bits spots glasses rocks bottles samples wheels tables
        buttons screens spaces caps apartments stones plates sheets packages patches pools bubbles minions
        containers pots bowls bumps plots strips slices squares packets buckets jars moons clusters puffs coffees
        1.65 clintons moderators cleaners cannons originals loudest coyotes reunions cords tabloids falklands
        hijackers cavaliers kidnappers ambulances umpires hallways valves aisles yanks haves raccoons stooges hounds
        rovers launchers keel coolers censors kennedys anchors salesmen swans antennas testers fittings dubs rollers
        beggars wardens shuttles busses trojans ferries rainforests globes cruisers mosquitos grizzlies melodies
        badgers cashiers grids sleepers mongols gunners translators bartenders legislatures hoses librarians gospels
        curators bloods tubs kiddies unionists donkeys cougars terriers rugs lobsters wildcats restrooms typewriters
        gauges airliners feeders bays diggers reformers 1.65 americas indies subways tumors smog squirrels exhibits
        fore parades elevators defaults railways brewers semifinals footballs breakers gorillas fractures pyramids
        caucuses foxes seams pickups festivities straws himalayas roaches landings jumpers dunes complexes blockers
        suites stables gunpoint contractions runways heaters blackouts barbecues babes freeways routers dams wharf
        lambs tees outposts sewers outages newborns conversions semis bunkers tremors vineyards endorphins minis
        electrodes relays wildfires cranes alligators grammys pines yachts spas guerrillas residences glands
        leaflets blossoms sill conditioners intruders proms waterfalls tortillas crossings carriages 1.65 fats
        dwarves acids liquids musicals geese vegetation beverages juries chimps rodents crickets ammonia goblins
        snails mergers chimpanzees renters canals volcanoes clams rioting pumpkins nightclubs poisons bedding
        lodging fairies pears crocodiles starch potholes burglaries reservoirs wetlands suspensions handbags protons
        textiles comets waterways fungi stardust assassinations verbs kidnappings railroads nobles zeroes nonprofits
        1.65 heavens vatican cosmos kremlin thames paparazzi morgue taj mona boardwalk mu balkans woodwork tribune
        osbournes ming emirates foreground dewey fray maldives fittest ancients galactica sarge sabbath casing
        blogosphere mast priesthood torah flora alvin beholder beltway decor sundance solstice lancet louvre tropics
        ripper turnpike nasdaq placenta fritz clearest ritz headers winona dal promenade andes suez subcontinent lea
        grout warts apostles corral caspian 1.72 parts reasons options conditions items situations circumstances
        hobbies features topics factors positions measures devices materials aspects elements targets subjects
        methods properties patterns roles abilities genes missions techniques ingredients tactics functions
        treatments theories criteria procedures components tasks instruments processes strategies concepts themes
        traits organs sectors characteristics objectives cancers mechanisms definitions expressions attributes
        parameters professions demographics contexts ailments occupations specialties 1.72 ways kinds sides types
        sorts forms colors races worlds stages locations directions possibilities occasions decks instances corners
        categories styles approaches routes layers branches scenarios paths angles shapes platforms factions flavors
        variables dimensions strains divisions shades extremes perspectives modes phases varieties segments surfaces
        combinations genres continents fronts variants genders operas sexes committees interpretations endings
        modules meanings formats squads avenues inputs faiths disciplines nationalities halves universes realms
        stakeholders spheres boroughs strands guilds administrations sects domains jurisdictions arcs facets
        constituencies eras ministries mediums denominations capacities fonts entrances timelines exposures
        configurations 1.72 drugs chemicals tricks exercises spells alternatives vaccines antibiotics medications
        vitamins perks medicines quests commands dungeons explanations lengths phrases puzzles accessories nutrients
        provisions truths herbs commodities indicators fluids promotions twists spices hoops protections chords
        matchups passages goodies remedies essentials metrics folders amenities benchmarks soaps caveats safeguards
        milestones peeps expeditions keywords 1.72 cells technologies bacteria signals fuels viruses gases
        environments behaviors molecules substances proteins organisms textures mutations compounds proportions
        minerals oils juices phenomena metals tissues circuits toxins neurons therapies civilizations sequences
        clans sauces ecosystems cheeses rhythms pathways scents pollutants fabrics receptors sensations stimuli 2.4
        making taking using reading smoking eating learning writing buying drinking selling adding developing dating
        cooking saving posting sharing carrying trading drawing hiding reporting producing stealing collecting
        typing attending viewing breeding renting ordering filming listing packing researching downloading crafting
        smelling deleting airing 2.4 refunding disarming mourning staging mardi aiding sourcing curing airdrops
        servicing combating reviving legalizing supervising subsistence conveying diagnosing mitigating posterity
        2.4 knowing stating addressing quitting noting achieving admitting citing discovering extending announcing
        recognizing indicating acknowledging demonstrating imposing basing projecting confirming faking recalling
        clarifying interpreting justifying detailing accomplishing reinforcing estimating cancelling canceling
        guaranteeing dictating emphasizing subsidizing verifying condoning disputing disclosing 2.4 entering
        crossing submitting designing reviewing organizing observing examining analyzing storing swapping
        calculating displaying decreasing enforcing evaluating distributing delaying accessing highlighting
        squeezing absorbing transporting exporting withholding translating withdrawing arranging hoarding narrowing
        inhaling documenting exiting rewriting assembling perpetuating forging inspecting touting photographing
        imitating redoing outlining boycotting unloading mimicking 2.4 doing saying watching seeing leaving showing
        hearing wearing expecting worrying suggesting explaining discussing claiming believing answering ignoring
        liking questioning realizing forgetting mentioning remembering pursuing denying wishing noticing imagining
        quoting fearing stressing recommending appreciating picturing regretting 2.4 removing owning solving
        ensuring determining balancing tackling completing eliminating capturing combining dividing selecting
        securing restoring converting acquiring obtaining framing repairing defeating retaining detecting overcoming
        blending disabling refinancing summoning executing reforming unlocking resolving televising reversing
        integrating swallowing depicting constructing restarting initiating tracing navigating mastering modifying
        approving defying slashing trapping assigning suppressing dismantling scrapping conquering sealing trimming
        extracting possessing fostering activating slicing capping locating minimizing countering maximizing
        awarding uniting depositing recreating swiping surveying memorizing denouncing 2.4 having paying winning
        creating sending raising offering providing seeking serving receiving hiring joining investing earning
        accepting needing consuming gaining avoiding banning delivering releasing purchasing requiring forming
        generating installing planting dumping adopting transferring implementing donating attracting drafting
        supplying dodging employing importing issuing shedding inventing harvesting exchanging owing incorporating
        deploying encountering prescribing 2.4 starting returning continuing failing choosing deciding attempting
        contributing connecting refusing agreeing communicating retiring relating interacting reacting belonging
        escaping fleeing seeming adapting pandering resorting preferring retreating migrating relocating
        surrendering pledging conceding equating 2.4 participating engaging surviving drowning posing interfering
        succeeding triggering intervening registering cashing merging testifying resigning pirating factoring
        inciting enrolling soliciting inflicting 2.9 following visiting attacking threatening charging chasing
        begging kissing bothering cheering texting punching biting interviewing criticizing bashing downvoting
        teasing babysitting stalking harassing hugging bugging shoving slapping grooming jerking booing petting
        pressuring smacking worshipping lecturing disliking 2.9 finding setting enjoying protecting improving
        preparing defending comparing describing destroying promoting representing proving committing defining
        repeating introducing limiting expressing launching revealing presenting identifying establishing educating
        conducting behaving censoring exposing separating declaring sacrificing transforming regulating freeing
        injecting sustaining labeling portraying asserting alienating isolating injuring endangering deceiving
        attaching associating indulging arming inserting contradicting enriching devoting relieving pinching
        reinventing 2.9 causing stopping encouraging preventing costing targeting marrying inviting accusing
        excluding contacting offending punishing suing provoking enabling mocking raping urging guiding robbing
        manipulating scaring shaming advising arresting accompanying thanking spotting informing praising assisting
        bailing condemning prompting electing persuading prosecuting rescuing granting baiting endorsing
        underestimating assaulting taunting pinning oppressing divorcing permitting depriving alerting molesting
        tricking mistaking slaughtering belittling 2.9 giving telling asking calling putting keeping killing helping
        shooting letting pushing throwing hitting allowing supporting beating hurting feeding treating forcing
        kicking judging touching blaming hating dragging screwing trusting reminding locking harming fooling
        stabbing torturing doubting 2.20 coming running moving walking driving flying falling passing traveling
        rolling jumping travelling halfway spreading climbing rushing diving shifting stretching flipping flowing
        sailing speeding wandering sliding bouncing bending marching flashing crawling sneaking rotating drifting
        hopping commuting creeping stumbling midway scrolling tumbling leaping sprinting gazing peering shuffling
        peeking flicking splashing skimming limping glancing gliding sifting wheeling 2.20 happening floating
        distributed parked stationed scattered raging evenly lurking roaming cruising soaring hovering loops
        circulating buzzing roaring stomping dispersed weaving cursor echoed dotted rattling plastered swirling
        huddled echoing strewn flopping flailing crowding draped sprinkled 2.20 growing catching dressing freezing
        clearing lining mixing cracking leveling sweeping splitting marking ticking scaling drying taping hooking
        winding stirring folding easing stacking tightening scraping stocking snapping chopping gearing piling
        soaking carving whipping rounding jamming racking powering cuddling jacking polishing puffing bubbling
        scrubbing patching clogging phoning ramping cropping propping balling loosening 2.20 getting turning
        bringing breaking cutting picking checking pulling burning dropping closing reaching blowing signing laying
        firing filling backing switching digging figuring stepping waking knocking clicking crashing popping loading
        slowing melting pouring handing sucking drilling tearing pumping hacking shutting settling slipping logging
        skipping disappearing tapping ripping sinking boiling pissing leaking tuning wiping sorting fading smashing
        draining dripping tossing spitting plugging tanking dipping blasting bumping shelling slamming stripping
        blinking spilling transitioning peeling dialing ducking storming chipping booting phasing zooming lashing
        venturing branching plunging 2.53 trying talking listening wanting referring pointing applying responding
        pretending praying replying preaching apologizing itching upvoting subscribing 2.53 screaming bombing
        raining yelling shouting spinning chatting ringing browsing banging swinging shrinking evolving chewing
        partying barking coughing poking swearing looting spamming snowing pounding cursing watering blogging
        flaming sneezing masturbating nagging spraying vomiting moaning chanting whispering sniffing dieting beeping
        tinkering circling cussing ranting giggling sobbing humming spouting spewing fiddling clapping churning
        queuing shoveling anew hammering howling raving whistling accumulating drooling snooping meditating snoring
        aching puking rapping babbling growling composing thrashing brainstorming mumbling wailing 2.53 cheating
        counting focusing betting commenting relying appearing debating resting concentrating reflecting insisting
        weighing tripping choking spying rambling speculating peeing clinging spawning lagging squatting stalling
        sipping venting beaming seizing roasting bagging 2.53 looking working thinking playing living waiting
        sitting fighting speaking standing wondering dealing lying dying acting staying hanging studying sleeping
        laughing crying riding complaining searching singing arguing breathing competing joking staring bleeding
        smiling messing practicing negotiating dreaming campaigning trolling rooting whining sweating touring
        experimenting rocking craving flirting bragging panicking progressing juggling showering obsessing trembling
        rehearsing toying goofing blushing 2.53 arriving declining volunteering brewing sniping weeping nodding
        wracking peaking furiously hollering pausing honking gasping chuckling subbing cringing 2.120 losing
        changing holding opening cleaning exercising covering sticking finishing wasting fixing lifting managing
        expanding washing celebrating shaking casting exploring rebuilding measuring grinding grabbing upgrading
        lowering waving rubbing adjusting updating doubling shaving scratching wrapping raiding busting decorating
        stuffing brushing twisting licking tweaking loosing wrecking refining upping mowing admiring channeling
        rereading stroking 2.120 affecting controlling replacing blocking matching placing linking tipping abusing
        naming invading directing murdering crushing copying tying exploiting respecting correcting abandoning
        rejecting confronting interrupting restricting influencing burying dismissing honoring spoiling betraying
        shielding neglecting ditching valuing trashing infecting hindering effecting 2.120 reducing maintaining
        ruining fulfilling risking shaping violating altering preserving embracing boosting strengthening assessing
        weakening compromising enhancing undermining widening utilizing exceeding impacting voicing disrupting
        clutching minding fueling whats rethinking discounting renewing sharpening flexing tilting emptying flapping
        3.18 pain stress depression harm panic anxiety strain hunger trauma lag flooding delays drought withdrawal
        distress fatigue disruption congestion famine starvation swelling contamination exhaustion nausea bruising
        inflammation dehydration overcrowding scarring psychosis droughts 3.18 aids allergies hiv diabetes autism
        colds asthma headaches malaria migraine migraines dementia nightmares bipolar arthritis chemotherapy
        pneumonia acne schizophrenia alcoholism seizures diarrhea cerebral insomnia emphysema epilepsy cramps
        malnutrition hallucinations superpowers thunderstorms hypertension dyslexia heartburn osteoporosis syphilis
        eczema hangovers 3.18 death cancer disease flu accident surgery abuse virus illness injury injuries symptoms
        medication infection diseases disorder pregnancy addiction stroke disability tissue transplant infections
        illnesses sickness disorders disabilities complications defect concussion 3.18 swine oral influenza lollipop
        chemo measles mono cervical firefly polio tuberculosis ebola thier leukemia herpes flashbacks bronchitis
        pancreatic hepatitis rabies ovarian fleas bowser amnesia adblock salmonella strep lupus botox lice multiples
        melanoma anorexia mei cate cystic meningitis frostbite vertigo concussions hypothermia shingles testicular
        3.18 heart brain mental severe breast knee bone hip lung nerve liver terminal chronic kidney fatal facial
        allergy prostate cognitive acute psychiatric spinal sinus cardiac cardiovascular respiratory colon crippling
        bodily bacterial thyroid developmental debilitating neurological bowel coronary abdominal pediatric vaginal
        depressive 3.24 worries doubts bearing regrets surprises reservations spoilers traces validity vested
        defects illusions hesitation firsthand glitches skeletons wrongdoing redundancy residue ambiguity takers
        residual semblance contingency profanity intrinsic qualms vacancies kinks redeeming malice complacency ifs
        prosecutions interruption ulterior stuttering nicknames sleepless inkling preconceived alterations
        grammatical overtaking additives hiccups misunderstandings dependents apprehension disturbances dissenting
        discrepancies discernible cavities abnormalities 3.24 signs restrictions references excuses exceptions
        trades strings replies penalties clues cracks upgrades ghosts specifics favors bells hints adjustments leaks
        comparisons negatives screenshots buffs punches extras miracles distractions trophies positives concessions
        scratches tweaks objections openings feats loopholes indications modifications compromises pointers edits
        luxuries disadvantages amendments downsides putts giveaways redundancies shortcuts wrinkles assurances
        breaches pitfalls misconceptions revisions exemptions interruptions citations proofs gimmicks stipulations
        deities 3.24 mercy tattoos scars compliments extensions bruises notifications braces nudes preferential
        duplicates stds 3.24 tickets orders permission revenge rewards donations grants apologies subsidies
        downvotes prizes damages permits scholarships abortions transfers visas discounts warrants leftovers
        dividends certificates retaliation receipts vaccinations sponsorship refunds vouchers freebies rebates
        deliveries validation replacements commissions cravings deductions retribution invitations allowances
        subscriptions royalties cures flak bribes internships withdrawals monies autographs referrals handouts
        reinforcements preorders substitutes flack waivers alimony bookings mammograms refills approvals newsletters
        reparations restitution 3.24 matter sense chance shame possibility proof reference warning clue punishment
        consideration substance miracle requirement hint shortage consequence substitute foul pity motive certainty
        temptation justification provision precedent guarantees documentation remedy disrespect restriction backbone
        brainer consolation stipulation distortion biggie modification concession recollection recourse mater
        sanction rebuttal compulsion pretense whammy hassles 3.101 sunshine spice warmth grease redemption
        punctuation corrections blush humility glamour decency hustle lube relaxation grit adversity wiggle
        experimentation reassurance nuance seasoning sweetness latitude foresight heartache commonsense silverware
        subtlety tact cleavage finesse foreplay originality smarts shading pastries precipitation trepidation
        tenderness sustenance greenery introspection 3.101 money information attention data access credit cash
        coverage info signal feedback input karma footage insight loot paperwork clarification dough instruction
        3.101 respect rain noise detail pleasure comfort joy pride depth discipline patience makeup regulation guilt
        excitement involvement momentum emotion publicity praise sympathy laughter credibility satisfaction
        enthusiasm appreciation flexibility compassion accountability overtime leverage immunity transparency
        clarity empathy merit scrutiny sunlight closure urgency nostalgia oversight daylight encouragement
        collateral relevance discomfort legitimacy supervision ammunition traction remorse dramas restraint
        insulation suspense leeway solace bloodshed irritation mischief credence headway airtime fanfare leniency
        3.101 slack pumpkin filler retro fluff pea broth recon padding jerky sparkle respite suction sightseeing tic
        vaseline remodeling reverb velcro marshmallows grub cuckoo peroxide 4.34 truth crap trash garbage nonsense
        hype honesty speculation madness rubbish perfection insanity overkill bliss craziness opposites semantics
        hyperbole conjecture drivel gibberish escapism 4.34 joke ass waste mess dick idiot mystery monster fool
        blast genius freak nightmare strangers jerk beast bastard coincidence scam liar loser myth wreck nut nerd
        dictator sucker psycho prick disgrace gag retard flop hypocrite fanatic fiasco stud newbie farce makeover
        novice sham mutt lockdown pervert tangent standstill shambles dickhead shocker travesty hoot dud mismatch
        wimp slob fabrication misnomer saltwater hysterectomy 4.34 stranger moron clown coward beginner scumbag
        lunatic fluke psychopath maniac weirdo sociopath 4.34 lack destruction motion silence chaos absence
        ignorance darkness denial acceptance removal monopoly isolation despair embarrassment awe extinction
        rejection injustice paranoia anonymity humiliation contempt betrayal disbelief deception devastation secrecy
        incompetence anarchy frenzy disgust agony mastery paralysis mayhem carnage shutdown blindness
        confidentiality remission impunity abandonment gridlock annihilation disarray 4.39 rights religion faith
        values interests views opinions belief identity agenda beliefs voices tastes principles roots preference
        narrative movements boundaries ideology attitudes personalities morality traditions morals backgrounds
        freedoms ideals preferences liberties viewpoint influences motives ethnicity aspirations convictions
        perceptions identities upbringing liberation motivations tendencies viewpoints slant sentiments biases
        agendas ideologies grievances philosophies narratives sensibilities stances doctrines 4.39 activities
        activity expression 4.39 process terms environment knowledge basis background theory strategy perspective
        context matters standards status structure aspect analysis principle grounds outlook framework standpoint
        calculation 4.39 revolution diversity symbol spectrum divide circles calendar establishment icon oriented
        humour significance fabric orientation satire dynamics oppression doctrine imperative conventions compass
        imagery hierarchy awakening realism norms correctness activism persecution affiliation symbolism dogma
        conservatism persuasion repression empowerment vitality revolutions posturing connotation connotations
        baloney indoctrination orthodoxy mores constructs overtones 4.82 peace competition democracy capitalism
        equality unity tourism treasure commerce diplomacy socialism reconciliation 4.82 link contact connection
        delay compromise interaction tension relation parallel separation variation consistency correlation
        interference similarities compatibility negotiation intimacy coordination boundary overlap continuity
        friction contradiction parallels chatter resonance familiarity rhyme synergy clutter resemblance similarity
        downtime randomness awkwardness inconsistencies attachments variance inconsistency distinguishing
        variability miscommunication 4.82 relationship debate discussion agreement conflict friendship relations
        bond contest transition dialogue consensus affair partnership phenomenon alliance cooperation dynamic
        dispute engagement settlement enterprise treaty warfare arrangement interface entity sphere accord pact
        discourse equilibrium liaison 4.82 struggle contrast connections negotiations ties conflicts collision
        interactions clash rift collaboration harmony confrontation tensions merger solidarity brawl disputes
        partnerships contention bonding conjunction banter compliance duel limbo covenant feud bargaining accordance
        showdown disagreements correspondence dealings intercourse alignment closeness alliances clashes crossover
        chats differential crossfire camaraderie connectivity collisions parity dialog treaties junction truce
        meddling bickering tampering discontent rapport cohesion altercation engagements sparring stalemate
        rivalries rifts alternating quarrel wrangling hostilities standoff collusion maneuvering consultations
        contrasts confrontations royale infighting shortfalls unease intersections discord synergies 4.86 attack act
        action attacks laws wars charges offense legislation acts crimes trials strikes threats assault sanctions
        violations lawsuits offenses assaults grudges 4.86 war crime violence murder terrorism suicide rape vaccine
        censorship penalty terror corruption racism fraud abortion perjury obesity discrimination theft anthrax
        harassment prosecution genocide robbery bullying homicide piracy trafficking sexism vaccination felony
        litigation jihad prohibition smuggling treason legalization blasphemy misconduct libel 4.86 anger rage
        hatred confusion grief suspicion optimism progression outrage caution sadness affection prejudice aggression
        kindness stigma jealousy resentment goodwill gratitude cruelty hostility negativity misinformation
        skepticism hysteria brutality bitterness distrust cynicism apathy mistrust animosity indifference vitriol
        vigilance 4.86 campaign movement leadership opposition regime protest conspiracy bias rally campaigns
        propaganda lobby coalition stance sentiment rhetoric conviction lawsuit coup dictatorship backlash lobbying
        rallies rebellion uprising revolt dissent grudge mongering vendetta lobbies provocation grievance
        strategists appointees 4.104 crisis recession crash storm warming disaster boom trend expansion bubble
        summit scandal innovation downturn vacuum breakdown pandemic crunch marketplace hub catastrophe tsunami
        slump pyramid simulation slowdown restructuring paradigm debacle contraction wasteland craze conglomerate
        4.104 climate reform collapse stability affairs landscape uncertainty ladder necessity prosperity pressures
        turmoil governance integration manipulation realities meltdown dominance crises migration inequality
        constraints instability unrest advancement exploitation sustainability hardship cone domination
        ramifications imbalance volatility elites considerations deprivation advisors bloc globalization woes
        competitiveness turbulence viability guru clout upheaval powerhouse strife hardships intrigue dysfunction
        liabilities liberalism armageddon prowess jargon juggernaut climates calamity ills straits audits espionage
        downturns imbalances marxism stagnation diversification mismanagement implosion duress fallacies doldrums
        pragmatism malaise inequalities contagion booms wherewithal 5.7 ease adapt unite integrate forge reproduce
        reload relocate dispose purge rewind unwind sag stave infiltrate floss mobilize ascend assimilate regroup
        disperse repent mutate faithfully exhale propagate implode downsize 5.7 pay buy spend lose add create offer
        provide reach carry draw include produce require serve gain receive earn invest seek represent collect
        trigger generate gather attract contain shed weigh donate pose consume import acquire employ fetch possess
        exceed crave undergo prescribe accumulate constitute induce emit incite incur comprise expend 5.7 laugh
        scream yell shout stare blink beep cringe bark stink chuckle whine clap sneeze meow giggle moan gasp overeat
        shudder cuss snipe grinning howl growl honk holler cringed flinch groan scoff uncontrollably hysterically
        hiss 5.7 need try talk seem listen speak return lead choose tend appear apply fail respond appeal complain
        react belong refuse relate contribute pray apologize refer qualify intend opt subscribe cease apologise
        strive hesitate abide preach cater aspire suffice equate adhere masturbate revert conform cling vouch
        consist respawn attest revolve correspond entail succumb defer stoop correlate bode yearn pander pertain
        overreact adversely reciprocate profess overheat mindlessly 5.7 vary emerge spawn evolve retreat shrink
        differ arise rebound flee unfold persist escalate vanish relapse prosper crumble soar downgrade deteriorate
        commence morph regenerate blossom perish evaporate awaken fluctuate plummet wilt skyrocket dissipate ensue
        sprout 5.7 work look live play happen stay wait eat win sit stand die vote smoke drink sleep grow fit count
        lie cook exist survive cry suck suffer perform compete participate sing relax settle operate arrive succeed
        occur breathe retire register cheat disappear pause pee proceed shine explode testify intervene discriminate
        expire prevail budge 5.7 poop worship halt excel sting vomit practise rot flourish rein specialize chant
        enroll chime reside enlist miserably dine crochet rake weep spontaneously wed awkwardly innovate fruition
        partake confide lurk abound rejoice roost revel rehearse vibrate fide dabble bask wallow falter congregate
        5.7 outlaw intercept overclock abort ignite usher arbitrarily erect annex overpay animate retroactively 5.8
        spell log tune tap plug burst sink nail spray bend dive drill drain squeeze hatch fade dip hack melt blend
        slam spit boil paste zoom spill bleed spiral blur merge trickle tuck whisper plunge drip fuse snowball dove
        tumble dissolve weave delve cram funnel sprinkle waltz swoop spew degenerate bop plough 5.8 hunt flip spin
        skip chill sweat swap grind haul poke surf sweep flick browse peel rotate jog roam sniff shuffle maneuver
        hover scramble stomp comb lash rattle crouch skim snoop plow toggle sift dribble solder scatter spout cull
        taper churn chug lug trot snort swerve muddle squeak shag stagger thrash tote 5.8 get take put turn bring
        check cut hold pick build save sell edit write drop pull cover throw shut hang push finish shoot fill blow
        kick burn lock lift knock dig wash screw shake tear wipe wrap rub straighten pry 5.8 wind drum prop creeps
        swell rev hush mop saddle edged stump frying topping knuckle hots stinking curling boosters clam sizing
        flares squared huddle muck walled ramps lather threaded dumbing goofed bottling drumming piping bloat caged
        pent crumpled toning 5.8 break sign stick wake split load print hook crack hurry pin scratch boot freeze
        brush snap stack seal toss bump dial cough jam fry rack scrap spark stir whip bundle chew tick chop trim
        ramp summon scoop soak scrub stitch flare puff crank mash rinse swipe sew chalk shrug scrape curl muster
        lighten carve snatch buckle hitch loosen clog thaw goof snuggle pluck ratchet conjure cramp shiver gobble
        jot 5.8 go come run move walk drive fall step travel pass fly ride jump spread roll switch lay rush stretch
        swim climb swing slip slide hop venture sneak bounce commute hike dash float creep puck glance scroll skate
        crawl zip wander drift sail nip peek stumble stroll migrate ripple dart glide slog dashing veer circulate
        scoot 5.45 ensure determine confirm reverse demonstrate highlight announce clarify verify interpret
        calculate emphasize replicate recreate digest pinpoint illustrate multiply undo facilitate salvage mimic
        contemplate duplicate ponder revisit quantify visualize rationalize discern attain disprove repeal
        counteract perpetuate decipher reiterate refute rename deduct rectify overturn rephrase characterize
        publicize ascertain recapture affirm overstate 5.45 use read share afford wear fix handle develop discuss
        manage hide enter grab achieve solve deliver steal download attend recover install delete capture pursue
        borrow eliminate submit accomplish investigate cancel implement convert detect obtain translate publish
        enforce retain upload observe absorb invent activate endure initiate pronounce disclose cite erase overlook
        inherit transmit televise exaggerate withhold divulge outgrow 5.45 select tackle combine dodge repost
        swallow arrange extract locate distribute incorporate construct disable bypass seize deploy disregard
        manufacture conquer render mute boycott withstand assemble recycle mitigate oversee reap inhale instill
        eradicate memorize snag simulate undertake hijack discard garner administer uncover reinstall legalize
        compile reuse wield allocate smuggle unravel rework abolish evade resell enact uninstall hoard juggle
        inhabit devise denounce paraphrase invoke detonate distort recite authorize retake weld evoke forgo defuse
        demolish parse compress outsource circumvent dispel reschedule designate diffuse derail categorize deflate
        resurrect traverse savor automate renovate banish decode elicit ingest embody nab dissect eject devour
        neutralize amidst flatten lob exterminate restock reinstate 5.45 raise reduce maintain rebuild restore reset
        trace preserve unlock curb withdraw enhance strengthen supplement slash lick minimize restart regain tweak
        modify harness reboot stabilize tighten tilt showcase reinforce maximize inspect retrieve flex redo claw
        renew lessen tailor rewrite alleviate suppress reclaim decorate divert reread nurture conceal recharge
        uphold weaken refill conserve broaden shorten unload safeguard unleash dismantle simplify elevate validate
        mow subsidize refine diversify soften customize postpone forfeit recoup relive inflate cultivate redirect
        widen revise mend avert slit bolster commemorate recount depersonalize formulate amend optimize consolidate
        restructure sharpen prolong hone transcend summarize ration curtail reconstruct complicate unplug rearrange
        dilute rejoin configure stifle wag halve retract streamline replenish reevaluate sever downplay avenge
        heighten rediscover confiscate quell renegotiate unpack brighten reshape solidify revoke unveil reassess
        dampen amplify augment flaunt relinquish enlarge modernize renounce 5.45 change explain improve monitor
        celebrate upgrade expand ruin justify explore overcome adjust extend resolve embrace examine assess alter
        exploit shave analyze impose regulate organize evaluate advertise surrender gauge violate offset convey
        dictate navigate fulfill occupy vent neglect rethink accelerate utilize articulate coordinate reconsider
        reopen diminish sabotage cherish insure prioritize jeopardize shatter heed redefine overestimate gouge 5.45
        ditch dominate accommodate invade undermine stimulate revive obey disrupt sway evacuate emulate outweigh
        spur suspend refinance override penetrate hinder complement mourn overthrow await vaccinate imitate negate
        cripple terminate whoop undercut depict supervise skew taint hamper sow pave invalidate waive illuminate
        worsen topple pollute impart thwart encompass destabilize outperform inhibit intensify erode unify hasten
        impede 5.45 know do say believe understand learn figure wonder worry forget realize decide notice mention
        claim assume appreciate admit argue smell deserve recall guarantee pretend discover predict acknowledge
        indicate resist grasp approve propose imply conclude comprehend confess anticipate presume specify attribute
        speculate dread concede fathom resemble conceive condone deem foresee boast misunderstand relish overdo
        compute fantasize inquire preface allege lament grumble signify 5.85 fight charge ban kiss bite punch rip
        drag defeat piss dump pardon bust hug crush slap bail cheer bully bait bake shove boo smack nuke choke bore
        tease bash whack reel hound smear jinx nudge shoo tickle yank zap nag 5.85 meet join affect marry encourage
        arrest invite chase scare sue dislike insult bless enable urge assist advise assure warn admire beg offend
        threaten elect inspire confront forbid recruit envy compensate impress criticize manipulate interrupt mock
        slaughter steer woo prompt lure accuse escort resent disappoint disarm discourage applaud annoy prosecute
        deter greet haunt despise bribe provoke notify harass convict betray disturb salute ridicule accompany cuff
        infect blackmail discredit intimidate babysit defy kidnap taunt appease overtake enlighten bathe alienate
        prohibit commend surpass appoint assassinate frighten reimburse stalk spank entice overwhelm excite tempt
        irritate seduce mislead shun instruct belittle slay compel detain faze coax outrun oblige suffocate expel
        befriend outnumber dazzle oppress preclude terrorize deport soothe overpower brainwash begrudge breastfeed
        interrogate enrage dissuade demonize oust prod revere outlive 5.85 see want make find give tell let call
        watch hear ask leave hate expect send miss trust follow catch beat touch accept prevent replace ignore hire
        recognize destroy owe deny adopt recognise lend downvote abandon reject tolerate oppose perceive dismiss
        execute spoil underestimate confuse drown repay condemn assign exclude endorse classify 5.94 present prove
        limit distance remove kidding describe compare identify prepare defend repeat commit express promote define
        console establish sacrifice reveal heal conduct behave pat associate censor sustain declare transform
        distinguish surround insert resign attach resigned govern pinch starve restrict strap defended positioning
        devote refresh portray relieve disguise isolate differentiate positioned inject reconcile brace manifest
        assert dedicate align redeem teleport pacing contradict envision videotape avail perjure reinvent exert
        deluded restrain excused enrich cleanse compose proclaim willed gorge amuse orient bracing immerse barricade
        plop patting insulate contradicted offing 5.94 help kill hurt allow teach protect blame treat feed convince
        remind forgive introduce involve torture educate persuade inform punish expose bury satisfy entertain stab
        distract motivate bind reassure unto embarrass indulge groom diagnose congratulate equip empower injure
        nominate endanger liberate degrade deceive deprive flatter amaze humiliate strangle propel disqualify
        rehabilitate 6.3 expected welcome required intended suited geared confined akin applicable tailored
        preferable conducive optimized proportional catered averse privy ceases analogous customized configured
        attributable prohibitive customary unwise calibrated beholden instructive permissible proportionate
        advisable tethered perpendicular 6.3 illegal sexual violent racist televised abusive sexist sarcastic
        homosexual immoral suicidal malicious prejudiced derogatory homophobic compulsive bigoted consensual
        fraudulent demeaning unlawful discriminatory semitic lewd facetious snobby 6.3 drawn headed heading directed
        regards aimed tendency lean pressed leaning gateway advancing weighted rallying proceeding tending
        pertaining tilted gravitate slanted edging angled bowing fated predisposition plummeting purported 6.47
        partly purely strictly partially fundamentally morally statistically wildly genetically objectively wholly
        jolly borderline predominantly blatantly culturally universally overwhelmingly decently psychologically
        wonderfully scientifically notoriously stupidly dangerously uniquely comparatively medically distinctly
        marginally grossly biologically needlessly decidedly hilariously sorely tragically disproportionately doubly
        clinically mathematically shockingly bitterly fantastically chemically factually chronically fatally
        intrinsically functionally woefully criminally suspiciously patently eerily demonstrably supremely vitally
        6.47 located founded solely stored reflected firmly featured centered occurring mounted seated pending
        rampant thriving instrumental collapsing looming depicted housed incumbent contingent versed presently
        unfolding weirdly frowned situated modeled unanimous solidly foreclosed nigh bordering fixated trespassing
        infringing perched squarely trending layered predicated payable napping straining teetering brewed
        vacationing etched nesting perpetually headquartered engraved delinquent crouching lukewarm embarking
        summarized adrift 6.47 exactly true possible precisely unclear mandatory moot flawless indicative debatable
        negligible wishful geographically nonexistent comprised warranted waterproof conceivable tolerable
        photoshopped foolproof nil humanly passable negotiable arguable principally premeditated 6.47 canon shining
        binding booming mutually faulty relentless paramount compulsory diminishing crumbling lawful curved null
        taxable blazing defective freshly timeless deteriorating heavenly dwindling counterfeit federally padded
        solvent squeaky bulletproof cyclical hereditary waning terminally blinding handwritten worsening cancerous
        sinful flourishing removable complementary stifling predetermined stabilizing bona scant replaceable probing
        penetrating superhuman suffocating pathological subpar flagging reusable verifiable sagging substandard
        minimally spotless signalling softening fruitless miniscule surging spiraling paving tingling xenophobic
        rusted translucent 6.47 rooted plugged embedded sworn incorporated tucked ingrained compressed filtered
        inserted drilled bursting phased snowed misplaced blurred implanted visibly lodged steeped complicit
        consolidated ushered hopelessly mired factored woven deficient distilled sewn lumped basking enshrined
        embroiled encoded 6.47 all nothing lots none plenty significantly virtually dozens alot loads seemingly
        historically considerably vastly substantially infinitely noticeably exponentially heaps markedly 6.54 happy
        interested glad willing afraid aware hoping proud capable confident convinced grateful entitled attracted
        keen allergic passionate eager mistaken inclined hopeful thankful unsure implying accustomed obliged
        obligated proposing immortal mindful invincible pleasantly exaggerating majoring agnostic undecided sensing
        overreacting cautiously ungrateful lactose acutely dreading deathly asexual madly bluffing eternally
        indebted paraphrasing generalizing boasting presuming fretting nitpicking morbidly insinuating colorblind
        6.54 going supposed ready allowed responsible planning prepared struggling tied bound scheduled eligible
        aiming wired doomed destined notorious glued liable advocating strapped ripe poised grieving unavailable
        slated striving scrambling intending pleading grasping opting yearning gong ineligible ostensibly goin
        consenting vying gunning unaccounted predisposed objecting compensating auditioning 6.54 missing facing
        handling experiencing approaching investigating hosting protesting predicting battling pitching awaiting
        dominating mounting referencing undergoing requesting contemplating plotting overlooking witnessing guarding
        resisting occupying orbiting anticipating nearing hatching wielding discriminating forecasting hauling
        sponsoring eyeing coordinating overseeing harboring compiling patrolling hinting milking waging signaling
        pondering transmitting prepping blooming reaping raking renovating administering courting scouring
        contesting pitted piloting peddling 6.102 rematch skipper bandit tandem sup headshot timeout threesome
        rendezvous hobo heady cyborg vibrating tortilla firefight ghoul shaker commune hookup heathen luncheon
        tangle lavatory duet cardigan 6.102 agree disagree connect communicate engage cope interact negotiate sync
        interfere cooperate flush comply consult resubmit contend grips prob wrestle socialize fumble plead cuddle
        sympathize converse wholeheartedly tinker reconnect flirt fiddle collaborate empathize grieve retaliate
        coincide concur resonate grapple amends fling collide hangout mingle dispense barter jive reunite intersect
        brainstorm seamlessly meddle coexist mediate tamper persevere haggle chitchat 6.110 associated connected
        compatible equipped coping saturated aligned affiliated disagreeing adequately synonymous cooperating
        overcrowded socialized intertwined siding correlated interchangeable compliant reconciled unionized
        complying overflowing contending insolvent 6.110 flooded contaminated decorated stained stricken overrun
        inundated infested enchanted afflicted punishable overloaded furnished fortified burdened bustling enamored
        endowed 6.110 filled linked mixed combined loaded lined stuffed fitted stacked allied coupled paired
        reunited injected rigged paved stocked merged grappling packaged boarded bundled crammed blended coated
        stamped reckoned riddled rife grouped tasked laced littered entrusted infused partnered collaborating
        saddled fused tampered partnering teaming 6.111 be really being little feel kinda rather become sounds felt
        absolutely completely totally sound became truly becoming remain entirely highly perfectly physically
        potentially deeply plain sounded mentally politically genuinely financially emotionally sexually semi
        socially utterly remotely economically vaguely 6.111 so more how too very most pretty bit less quite damn
        super particularly extremely fairly slightly relatively somewhat incredibly increasingly equally
        surprisingly terribly reasonably overly damned ultra ridiculously darn mighty hugely oddly inherently
        horribly awfully amazingly tad remarkably strangely massively mildly sufficiently tremendously immensely
        exceptionally extraordinarily excessively downright painfully unusually profoundly unbelievably enormously
        soo unnecessarily moderately darned absurdly exceedingly outrageously impossibly unreasonably 7.36 lincoln
        kent hudson bloom jefferson newton hopkins montgomery monroe crawford garrison rockefeller hyde sutton
        preston brook baldwin michaels dillon santiago harding clayton hancock benton daly everett emerson davenport
        mercer ballard garfield gage marin sherwood lowell weston 7.36 churchill baron nye forrest yuck nur bah
        booker wen ling weiner fielding della skinner dix tait abrams mead mccormack hoyer greenfield mackenzie
        melvin axelrod lombardi mueller roh welch wilhelm stringer mellon mulligan haas karadzic emery annan
        kissinger peacock ibrahim weinstein humphrey lam becker holbrooke hathaway gingrich stokes burr cumming
        augustine mcguire weil mahmoud ahmad kang snowden redstone greer browning leach lindley ferrell swain
        osbourne bourne ang epstein mukasey lula martins kendall petit ramon fayed neeson sha lauer julien hadley
        tobin nik hubbard burrows hast johansson charlton maw wynn yan flores schieffer 7.36 hong abu hull sheffield
        johns eden sherlock ventura dalton salem forbes hoover poe bolton flint milton bradford ng cobb hastings
        stafford dixie hampton irvine griffith boone ferris oswald carlton shelby olympia cheshire bedford lyon
        haskell compton hayward bel goto wich morse dai ames munster buckingham stirling upton langley carlisle
        xinhua redmond paisley barrow redding niles mansfield bragg medina covington beaumont pelican livingston
        7.36 gates hussein bolt holder cheney lama bean doe cruz leno sachs paulson cosby martinez schwarzenegger
        roth clegg shah mcgee limbaugh brennan meyer murdoch carlin mohammad hernandez willis lieberman ramsey
        lennon nicholson olmert foreman diaz rudd santos cutler sandler clooney boehner shepard osborne mosley
        eastwood abdullah hander busch leigh hussain mccoy buckley twain pryor greenspan walters webster iverson
        freud gomez schumacher rossi branson dawkins steinbrenner chamberlain byrd mcmahon maher payton vance
        mcqueen bradshaw marino hutton robson affleck radcliffe spacey jankovic cabrera rangel maguire cooke
        goldsmith simms soros weis tennant amos 7.36 merchant bender burglar sinclair crocker holloway garnett
        clifford buchanan darcy rothschild gupta rockwell hamm 7.36 berlusconi hu mcconnell musk buffett benson yu
        liu malik medvedev specter ensign hamid schumer baucus baxter vargas picard mullen calderon salmond cavett
        spielberg ramsay sharpton lawson fischer shearer morales klaus benn bashir poirot zuckerberg swanson hodgson
        burnett cuomo springsteen hurley downey rubio krugman crist chu axel alvarez blaine uribe hirst draper mays
        hawke underwood modi mcclaren zimmer steiner sanderson shanahan blatter aziz sweeney fallon khamenei rendell
        braun dobbs starr mackey schultz ballmer pennington titus rowe henson chung hester gorbachev marr grimes
        mancini moreno sharif bassett fernandez lutz grassley kaufman garza burris aldridge gervais 7.36 stark
        cannon straw falcon trump crane deeds tate sands heath chow grove ryder sparks moody hague wan truman
        glorified reich valentine smiley ledger bentley turk roach sheen decker xi kaiser marriott tang binder
        wilder hopper hayden whitehouse marley huntsman dudley ware mcnamara hare andersen hedges macintosh
        hemingway irons dyson meadows soprano melon croft keegan cleaver penta cornish selig carver meek luiz duff
        dyke crusher redford fuji firth hendricks 7.79 hill wood bell ford palin ward fisher booth wells parker cole
        warner swift lynch wallace pelosi butler hughes mason harvey brooks walsh mills shaw stevens thatcher palmer
        richardson madden ellis simmons carr hart matthews reynolds richards merkel piper dawson boyd carpenter
        jenkins doyle barrett hayes wilkinson webb hawking dunn stout robertson suu fitzgerald kerr hawkins bates
        couric hanson fowler pearce slater aung jackman regan fawcett dunham bundy giffords 7.79 li savage porter
        lang hicks weaver myers jacobs peters abbott hassan pratt woodward parry mayer gale gardner pearson bhutto
        payne goldberg rhodes parsons tanner perkins wong burt fraser weber barker saunders briggs gilmore fleming
        zimmerman stein foley tomlinson cassidy mccann vega crowe meyers cullen daley walton barr romero griffiths
        hale bowman mckenzie williamson weir sheppard olsen romano choi higgins townsend caldwell olson moran
        mcgrath byrne bowen heyman russo howell harmon stephens morton farley kahn kemp dolan talbot adler haynes
        yates berg hodges clancy gibbons granger gifford mclaughlin larsen 7.79 bishop curtis wang levy singh
        gilbert chen coleman jonas fuller mann andrews morrison atkins wheeler greene pike solomon weiss lowe hansen
        goodman irving schwartz elliott norris chang robbins harrington barton macleod greenberg mcbride chapman
        gill koch finch gregg wakefield rosen wolfe zhang bowie katz seymour levin gonzales levine barnett berger
        horton berman giles lyons rubin kaplan thomson reilly doherty jensen burgess sutherland maynard birch sharma
        stevenson grossman patel delgado sykes atkinson irwin richter carlson goldstein 7.79 cameron simpson gibbs
        berry perry stern khan chambers powell peterson holmes rodriguez hilton kirk garcia connor lopez chan hardy
        riley boyle sawyer knox carey sanders carroll burton nash dodd chandler lambert tucker newman schmidt
        paterson klein flynn steele daniels crowley strauss snyder wick garrett cain cho bauer jennings winfrey
        fletcher donovan goody owens hoffman wagner marsh brewer girardi davidson harman malone patterson jolie
        mccartney reeves keller mcdonald vaughn vaughan webber friedman hewitt thornton ritchie ortiz swann
        macdonald caine barkley conway gonzalez duffy ashcroft mckay whitman jarvis farrell prescott johnston
        goodwin cahill schneider cunningham singletary travolta napolitano mcdonnell novak dempsey kidman beasley
        lennox 7.79 brown king smith van jones martin jackson johnson thomas lee williams grant scott kennedy jordan
        wilson kelly foster taylor davis lewis carter murray miller stewart morgan clark allen anderson russell ross
        wright walker edwards moore cooper reid nelson harris marshall adams hamilton thompson murphy graham
        lawrence quinn watson luther turner von baker robinson casey mitchell armstrong morris roberts collins
        griffin evans campbell owen francis barnes douglas rogers davies reed gibson phillips harrison lloyd bradley
        bennett bailey henderson clarke mccarthy freeman cohen dixon cox ashton burke sullivan gallagher hammond
        holt smiths 7.117 yang mulder mack kramer yi reese beckett jin lu randall hanna rivera cass stanton peck
        glover sloan bray rumsfeld kumar zhao franks lyle watkins kam bernstein jung costello agassi gunn mallory
        nichols abel frazier robb middleton howe tripp feinstein grady callahan hobbes bellamy riker hines 7.117
        blair brady gore biden manning oprah shakespeare romney huckabee rodgers bloomberg wenger ferguson capello
        beckham giuliani brock tyson rollins pitt maxwell letterman castro rooney vick mandela chavez torres harden
        benedict phelps benitez mugabe perez lin kraft spitzer franco keane netanyahu massa harbaugh clemens dion
        polanski ramirez jeter nader suh neville coughlin goodell moyes hatton tata torre assad mcgregor mayweather
        fenton elway mcnabb pettitte ayers saban hasan haye franken reuben burress sami nakamura 7.117 finn noah
        kirby abbas bruno silva wyatt cowell sebastian manuel randolph suarez lester durant santana lacey wiggins
        walcott desmond ramos brees reyes bullock ren addison els falco earnhardt batista brawn edelman fitz lowry
        herrera sosa alfie odom 7.117 seinfeld einstein woody rand rove derrick percy colbert mohamed abe spock
        tarantino emanuel cronkite landry barak frodo schilling sloane 7.117 lucas warren goldman duncan franklin
        arnold wade harper blake bryant kane nixon archer darwin frost roosevelt abraham spencer moss sterling
        sherman pierce sanchez gabriel drake moses beck gandhi madoff nolan crosby hogan wu clarkson neal whitney
        locke norton holden kendrick sanford brody grayson kidd imus hitchens sheridan rhee philips garrido 8.27
        went came moved looked turned grew passed ran fell walked sat stood drove jumped walks flew stepped rolls
        flies rushed slipped jumps rode flipped stumbled slides slips wandered snuck drifted raced marched slid
        swung flips sailed leaned swam flashed hops floated leans hopped sped bounces crawled flops glanced rushes
        stormed skimmed sweeps wanders drifts hurried skated staggered cycled 8.27 clicked climbed logged poured
        melted spilled plunged descended dipped surged sprung dialed migrated pasted bled ventured retreated flowed
        ascended zoomed leapt slumped breathed devolved crept strayed tumbled reverted hiked crumbled ballooned
        morphed dived lucked profited 8.27 happened changed grown fallen occurred improved declined doubled evolved
        risen expanded shifted altered slowed benefited decreased expired sunk peaked progressed accumulated tripled
        exceeded shrunk escalated cooled soared surpassed plummeted stabilized worsened deteriorated halved swelled
        surfaced yielded mutated unfolded intensified widened evaporated arisen transpired dwindled nots skyrocketed
        softened wrought amassed quadrupled weathered soured ruptured subsided cemented forsaken garnered manifested
        ensued 8.27 disappeared emerged collapsed crashed exploded faded vanished disappears fades erupted evolves
        8.41 demanded emphasized resisted proclaimed ensured spiked restarted advocated pioneered likened lobbied
        squandered denounced signalled inhaled signaled ignited championed underscored pocketed foreseen affirmed
        reiterated 8.41 led forced followed taught offered introduced invited struck threatened adopted accused
        inspired bothered warned encouraged reminded referred approached questioned challenged contacted interviewed
        advised rescued assured prevented urged confronted tracked owed welcomed persuaded betrayed guided recruited
        supplied pursued notified insulted pressured cursed instructed coached greeted lent possessed bugged spared
        tricked alerted provoked afforded reassured trailed strangled preceded commanded propelled lured cautioned
        loaned deceived misled shamed seduced wronged spurred deterred handcuffed comforted stalked steered bribed
        coerced tormented congratulated complimented terrorized taunted 8.41 described confirmed shared presented
        noted proved revealed argued recommended declared predicted handled invented painted expressed submitted
        avoided observed maintained celebrated demonstrated planted calculated implied disclosed spelled practiced
        fulfilled sacrificed worded specified pictured outlined exercised consulted voiced communicated clarified
        phrased speculated envisioned shopped contemplated rehearsed preached refinanced 8.41 used done seen given
        gone taken paid played known built sold held raised created written released reported posted developed shown
        covered published included provided planned announced served owned trained produced accepted tested retired
        placed driven established completed chosen applied listed recorded supported approved identified spoken
        delivered proven stolen achieved settled installed registered discussed touched beaten formed existed
        recognized performed updated collected captured solved eaten generated flown addressed gathered accomplished
        recovered worn resolved counted implemented contained deployed filed adjusted upgraded reviewed booked
        unlocked secured adapted activated aired forgiven explored healed ridden panned 8.41 launched proposed ruled
        issued acquired arranged requested cited obtained detected posed seized hosted commissioned highlighted
        authorized assembled contracted initiated analyzed negotiated uncovered forged hatched compiled retained
        spawned unleashed devised endorsed mapped coined bowled exhibited instilled perfected instituted incurred
        attained sampled toppled infiltrated fostered 8.51 told left called took asked gave brought sent showed
        picked promised threw woke drew emailed phoned texted 8.51 loved hated trusted grabbed recalled rang
        respects hid grabs kissed kisses adore admired googled thanked begged disliked doubted overheard waved
        hugged ditched dumps loathe adored chases despised forgave resented dislocated licked slaps recounted swiped
        sprained tosses detest patted teases 8.73 remained weighed enrolled behaved lacked enlisted protested
        asserted resumed starred majored perished prevailed persisted presided caved exited confided raged thrived
        boasted fared circled defied batted flourished lagged excelled unwittingly 8.73 tried worked lived decided
        talked agreed failed managed returned stayed arrived continued appeared voted graduated suffered waited
        smoked survived begun listened dealt lied responded traveled slept landed sought struggled contributed acted
        attempted escaped travelled participated succeeded belonged pledged tended tasted reacted appealed confessed
        apologized subscribed conceded calmed ceased hinted surrendered objected matured intervened skied resorted
        succumbed flocked alluded consented 8.73 thought found heard learned noticed mentioned figured realized
        discovered experienced understood explained suggested forgotten answered assumed stated wondered remembered
        realised acknowledged imagined concluded learnt indicated suspected encountered anticipated commented
        guessed dreamed researched regretted mastered dreamt sensed preordered grasped 8.73 said did wanted saw knew
        added needed died meant liked wrote forgot believed spoke chose claimed pointed refused ate admitted hoped
        stole insisted replied cared wore deserved complained wished drank feared sang joked smelled testified swore
        pretended dared underwent whispered smelt overcame lamented 8.73 got made lost spent bought met won watched
        gotten missed received finished signed dropped opened saved reached checked joined ordered fought faced
        visited earned entered studied invested gained switched wasted crossed purchased dated scored attended
        rented witnessed donated downloaded borrowed inherited lowered skipped embraced shaved endured conquered
        narrowed risked regained undergone dodged cashed upped memorized misspelled dyed staked 8.73 fled opted
        volunteered proceeded disagreed danced prayed vowed competed rallied bonded paused toured campaigned chatted
        teamed pleaded experimented wrestled battled emigrated unsuccessfully immigrated interacted parted showered
        awoke interfered hesitated plotted partied fished clashed auditioned coped collaborated collided longed
        clung flirted contended overreacted gambled 9.1 pc laptop mouse keyboard co controller workplace browser
        lease password mic nexus motorcycle tablet costume nickname rig bra bride razor dictionary processor printer
        kindle persona sofa stove safari dell charger haircut smartphone wardrobe headset fetish mattress prius
        sibling dynasty babysitter playlist modem wiring dryer scooter furnace toaster grinder boiler blackberry
        nemesis toothbrush jaguar foe handbag dresser repo cookbook handset condominium cleanser thermostat
        townhouse homepage hairstyle beau swimsuit turntable 9.1 goose reef dolphin viper cyclone trench beagle
        manor chopper reaper raven leopard colt crocodile projector filibuster genie spaniel golem ka lorry sap
        syringe beetle cupcake boa pendulum borrower widget dac lighthouse monsoon taser supernova lifeboat raptor
        klan goverment bran taurus hornet lander leviathan sumo yeti cougar sentinel gearbox coupe merc talon higgs
        gecko centrist maxim gland shredder xerox chimpanzee cheetah walrus sigma miata guillotine 9.1 bomb plant
        tank truck engine battery flow rocket jet pump filter pan grid pollution pipe reserves leak pipeline beam
        intake particles balloon leaf flows poisoning pedal reactor lamp generator machinery sculpture particle
        heater appliances shortages reservoir tanker tubing pipelines tankers 9.1 york vegas orleans zealand os
        hampshire heights testament tunes haven yorker motherboard rom artwork guinea ui launcher wallpaper tomb
        monarchy fe gadget fad firmware roms chassis vo brunswick arrivals ballgame grads 9.1 bible jury pentagon
        helicopter shuttle holocaust mob verdict compound sequel telegraph referendum pi tumor cord dam sensor rumor
        defendant torch probe ref hulk dow corp grenade clause scanner chi spacecraft bulb module parrot mutation
        crust cathedral koran saga volcano tribunal nano regulator rover joker capsule simulator comet coroner
        cartel turbine glacier parasite countdown staircase directive batter squid rumour fungus manuscript
        deficiency moth nebula winery plaintiff claimant 9.1 titan honda ish mercedes turbo jeep macbook porsche
        slayer nissan chevy bmw mustang volt volvo cadillac saab subaru lexus chevrolet pontiac mazda buick camaro
        corolla camry 9.1 host jungle galaxy scope workforce logo charter domain roster guild clan nest formation
        lineup mandate prophet timeline lore suite packaging habitat nominee commonwealth genome prototype herd
        gimmick slogan turf benchmark baseline ceo ecosystem mantra motto catalog manifesto congregation convoy
        timetable protector spaceship methodology newsletter messiah flagship mascot choreography playbook lingo
        rosters 9.26 downward placebo nutshell runaway viking kappa pagan deluxe projectile prairie jumbo domino
        boomer vera statewide wo wannabe reg doomsday pu klingon starship quack throwback zebra kkk foo chimp
        triumphant prequel decoy wah resounding burgeoning helix numbing wasp bog gala magna torpedo bison pip
        jailbreak fairytale baroness frosty tele skeptic heisman prelude renegade bis videogame fig grimm foregone
        reptile rolex neanderthal copycat treble meteorite midas goon toothless towering stair firework methodist
        checkmate bootleg tome marshmallow mantis keynote ke chaser breakaway brig layman collectible ruckus whit
        lazarus dino banshee goth neutron snub sikh diagonal bal cliffhanger samba kardashian dreamy shire
        transformer sideshow whitey fob rulebook scorpio rotor mitsubishi checker sledge caveman teleprompter
        shifter loader sar bleep hillbilly supermodel diseased coon slag counterpoint moo natty gaffe hallucination
        kamikaze loom renter freighter maestro contraption 9.26 jedi dummy hog samurai paladin siamese sleeper
        cheater vine mammoth badger scoreboard reflex crimson mew kangaroo floppy grunt marxist camper snail chimney
        pancake bard feeder sly converter lutheran mule loo scorpion ponzi satanic barbarian transporter mercenary
        wiz machete doughnut meadow jigsaw catwalk plum banjo rooster blaster budding stutter newsroom tuxedo
        doorbell pulpit blacklist crossbow nameless giraffe hatchet backdoor canteen daredevil stretcher slalom
        membrane phoney stewardess compressor midterm mammogram plush hippo carousel rapier puncture learner glider
        gunslinger shen hedgehog patsy maul calico prem foxy perfectionist fixer middleman cockroach reshuffle
        hyperactive dormitory haystack mideast nozzle huff saloon prologue lark moat llama dispenser gemini
        citizenry fey mastectomy junkyard centipede thunderbolt camcorder sledgehammer slaughterhouse glazed forgery
        daze croatian slush refueling 9.26 toe fork microphone shovel donkey sock spear firearm cane wand poo
        tractor parachute bong kite flashlight po piercing jab bun bathing bathtub shaman cruiser typewriter paddle
        loft fireplace briefcase cartridge rampage handgun glock dui broom pedestal crease revolver tantrum pebble
        helper skateboard mace hairdresser napkin faucet gunner hammock showroom cot bayonet specialization
        bookshelf retainer tampon clarinet scythe putter 9.26 rouge catcher moose flamingo thorn dumpster prevailing
        rave vulcan canary gunman tango waterfall tyrant comma hillside knockout bouncer negro lull righty foothold
        thermometer vineyard ruse watershed skyscraper trampoline fright ceasefire cactus fab punchline bestseller
        campfire footnote racetrack serpent brothel tempest typhoon vacancy piston chlorine walkway shivering kiosk
        caterpillar pariah seminary bystander steakhouse sandstorm lard lockout pesticide navigator deuce yak
        specializing bloodbath receptor tuner reigning remodel twinkle magistrate deadlock barista cannonball
        gymnasium derelict chateau lint pennant 9.26 wee lil debit druid quad moto nat kung nightly throwaway
        corsair pickle comrade rhetorical hud ki sorority query nasal cordless chromecast pug vis prosthetic sentry
        bridal nether droid timezone snare valet commie beater magma zodiac nikon mailman pap cherokee frigging
        vasectomy longstanding cashmere milkshake vibrator yamaha pitchfork neuro habitual retort yearbook pelvic
        soldering bony dalmatian stag prenatal hotmail puny commodore boomerang litmus ticker 9.26 nobel dalai
        dominican foreseeable reverend milky pac focal dreaded checkout vending shutter revolving khmer mythical
        sprawling transitional proverbial tae tanning periodic hof perennial blockchain lowly trojan tac midi
        sharpest appalachian mens ceremonial veiled pecking rotary cbc compiler darkened huffington searing hardwood
        hallowed bosnian hawkeye michelin conveyor siberian basque magnifying widest momentary botanical cdc olden
        nitty feline preset transatlantic leaky groundhog battering proton shadowy directional quintessential
        scented blistering mayan multimillion quaker moroccan 9.46 light hair eye color skin dot cross ring dress
        button moon rose zone sky tape suit shirt paint queen hat tie flash dragon belt alert sand label wire cloud
        mask pit sheet jacket coat uniform pill diamond knight lightning powder beard hood carpet leather collar
        blanket colour pepper arrow streak ink pickup fur pencil envelope ops cloth sticker tee onion curtain
        sweater switches roses glow skirt eyed lipstick ranger triangle marker knights silk scarf outline vinyl
        dwarf peppers wool veil haired stain vest dye stripes cloak polo mist ribbon suv orb wig ale marble swan
        skinned feather lotus curly velvet denim lantern sedan gown herring panther lace convertible robe hue
        eyeliner crescent blob eyeshadow fang vase sonia streaks stripe picket tinted blooded ribbons blazer
        labrador clad teas winged sweatshirt plaid trinket corvette striped dwarfs tint footed lagoon flannel blouse
        hooded satin peugeot nosed kryptonite pigment suede tailed 9.46 white red green ice blue gold snow sea sun
        glass magic metal giant plastic stone silver golden orange iron yellow steel pink shiny grey liquid gray
        purple crystal brick flower rubber cherry wooden cotton colored vertical pine foam oak glowing coloured neon
        metallic 9.46 dog baby cat bear horse bird bug tiger bull devil robot puppy snake pig duck cow princess
        creature rabbit rat monkey pussy witch kitty spider flame goat demon doll turtle bunny kitten gem dinosaur
        worm hamster squirrel lizard gorilla loophole pup terrier dildo husky toad parakeet tabby 9.46 dust grass
        wolf clay sheep shark deer lion elephant eagle whale bee frog mold wax plague butterfly gel coral crow lodge
        mushroom panda rum algae berries crabs rhino goo nile raspberry pandas orchid cove sludge rhinos 9.46 eyes
        shoes lights pants walls boots wings suits shirts jeans lips socks gloves clouds flags shorts hats masks
        diamonds uniforms dresses dots skies arrows shells hairs panties belts tails coats jackets tones jerseys
        helmets sunglasses sneakers trousers vans roofs skirts stains benches fibers markings vines envelopes robes
        tights carpets trunks leggings stockings lipsticks vests wigs collars lanterns laces tulips 9.48 roof mirror
        sword shield pen bat shell trailer trap bow hammer rifle castle helmet cab chart crown cave curve thumb
        palace rope demo tooth vault shotgun pistol badge rod diary cube dock courtroom barn throne workshop glove
        bunker skeleton dome wagon notebook mug shaft crate necklace coffin palette cellar turret jumper bracelet
        limo casket daggers 9.48 speech reply blog commentary presentation testimony lecture essay rant confession
        thesis remark briefing putt stint seminar sermon monologue 9.48 door bed gun seat bike bathroom bedroom
        pocket desk chair finger classroom shower bench toilet garage couch wallet basement funeral bath closet
        laundry fridge licence cabin lawn purse bicycle cart wheelchair treadmill towel grill nap dorm porch pillow
        residence backpack stall freezer driveway refrigerator suitcase drawer hut balcony womb yacht patio mailbox
        crib cupboard stool 9.52 curse stamp brake drone notch brass candle hose conditioner feast tar blitz rag
        marshal conductor pox moderator bikini microscope fixture knob fingerprint screwdriver tyre siren barbeque
        muzzle bruise berth hanger matinee slur harp flake sweepstakes markup stylus takeoff marshalls warhead thump
        9.52 bounty lid throttle havoc cutter ing tracker socket unicorn kettle reliance punt icing lotion header
        dew waffle bogey crackdown whiz dwelling headphone sled moisturizer plaster mordor constable hex transmitter
        slime rodeo blight fairway conditional hinges pivot leech bandage crossword zipper buzzer gambit railing
        biopsy resin stitching spoof flier wrapper snooze hardline pooh rabble noose moratorium turban barbell
        elaborating fixation ninjas grazing bead spinners lightbulb twister mutiny damper latina lien frosting
        subcommittee glaze stamping silencer tarantula refresher gasket canes flickering charred bombshell nitro
        swastika strapping windmill dossier crusty pretzel 9.52 focus click rely depend reflect concentrate insist
        elaborate cum thrive binge dwell brag veto dunk capitalize wager err puke tack tread inflict embark latch
        linger gloss descend meditate clamp frown backfire splurge obsess kneel ramble drool infringe improvise
        pounce hinge grate munch converge wither intrude wreak squeal procrastinate refocus urinate 9.52 depends
        cheated relied rained depended rested embarked tattooed remarked focussed dawned spat peed dibs crushes
        pooped backfired capitalized obsessively flopped concentrates tacked frowns defaulted spilt shone clamped
        9.66 mac teddy macs sis nicky timmy dora susie missy piglet edie liza 9.66 correction spoon cottage typo
        circular chapel poodle shack glimmer cubes doggy hamlet compartment teeny blip sliver fragment pouch dab
        fishes cameo vial lumps dachshund cog rodent wiener quirk clique rectangle speck tremor skirmish hiccup hick
        nitpick tidbit 9.66 timer breeze whistle leash tutorial quiz mole prank ding disclaimer birdie sponge
        cushion thingy flyer limp mustache plaque questionnaire tug hump hoop flap riff diagram fender snowflake
        gnome smirk slider snot fuzz snitch nicks skit transistor rundown detour wrinkle blurb ragged bungalow
        doodle nibble inserts 9.66 tin pony rash wink brat chihuahua jewel cracker germ pep sob bitty boogie
        rebellious flakes bugger piggy pest midget mermaid chit runny doggie nit drizzle squirt tart weasel sod
        wobble redhead nugget tramp sissy dusting cocoon tiller nervously jabs pixie subversive booklet hairless
        princesses predictive nub spurts busters snide saucer sponges kiddie tingle 9.67 millionaire murderer
        springer traitor plumber hoax sitter retriever stalker housewife collie fireman biscuit pedophile janitor
        bigot spade noun rottweiler robber novelist fag veterinarian trooper volkswagen jock schizophrenic loner
        diva hen hater weekday kiwi grandparent linebacker yawn chiropractor snob homemaker pacifist thunderstorm
        felon sorcerer councilman misogynist lineman workaholic sinner lamborghini crowbar maltese scalpel
        nutritionist purebred prude stinger ballerina shopkeeper 9.67 hurricane cliff rumble needle circus glitch
        tornado paradox massacre ghetto premiere monument predator seizure freeway carnival melody penguin camel
        knot stew fracture ledge buddha gunshot peg verb wedge tarp meteor rainforest plateau shootout spanking rut
        disturbance refinery miscarriage mirage burglary blower coyote malfunction raccoon clot pear werewolf
        penthouse grounding toxin layoff coliseum tendon mover cartilage deacon bazaar recital gymnast shipyard
        transfusion jacuzzi remover 9.67 bachelor wizard creator fog cocktail genesis coaster breakup goddess
        brotherhood motions proliferation maze mantle dominion climax frontline detriment patron firewall hijacking
        plural constellation haze flashback perpetrator styling keg giver secretaries plank finder jest hem charade
        troupe sender promoter canister fervor collage bonnet vernacular alleys subdivision czar fuselage backer
        9.67 buck squat microwave massage calculator heartbeat dvd mat cobra fraternity spreadsheet harley
        dishwasher hunch blender greyhound funk burrito pigeon stroller muffin bagel sandbox canoe pharmacist mixer
        latte retina ferret washer joystick hangar cassette hostess cheeseburger minivan roulette martini pantry
        realtor trolley sega gameboy kayak sparrow hummer snowboard tripod sauna brownie hotdog casserole landline
        snowman keyword ducky tivo battleship cappuccino wildcard pentium congresswoman 9.67 bahamas lib smithsonian
        wormhole nighttime gutter boardroom sopranos cucumber lotto coasters boar gogh enquirer beeps hominem
        township gucci drowsy crusades hoe royce sprouts presley pasture blockbusters scotia everglades screeching
        cayman suzuki cob screeners heineken mower carp skillet sarcastically sniffles mediator togethers treadmills
        divas nook mcveigh samson blackboard tailgate 9.77 restaurant grocery pub supermarket cafe casino ranch
        condo pharmacy landmark cigar spa dealership nursery bookstore motel butcher brew salon diner bakery flea
        courthouse nightclub barber pawn deli parish hospice donut boutique kennel synagogue kebab tavern drugstore
        farmhouse parlor sneaker 9.77 ground earth olympics woods clock playoffs latter fence globe tunnel norm
        netherlands commons spotlight philippines aisle sidewalk hallway finale summertime simpsons duo oscars
        sidelines wintertime titanic pavement pier rye fest rink ons standings restroom limelight docks cortex
        pavilion communion airwaves equator disarmament underdogs wayside collider hamptons cleo galapagos bleachers
        9.77 world family country city state area town community land church nation region sub planet animal
        neighborhood universe village district household continent province civilization tribe neighbourhood 9.77
        island coast angeles beach county edge river bay francisco surface ocean mountain lake mountains valley
        forest diego gate gulf hills kingdom pacific shore pole entrance suburbs bronx midwest caribbean horizon
        arctic springs harbor jose delta northeast suburb capitol northwest slope southwest frontier seas canyon
        creek mediterranean ridge wilderness midlands peninsula rim corridor plains perimeter rapids borough slopes
        courtyard antarctic harbour basin highlands boulevard sahara coastline ossetia shroud quadrant caucasus
        stairwell parkway drawl 9.77 building road hospital park club bar table station airport shop hotel bus gym
        library camp farm museum theater bridge hall stadium parking studio factory campus festival mall menu
        shelter highway lottery trail theatre cruise memorial clinic ceremony gallery franchise database temple zoo
        marathon venue warehouse mosque lounge playground cemetery choir brewery 9.81 ditto infamous catalyst burner
        lookout spokesperson blueprint fend ploy dk renowned shortcut freebie nonstop scapegoat citation knack tit
        quilt multiplier teaser godsend shill gypsy crusader pulitzer prerequisite dupe requiem provisional
        shorthand tester hitman handbook pretext euphemism chainsaw grammy groundwork digress simmer permissions
        tonic modifier fiend caregiver springboard jingle plump reliever druids havens mitzvah ventilator laborer
        freelancer famed mouthpiece ringer workaround stub ws reapply raiser downpour flashpoint bonanza 9.81 root
        medal queue nomination hostage breaker siege qualifying foil refuge burial sanctuary nickel sentencing
        seating playboy captive existent mania scouting changer payback spree saver fodder standby fundraiser
        quarantine cheerleader dialysis stronghold heavyweight fencing qualifier decoration springtime cheerleading
        tarmac precedence remuneration requisite gatekeeper chaplain pawns vigil finalist shiva fundraisers
        simmering excursions 9.81 podium booster cola kicker sideline curfew conn cooker sling clubhouse hostel
        pageant tourney fasting philharmonic raffle postage kickoff balm kinect hotspot banquet scaffolding roadmap
        syllabus bookkeeping pacemaker dugout tradeoff 9.81 cure warrant deadline coupon petition preview coma
        cheque messenger magnet receipt proxy promo puppet rebate subsidy ransom chore lever deduction nuisance
        hotline dole buyout vector caption crutch conduit martyr guideline webpage subpoena brochure misdemeanor
        cutoff stipend steward pamphlet negotiator surcharge stimulant blading parable mugging 9.99 better longer
        worse easier harder closer faster cheaper stronger safer deeper wider cooler shorter slower happier nicer
        smarter quicker lighter healthier tougher farther warmer cleaner weaker richer simpler heavier darker
        clearer taller hotter louder colder tighter funnier brighter thinner thicker wiser greener stricter quieter
        softer smoother dumber scarier finer nearer prettier sharper kinder misty calmer sicker fatter wealthier
        crazier weirder fairer drier harsher rarer sweeter moreso busier friendlier trickier looser narrower bolder
        slimmer freer fitter sadder riskier fresher milder angrier leaner sexier cuter rougher truer luckier messier
        stupider firmer fancier grander 10.32 philadelphia manhattan paris brooklyn port beijing austin phoenix
        berlin portland queens sydney tokyo moscow vancouver cape nashville orlando memphis upstate birmingham
        cincinnati delaware minneapolis congo berkeley indianapolis ga kabul milwaukee harlem holland melbourne
        geneva quebec dublin norfolk rochester tucson belfast wyoming yorkshire petersburg suffolk devon providence
        fairfax ottawa lauderdale lancashire pasadena savannah omaha edmonton chester naples sussex lincolnshire
        soho southeastern huntsville 10.32 chicago boston seattle atlanta dallas detroit miami houston kansas
        pittsburgh philly cleveland manchester toronto denver buffalo liverpool baltimore tampa stanford madrid
        derby montreal barcelona nebraska oakland cardiff newcastle milan syracuse louisville stoke leeds auburn
        leicester southampton portsmouth norwich burnley gloucester 10.32 south north california east west
        washington london england texas florida africa jersey pennsylvania virginia ohio carolina michigan asia
        georgia usa arizona minnesota oregon colorado indiana iowa maryland illinois tennessee wisconsin
        massachusetts oklahoma atlantic alabama kentucky utah connecticut missouri mississippi louisiana baghdad
        maine dakota arkansas montana sri nevada sudan southeast cal idaho calif hemisphere ontario vermont wa
        uganda alberta cali siberia flank queensland saskatchewan 10.32 jail santa heaven haiti mars hawaii rome
        switzerland gaza edinburgh dubai singapore rio jerusalem palestine denmark tibet shanghai iceland rico
        brussels belgium tehran delhi chile mumbai venezuela colombia amsterdam venice kosovo jamaica kuwait burma
        malaysia libya ethiopia romania ghana antarctica rwanda peru jupiter hungary liberia serbia nepal morocco
        cambodia academia judaism qatar buddhism bali kia croatia prague bangkok valencia bulgaria honduras bermuda
        catholicism madagascar lithuania estonia lafayette fiji mongolia honolulu ru uruguay yonkers 10.32 america
        iraq china europe afghanistan britain india canada france israel russia japan germany iran korea mexico
        australia pakistan ireland scotland turkey italy vietnam spain wales brazil egypt syria alaska sweden greece
        cuba poland ukraine kenya thailand indonesia argentina norway nigeria zimbabwe taiwan lebanon austria
        somalia finland portugal yemen bangladesh 10.75 copenhagen exile kyoto vienna athens panama cairo florence
        baton chinatown heathrow seoul anaheim istanbul munich calgary georgetown augusta essex lisbon cork
        alexandria pyongyang babylon dover surrey mecca basra nottingham budapest monaco nairobi albuquerque cologne
        loch perth beirut johannesburg woodland brisbane warsaw trinidad dune normandy frankfurt winchester
        anchorage wellington hiroshima crimea albania chernobyl bethlehem bordeaux dresden obscurity disneyworld
        adelaide belgrade normality dartmouth silverstone czechoslovakia sicily bologna lhasa cameroon vanderbilt
        namibia bloomington mogadishu 10.75 rhode beverly mt guantanamo stockholm tel midtown newport charleston
        aberdeen malibu daytona yosemite cannes nam tacoma wilmington akron northwestern tulsa plymouth khartoum
        burbank tijuana lexington zurich auschwitz winnipeg hamburg somerset cancun damascus stockton glendale
        kingston williamsburg halifax aspen manila davos tiananmen harrisburg berkley pittsburg gainesville palo
        myrtle worcester tallahassee kandahar exeter northampton napa dorset coventry berkshire chattanooga kiev
        sichuan derry pensacola osaka jfk scottsdale hogwarts waterloo senegal auckland hades blackpool fife
        worcestershire huston greenville guernsey scranton bakersfield provo landfills concord lahore salisbury
        calcutta nassau porto trenton calais waco gettysburg belize wolfram lagos fairfield punjab canberra 10.75
        jeopardy vain oblivion adulthood aus captivity sao oslo mein havana equities tron shreds afar rehearsals
        gotham shale burgundy woodstock lima bombay droves unison jericho bree massachussetts cyberspace suburbia
        maui camelot sofia kurdistan woodworking nanotechnology niger arrears canterbury aden flanders bondage turin
        mali jakarta purgatory avalon austen samoa retailing versailles macbeth sweatpants 10.75 bosnia fargo
        myanmar greenland cornwall ecuador tanzania yugoslavia laurel bolivia guatemala wonderland algeria cyprus
        latvia kashmir whitehall kazakhstan scandinavia malawi chechnya knoxville barbados mosul angola nicaragua
        armenia juarez neptune bangalore islamabad karachi belarus tunisia bahrain azerbaijan zambia guam mozambique
        okinawa luxembourg laos slovenia slovakia botswana macedonia macau hinduism xinjiang papua uzbekistan juno
        10.75 san fort mount penn saint columbia dc oxford charlotte paradise cambridge columbus madison victoria
        glasgow sacramento sierra bristol westminster richmond downing disneyland trinity newark princeton boulder
        staten albany springfield lancaster arlington marina jacksonville carnegie dayton cornell brighton riverside
        beaver raleigh durham dundee reno westchester greenwich bethesda boise highland cedar annapolis wembley
        flushing niagara westwood uptown jurassic coney corpus camden fresno windsor huntington hershey wichita
        hartford toledo yellowstone stamford spokane erie warwick canton wiltshire whistler belmont monterey
        kensington astoria fenway galveston burlington midland bangor brigham overland 11.19 adamant critically
        broadly notably tightly chilling visually intensely loosely brilliantly haunting neatly narrowly fractured
        racially urgently passionately subtly deceptive fraught fiercely shameless strategically gripping palpable
        forcefully sporadic intimately spectacularly bullish vigorously repulsive euphoric finely meticulous
        vehemently insistent boldly keenly decisively generously cleverly enthusiastically securely captivating
        treasured strikingly warmly emphatically tactically 11.19 visible apparent widespread concentrated evident
        noticeable pronounced readily prevalent persistent scarce fashionable fluent ubiquitous abundant commonplace
        pervasive entrenched plentiful proficient 11.19 mostly slowly mainly largely naturally heavily effectively
        primarily consistently rapidly greatly dramatically similarly gradually severely permanently specially
        temporarily drastically steadily continuously indirectly radically sharply 11.19 seriously quickly badly
        regularly closely frequently strongly carefully poorly nicely quietly thoroughly briefly openly freely
        lightly accurately gently efficiently comfortably casually beautifully positively kindly aggressively loudly
        appropriately negatively politely wisely periodically religiously extensively softly violently cheaply
        reliably calmly dearly swiftly responsibly respectfully abruptly rationally patiently confidently harshly
        bluntly creatively fondly intelligently passively gracefully modestly sparingly sporadically cleanly
        diplomatically discreetly sensibly diligently 11.49 exclusive intimate authentic abstract elegant honorable
        environmentally outgoing infectious enduring inclusive upfront economical enlightened imperfect
        intellectually elusive adventurous oppressive upbeat entrepreneurial intolerant erotic intricate idealistic
        affectionate orderly uplifting imaginative earnest analytical academically unconventional outspoken
        inflammatory extravagant irregular assertive egregious ingenious exhilarating ominous opaque archaic
        equitable eloquent overt elastic expansive insidious inventive unequal unforgiving impulsive authoritative
        endearing interconnected agreeable overtly adaptive impressionable antisocial aesthetically expressive
        empathetic acidic egalitarian eclectic unfriendly encompassing obedient arduous impersonal illuminating
        agonizing esoteric astute ethnically understated apologetic intractable approachable evasive altruistic
        audacious ideologically inquisitive opportunistic egotistical overworked argumentative exhaustive airy
        enchanting unkind aerodynamic onerous insular amicable unproductive underdeveloped antagonistic 11.49 caring
        supportive passive subtle polite noble gentle humble respectful thoughtful patriotic humane feminine
        partisan disciplined civilized welcoming linear needy timely spontaneous decisive trustworthy hateful
        compassionate righteous cooperative proactive pragmatic stereotypical manly muscular forthcoming playful
        masculine courageous considerate provocative prudent macho spirited manipulative charismatic flashy
        territorial discreet receptive cowardly reactive materialistic concise selfless confrontational courteous
        submissive diligent sociable conscientious curvy streamlined cordial fiscally virtuous belligerent nosy
        vindictive stoic promiscuous cognizant methodical personable stealthy 11.49 crisp tidy mortar gritty
        pristine radiant buster defiant nurturing spiritually creamy lush sleek cosy sassy midrange glossy carefree
        cuddly solemn lovable slender feeble bubbly melancholy sickly destitute curt snappy bravely puffy cheery
        bouncy forbidding shaggy tanned silky woolly perky sparkly spiteful soulless 11.49 flexible frequent vocal
        fragile robust enthusiastic knowledgeable selective lucrative informative potent tolerant vivid glamorous
        primitive colorful prestigious distinctive rigid polished responsive gracious taxing durable resilient
        versatile inefficient energetic ruthless forgiving vigilant formidable insightful situational mellow
        contentious stimulating wasteful frugal adept restrictive addicting divisive persuasive intrusive improbable
        secretive appreciative stringent strenuous recognizable gullible lenient prolific enticing vividly
        commercialized diversified agile attentive accommodating descriptive precarious rosy damning likeable
        introverted conspicuous forceful likable polarized talkative observant tenuous fattening resourceful
        adaptable brazen polarizing cultured convincingly zealous eloquently intently flavorful perceptive 11.49
        fluid vicious sacred literal fierce blatant lively sinister daring festive cheerful stylish poetic majestic
        calming primal vigorous devout sensational soothing technologically wholesome luxurious graceful cohesive
        rugged mechanically visceral cunning tasteful chic topical reactionary pleasurable dignified fickle
        benevolent fragmented fanatical sobering heartfelt dependable complimentary ferocious brightly densely
        fruitful treacherous grueling seductive joyful grotesque joyous nimble sporty spacious musically merciful
        regal menacing devious serene coarse draconian symmetrical principled tactile sanitary somber porous
        discerning flamboyant sensual homey meaty tenacious hospitable watchful lighthearted lyrical purposeful
        pious chipper 11.76 sustainable functioning integrated functional operational structured paced bipartisan
        coordinated fledged bilingual workable monogamous modular clothed hydrated decentralized 11.76 popular
        successful powerful effective active famous friendly competitive secure creative attractive efficient
        advanced stable aggressive vulnerable intelligent educated qualified wealthy talented organized minded
        mature motivated productive corrupt dominant sophisticated skilled loyal ambitious athletic innovative
        prominent influential competent gifted privileged savvy respectable literate 11.76 suitable endangered
        symbolic disposable refined deserving radioactive reflective commercially publicized seasoned hardened
        polluted speculative cherished nutritious marketable polluting coveted domesticated livable bearable
        readable prized treatable identifiable leveraged attainable localized fleshed habitable corrosive centrally
        culpable customizable 11.76 important likely dangerous useful complex offensive helpful unlikely relevant
        sensitive valuable entertaining fortunate controversial convenient worthy toxic demanding enjoyable
        accessible deadly beneficial appealing profitable harmful hostile prone damaging costly uncommon addictive
        lethal unstable problematic destructive resistant unpopular susceptible sympathetic desirable unsafe apt
        detrimental probable underrated favorable intuitive disruptive invasive contagious poisonous hazardous
        pertinent troublesome advantageous objectionable palatable attuned newsworthy virulent suggestive 11.122
        clear fair safe correct honest healthy obvious appropriate reasonable calm accurate acceptable consistent
        realistic legitimate valid reliable objective conscious logical viable neutral balanced rational relaxed
        compelling sensible hypothetical convincing straightforward transparent static predictable credible sane
        plausible feasible deliberate theoretical superficial coherent believable hearted manageable benign truthful
        unbiased lucid satisfactory impartial painless 11.122 general common simple recent quick solid proper
        initial broad brief concrete detailed formal bold precise comprehensive extensive alternate partial
        constructive thorough explicit definitive preliminary lengthy rigorous informal factual systematic nuanced
        simplified reasoned conclusive incriminating 12.2 dom guinness tai mosquito romeo feral patriarchy fudge
        hydra couture malpractice dissonance welding granite cinderella attrition techno dolly dickens mara demi
        brainwashing trident dharma frankenstein heresy shrek chanel pottery roe owls skunk sloth freestyle beige
        wight bach mush shoreline passover phonics dung drywall burnout motoring toner hemp plywood infidels
        beatings flooring yin rembrandt sputnik molestation dracula mademoiselle reggae narration regents bebop
        radiance quartz budweiser peat salami windmills arousal tristan cookbooks deviant realtors contraband pell
        intoxication toms 12.2 sex privilege polar hormones gamer condom hormone mc vic births narrator gloom vocals
        superiority anatomy fetus protagonist masturbation nudity circumcision hippie companionship connector
        heroine genital strippers inquisitor supremacy doberman protagonists cadets pronouns reindeer infertility
        genitalia escorts contraceptive figurehead equivalents 12.2 gum vodka meth cardboard goldfish pepsi peanuts
        scissors squats bourbon bleach gin grape weeds butterflies toothpaste whisky morphine antidepressants brandy
        housework pesticides dynamite painkillers tylenol bunnies puppets mayonnaise cheddar sprite viagra jellyfish
        binoculars deodorant sodas opiates xanax encyclopedias camels cockroaches lavender tweezers superheroes
        gatorade penicillin ibuprofen prozac veal valium almonds napkins beetles cherries raisins jello slugs
        firewood pliers meatloaf guacamole pastas commas dumbbells 12.2 fairness moderation excellence storytelling
        apartheid everest biodiversity etiquette neutrality farmland segregation arithmetic merlin relativity
        confinement entrepreneurship solitude mediocrity inertia psychiatry ros poaching woe filmmaking rationality
        ramadan nightlife officiating lager archaeology civility muhammed partisanship foliage rapture innuendo
        normalcy dentistry craftsmanship chivalry alba militancy 12.2 continental swat pulp gamma thrall mystic
        stargate terra hannibal willow mesa walnut clover eureka skid andromeda rem mumble quincy chesapeake
        watergate ghostbusters waldorf norse fable pogo porcelain cobalt pegasus qi chestnut regent corona fez loco
        jaffa viet germanic primate garland showbiz 12.2 saturn glitter zinc charcoal teamwork cider wolverine
        scarlet clyde trout compost lithium coco kos heartbreak lacy helium techies couponing slander robotics
        budgeting hammers magnesium tampons rainbows ladders sorcery barley consumerism cyanide manure euthanasia
        methadone luka newt crayons zion lilith dimes dexterity whooping arafat seaweed sulfur modernity
        procrastination gunpowder cilantro nickels halliburton hydration vim methamphetamine psychotherapy ceramics
        stimulants amphetamines eugenics 12.2 solitary homo horizontal disco gravel voodoo trance narcotics titanium
        ze pastry nirvana catfish motivational powerpoint malt latex judo serenity camouflage hindi beethoven soups
        figuratively forestry propane whiplash superstition gothic mediation fleece malignant linen scrimmage nylon
        divinity triplets twos tupperware prada wedlock wacko willful nothingness demented melodrama scorpions
        marlboro mumps gamblers scheming hospitalization hustler collectibles baroque brie 12.2 olive silicon duct
        mint coconut peach bottled lime maple lava mineral hash sesame coca almond sparkling silicone molten paddy
        blueberry citrus kool steamed powdered biomass cauliflower saline menthol masking whey cranberry assorted
        salted coors peppermint moby sakura pickled 12.2 spam doom sarcasm spears profiling kidnapping vengeance
        boredom emergencies enlightenment graffiti witchcraft intimidation contraception manslaughter socializing
        ecstasy incest fascism menopause asbestos adultery misogyny cholera parenthood skateboarding motherhood
        shoplifting anesthesia vandalism polygamy plagiarism downsizing bribery coercion homophobia hearsay
        multitasking creationism causation hypnosis hanukkah deceit astrology mormonism pedophilia altruism
        bipartisanship voyeurism 12.43 sports football ball league baseball professional basketball pro golf hockey
        tennis soccer tag championship junior racing olympic pokemon elite guitar arena casual na nfl indoor smash
        cricket wrestling halo playoff piano rugby boxing mario bass melee bowling legendary roller cod hardcore
        chess poker battlefield bronze amateur fallout opposing multiplayer nba nascar minecraft softball sim comp
        bingo zelda singles playstation drums doubles sonic volleyball solitaire wimbledon fifa crucible sims
        challenger lcs diablo squash pong violin racket warcraft trivia coop riven rowing premiership preseason
        scrabble trumpet spades darts frisbee lacrosse checkers pinball cupid blackjack varsity flute forza
        paintball outfield primetime tabletop dominoes saxophone pathfinder handball badminton divisional marquee
        racquetball semifinal billiards sax trombone backgammon 12.43 shopping swimming dancing fishing hunting
        skiing camping skating hiking gambling surfing cycling biking jogging knitting golfing horseback boating
        bicycling sledding kayaking clubbing canoeing skydiving 12.62 history economy society population version
        language culture press politics style capital prime newspaper border equivalent flag parliament accent
        citizen tradition constitution navy empire republic currency territory invasion soil origin heritage
        speakers premier fleet embassy cinema translation passport occupation countryside ambassador manufacturer
        customs citizenship exports federation colony accents descent mainland counterparts mafia imports subtitles
        armies colonies legion diplomat nationals ness cuisine submarine mythology airways delegation settlers slang
        vogue populace nationalism alps dialect pow dub pronunciation ancestry counterpart consulate bulldog pastime
        airspace imperialism bulldogs dialects raj automaker colonialism embassies carmaker diaspora warships
        nationalists fluently unification colonists nobility colonization folklore aristocracy hegemony 12.62
        government police air military fire force army nuclear union defense prison secret civil enemy senior
        intelligence guard presidential duty combat armed supreme command reserve defence marine cia sniper missile
        cargo patrol imperial naval troop infantry colonial artillery peacekeeping cavalry uniformed 12.62 workers
        leaders forces scientists troops soldiers politicians citizens authorities officers agents immigrants
        journalists guards allies prisoners engineers civilians tourists pilots intervention fighters spy bombers
        astronauts hostages generals commanders diplomats spies businessmen servicemen sailors automakers invaders
        laborers peacekeepers 12.84 food coffee clothes beer wine cigarettes drinks goods juice clothing candy junk
        furniture soap coke soda liquor jewelry vegetable groceries champagne booze snacks whiskey merchandise
        perfume shampoo bitcoins lingerie gilts 12.84 car oil drug gas stock pet construction tech estate
        advertising auto finance cigarette shipping retail hardware repair airline luxury manufacturing toy chip
        motor equity shoe tobacco taxi mining agriculture utility rental electronics publishing printing mega
        lending export consulting cattle agricultural pharmaceutical commodity offshore aviation automobile antique
        catering railroad cement tow recruitment livestock wholesale automotive reputable contracting secondhand
        startup hospitality cosmetics petroleum freight telecommunications timber merchandising aerospace
        multinational courier beverage staffing outsourcing brokerage pharma resale plastics telecom pharmaceuticals
        garment leasing trucking landscaping biotech lumber poultry telemarketing textile taiwanese consultancy
        biotechnology floral apparel towing fledgling telecoms whaling limousine nascent realty 12.84 water alcohol
        electricity weed coal marijuana caffeine poison cocaine acid renewable fossil gasoline heroin hydrogen
        diesel debris copper uranium mercury petrol cannabis ethanol methane fertilizer melatonin 12.98 united bears
        yankees giants lions chelsea patriots jets lakers arsenal kings cowboys duke sox mets colts rangers blues
        seahawks pats eagles packers flames tigers bulls saints ducks hawks thunder wolves cowboy spurs nets ravens
        beatles dolphins raiders phillies titans chiefs broncos cubs yankee steelers dame browns cardinals redskins
        vikings dodgers flyers villa patriot knicks bandwagon penguins hawk celtics devils panthers reds avid
        clippers celtic chargers rams bruins everton braves sixers sunderland cardinal suns rockies leafs pistons
        texans roma raider isles falcons baylor longtime bengals islanders tottenham blackburn barca mariners royals
        blazers cub rabid gators packer marlins radiator mavericks raptors dodger jays niners gator oilers ku
        diehard orioles padres crazed laker clemson jaguars pacers bucs clipper astros canucks blackhawks sonics nix
        bengal habs bronco jags ardent nats buccaneers sabres brando 12.106 reality favorite comedy rock pop latest
        hollywood classic fantasy favourite comic fiction horror mini musical disney ghost adventure potter cartoon
        graphic fashioned batman romance contemporary rap matrix punk trek zombie broadway classical marvel superman
        pirate fairy upcoming fi interactive vampire animated ninja manga vintage twilight indie lego blockbuster
        miniature renaissance thriller hobbit superhero terminator fu themed gangster tabloid spiderman standup
        karaoke godzilla transformers slapstick pirated gladiator bollywood spongebob paperback snuff rambo pixar
        hitchcock 12.106 music film art dance fashion idol opera jazz animation poetry sitcom 12.109 butter
        vegetables dirt corn beans potatoes pork vanilla mud ham peanut apples banana fruits lemon tomatoes garlic
        spaghetti greens salmon wheat tomato shrimp baking lobster glue tuna ginger crab lamb onions jelly mushrooms
        bananas flour syrup gravy noodles sweets yeast carrots lettuce strawberry mustard veggies scotch vinegar
        yogurt grapes donuts salads ketchup poppy broccoli carrot oranges pudding spinach peas hamburgers mashed
        cinnamon cocoa strawberries biscuits cabbage cheesecake salsa pineapple scrambled meats crackers oatmeal
        tofu tequila macaroni desserts bamboo lemonade pickles avocado oysters lasagna mango celery waffles peaches
        doughnuts basil watermelon doritos bagels pepperoni oats olives kale caramel asparagus parmesan grits
        grapefruit hotdogs cucumbers nachos alfredo burritos caviar oj porridge blueberries parsley beets shellfish
        12.109 fish meat chicken tea milk cheese pizza cream breakfast chocolate eggs rice foods bread cake potato
        fruit meals sauce salad beef steak pie soup dish sandwich dishes bacon burger cookies pasta popcorn fries
        toast cookie seafood taco sushi dessert snack barbecue cereal sandwiches buffet burgers roast curry chili
        sausage hamburger cakes eater tacos pancakes steaks bbq flavored noodle eaters takeout 12.109 fresh raw
        frozen organic cooked fried vegetarian baked dried processed vegan dairy sour rotten spicy soy canned fatty
        homemade grilled boiled gluten greasy leftover rotting gourmet kosher veggie hearty sugary paleo cajun
        12.115 reddit google windows facebook steam amazon twitter youtube ebay yahoo wikipedia linux wiki twitch
        chrome cam sprint paypal skype stealth micro python nova steroids craigslist photoshop java plasma tinder
        itunes spotify bing kickstarter ubuntu tor gmail plex adobe php pandora crutches volition spreadsheets
        flickr yelp dropbox wordpress myspace whatsapp hangouts 12.115 news phone computer internet video online
        media television search train radio network web cell camera email text mobile tv com cable mail ad
        entertainment digital chat gaming recording tube banking telephone satellite broadcast audio custom
        electronic virtual communications wireless networking rail cellphone desktop streaming broadband polling
        broadcasting messaging railway cellular standalone 13.6 hits sets kills drops picks sticks beats catches
        bites screws wipes wraps brushes snaps ticks drags pokes 13.6 rides hugs nods insults dances gestures
        presses curls quits wrecks bends slurs pauses flicks naps sips skips whips sprints sprays arches stalks
        commutes coughs 13.6 does says else needs wants knows thinks likes plays tells uses loves talks believes
        sees wins cares tries ought pays finds asks deserves dies owns watches hates speaks decides understands
        expects loses writes spends eats buys wears wonders agrees smokes remembers enjoys refuses argues chooses
        insists admits manages suffers cooks realizes intends sleeps wakes hears owes listens responds learns
        notices prefers complains sings disagrees cheats reacts forgets swears commits pretends proposes approves
        dares attends panics 13.6 laughed cried laughs smiles yelled smiled panicked cries screams shouted screamed
        waits stared froze giggles sighs chuckles shrugs grins stares withdrew nodded yells shrugged shouts retires
        barks quipped blushes sighed moans reloaded chuckled fainted curses busts wept glances bowed angrily blinked
        giggled sobs groans excels exclaimed smirks snowballs muttered sniffed raps preaches rages mouthed grinned
        13.6 turns broke breaks drives blew opens throws burns blows pulls kicks reaches winds pops shoots shook
        pushes locks feeds hangs lifts fills tore shakes closes finishes slows clears knocks lays messes shuts
        cleans rubbed spins freezes washes rubs dries warms rips folds cools grinds interrupts adjusts cancels
        swallows coughed 13.6 spreads balances crosses counters heals launches hooks repeats stresses sank plugs
        pans taps shines melts escapes floats splits sinks mixes succeeds hunts explodes whispers settles drains
        slams specializes digs behaves dips climbs spills dives blends engages debuted interacts bleeds thrives
        pours breathes spits transforms competes stuns communicates hatches swims smashes 13.6 leaves puts follows
        supports reads sends teaches meets describes treats touches misses mentions handles considers assumes
        recalls enters accepts ignores recognizes predicts trusts maintains joins steals acknowledges hides
        recommends survives denies hires prepares dislikes appreciates celebrates blames concedes reckons rejects
        announces declares discovers expresses contends portrays alleges accuses completes defends marries discusses
        opposes licks stuffs welcomes observes imagines oversaw recounts perceives 13.58 means happens sucks counts
        lasted applies lasts resulted occurs varies appeals boils relates mattered compares ranges equals stems
        stinks originated translates extends totals snows arises emerges spawns aloud revolves amounted arose
        differs consisted expires entails rhymes echoes spans persists resets orbits coincided heats interferes airs
        unfolds equates reeks intensifies stings resonates shrinks lingers corresponds pertains lags outputs looms
        resonated revolved sprang coincides manifests shrank rotates paulie 13.58 takes offers includes adds
        provides holds represents covers creates sells presents raises carries serves contains produces aka draws
        focuses lacks reveals displays receives weighs seeks poses generates contributes delivers employs threatens
        earns constitutes promotes performs averages paints collects casts begs replaces identifies consumes
        introduces converts boasts avoids wastes cites resembling sheds retains absorbs possesses depicts occupies
        explores gathers emits caters hath installs embraces embodies publishes establishes incorporates conveys
        invests oversees imposes 13.58 suggests fits explains reflects proves indicates ruins implies reduces fixes
        improves defines determines demonstrates destroys confirms sparked removes defeats resembles captures
        dictates illustrates concludes ensures decreases solves boosts expands lowers violates exceeds harms
        chronicles spoils combines trumps lends reinforces contradicts justifies dominates outlines notwithstanding
        undermines examines outweighs boggles enhances emphasizes encompasses calculates alters achieves detects
        resembled narrows offsets negates defies evens activates lessens diminishes strengthens underscores
        transcends mimics governs stimulates 13.58 is seems comes looks gets goes works seemed feels runs becomes
        appears remains ends lies moves stands continues falls exists begins stays tends passes controls sits fails
        builds belongs grows smells travels rises refers relies operates arrives consists develops rests collapses
        resides 13.126 caused allows requires causes unlike affects saves prompted encourages prevents triggers
        protects attracts barring eliminates prompts surrounds divides binds renders exposes prohibits excludes
        unites discourages distinguishes forbids 13.126 makes gives helped helps brings leads reminds hurts bothers
        lets scares enabled freaks enables pisses connects invites amazes annoys qualifies upsets offends separates
        warns motivates inspires irritates confuses pleases awaits advises smacks haunts informs irks calms awaited
        saddens relaxes baffles frees frustrates directs frightens disturbs excites eluded angers tickles 14.38
        dinner lunch vacation reunion superbowl prom vacations picnic supper rehearsal dinners cafeteria recess
        mating brunch valentines checkup dummies outings picnics 14.38 relationships fights meetings conversations
        dates trips discussions periods marriages contacts shifts friendships debates tours encounters contests
        showers workouts intervals bouts 14.38 night early morning late summer christmas winter september sunday
        friday march saturday january monday evening spring july june afternoon april tuesday december november
        august october wednesday february thursday ages thanksgiving midnight easter halloween sept jan feb dec nov
        oct autumn noon aug mornings evenings nightfall puberty sunrise lunchtime afternoons 14.70 one two hundred
        five three nine four twenty six eight seven thirty ten fifty forty ninety least sixty eighty seventy half
        almost past fifteen zero twelve eleven nearly eighteen fourteen thirteen sixteen seventeen nineteen roughly
        remaining minus approximately mere th averaged averaging whopping totaled circa preceding totaling zillion
        mach measly 14.96 thousand years point dollars percent million minutes hours hour per pounds billion points
        miles plus feet dollar seconds foot bucks grand square pm degrees tons mile cents keys votes pages seats
        blocks pound inches yards calories trillion euros inch copies euro coins packs meters gallon shipped sec
        credits acres mana hp min warlock barrels fold meter pairs tops mill frames gallons kilometers cans mph
        upvotes tonnes gems oz acre respectively hr ounce lb reps grams stacks thou mil watts wickets cubic clicks
        shards laps stitches pixels gigs digits watt pennies mpg fahrenheit celsius psi yen gram overs yuan quid
        assists ounces rupees sacks hectares knots megawatts rebounds apiece onwards touchdowns chem horsepower
        liter liters gigabyte fours fives kilos kilograms milligrams pints homers centimeters volts kilometer
        kilowatt pushups pence francs ascendant millimeter servings pesos ppm bytes paces nautical cartons ly
        gigabytes 14.96 times days months weeks calls decades shots seasons elections matches nights episodes
        generations flights quarters attempts rounds centuries finals visits sessions sentences beers innings cycles
        appearances chapters editions paragraphs expansions drafts semesters millennia tenths installments 14.96
        cases deaths accidents incidents witnesses suspects casualties murders crashes arrests surgeries divorces
        fatalities suicides executions rapes robberies sightings felonies 14.96 brothers grandchildren bullets cups
        lanes summers floors sided slots starters majors puppies kittens strokes rows entries bedrooms dimensional
        nieces tabs victories wards pitches cores rune turnovers exotics cylinder pizzas exits tackles pregnancies
        nominees nominations baths virgins summons storey fouls mags archers healers sugars homicides hogs finalists
        jacks legged aces threes marathons autos axes kingdoms fifths ers parakeets gunshots cylinders spoons onward
        grandsons golds interceptions mos zeros fumbles sixes hens syllables granddaughters crowns seater brigades
        silvers vials christmases moths miscarriages dashes firsts 14.112 first last next second third fourth fifth
        eleventh mid sixth seventh eighth twentieth ninth tenth nineteenth twelfth eighteenth fifteenth fourteenth
        seventeenth thirteenth sixteenth thirtieth fiftieth hundredth fortieth sixtieth 15.31 mine yours ours theirs
        hers 15.31 it he she someone everyone anyone somebody everybody obama nobody anybody bush jesus clinton
        mccain whoever saddam hillary hitler adnan reagan noone 15.60 luis bono anders lindsey jude kessel whiteside
        mata yao jamal yoda scolari blount oxfam ericsson aidan ochoa tobias selena carlyle zola gaston herr goldie
        15.60 sage xena fizz hola felipe angelina jaime birdman dirk huckleberry leona luigi javier erik damian
        yasuo trey yoshi darius jenn janna billie adidas akali leblanc liv worldcom bret eduardo raul lucian cary
        robben katarina hermione keanu confetti yoko priscilla dani rama gob jermaine russel mako manu wachovia
        15.60 federer ronaldo nadal favre roddick henin 15.60 papa shawn serena ambrose romo rory damon olivia
        sotomayor mickelson maya archie frankie freddy paige zed jenna carly marco shaq pedro kara moe richie jules
        alonso nikki kai noel bale wesley vader tess haley sheik westbrook opie orton jeb levi dante merrill nadia
        lux collingwood klay goliath natasha ava matty melo nicki lillard maradona gemma ollie rufus jillian amir
        marbury ezra bette malkin defoe 15.60 barack bryan reigns bo peyton rex lebron mickey elvis walt eli gus
        dwight bart manny mel bernie fernando jade ned reggie mitch lex mitt boris rosie wes clint claudia fabio
        kris stevie hilary harriet hector theo spacex alec eminem roberto donnie aldo pres gareth dumbledore ruben
        monsanto jenson bilbo garry 15.64 gossiping enron overeating sars freddie britney lsd madonna smallpox
        newsweek ike violet fannie columbine breastfeeding cloning acorn hulu exxon flintoff pluto nafta diddy steph
        ritalin nickelodeon claritin pfizer 15.64 whom islam humanity bitcoin christianity slavery feminism kobe
        communism mankind homosexuality rust venus prostitution atheism thor monty sharia barbie dexter
        deforestation deflation buffy whomever conan voyager glee scientology cadbury overclocking homelessness citi
        obamacare cristiano madeleine bieber devolution monogamy protectionism humankind peta bigfoot aegon
        homeopathy ulysses nazism 15.64 congress apple fox riot microsoft nintendo nasa sony nato toyota valve intel
        isis blizzard amd comcast boeing hamas verizon nvidia samsung allah ferrari nike tesla chrysler lloyds fiat
        caesar hubble bt opec mclaren nokia marx hezbollah barclays vp cisco motorola tolkien hyundai greenpeace
        todays merck mossad kepler activision oda 15.92 dawn virtue alfred halftime roland geoffrey inducing ernest
        jerome orwell deco elderman jorge anton mobil kathryn deng edwin gillian olivier adele nathaniel franz lenin
        multiplying giovanni sergei philippe callie raphael akira materialism mikhail garth chico warping
        constantine paolo offsetting tomas sundown lorries ozzy josef 15.92 affirmative osama katrina lehman kurt
        stalin sid calvin jared edgar hugo rupert mao napoleon zeus gunfire leonardo sinn nicolas lionel picasso
        darth rafael gandalf mozart sidney vladimir fidel metallica gustav lars anakin voldemort galileo theodore
        adolf judas alberto spartacus benazir lucifer piers shaquille plato meryl aristotle socrates genghis jimi
        15.92 default pew neo ko roadside brute starfleet damien gallup sheikh csi moonlight deutsche nielsen warhol
        cps forwarding scalpers barbed telltale prudential gillette politico heinz passers turing lightening
        contrasting beheading shortening eurostar cannibal 15.124 me them her him something us anything everything
        myself yourself themselves himself thousands millions hundreds ourselves herself em billions bin tens
        yourselves thee oneself themself ourself theirself 15.125 reuters pearl sunset lan indy bbc ikea sears tesco
        cnn rutgers sapphire rockstar hbo cbs nbc unicef renault abc midday dusk showtime xavier chevron tia
        buzzfeed purdue kodak asda interpol ajax vodafone gazprom lockheed 15.125 harvard mcdonalds walmart
        starbucks mit yale uni costco thrift landfill pax wal roc fedex sephora kmart safeway eb cern dominos kroger
        dunkin 16.0 deposited conducted selected viewed quoted edited repeated measured filmed operated corrected
        displayed examined constructed investigated advertised portrayed surveyed manufactured preserved framed
        conceived debated timed crafted capped assessed hunted exchanged evaluated stalled sung polled inspected
        numbered reopened disguised redeemed hanged detonated applauded waged bathed levied dusted worshipped
        substituted disgraced appraised 16.0 restored documented staged reversed interpreted harmed revised repaired
        dubbed rendered referenced administered unveiled concealed enacted reformed discarded undertaken repaid
        legalized discontinued outlawed abolished suppressed amended silenced replicated aided finalized mirrored
        upheld reinstated implicated erected crowned circulated conveyed patented orchestrated ratified repealed
        uttered slain nurtured enslaved thwarted cultivated misused amplified articulated curtailed embodied
        engulfed annexed ordained overthrown unearthed disbanded remade anchored invoked styled mutilated
        apprehended recreated reproduced piloted reared deposed molded revisited penned knighted extinguished 16.0
        able designed perceived awarded assigned appointed sentenced accounted deemed reserved attributed permitted
        bred prescribed labeled subjected programmed composed condemned credited allocated jailed titled marketed
        hospitalized engineered labelled starved coded postponed presumed renamed chained disposed rumored nicknamed
        incarcerated deferred allotted auctioned earmarked classed primed budgeted duly lauded construed formulated
        outsourced adjourned institutionalized termed prepped clamoring harnessed rescheduled 16.0 damaged shaped
        accompanied triggered modified sponsored imposed compromised enhanced haunted assisted elevated impacted
        diminished conditioned governed fueled weakened induced effected battered reinforced tainted mandated
        impaired branded halted unfairly illustrated enriched plagued dictated borne inflicted scarred tempered
        touted sanctioned breached swayed undermined strengthened characterized masked trailing inhabited diluted
        stimulated undone multiplied ravaged pierced repressed aback exacerbated evidenced awakened angered sickened
        gripped compounded hampered jointly degraded perverted validated perpetrated fuelled rattled overtaken
        orphaned augmented averted outweighed tarnished handmade victimized improperly lessened illuminated serviced
        inconvenienced penetrated overseen clouded magnified scorched hindered sharpened honed reclaimed categorized
        heralded bolstered blighted smeared dogged overruled unanimously colonized dwarfed bestowed rebuffed stunted
        undervalued 16.0 transferred lifted converted translated stretched stripped imported taped copied
        transported carved relocated strung escorted streamed smuggled rotated plucked bolted leased transplanted
        unplugged dashed unloaded beamed relayed scrubbed springing 16.0 removed banned separated suspended
        displaced excluded freed evacuated derived recycled transmitted withdrawn discharged hailed expelled
        prohibited deported abducted erased accessed exported extracted confiscated barred diverted ousted cloned
        withheld harvested emitted seconded looted resurrected evicted exiled banished disqualified mined dispatched
        shielded ejected retrieved omitted extradited indoctrinated ostracized downgraded sidelined deducted
        redacted axed salvaged uprooted sheltering culled 16.0 brutally wrongly artificially falsely systematically
        reborn underweight forcibly docked relentlessly victorious acquitted overstated negligent cremated amputated
        malnourished blindfolded quarantined aborted repossessed reused unfaithful reworked shuttered nationalized
        unhurt surgically 16.0 destroyed replaced ignored ruined abandoned blocked dominated eliminated dismissed
        consumed crushed defeated transformed absorbed overlooked misunderstood neglected shattered violated fooled
        manipulated rebuilt cured wrecked paralyzed corrupted brainwashed distorted drained underestimated
        humiliated demolished crippled blinded discounted disrupted dissolved severed trashed renovated dismantled
        depleted disarmed overshadowed refurbished alienated outnumbered eradicated misinterpreted unaffected
        swamped refreshed submerged flattened discredited revamped derailed debunked charmed obscured redesigned
        eroded rewritten incapacitated butchered redone disregarded obliterated decimated deformed vetoed captivated
        outclassed disoriented vindicated 16.0 divided varied distinguished liberated sheltered segregated
        restrained subdued marginalized energized disenfranchised 16.0 affected controlled informed protected funded
        defined employed represented appreciated targeted respected influenced regarded accountable restricted
        occupied censored valued classified regulated monitored licensed enforced entertained inflated oppressed
        overpaid tolerated scripted insured financed usable compensated favored subsidized contested guarded
        disputed empowered constrained revered intoxicated utilized supervised staffed vetted accredited medicated
        acclaimed scrutinized commended 16.97 hit killed hired denied rejected traded deleted searched spotted
        cancelled bombed invaded canceled nailed leaked drowned traced uploaded verified tapped bailed poisoned
        summoned scanned swallowed tackled swapped boosted faked mailed shortened rocked farmed snatched slashed
        clipped forwarded raided drugged emptied tweaked camped intercepted chipped pegged downed cornered waived
        snagged nicked shelled replayed downsized 16.97 set ended broken closed locked messed backed wound packed
        marked cleared wrapped printed cleaned matched lit popped cracked sealed dug tuned rounded maxed typed
        topped folded leveled woken warmed summed scaled toned piled eased tightened trimmed straightened boxed
        stirred curled holed clocked cropped tanked racked scraped stashed propped cooped beefed bagged levelled
        flared cranked loosened 16.97 caught pulled carried laid fed pushed thrown kicked handed hung blown burned
        screwed knocked rolled sucked ripped torn wiped dumped dragged washed twisted burnt bent swept busted pumped
        sorted punched tossed smashed chased hacked snapped bumped tipped bounced slapped chopped slammed spun
        shoved squeezed whipped scratched sliced pinned choked soaked jammed tripped blasted banged patched brushed
        singled chewed ticked sprayed booted flung poked hauled smacked flushed grossed peeled wheeled scooped
        plowed stitched shivers yanked splashed shuffled buzzed zoned decked chucked jerked lashed rammed 16.118
        treated fired arrested attacked murdered convicted raped abused wounded delayed punished blamed executed
        judged promoted sued drafted rewarded nominated stabbed robbed tortured kidnapped criticized detained tagged
        fined prosecuted interrupted praised assaulted bullied exploited imprisoned screened photographed harassed
        scrapped hijacked slaughtered sacked schooled overturned billed flagged discriminated assassinated cheered
        revived subbed mocked penalized teased persecuted mugged indicted terminated ridiculed revoked groomed
        reimbursed duped graded briefed pampered molested shunned mistreated refunded neutered interrogated widowed
        ambushed baptized crucified beheaded routed profiled spanked conned maimed torched 16.118 married involved
        available born alive stuck pregnant elected injured divorced charged exposed asleep diagnosed engaged buried
        dressed trapped infected sober certified taxed vaccinated grounded underway stranded acquainted circumcised
        romantically 16.118 rid hooked downvoted heated upvoted renewed remarried stoned bitten sniped chills
        hammered booed relegated bombarded roasted watered jacked shredded scammed aggravated muted clogged tangled
        progressively chilled countered gilded aroused stomped bogged stung whacked towed winded gunned audited
        ahold reposted soggy toasted reelected trampled bashed spooked shafted fouled riled massages drenched
        pounded tickled pinched gassed boned squashed demoted irrationally sidetracked hitched overheated mangled
        flustered waxed inflamed 17.25 client opponent employer dealer spouse carrier buyer investor publisher
        broker lender insurer 17.25 child student member driver patient parent candidate customer user cop pilot
        hunter worker employee witness guest passenger guardian taxpayer prisoner donor voter referee vendor rider
        viewer caller visitor builder participant shopper benefactor recipient offender tenant traveler pupil inmate
        homeowner contestant applicant juror lawmaker detainee reviewer 17.25 friend mother husband son wife father
        mom dad doctor daughter brother sister girlfriend boss boyfriend uncle daddy mum cousin grandmother aunt
        neighbor grandfather grandma roommate nephew niece grandson grandpa fiance landlord neighbour granddaughter
        fiancee stepfather stepson nan granddad 17.50 teacher partner lawyer nurse smoker vet principal priest lover
        surgeon trainer sergeant colleague companion physician dentist monk bomber waitress supervisor sophomore
        mentor pastor policeman waiter toddler maid banker psychiatrist nanny servant medic bartender prostitute
        coworker tutor ruler cashier teammate translator rabbi firefighter preacher stripper jockey recruiter
        breeder receptionist pediatrician cleric paramedic caretaker frenchman lobbyist miner neurologist classmate
        publicist cadet 17.50 officer expert engineer assistant editor spokeswoman specialist consultant analyst
        economist instructor contractor counselor adviser inspector psychologist faculty researcher aide clerk
        programmer administrator advisor correspondent technician attendant investigator coordinator warden
        librarian planner curator columnist lecturer dispatcher practitioner counsellor strategist 17.50 president
        judge minister manager named director lord owner captain professor chief st agent spokesman vice secretary
        executive mayor governor senator prince attorney commander chairman representative pope resident lieutenant
        rep colonel deputy sheriff chancellor commissioner prosecutor gov congressman starring sgt superintendent
        17.50 law office university court bank board department administration officials official council agency
        organization authority foundation senate committee commission association journal institute academy
        organisation convention institution ministry cabinet assembly treasury headquarters bureau legislature
        counsel watchdog registry apparatus academies 17.59 man person guy woman girl kid boy lady teenager chick
        slave gentleman farmer shepherd jew businessman widow gal fella bloke billionaire sailor filmmaker mans chap
        monarch cocker 17.59 leader artist actor writer author soldier speaker singer scientist politician designer
        journalist comedian chef actress photographer architect poet painter historian composer philosopher
        physicist playwright mathematician 17.59 player coach hero detective tribute fighter warrior athlete
        quarterback musician starter mechanic runner seller defender receiver shooter thief dancer rookie striker
        keeper lad pitcher trader salesman performer goalie boxer healer superstar listener wrestler rapper
        goalkeeper golfer drummer swimmer caster dane magician hitter guitarist bowler streamer talker finisher
        skier skater sportsman blocker climber statesman communicator 17.68 timers nuggets wingers somethings
        troopers pioneers schoolers shepherds kann traffickers housewives princes greats racers dwellers combatants
        studs jun bystanders learners maids shiites linemen joes samaritan adopters internationals pacino schooler
        felons viel preachers 17.68 collector scholar drinker fulltime peasant spectator fisherman teller gardener
        redneck taker precaution borg biologist pianist newcomer maverick spinner chemist crook thinker racer
        songwriter cameraman lefty traveller visionary diver hermit midwife biker commando barrister realist madman
        lifeguard gambler legislator trainee dermatologist schoolteacher choreographer paralegal cartoonist sculptor
        campaigner concierge linguist doorman cardiologist screenwriter warlord dreamer stockbroker salesperson
        theorist pathologist chameleon welder cynic bridesmaid geologist deadbeat 17.68 virgin veteran dev hacker
        mech thug foreigner youngster winger blogger brit villager nun cyclist scot californian texan stoner surfer
        pyro spaniard tycoon serb pensioner brunette scotsman briton swede schoolboy prodigy tortoise sufferer
        motorist staffer postman loony trucker retiree lear schoolgirl protester southerner 18.16 teachers athletes
        artists actors writers coaches directors comedians designers musicians comedies dancers performers defenders
        architects singers photographers chefs receivers shooters villains actresses strikers boxers captains
        quarterbacks bargains apes pitchers wrestlers streamers thinkers philosophers golfers rappers poets
        exclusives explorers entertainers swimmers composers skaters danes painters orchestras soundtracks 18.16
        people kids children women guys men students girls families boys patients cats folks adults babies birds
        ladies teenagers farmers couples males females households folk dudes persons chicks youths 18.16 members
        fans employees customers users owners consumers residents partners drivers investors clients visitors
        readers viewers developers employers buyers shareholders audiences competitors sponsors subscribers
        operators listeners 18.16 friends parents sisters neighbors colleagues relatives sons mothers daughters
        supporters grandparents guests cousins opponents teens siblings fathers wives peers buddies bosses mates
        followers moms teammates girlfriends professors neighbours husbands roommates hosts ancestors grandkids
        coworkers associates nephews classmates dads tenants trainers boyfriends attackers companions assistants
        pals comrades creditors regulars fellows supervisors interns congressmen mentors orgasms deputies
        grandmothers mums solicitors correspondents parishioners 18.16 players teams characters names stars victims
        candidates champion heroes titles gods champions bands winners authors presidents championships champs 18.95
        cops beings twins celebrities marines aliens rats pirates angels mice refugees protesters slaves rebels bees
        sharks gangs killers whales offenders monkeys dinosaurs rabbits elephants insects spiders lads seals
        predators turtles ants insurgents monks hurricanes policemen elves assassins clones nerds glaciers
        filmmakers mosquitoes orphans gunmen transplants illegals crows reptiles demonstrators gals 18.95 critics
        economists locals dealers sellers publishers entrepreneurs academics traders lenders villagers surgeons
        advertisers observers commentators collectors historians bloggers astronomers insurers fishermen
        psychologists educators policymakers cyclists haitians pundits motorists environmentalists cubans landlords
        merchants enthusiasts tibetans broadcasters libertarians physicists forecasters dentists practitioners
        insiders biologists psychiatrists growers pollsters reviewers clergy schoolchildren marketers diners
        breeders archaeologists evangelicals gardeners municipalities mathematicians onlookers conservationists
        truckers landowners 18.95 pros lovers thieves addicts prostitutes murderers vampires millionaires
        independents minors pedestrians racists homosexuals beginners alcoholics toddlers witches lesbians cheaters
        latinos billionaires amateurs socialists adolescents innocents juniors superstars protestants vegetarians
        progressives hindus drunks intellectuals pedophiles anarchists warlords martyrs sinners gypsies pests
        buddhists ukrainians clinicians leftists 18.95 passengers participants volunteers smokers nurses veterans
        survivors pupils acquaintances graduates posters hunters gamers youngsters inmates senators delegates
        seniors riders detainees physicians runners respondents homeowners travelers contestants applicants priests
        shoppers guardians miners recruits mobs infants australians borrowers migrants vets britons travellers mages
        spectators programmers callers retirees newcomers freshmen californians bidders patrons bishops climbers
        attendees pensioners surfers commuters sufferers entrants staffers rookies claimants brazilians brides
        undergraduates southerners diabetics londoners nannies 18.95 others americans republicans humans democrats
        terrorists individuals voters muslims jews conservatives christians criminals russians palestinians blacks
        germans taxpayers indians iraqis minorities liberals europeans foreigners whites israelis arabs catholics
        feminists iranians canadians atheists africans afghans gays hackers italians asians outsiders mexicans
        hispanics mormons westerners 18.95 doctors researchers lawyers reporters judges managers professionals
        ministers executives unions representatives analysts bankers investigators lawmakers regulators contractors
        detectives prosecutors firefighters editors inspectors attorneys specialists administrators governors
        organizers lobbyists aides legislators accountants planners paramedics technicians campaigners bureaucrats
        counselors mayors medics recruiters caregivers execs magistrates commissioners 18.95 olds tories warriors
        lords nazis masses koreans yorkers scouts servants wizards poles holders boomers brits kurds jurors feds
        builders romans soviets greeks communists recipients waiters watchers saudis natives referees superdelegates
        waitresses scots defendants drinkers attendants payers pakistanis principals firemen brokers turks
        instructors justices nuns capitalists trustees robbers hornets egyptians divers walkers savers cutters
        sunnis seekers wasps rescuers goers negotiators clerks swedes theorists blondes spartans widows serbs
        neanderthals responders skiers auditors armenians campers plaintiffs bondholders maoists georgians smugglers
        issuers spaniards syrians somalis separatists baptists lefties presenters vandals ost 19.40 mia hercules
        benny rodney ana clara ari sonny vernon denny deb miguel milo ariel scarlett huck quentin parrots maddie
        linus felicity bubba regis ashe sadie sully sven marlon delia gabby elijah roseanne siri zane 19.40 unquote
        dass esque choo oder nay hier schon momentarily gump oy rogan kun sic wilde stephanopoulos syd wei betcha
        bec gu bea sein colo nie nero enders ji thi eriksson ching cecil nikkei tenn viktor inappropriately
        instantaneously lina hilda mamma baba keynes errol nicklaus streisand hou alles pers 19.40 homer dis
        clockwork eisenhower argh wally hendrix chump faker lucille wildfire maj scrooge 19.44 suffering emerging
        resulting graduating recovering ranging ranged proceeds exempt formerly benefiting greetings furthest
        clipping insulated farthest estranged dangling electron descending lara vanishing kelvin grilling
        indistinguishable juju arising reeling profiting emitting downstream spanning rebounding inseparable akbar
        stemmed departing stemming derives hailing trudy swaying straying daria dissimilar differed delegations
        19.44 rubble ore yarn venom aches empires memorabilia departed recovers gil ovation plutonium custard boos
        strays acclaim shrapnel graft projectiles rescues ornaments adoptions aftershocks departures souvenirs
        spores bile unknowns incense salts taunts mails grunts tributes alienation sediment dignitaries stills
        secession 19.44 hail stray nod ferry limb rug hangover memo transcript discharge relic fax marrow greeting
        bulletin gratification cha waiver pointer diversion handshake delegate goblin fugitive hiatus serum jolt
        souvenir blowjob postcard laureate quotation lyric runoff peep breather reprieve detachment thong handout
        deviation detox memento swab visitation consignment rosetta verbatim snickers nectar lurch tapestry telegram
        mayday 19.44 escape refrain dispatch derive generalize subtract deflect depart infer detract legislate
        abstain originate deviate extrapolate disengage omit deduce 19.71 course fact christ hindsight retrospect
        actuality 19.71 what if think now then mean why sure guess maybe whatever sometimes hope whether wish
        perhaps obviously doubt honestly bet otherwise unfortunately hopefully apparently suppose neither indeed
        therefore instance assuming suspect surely dunno granted occasionally swear technically meanwhile sadly
        frankly guessing luckily fortunately hence importantly gentlemen meantime someday presumably thankfully
        nevertheless nonetheless everytime cos moreover furthermore ideally secondly ironically reckon likewise
        realistically admittedly additionally fyi evidently alternatively interestingly firstly alas lastly behold
        incidentally hypothetically beware truthfully consequently thereafter coincidentally conversely lest
        crucially coz oftentimes tis concluding wherein paradoxically thirdly cus supposing alternately 19.74 er t v
        s c n u d o b m l p e y f r x g h w k q j re du med som der vitamin den des z das har und ich og vi han ja
        sen kan jo wat auch sig lite eller ein ju uma din mich mir sie alla hur mig bara finns dann heller ret 19.87
        juliet melinda stefan scotty regina daphne magnus irene nico bert polly selma beatrice roxy lynette agnes
        horatio ida bianca otis millie predictably maximus carrick greta marcia hiro 19.87 blah whatnot needless
        preferably amen foremost bam dae madam yikes goodnight dandy hooray gabrielle ofc scully eliot poof voila
        therein curiously fro judd insofar synchro blanche pasting touche effortlessly virgil metaphorically
        anyplace howie boop devin gents 19.87 forth weekends eve awhile downs cons outs pains sundays fetched
        saturdays fridays whistles mondays tuesdays weekdays thursdays wednesdays intentioned 19.88 was like not are
        been were am while love keep start without remember started stop mind worth enjoy imagine continue consider
        kept trouble considered began currently stopped im avoid prefer begin starts busy suggest quit comfortable
        keeps considering recommend constantly bother enjoyed thus regret stops merely actively involves whilst
        arent continually thereby 19.105 yeah well oh ah okay yes thanks sorry god hi hey thank wow hello ok hell mm
        uh yep gosh eh hm um goodness yea alright nope honey dear nah whoa ooh yup hmm bye heck congratulations hum
        goodbye ugh gee cheers congrats aw yay geez heh ho ahh ow shh oops dammit anyhow gotcha jeez ty duh ohh aye
        ye hah dang bravo ouch yah hmmm whoo yeh aha sh whoops gimme nevermind yum uhh umm oooh hoo oi ay phew whew
        golly naw marge mah edith howdy goddammit sheesh hallelujah merci alrighty doh gees bertie geeze 19.105
        there sir dude op buddy mate bro darling doc mommy bud mama pal sweetheart sweetie babe mister fellas hon
        hun fleischman 19.108 versa cetera sighted trafford boggling nemo thereof diligence stearns leone aires fein
        hanks imaginable hoc depp annum oaks artie carrey kyi lewinsky gaga andreas zeppelin mae intents digger
        moines monoxide crichton bev orientated sinatra palsy rearing preparedness chaplin sapiens laurent wis
        mannered galore connery plated bork disobedience tarts gouging keaton apnea tessa isabelle tut crunching
        streep crunches aniston timor timberlake sharking mahal edna bernardino 19.108 laden kong pad arabia org pod
        dioxide syndrome qaeda quo antonio expectancy detector lanka depot ethic mart claus rica dhabi ltd salvador
        aviv manson laundering tahoe coli oxide nino sclerosis vlad jeeves hannity 20.11 logan jeffrey carson ahmed
        gregory sheldon conrad saul allan herbert avery michel shea gerard bryce dominic herman jasper elton libby
        ridley elias clement laurence 20.11 mr john mark david dr michael ms george jack joe mrs paul james tom mike
        chris richard sam steve peter harry frank robert tony bob ben jim gordon adam kevin nick charles alex dan
        matt henry brian andrew tim dave daniel eric jason simon william jeff howard rob alan larry roger dean gary
        stephen bruce phil bobby sean ron patrick steven anthony walter arthur joseph craig ian christopher roy
        matthew edward jonathan keith philip stuart malcolm harold samuel marc juan maurice kenneth gerry gerald
        byron clive helena edmund lyndon graeme terrence cyril vinnie 20.11 louis jr ali stanley alexander oliver
        albert ronald muhammad satan mohammed norman benjamin winston donald isaac leonard nicholas bernard andre
        glenn vincent julian nigel omar gavin hans pierre timothy alistair julius jacques frederick claude ferdinand
        denis rowan orson emmanuel emmett 20.11 charlie ray sarah jay ryan jimmy jerry andy danny don johnny ted
        billy chuck robin eddie jenny jon barry josh jake pete tommy rick kyle terry luke greg ken justin jamie fred
        aaron carl vince dennis neil brad jesse randy stan doug joey derek colin jeremy nathan hank ricky victor
        carlos kenny karl seth earl nate adrian chad liam evan willie shaun rudy zach trevor hugh mick ronnie joshua
        geoff butch 20.107 judy sandy debbie patty kay kathy cathy denise erica cheryl lynn becky barb valerie
        stacey sheila melanie eugene joyce sherry pamela gail gwen val connie teresa marvin tammy patricia deborah
        dorothy cynthia renee lori sylvia debra evelyn wanda janice brendan tracey theresa maureen tanya beverley
        toni shelly carolyn shelley leah gabe joanne esther michele darryl joanna rhonda phyllis bridget vicki
        frances doris betsy kathleen terri cory colleen annette robyn mindy marta lorraine gretchen jeannie lamar
        caitlin norma eileen trish clarence lesley butters pauline tania sabrina dwayne bethany hayley rochelle
        christy rae jed jeanette sergio felicia mimi francine marsha jody yvonne marlene nicola ricardo sheryl lucia
        suzie camille marian monique wendell celia alyssa miriam dianne candice kimberley loretta roxanne maxine
        marissa lyn krista arlene 20.107 kim wayne leo tyler dylan brandon kerry todd ashley marcus lance lou marty
        dana chloe abby raymond dale jacob shane ralph troy floyd zoe zack travis allison barney ethan elliot
        lindsay jess leslie meredith leon christie cody alexis miranda phillip alicia trent corey felix courtney
        lilly russ luna brent abdul 20.107 mary amy jane lisa michelle susan kate karen nancy elizabeth jennifer
        anna barbara rachel maria laura linda anne ann alice margaret julie emily martha jackie katie annie carol
        lucy jessica amanda donna jean emma betty sharon lily marie nicole angela diana julia claire helen ellen liz
        joan lois pam stephanie sally joel rebecca maggie cindy beth melissa diane tina shannon janet lauren
        catherine molly sara heather hannah holly christine sandra ruth paula caroline amber brett toby brenda
        laurie jill jen sammy alison natalie nina megan samantha wendy dee tracy christina shirley louise anita erin
        marion andrea bonnie ellie elaine tara sophie gina lana rita veronica darren audrey elena hal vicky angie
        lenny ivan sasha robbie peggy kat tiffany mandy danielle lydia jessie cyrus kristen mikey clare stacy amelia
        cassandra alexandra otto suzy shay lizzie cora 20.107 grace monica ruby carrie marilyn daisy gloria glen
        carla brooke meg katherine vanessa naomi bella phoebe carmen nora ernie suzanne fiona elsa jasmine sal katy
        heidi judith stella eleanor dorian brittany jonah louie elise rosemary sophia donny yuri elisabeth lulu
        hazel isabel julio stu gracie lola vivian nikita colby cassie daryl caleb isabella kristin dustin becca
        jodie winnie lena abigail sonya faye tonya madeline tori dina josephine 21.21 lot bunch ton handful bout
        violation mixture glimpse remake screenshot packet torrent pint parody loaf whim snapshot shred hallmark
        carton follower mockery shard tonne slew whiff flurry manifestation consisting caricature whirlwind
        technicality rerun kilo formality mouthful remnant woof helluva clump lobe teaspoon whirl patchwork
        microcosm modicum spate descendant 21.21 bounds prestige logistics decay simplicity reliability preservation
        renewal scheduling inclusion tyranny reproduction authenticity branding purity aesthetics regeneration
        resurrection cleansing repetition rebirth intolerance durability combustion scarcity torment toughness
        legality upkeep spacing ecology euphoria defiance anguish degradation efficacy deportation deregulation
        rationing mitigation convergence routing toxicity cleanliness heroism symmetry accessibility versatility
        socialization privatisation depreciation mutilation stereotyping vulgarity sequencing affordability
        practicality grandeur rigging detergent righteousness fortitude silliness freshness aggravation
        sensationalism hopelessness cults thrills ugliness capitalization seduction fragmentation 21.21 notion
        passage span magnitude portal ritual stereotype declaration novelty courtesy realization hive buffer chorus
        graph fallacy template backdrop prophecy graveyard grail checklist statute consortium delusion denominator
        quartet facade utopia classification consolidation pathway grouping presumption riddle reckoning conundrum
        phobia reinforcement dichotomy designation decree blockade subtext barometer rout criterion deconstruction
        minefield chasm subculture monstrosity 21.21 clone tire sack helm cockpit fountain slate mesh wreckage
        fellowship raft skyline roar parcel retention cleanup glare vortex coating derivative bearer shattering
        parting canopy jug platter payload continuum citadel peeve flask backseat sprawl abreast graces fillet
        bombardment brim reek fountains confederacy 21.21 rainbow pioneer swamp catalogue rarity shrine directory
        monastery crossroads potion doorway menace lapse slug mound rooftop seeker chronicle cavity quarry seam
        bouquet plantation mosaic carcass stoppage diocese municipality contour rupture reformation flicker vicar
        quagmire delicacy stabilization breakdowns blockage tundra scrapbook firestorm 21.21 spite seriousness
        vanguard restoration succession rendering conquest bios beginnings partition misuse herald guise flux kernel
        revision cancellation pantheon lieu remembrance fragrance reincarnation redevelopment torrents
        redistribution recurrence flowering tao weirdness headmaster fermentation thinning futility regression
        issuance defamation precincts cataclysm reunification liquidation confluence confederation sacking culling
        frontiers formulation substrate rebalancing detonation zeitgeist 21.21 rest front beginning bottom sake bulk
        basics essence pursuit midst aftermath edges contents duration verge founder brink effectiveness remainder
        outskirts forefront merits width entirety severity depths emergence outset vicinity gist advent perpetrators
        reruns workings audacity pinnacle crux remnants crest occupants brunt proponents complexities cusp confines
        comforts hordes epitome irrespective heartland slaying fringes nucleus reins soles periphery sanctity
        reopening underside depictions legions trappings eradication stewards foothills throes whims rarest
        intricacies tentacles lifeblood betterment enormity archdiocese purest abolition perils oracles fragility
        upshot dukes larvae protectors antithesis technicalities rites jungles totality inventors zenith foyer
        behest conveniences 21.21 phantom gospel beacon horde trio continuation myriad bane replica multitude swarm
        thumbnail rite demolition cradle barrage totem redesign plethora bastion destroyer precursor culmination
        compilation subsidiary tract scourge recap gauntlet syndicate strait cascade cornerstone rollercoaster
        procession centerpiece bedrock synthesis stench mastermind singularity repository keystone tenor duchess
        paragon byproduct whoosh cabal trustee spectre prism hologram plume deluge sultan feasibility stampede
        behemoth dearth synopsis colossus labyrinth panorama harbinger crypt ballad swirl lexicon gradient pilgrim
        trove proclamation mainstay photon writ blurring deepening substitution calibration devaluation maelstrom
        husk compendium memorandum circumference 21.21 anticipation lows thickness joys breadth corridors
        sophistication wrongs fulfillment valleys vibration castles deserts prominence saturation loathing elegance
        richness fractions maturing treasurer cleanest bustle rigor efficiencies fashions cultivation manuscripts
        innovators 22.22 cost value prices growth sales production demand supply carbon emissions wealth survival
        consumption efficiency greenhouse output usage productivity availability dependence taxation emission
        dependency 22.22 rate rates score gear priority pitch odds expectations resolution stats regard settings
        scores rank salaries wages tier marks ranked graphics performing ratings rating grades temperatures rated
        orbit scoring ranks fever priced speeds ranking stat stakes yield incomes specs bracket esteem mileage
        pitched gears rents resolutions fares peaks brackets yields percentages bids ratios bidder tiers scorer
        earners caste ceilings tariff tiered earner grossing roi valuations 22.22 wage standard birth divorce salary
        cap unemployment inflation maintenance bid approval premium tuition participation fare attendance mortality
        clearance turnover turnout fertility foreclosure tally payout deductible enrollment valuation casualty gdp
        metabolic incarceration caloric dropout viewership proficiency occupancy utilization 22.22 end level price
        risk quality speed degree levels profile temperature volume ratio gravity ceiling tolerance concentration
        accuracy intensity frequency tide likelihood ping ph probability temp threshold overhead sensitivity res
        density altitude calorie spec voltage velocity caliber visibility morale iq incidence compression prevalence
        pixel poly frequencies dosage brightness fidelity elevation latency concentrations nic rpm socio tides
        libido wattage socioeconomic salaried potency ebb entropy echelon yielding 22.22 power energy damage weight
        pressure effort heat traffic fuel confidence strength skill talent capacity importance armor muscle
        difficulty awareness exposure resistance motivation courage ram healing oxygen emphasis ammo complexity
        mobility baggage maturity precision thrust insulin bandwidth endurance stamina liquidity stimulation
        manpower agility airflow firepower 22.22 blood poverty sugar salt protein radiation humidity fiber nicotine
        cholesterol pollen platinum moisture testosterone vapor sodium recoil calcium rainfall fibre torque glucose
        nitrogen ozone dopamine estrogen potassium serotonin fructose 22.22 interest tax spending costs income
        budget taxes property investment debt rent profit funding bills funds savings revenue loans fee fees profits
        payments expenses returns compensation deposit revenues earnings borrowing premiums budgets payroll
        expenditure 23.23 incoming editorial oval insider unfinished interim aussie insect intermediate nfc
        unofficial ion aforementioned oft existential unidentified apocalyptic unnamed aston ensuing eiffel
        intergovernmental eyewitness offhand ergo aux honorary affidavit improvised undisclosed unspoken ether
        oversized overarching archaeological impromptu aero alaskan exclamation lapd alpine indefinite unspecified
        intangible unmarked anglican asa unsolicited observable unsuspecting unwritten artsy albino hourglass
        absentee arduino umbilical auxiliary unspeakable oldies astro outpatient oddball ender injunction
        incandescent olympian undisputed ahl enchantment unbroken ngo ethereal uncensored uncut astral inflationary
        eraser atx otter unopened 23.23 interior acquisition implementation isle axis adaptation abundance
        intersection implication acceleration elimination onset abyss apex exterior allocation exclusion erosion
        extraction odor inventor archbishop ethos imitation activation ascension ensemble absurdity enhancement
        avoidance escalation emptiness impairment allure embodiment optics alchemy absorption epicenter inverse
        obstruction archipelago impeachment occupant elixir unveiling armada aroma infestation inevitability arbiter
        unfairness enclave overuse airdrop insertion expulsion unworthy amputation ambience emancipation
        appropriation empress alteration excavation 23.23 alien artificial explosive eternal atomic ivory ab
        atmospheric elemental inter interstellar aerial unintended embryonic armored emerald ambient iced herbal
        orbital infrared ro aerobic ulster improper illicit electromagnetic aqua acrylic occupational amino
        overlapping involuntary unauthorized indecent aquatic interracial unmanned extraterrestrial ember eminent
        electro oncoming abject ultraviolet interpersonal mtv uncontrolled insolvency adhesive everlasting oxy 23.23
        oscar oven atheist alcoholic outlet addict advertisement accountant assassin outsider entrepreneur intern
        acquaintance astronaut orphanage itch exemption accessory interpreter organizer homage ape orphan anecdote
        ache encore enthusiast ogre electrician antidote acronym informant emmy operative entertainer englishman
        educator optimist ultimatum alf umpire adjective invoice afterthought ent unattended outcast omen introvert
        errand indulgence oxymoron outlier illustrator aptitude astronomer affront extinguisher apologist
        intermediary adventurer exec 23.23 elf underdog herb aspirin owl afterlife advisory altar antibiotic amish
        obligatory embryo arabian ottoman outback alias alligator anarchist intruder imam examiner appliance ashtray
        outage asphalt elliptical unannounced elective angus iguana appetizer unholy allegra adversary enforcer
        escalator analogue overpass inanimate exposition analytics ayatollah auditor occult aberration inbred
        anorexic irishman ironing eton inference underhanded eggplant entree environmentalist armani indigo
        emulation artisan anubis 23.23 arm ex ear axe alley ashes ankle elbow internship audition orgasm aura
        assassination umbrella attacker alibi assertion instagram attic endorsement interrogation autograph ipod
        eyebrow autobiography inauguration erection appraisal abduction epiphany armchair entourage abuser
        accomplice auntie initiation outburst eyeball appendix apprenticeship mba assailant affliction obituary
        apron inhaler armpit infatuation 23.23 egg airplane index auction exhibition ambulance instrument elevator
        equation epidemic avatar organ ace orchestra exhibit installation electorate emperor ira oath anchor
        insurgency asylum arch opener inn adapter explorer expedition antenna eclipse accusation atom anthem
        algorithm alphabet inquisition anomaly apprentice endeavor implant interviewer endeavour organism ultrasound
        inquest ark endowment embargo evasion outpost auditorium observatory allegation expo adage annuity enzyme
        ordinance airfield atrocity executioner incision 23.23 honor extended intention exit obligation inventory
        expectation apology invitation obsession alleged infant appetite inability elder intro imaginary impulse
        aesthetic attachment amusement inheritance eventual heir endgame unborn innate affinity impending
        inclination outward ancestor overdraft oyster aversion aspiration enclosure extradition sos inaugural ascent
        itinerary insistence overriding achilles allotment induction estimation unwillingness ailing ancestral
        instinctive earthly undying insatiable incessant 23.23 alpha apocalypse atlantis oracle atlas arbor abbey
        iris odyssey audi octopus inferno aurora airbus io orion nypd amtrak isa edison ada onus anglo ori acer
        23.23 electric xbox android alarm wii iphone ip usb atm ac alt ar exhaust arcade uber optical analog
        acoustic optic handheld icebreaker nes ethernet etsy aftermarket ae imax sms amex 23.23 exception extension
        angel illusion echo injection observer audit iceberg upward indictment emblem encyclopedia overload
        exaggeration overdose assurance evacuation alumni exodus interval understatement artifact avalanche
        aggregate oasis infringement ignition accumulation affiliate intrusion onslaught enigma abomination
        acknowledgement expiration aria overlay orgy omission excerpt overflow imprint infusion abstraction
        archetype affirmation impossibility upstream imposition aegis overreaction envoy acknowledgment asterisk
        amulet uptake opiate outlay internment alloy 23.23 ai aging ash apollo eternity ant aluminum omega
        entitlement infinity adrenaline ra amnesty eva opium espresso antiques arcane austerity abstinence ares odin
        ems archery eviction extortion arson avian athena optimization acupuncture aluminium oceanic auditing
        adrenalin invisibility arbitration elmo angular airfare unexplained exclusivity seo overpopulation
        accreditation authentication underwriting improvisation aloe 23.23 fbi ot ivy raf admiral almighty
        interstate onboard irs ambush accelerator ev avon undertaker ee airforce atari underworld ox emulator inward
        armenian ax sas imp impasse overdrive ag enlarged armory elk orchard installer incline omni antidepressant
        inline alchemist urn explanatory apache escrow alamo intermission avenger arty npr aggressor axle ide
        autopilot anaconda asp airliner advertiser epilogue infirmary olaf afro fir upswing eel orbiter lem
        amplifier inbound anvil excursion uplift ota ombudsman intercom 24.5 i you have they just we even only also
        still never actually always probably ever definitely usually often basically certainly simply finally
        personally eventually easily literally generally necessarily possibly immediately somehow fully suddenly
        hardly barely ultimately rarely typically automatically instantly accidentally happily inevitably magically
        seldom handedly conceivably 24.5 to would can will could should may might gonna must please wanna gotta
        cannot normally shall cant dare wont gladly oughta ordinarily shalt 24.5 had has who already recently
        clearly originally specifically previously initially supposedly widely officially publicly successfully
        repeatedly newly commonly traditionally explicitly allegedly reportedly subsequently formally famously 24.5
        randomly desperately intentionally deliberately outright secretly legitimately routinely sincerely
        voluntarily purposely willingly promptly blindly proudly consciously dun verbally inadvertently knowingly
        purposefully jus subconsciously instinctively mistakenly jokingly unintentionally reluctantly wil
        frantically miraculously disapprove willfully mysteriously accidently unknowingly intuitively unconsciously
        foolishly cheerfully 24.5 essentially practically legally arguably theoretically undoubtedly rightly
        collectively logically invariably conveniently understandably rightfully plainly defiantly definitively
        scarcely eagerly selectively implicitly unquestionably unsurprisingly totes hereby doubtless philosophically
        categorically unequivocally 25.33 house room space wall box screen apartment window bag pool tree hole
        wedding bowl boat garden collection kitchen bottle chain yard knife display circle pot plate fortune strip
        craft cage penis tent bucket vessel container jar demonstration pond tub telescope mansion canvas mag tray
        terrace hatchback rectangular 25.33 increase audience crowd expense earthquake explosion outbreak quake
        aquarium ordeal asteroid influx disparity undertaking outcry discrepancy uproar eruption assortment
        outpouring inflatable expanse uptick admirer hoopla 25.33 smile gap increases stake waves pile discount
        bonuses multi leap chunk crowds boobs cock hedge tits spike sigh breasts dicks bets gaps lump fines scar
        splash deposits swings deficits grin chunks dent spikes billboard piles backlog crater queues dong fenced
        gatherings leaps fluctuations fireball telescopes puddle penises payouts steaming gaping quakes humongous
        mansions majorities disparities stockpiles craters gulp gash swath 25.33 rise favor deficit reduction flood
        celebration promotion surge decrease grain void parade statue surplus banner breach bureaucracy blackout
        revival shortfall blaze takeover heap vat reversal renovation resurgence landslide buildup heist
        deterioration generalization crock bonfire breakout snowfall slab retrospective blowout wad bulge glut mural
        commotion hunk 25.33 deal difference fan mistake surprise shock victory advance prize killer bonus boost
        relief improvement reward tragedy bang sin achievement inspiration troll advocate honour disappointment
        irony headache hassle gamble comeback compliment distraction breakthrough triumph disadvantage thrill
        supporter props believer adjustment spoiler applause inconvenience feat rivalry overhaul accomplishment
        disconnect bummer deterrent turnaround milestone handicap jackpot payoff setback boon payday caveat wrench
        windfall metropolis disservice hitters strides snowstorm breakthroughs proponent bottleneck downer motivator
        hindrance disappointments blunder pita letdown manhunt blunders 25.33 number amount size numbers majority
        range scale extent percentage variety amounts portion selection sample sum proportion gathering dose
        fraction margin slice donation doses array sums quantity scales footprint volumes portions margins cluster
        radius distances quantities font diameter sampling subset stockpile batches displacement mammal increments
        aperture intestine mindedness 25.69 part problem reason issue role source threat goal challenge target
        advantage factor weapon hobby task lesson feature plot error theme resource attraction asset weakness
        barrier component ally downside hazard villain flaw obstacle objection ingredient competitor hurdle
        superpower culprit shareholder contributor artery drawback limitation annoyance beneficiary complication
        exporter impediment constraint importer catastrophes 25.69 fear concern drama criticism gossip complaint
        controversy frustration battles buzz distinction misunderstanding fuss disagreement misconception gripe
        gripes 25.69 rival rivals sponsor contender supplier attractions highways staple kudos backers staples
        contenders qualification drawbacks ballroom necessities contributors arteries distributor beneficiaries
        impetus renovations battleground hubs culprits distributors takeaway storylines tenets kira challengers
        breadwinner movers antagonist creditor exporters constituent 25.69 problems issues changes effect impact
        success loss benefit benefits responsibility effects progress failure influence danger concerns consequences
        differences commitment challenges decline risks losses burden incentive gains toll contribution improvements
        implications difficulties advantages flaws transformation liability barriers impacts obstacles sacrifices
        repercussions shocks hurdles 25.114 corporations corporation donors 26.30 hard fun interesting difficult sad
        scary odd boring exciting complicated annoying unusual impressive surprising intense painful awkward
        frustrating challenging unfortunate confusing bizarre embarrassing tricky depressing disappointing risky
        shocking stressful handy disturbing ironic frightening tense amusing questionable concerning unpleasant
        delicate traumatic humorous upsetting troubling intimidating daunting irritating alarming inconvenient
        tedious surreal peculiar unsettling distasteful disheartening aggravating worrisome puzzling jarring
        unnerving disconcerting 26.30 ridiculous hilarious disgusting unbelievable absurd outrageous unreal
        astonishing hysterical idiotic appalling ludicrous superb exhausting priceless heartbreaking laughable
        startling shameful astounding admirable infuriating atrocious sickening futile breathtaking pitiful barbaric
        disgraceful sublime preposterous baffling seamless asinine riveting scandalous inane reprehensible
        unforgivable abhorrent revolting deplorable maddening hellish 26.30 pleasant promising satisfying fitting
        worthwhile relaxing insulting rewarding inspiring tempting refreshing intriguing comforting reassuring
        hurtful pleasing humiliating thrilling degrading therapeutic flattering discouraging motivating gruesome
        liberating empowering distressing humbling noteworthy enlightening harrowing gratifying regrettable
        commendable bothersome cathartic heartening perplexing 26.30 terrible horrible awful incredible essential
        crucial extraordinary vital fascinating miserable remarkable striking precious pathetic brutal tragic
        magical epic glorious devastating outstanding terrifying fabulous spectacular mysterious stunning
        exceptional memorable revolutionary phenomenal horrific heroic magnificent notable iconic disastrous
        horrendous dreadful mundane horrifying stellar delightful inspirational hideous vile pivotal horrid
        despicable dismal splendid marvelous marvellous fleeting poignant heinous groundbreaking monstrous
        miraculous wrenching wretched momentous ghastly dazzling transformative godly wondrous 26.57 long far close
        easy soon short strong fast slow deep heavy wide quiet weak tight loud bright thin tall soft sharp thick
        smooth strict narrow generous mild slim crude handsome shallow fond mediocre steep pale dense compact slick
        tame comfy lightweight sturdy posh speedy squishy gung gory shrewd duper cushy infrequently 26.57 expensive
        clean cheap rare fancy affordable exotic generic obscure inexpensive 26.57 cold hot dark warm dry rough wet
        sunny humid rainy sticky rocky windy dusty icy damp snowy muggy dreary crispy frigid stormy steamy 26.61
        cool crazy sweet cute wild fake dirty gross nasty gorgeous bloody delicious freaking goddamn adorable lame
        badass dope tasty filthy wicked dank juicy rad yummy phony catchy crafty nifty goddamned crummy fricking
        gnarly wack 26.61 stupid smart dumb silly ugly sexy rude brave clever creepy shy selfish cruel skinny naive
        foolish arrogant charming obnoxious immature childish stubborn vulgar classy sneaky condescending witty
        pretentious daft 26.61 good great bad nice funny amazing awesome weird perfect beautiful tough wonderful
        strange fantastic excellent neat unique typical lovely brilliant romantic terrific crappy lousy 26.78
        careful optimistic cautious protective cynical hyper blunt picky anal fearful lax edgy obsessive ambiguous
        timid pessimistic sentimental cocky elitist careless judgmental uptight opinionated erratic pushy pedantic
        abrupt fussy risque neurotic superstitious cavalier coy irritable overbearing stingy enthused abrasive
        possessive judgemental obtuse leary aloof catty squeamish 26.78 hollow juvenile faint smug dim grumpy
        crooked weary nostalgic warped cozy itchy swollen moist cramped clumsy bloated contrived restless sterile
        frantic rowdy cheeky murky bruised narcissistic sluggish stinky manic frail smokey smoky tentative quaint
        pointy hasty stuffy watery foggy baggy panicky pompous nave feisty dazed chatty racy wobbly lopsided
        cluttered bittersweet claustrophobic patchy brittle breezy finicky snug mushy spotty patronizing flaky
        muffled banal bossy muddled hyperbolic scrappy mischievous grainy groovy underpowered scratchy disjointed
        lethargic chewy queasy groggy shifty scruffy tearful 26.78 harsh vague sore dull messy salty grim stiff
        tender fuzzy noisy slippery chaotic premature rusty sloppy pricey bland sketchy overpriced repetitive buggy
        cliche distracting touchy bleak hectic cloudy shaky chilly shaken spooky stale simplistic fishy tiring
        reminiscent muddy blurry gloomy iffy comical eccentric tacky uneven bulky morbid eerie clunky convoluted
        oily overcast lackluster bumpy shabby crass flimsy callous sparse tiresome cumbersome monotonous hazy choppy
        presumptuous gimmicky unorthodox jumpy formulaic trite hokey 26.78 petty shady cheesy goofy naughty freaky
        sweaty hairy fluffy funky wacky furry quirky chubby trendy corny trashy smelly whiny raunchy nerdy perverse
        nutty kinky chunky crunchy slimy sleazy fruity shoddy geeky 26.100 determined shocked impressed pleased
        surrounded satisfied amazed terrified blessed thrilled delighted tempted overwhelmed devastated fascinated
        honored furious stunned compelled disgusted intrigued horrified outraged appalled stoked honoured baffled
        ecstatic astonished traumatized gutted misinformed distraught stumped heartbroken speechless humbled psyched
        petrified enraged mortified dismayed astounded floored flabbergasted enthralled dumbfounded livid
        unimpressed elated 26.100 sick lucky scared tired excited mad familiar upset angry ill drunk guilty confused
        nervous lazy hungry uncomfortable bored attached desperate pissed depressed jealous frustrated lonely
        suspicious stressed unhappy bitter addicted obsessed anxious paranoid exhausted greedy spoiled distracted
        freaked insecure hyped disconnected unlucky discouraged sleepy impatient thirsty horny dizzy complacent
        cranky disillusioned dehydrated giddy dissatisfied agitated nauseous unwell frisky homesick irate fatigued
        26.100 surprised concerned worried curious disappointed offended embarrassed ashamed annoyed reluctant
        skeptical frightened uncertain relieved wary disturbed hesitant intimidated irritated amused doubtful
        dubious bummed uneasy distressed saddened jaded puzzled conflicted flattered preoccupied alarmed envious
        strained deflated startled leery apprehensive resentful ambivalent perplexed unsettled exasperated
        bewildered 27.42 of in for on with at about from than after between against under during behind within near
        including among above below throughout via versus regarding involving containing amid 27.42 and that but as
        or when right because where here which before though cause since again ago once until either yet huh today
        later especially however instead anyway based although unless according alone itself lol due anymore except
        etc compared earlier yesterday tonight tomorrow despite whenever depending amp besides till regardless nor
        lately vs whereas nowadays anyways til prior afterwards wherever sometime worldwide shortly tho anytime
        whatsoever altogether alike beforehand albeit afterward namely etcetera progresses whereby 27.42 by upon
        beside amongst 27.127 out up back over into down off around through home away together outside along across
        inside ahead forward somewhere straight towards anywhere beyond everywhere apart directly onto aside toward
        nowhere ups loose overseas abroad outta backwards underground upstairs underneath alongside beneath
        downstairs someplace aboard downhill ins overboard viral smoothly upwards undercover backward thru forwards
        sideways upright inland uphill backstage trough onstage barefoot atop ballistic unchecked berserk awry
        downwards ashore flawlessly astray unreported 27.127 twice forever properly differently elsewhere correctly
        sooner overnight safely outdoors indoors nationwide locally annually exclusively simultaneously privately
        asap individually offs separately accordingly globally illegally manually internationally professionally
        independently nationally incorrectly internally indefinitely peacefully silently afloat digitally
        anonymously offensively competitively prematurely domestically militarily vicariously vertically
        unilaterally unconditionally electronically alight horizontally organically stateside 28.13 utter inferior
        integral incomplete accidental imminent exploding overdue unthinkable unexpectedly accelerating invaluable
        unconstitutional unstoppable endlessly unconditional unsuccessful edible encrypted implicit unimaginable
        unjust escalating audible uncanny exquisite undeniable abysmal ethically excruciating undesirable
        irreversible illegitimate untouchable intolerable overused impeccable indispensable overheating infallible
        eddy unwelcome inverted inhumane endemic omnipotent instantaneous antiquated unbeatable effortless
        uncontrollable inescapable intermittent undeniably inaudible immaculate insufferable overpowering
        insurmountable indestructible unforgettable incidental inhuman inconclusive unparalleled inexplicably
        exemplary irreplaceable uncomfortably unbreakable impenetrable unrelenting unequivocal incurable
        astonishingly airtight unmistakable 28.13 open flat empty hidden unknown silent blank awake anonymous upside
        bankrupt intact underwater unconscious offline extinct idle potty vacant unchanged stationary airborne
        illiterate unnoticed unused undefeated unseen untouched inactive autonomous unanswered underpaid stagnant
        unbeaten dormant unsolved unscathed untreated untapped unproven uninterrupted unharmed undetected untested
        immobile unsupervised 28.13 necessary impossible irrelevant inevitable identical unacceptable justified
        incorrect understandable forbidden optional intentional obsolete taboo doable insignificant unbearable
        unheard invalid unsustainable unavoidable irresistible justifiable unimportant counterproductive achievable
        inconceivable incomprehensible inconsequential unusable unsuitable inexcusable unfathomable immaterial 28.13
        unfair inappropriate biased lacking subjective flawed misleading unhealthy unreasonable trivial irrational
        arbitrary irresponsible outdated unpredictable unrealistic inconsistent redundant exaggerated hypocritical
        disrespectful reckless dishonest overrated inaccurate skewed misguided unreliable unethical contradictory
        unnatural insensitive overpowered disingenuous tasteless illogical unbalanced impractical unprofessional
        dismissive unhelpful overdone outlandish overblown coincidental uncool 28.13 opposed focused committed
        unable dedicated dependent invisible devoted unaware faithful absent incapable unwilling sincere delusional
        inadequate helpless unfamiliar clueless dysfunctional oblivious numb ineffective reliant powerless
        indifferent detached candid immersed unprepared fearless sedentary unfit desensitized inaccessible
        unqualified apathetic expendable uninterested impotent unresponsive disinterested wedded 28.13 ignorant
        incompetent uneducated inexperienced unattractive unskilled inept uninformed innocuous uninteresting
        untrained 28.13 wrong fine opposite false insane nuts useless legit unnecessary contrary pointless worthless
        meaningless unrelated voluntary harmless fictional hopeless anecdotal bogus untrue misread confidential
        deserted incompatible preventable blacked frivolous unprotected devoid nonsensical spaced uncharted
        fabricated senseless barren heartless bonkers botched baseless unfounded revamp unregulated circumstantial
        platonic deranged uncalled defenseless incoherent unjustified unintentional disregarding lifeless fictitious
        randomized implausible unwarranted gratuitous inexplicable avoidable erroneous forgettable superfluous 29.14
        twenties seventies sixties eighties fifties thirties nineties cheek forties aunts uncles intellect abdomen
        reflexes tantrums mannerisms 29.14 fame cc armour forgiveness fury delight wit desperation patriotism
        allegiance generosity vanity loneliness sorrow willpower resignation bigotry charisma laziness semen
        competence imprisonment bravery professionalism brilliance persistence stature haste angst prose negligence
        spirituality sobriety immortality philanthropy masculinity adolescence saliva infidelity selfishness
        sincerity reelection hubris unhappiness idiocy seniority dissatisfaction footwear dishonesty swagger
        idealism pessimism modesty athleticism stardom objectivity perseverance notoriety nervousness narcissism
        holiness songwriting survivability cowardice poise manhood dribbling patronage amazement inexperience
        collaborators rudeness femininity immaturity digestion foolishness 29.14 ability freedom beauty existence
        privacy creation happiness evolution independence fate wisdom destiny intent liberty integrity homeland
        possession glory popularity loyalty convenience expertise greed determination ambition creativity dignity
        willingness misery stupidity enjoyment dedication genetics proximity hypocrisy salvation arrogance
        discretion insecurity creed longevity vulnerability greatness openness kin sovereignty autonomy savior
        conception comprehension devotion resilience peril riches wellbeing filth ingenuity profitability misfortune
        quirks attractiveness folly usefulness physiology individuality inaction disapproval uniqueness 29.14
        passion flair quest blessing departure cue plea bidding probation fundraising fascination rationale lust
        admiration surrogate eligibility longing thirst homecoming getaway journalistic disdain pilgrimage lifeline
        wishlist readiness propensity reverence fondness praises scorn penchant surrogates pleas toolbox zeal
        distaste chauffeur 29.14 hands pets arms chances legs teeth fingers enemies tears ears homework bones
        favorites pockets muscles toes luggage guts nerves underwear spirits senses ribs eyebrows joints claws
        chores possessions fingerprints feathers 29.14 name tone height username spelling mo rhythm wording
        vocabulary handwriting posture phrasing coloring temperament eyesight surname physique disposition demeanor
        prognosis attire sensibility complexion 29.14 head hand face future mouth presence nose sight lifetime neck
        breath childhood shoulder stomach butt throat tail behalf tongue favour grave resume belly backyard arrival
        skull signature portfolio fist trunk debut hometown horn surroundings innocence disposal prey whereabouts
        specialty constituency sleeve demise tenure plight stash metabolism sanity refusal downfall flock gaze
        footing footsteps doorstep candidacy bedtime stride momma lifespan predecessor livelihood trademark groove
        paws descendants bluff workload memoirs heyday prerogative lineage repertoire dismay hind readership stead
        bloodline undoing 29.14 chest twin lip wrist waist chin vagina jaw spine bum stun temper forehead mummy
        thigh booty diaper brow rib mistress fedora bachelors willy maiden windshield calf boob solicitor doctorate
        bunk bladder torso carriage granny pimp crotch nipple tummy scalp paw uterus voicemail shin peripheral
        stepmother moustache rocker backside muse bedside bodyguard pinky hubby handler motorbike backhand cubicle
        forte nana highness boyhood forearm housekeeper forehand groin palate seatbelt magnum fanny holster sidekick
        footwork stylist dissertation pelvis fingernail vocation tether pancreas quads fastball hairline cello
        checkbook cervix chute ponytail pant mam deathbed stepdaughter paternal slumber hamstring doormat tux visor
        peripherals sensei lonesome spleen lymph pocketbook tombstone ged clipboard pager 29.14 knees shoulders
        lungs nails heels prayers hips limbs abs sleeves constituents nipples cheeks inbox thighs ankles veins
        belongings chops kidneys passwords virginity fingertips energies wrists condolences predecessors dues elbows
        fists palms promos pajamas horizons winnings testicles eyeballs fingernails brows calves composure bearings
        placements alma wits initials turrets knuckles sinuses endeavors diaries heirs drawers idols bloodstream
        countrymen marbles bodyguards superiors detractors brethren sails insides sympathies foes intestines
        notebooks schoolwork ilk handlers gums biceps captors pores bowels cronies contemporaries goodbyes
        underpants adversaries tonsils forearms ovaries loyalties lids valuables knickers grandfathers eyelids
        faculties fangs forefathers cupboards bridesmaids eyelashes nostrils 29.14 promise shadow presidency grip
        rear palm charm pledge pulse portrait heel clutch critique reign bumper corpse majesty wrath cache
        masterpiece biography successor disappearance fortress voyage dagger godfather memoir reluctance screenplay
        mould portrayal depiction vow caravan dashboard dismissal charms condemnation birthplace harem brood
        silhouette pedigree rendition mystique sire mane lair coronation gall characterization beak baptism
        deposition remit disciples subtitle likeness multiplication posse pallet heroics tenacity girth genealogy
        crowning speciality 29.14 life side body opinion view voice nature self dream humor fault feelings memory
        actions behavior reaction attitude spirit vision desire soul personality gender reputation emotions legacy
        behaviour perception imagination brains curiosity finances intentions dna consciousness reactions flesh ego
        instinct conscience sexuality urine sperm offspring scent psyche intuition genitals 29.14 spare inner gut
        bare locker beloved honeymoon lifelong leisure thumbs merry newborn drunken batting eldest mailing maternal
        farewell subconscious marital commanding utmost mains clientele adoptive rightful frontal worldly formative
        wildest dearest metaphorical mojo newfound childrens menstrual pubic homeworld 30.17 line class plane base
        page cup block map corner pack section copy pair leg deck cycle frame lane stream tower wheel mod squad
        panel raid barrel blade clip penny loop poster chamber layer cd shelf ballot basket tattoo tab puzzle
        segment paycheck disc litter disk runway dungeon perk coil tile minion sip node platoon chromosome volley
        30.17 time year day week month season street minute period round stage weekend marriage century floor
        generation quarter grade decade episode leading attempt birthday victim row sentence wave phase division
        session bullet anniversary string chapter pic edition column semester gen lap seed avenue slot circuit
        amendment arc batch paragraph dimension verse millennium consecutive touchdown brigade grader liner graders
        symphony ave checkpoint wicket grandchild pillar crusade fortnight precinct outing regiment inning char
        battalion strand toon squadron interception successive fret rung liners iteration rounder installment seeded
        sighting fatality cohort trimester percentile syllable gens shutout spacewalk baseman 30.17 event title
        sport winner tournament celebrity discovery headline trophy variable revelation statistic storyline 30.17
        post order study list test report record comment paper date account election visit meeting trip statement
        address release thread trial interview strike battle flight mission conference letter sale survey tour
        review shift operation cast update incident purchase investigation survivor application submission draft
        patch award appearance estimate entry poll proposal document announcement encounter appointment scan
        assessment ruling exam forecast inquiry crop census rotation publication assignment tweet examination
        deployment occurrence autopsy shipment incarnation foray 30.17 game show story movie book series picture
        race piece career article song scene holiday band photo album quote experiment novel painting occasion
        phrase script concert documentary photograph tale outfit giveaway gig poem invention soundtrack sketch
        trilogy stunt 30.56 direction meaning concept function length pattern format angle formula breed mechanics
        curriculum genre mechanism realm sequence lens texture shade folder terrain sensation composition layout
        functionality vein trajectory ballpark configuration terminology regimen timeframe wavelength syntax
        specifications 30.56 case question age situation topic word decision form position message subject
        conversation rule argument note approach image purpose condition location path diet definition route
        schedule journey request method pace logic aim scenario lifestyle routine conclusion manner setup procedure
        technique profession recipe assumption mentality destination reasoning diagnosis interpretation mindset
        premise recommendation tactic dilemma prediction proposition trait circumstance hypothesis predicament 30.56
        kind sort type character brand item object category element branch gene coin niche champ demographic faction
        dime nationality symptom jurisdiction variant characteristic chord deity molecule specimen sect facet
        juncture denomination 30.91 star channel app magazine forum reporter reader legend makers producer buff
        developer maker operator provider critic archive retailer geek featuring junkie recorder announcer
        commentator watcher broadcasts broadcaster presenter biz playback mogul 30.91 system plan service program
        field center services staff related classes code skills programs resources systems fund sector experts
        records equipment wise mode tools centre lab operations infrastructure programme facility supplies
        assistance courses facilities purposes kit requirements initiative centers personnel codes laboratory
        capabilities capability centres certificate protocol labs 30.91 team business company group market industry
        store site bill card technology project model product content website machine products ship contract
        material software device vehicle firm unit file server package crew scheme platform transaction 30.113 thing
        enough place job example moment shot result weather opportunity match track performance spot balance shape
        gift meal addition mix tip ending tool atmosphere trick combination timing twist flavor reminder workout
        combo reception bargain gesture summary harvest metaphor matchup tasting spectacle scenery deed ole
        illustration pairing passer montage vantage cinematography predictor 30.113 things stuff ones experience
        words feeling results ideas stories taste jokes choices experiences moments habit mood examples memories
        scenes habits reviews responses qualities performances sounding outcomes vibe noises wines curves visuals
        vibes 30.113 way idea answer choice luck option excuse advice response understanding solution measure
        alternative guide explanation outcome impression comparison description suggestion judgment prospect
        indication reflection introduction preparation judgement execution observation representation analogy
        indicator pun manners hygiene overview defensively riddance natured housekeeping sportsmanship watchdogs
        approximation 31.63 dat pa corps pr puerto costa canal vista vita als tempo plaza temps mayo notre primer
        prix doo mis fin sol fran bon dah gras facto belle monsieur monte ala gran paulo sac rosa europa barge
        grande carlo diff mer jos vinci cara mar len hee nom tat alto janeiro junta noir ia vin masse simone angelo
        cas garde ville vie fiesta prima dum creme cristina lorenzo ting amigo rey niro mare resto monde mea asta
        carte toro mont marcos castillo luca guardia mina rue deux frasier lugar cul valor pak mani gusto pronto pla
        fil boca groot baja mort suisse femme clawed mora cid moor posada gar pena carta blanc 31.63 los las una pas
        dire nu ti mon mas ni ta mal dos todo este mai nada todos esta dar pol tout madame qu paso uno sus buenos
        vous jong faire ella fait mucho pablo saber tre mundo parte casa dia sind ter avant cosa vida sera poco
        forma caso moi cada tal deja nous tipo tot claro hoy cher antes lui toda unos bom pueblo buena partido sais
        vos 31.63 de la ya que ha en al un el era se yo da le es solo lo con et si eu por je del ma para di pour te
        est par les ne ca il mi como au sa dice tu hay pero su che tan ou qui bien sur ver sans ve vale gracias vu
        contra entre perch elle donde bueno hasta oui ante tener mira viva vamos sino pendant agora sous
        """
}
