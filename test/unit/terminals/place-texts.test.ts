import { describe, expect, it } from '@jest/globals';
import { resolvePlace } from '../../../shared/terminals/resolution/resolve-place.ts';
import { resolveNamesake } from '../../../shared/terminals/resolution/resolve-reading.ts';
import { unknownPlaceHint } from '../../../shared/terminals/resolution/resolved-place.ts';
import { PLACE_SOURCES } from '../../support/place-sources.ts';

const resolve = (text: string) => resolvePlace(PLACE_SOURCES, text);

/** "City, ST" or the name of a terminal, with its ports; "?" before candidates; "unknown:" before suggestions. */
function meaningOf(text: string): string {
  const resolved = resolve(text);
  switch (resolved.kind) {
    case 'terminal':
      return resolved.terminal.name;
    case 'place': {
      const { city, state, zip } = resolved.place;
      const ports = (resolved.ports ?? []).map(({ locode }) => ` ${locode}`).join('');
      return `${city}, ${state}${resolved.form === 'zip' ? ` ${zip}` : ''}${ports}`;
    }
    case 'ambiguous':
      return `? ${resolved.candidates.map(({ name, state }) => `${name}, ${state}`).join('; ')}`;
    case 'unknown':
      return `unknown: ${resolved.suggestions.join('; ')}`;
  }
}

const warningsOf = (text: string): readonly string[] => {
  const resolved = resolve(text);
  return resolved.kind === 'place' || resolved.kind === 'terminal' ? resolved.warnings : [];
};

/** Lines of "text > meaning". */
const rows = (table: string): (readonly [string, string])[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', meaning = ''] = line.trim().split(' > ');
      return [text, meaning] as const;
    });

describe('what people type', () => {
  it.each(
    rows(`
      Cincy > Cincinnati, OH
      Balt MD > Baltimore, MD
      B'more > Baltimore, MD
      Phx AZ > Phoenix, AZ
      S San Fran > South San Francisco, CA
      S.F., CA > San Francisco, CA
      Wash DC > Washington, DC
      Wash, D.C. > Washington, DC
      DC > Washington, DC
      Vegas > Las Vegas, NV
      N Vegas > North Las Vegas, NV
      Philly > Philadelphia, PA
      Phila, PA > Philadelphia, PA
      Pgh > Pittsburgh, PA
      NOLA > New Orleans, LA
      NOLA LA > New Orleans, LA
      Indy > Indianapolis, IN
      Mpls MN > Minneapolis, MN
      KCMO > Kansas City, MO
      KC KS > Kansas City, KS
      Jax FL > Jacksonville, FL
      St Pete > St. Petersburg, FL
      Chi-town > Chicago, IL
      Chgo IL > Chicago, IL
      Beantown > Boston, MA
      Bklyn > Brooklyn, NY
      NY, NY > New York, NY
      L.A. > Los Angeles, CA
      Sacto > Sacramento, CA
      W Sac > West Sacramento, CA
      Albq NM > Albuquerque, NM
      Cleve OH > Cleveland, OH
      N Chas SC > North Charleston, SC
      STL MO > St. Louis, MO
      ORD IL > Chicago, IL
      ATL, GA > Atlanta, GA
      AllianceTexas > Alliance, TX
      San Berdu CA > San Bernardino, CA
      St. Chas IL > St. Charles, IL
      RTP > Research Triangle Park, NC
      Cordele Inland Port > Cordele Intermodal Center
      Front Royal Inland Port > Virginia Inland Port
    `),
  )('%j is the nickname or abbreviation of %s, without a warning', (text, meaning) => {
    expect([meaningOf(text), warningsOf(text)]).toEqual([meaning, []]);
  });

  it.each(
    rows(`
      Ft Myers Bch > Fort Myers Beach, FL
      Ft. Lauderdale > Fort Lauderdale, FL
      W Palm Bch > West Palm Beach, FL
      E. Rutherford, NJ > East Rutherford, NJ
      N Little Rock AR > North Little Rock, AR
      E St Louis IL > East Saint Louis, IL
      Mt Pleasant SC > Mount Pleasant, SC
      Pt Arthur TX > Port Arthur, TX
      Pt Pleasant, NJ > Point Pleasant, NJ
      Pt St Lucie FL > Port Saint Lucie, FL
      Pt Elizabeth > Port Elizabeth, NJ
      Pt Newark NJ > Port Newark, NJ
      Elk Grove Vlg IL > Elk Grove Village, IL
      Colorado Spgs, CO > Colorado Springs, CO
      Grand Jct CO > Grand Junction, CO
      Arlington Hts IL > Arlington Heights, IL
      Long Is City NY > Long Island City, NY
      Staten Is NY > Staten Island, NY
      Rowland Hts, CA > Rowland Heights, CA
      Tinley Pk IL > Tinley Park, IL
      Va Bch VA > Virginia Beach, VA
      Sault Ste. Marie MI > Sault Ste. Marie, MI
      Edison Twp, NJ > Edison, NJ
      Township of Edison NJ > Edison, NJ
      City of Fontana, CA > Fontana, CA
      Dallas 🚚, TX > Dallas, TX
      🚚 Dallas, TX 🇺🇸 > Dallas, TX
      "Dallas, TX" > Dallas, TX
      ZIP code: 60601 > Chicago, IL 60601
      ＣＨＩＣＡＧＯ, ＩＬ > Chicago, IL
      ChicagoIL > Chicago, IL
      Atlanta GA30303 > Atlanta, GA 30303
      DallasTX 75201 > Dallas, TX 75201
    `),
  )('%j is spelled %s', (text, meaning) => {
    expect([meaningOf(text), warningsOf(text)]).toEqual([meaning, []]);
  });

  it.each(
    rows(`
      Mil WI > Milwaukee, WI
      Alb NM > Albuquerque, NM
      G Rapids MI > Grand Rapids, MI
      Lit Rock AR > Little Rock, AR
      L.R. Ark > Little Rock, AR
      Nashvl TN > Nashville, TN
      Mont AL > Montgomery, AL
      N.O. LA > New Orleans, LA
      B.R. LA > Baton Rouge, LA
      Shrevept LA > Shreveport, LA
      C Christi TX > Corpus Christi, TX
      Lub, TX > Lubbock, TX
      Bakersfld CA > Bakersfield, CA
      Greens NC > Greensboro, NC
      Grnvl SC > Greenville, SC
      Des M IA > Des Moines, IA
      Bowl Green KY > Bowling Green, KY
      Mech'burg PA > Mechanicsburg, PA
      Gd Rapids MI > Grand Rapids, MI
      GR Mich > Grand Rapids, MI
      BR LA > Baton Rouge, LA
      Bolingbrk IL > Bolingbrook, IL
      Carol Strm IL > Carol Stream, IL
    `),
  )('%j abbreviates %s, which a warning says', (text, meaning) => {
    expect([meaningOf(text), warningsOf(text)]).toEqual([meaning, [`"${text}" is read as ${meaning}.`]]);
  });

  it.each(
    rows(`
      Chicgo, IL > Chicago, IL
      Springfeild, MO > Springfield, MO
      Philadelhpia PA > Philadelphia, PA
      Pheonix AZ > Phoenix, AZ
      Tuscon, Ariz. > Tucson, AZ
      Rancho Cucamunga CA > Rancho Cucamonga, CA
      Chatanoga, TN > Chattanooga, TN
      Cinncinati OH > Cincinnati, OH
      Jacksonville, Flordia > Jacksonville, FL
      Fresno Californa > Fresno, CA
      Charlotte, North Carolna > Charlotte, NC
    `),
  )('%j misspells %s, which a warning says', (text, meaning) => {
    expect([meaningOf(text), warningsOf(text)]).toEqual([meaning, [`"${text}" is read as ${meaning}.`]]);
  });

  it.each(
    rows(`
      Minneapolis/St Paul > Minneapolis, MN and Saint Paul, MN
      Minneapolis-St. Paul, MN > Minneapolis, MN and Saint Paul, MN
      Raleigh-Durham, NC > Raleigh, NC and Durham, NC
      Norfolk / Va Beach > Norfolk, VA and Virginia Beach, VA
      Wilkes-Barre/Scranton PA > Wilkes-Barre, PA and Scranton, PA
      Midland \u2013 Odessa, TX > Midland, TX and Odessa, TX
    `),
  )('%j names neighbors: %s; the first is used, which a warning says', (text, cities) => {
    const [first] = cities.split(' and ');
    expect([meaningOf(text), warningsOf(text)]).toEqual([
      first,
      [`"${text}" names ${cities}; ${first} is used.`],
    ]);
  });

  it.each(
    rows(`
      Bay Area > Oakland, CA
      Inland Empire > Ontario, CA
      North Jersey > Newark, NJ
      South Jersey > Camden, NJ
      Long Island > Hicksville, NY
      Hampton Roads > Norfolk, VA USORF
      Treasure Valley > Boise, ID
      Quad Cities > Davenport, IA
      Twin Cities > Minneapolis, MN
      West Texas > Midland, TX
      DFW area > Dallas, TX
      Chicago area > Chicago, IL
      Chicago, IL area > Chicago, IL
      Atlanta metro, GA > Atlanta, GA
      the greater Houston metropolitan area > Houston, TX
      Metro Detroit > Detroit, MI
      LA area > Los Angeles, CA
      Dalton area, GA > Dalton, GA
    `),
  )('%j is the city of a metropolitan area: %s, which a warning says', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    expect(warningsOf(text)[0]).toEqual(`"${text}" is read as ${meaning.replace(/ US\w+$/, '')}.`);
  });

  it.each(
    rows(`
      Central Valley, CA > Fresno, CA
      Long Island, NY > Hicksville, NY
      Orange County, CA > Anaheim, CA
      Orange County, NY > Middletown, NY
      Upstate, NY > Syracuse, NY
      South Bay, CA > Torrance, CA
    `),
  )('%j is an area in its state: %s', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    expect(warningsOf(text)).toEqual([`"${text.split(',')[0]}" is read as ${meaning}.`]);
  });

  it.each(['Orange County', 'Upstate'])('%j names areas of several states', (text) => {
    expect(resolve(text).kind).toBe('ambiguous');
  });

  it.each(
    rows(`
      Port of Miami Terminal, Miami > Port of Miami Terminal
      Yard Center, Chicago > UP Yard Center
      Port of Houston Barbours Cut > Barbours Cut Container Terminal
      BNSF Kansas City > BNSF Logistics Park Kansas City
      the Port of Savannah Garden City > Garden City Terminal
      PRT, Port of San Juan > Puerto Rico Terminals
      Red Hook Newark, USNYC > Red Hook Newark
      Port of Houston, Houston, TX > Houston, TX USHOU
    `),
  )('%j is a title and its own port or city: %s', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
  });

  it.each([
    ['Dayton', 'Newark, NJ', '"Dayton" is read as Dayton, OH. It can also be Dayton, NJ.'],
    ['Lincoln', 'Oakland, CA', '"Lincoln" is read as Lincoln, NE. It can also be Lincoln, CA.'],
    ['Dallas', 'Austell, GA', '"Dallas" is read as Dallas, TX. It can also be Dallas, GA.'],
    [
      'Central Valley',
      'Newark, NJ',
      '"Central Valley" is read as Fresno, CA. It can also be Central Valley, NY.',
    ],
    ['Dallas', 'Houston, TX', undefined],
    ['Chicago', 'Newark, NJ', undefined],
  ])('%j with the other end at %s has the warning %j', (text, end, warning) => {
    const other = resolve(end);
    if (other.kind !== 'place') throw new Error(`${end} is no place`);
    expect(resolveNamesake(text, resolve(text), other.place)).toMatchObject({
      kind: 'place',
      warnings: warning === undefined ? [] : [`${warning} Add the state or ZIP code.`],
    });
  });

  it('an area of two neighbors is the first, and of namesakes ambiguous', () => {
    expect([meaningOf('Dallas/Fort Worth area'), resolve('Springfield area').kind]).toEqual([
      'Dallas, TX',
      'ambiguous',
    ]);
  });

  it.each(
    rows(`
      Walmart DC, Bentonville, AR > Bentonville, AR
      Amazon ONT8, Moreno Valley CA > Moreno Valley, CA
    `),
  )('%j is the city after a name that is not known: %s, with a warning', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    expect(warningsOf(text)).toEqual([expect.stringMatching(/^".+" is not known; .+ is used\.$/)]);
  });

  it.each(['Foo TX', 'Bar TX', 'Marn TX', 'Pier 99, Long Beach, CA', 'Main St TX', 'Los CA', 'TBD TX'])(
    '%j is no city',
    (text) => {
      expect(resolve(text).kind).toBe('unknown');
    },
  );

  it.each(
    rows(`
      Tulsa Okla. > Tulsa, OK
      Fresno, Calif > Fresno, CA
      Orlando, Fla. > Orlando, FL
      Spokane, Wash. > Spokane, WA
      Springfield Mass. > Springfield, MA
      Joliet Ill > Joliet, IL
    `),
  )('%j has the traditional abbreviation of its state: %s', (text, meaning) => {
    expect([meaningOf(text), warningsOf(text)]).toEqual([meaning, []]);
  });

  it.each(
    rows(`
      CSX 59th > CSX 59th Street
      Packer Ave > Packer Avenue Marine Terminal
      Garden City Term > Garden City Terminal
      W185 > APM Terminals Pier 400
      ssapct > Pacific Container Terminal
      UP G4 > UP Global IV
      Dallas Intermodal Terminal > UP Dallas Intermodal Terminal
      Austell > Austell, GA
      Haslet > Haslet, TX
      Corwith, IA > Corwith, IA
      NWO > CSX Northwest Ohio
      AFW > BNSF Alliance
    `),
  )('%j is %s', (text, meaning) => {
    expect([meaningOf(text), warningsOf(text)]).toEqual([meaning, []]);
  });

  it.each(
    rows(`
      LBCT Pier E > Long Beach Container Terminal
      Norfolk Int'l Terminals VA > Norfolk International Terminals
      BNSF Mariposa Stockton > BNSF Stockton
      ITS LB > International Transportation Service
      TTI Pier T Long Beach > Total Terminals International
      USLGB TTI > Total Terminals International
      USSEA/SSA18 > Terminal 18 Seattle
      FIRMS L737 > Garden City Terminal
      Bayport CT Houston > Bayport Container Terminal
      Leatherman Terminal Chas > Hugh K. Leatherman Terminal
      VIG Portsmouth VA > Virginia International Gateway
      Seagirt / Baltimore > Seagirt Marine Terminal
      Conley Term. South Boston > Conley Container Terminal
      UP ICTF Carson > UP ICTF
    `),
  )('%j joins a terminal, in any of its names or codes, with a place at or near it: %s', (text, meaning) => {
    expect([meaningOf(text), warningsOf(text)]).toEqual([meaning, []]);
  });

  it.each(rows('Barbours > Barbours Cut Container Terminal\n UP Salt Lake > UP Salt Lake City'))(
    '%j is the beginning of one terminal name, %s, which a warning says',
    (text, meaning) => {
      expect(meaningOf(text)).toBe(meaning);
      expect(warningsOf(text)).toEqual([expect.stringContaining(`is read as the terminal ${meaning} in `)]);
    },
  );

  it.each(
    rows(`
      Memphis ramp > Memphis, TN
      Joliet IL ramp > Joliet, IL
      Harrisburg ramp > Harrisburg, PA
      Dallas rail yard > Dallas, TX
      Chicago rail yard > Chicago, IL
      Denver ramp > Denver, CO
      St Louis ramp > St. Louis, MO
      Atlanta ramp > Atlanta, GA
      Columbus ramp > Columbus, OH
      Savannah ramp > ? CSX Savannah, GA; NS Savannah, GA
      Elwood ramp > BNSF Logistics Park Chicago
      Hobart yard LA > BNSF Hobart
    `),
  )('%j is the only ramp, or the city of several: %s', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    if (text.startsWith('Memphis'))
      expect(warningsOf(text)[0]).toMatch(/^"Memphis ramp" can be BNSF Memphis, /);
  });

  it.each(['T-18 Tacoma', 'LBCT Oakland', 'Oakland Berkeley', 'Barbours Cut Dallas', 'Dallas or Fort Worth'])(
    '%j joins two places that do not belong together, and is not read',
    (text) => {
      expect(resolve(text).kind).toBe('unknown');
    },
  );

  it.each(rows('DFW Metroplex > Dallas, TX\n LB > Long Beach, CA'))('%j is the city %s', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
  });

  it.each(
    rows(`
      LA/LB > Los Angeles, CA USLAX USLGB
      LALB > Los Angeles, CA USLAX USLGB
      LAX/LGB > Los Angeles, CA USLAX USLGB
      Port of LA & LB > Los Angeles, CA USLAX USLGB
      Seattle/Tacoma > Seattle, WA USSEA USTIW
      NYNJ > New York, NY USNYC
      NY/NJ > New York, NY USNYC
      Port of NY > New York, NY USNYC
      Port of Savannah > Savannah, GA USSAV
      Norfolk/Portsmouth > Norfolk, VA USORF
      Phoenix/Tucson > unknown: Phoenix, AZ; Tucson, AZ
      Port of Wilmington > ? Wilmington, DE; Wilmington, NC
    `),
  )('%j names the ports %s', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
  });

  it('names joined ports in a warning', () => {
    expect(warningsOf('LA/LB')).toEqual(['"LA/LB" names Port of Los Angeles and Port of Long Beach.']);
  });
});

describe('a UN/LOCODE', () => {
  it.each(
    rows(`
      USPBG > Pittsburg, CA
      USMDT > McDermott, OH
      USSDF > Smiths Creek, MI
      USLOU > Louise, TX
      USFTW > Forest View, IL
      USACY > American Canyon, CA
      USAVL > Brooklyn Park, MD
      USRSW > Reisterstown, MD
      USMCO > McCook, IL
      USCAK > Clark Fork, ID
      USCWA > Coldwater, MI
      USAEX > Alexander, IA
      USBQK > Bunkie, LA
      USLUK > Luke, MD
      USMDW > Middleton, WI
      USSBD > Chalmette, LA
      USSBP > Sanibel, FL
      USKOA > Coggon, IA
      USPPG > Prospect Heights, IL
      USTIQ > Tillery, NC
      USMAZ > Madison, AL
      USPNJ > Port Newark, NJ
      US LGB > Long Beach, CA
      us-chi > Chicago, IL
      PRSJU > San Juan, PR
      PRMAZ > Mayaguez, PR
      ASPPG > Pago Pago, AS
      MPTIQ > Tinian, MP
      USORD > Chicago, IL
      USLCK > Lockbourne, OH
      USABE > Easton, PA
      USIAH > Houston, TX
      USSJU > San Juan, PR
      USCKF > Cordele, GA
    `),
  )('%s is %s', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    const said = `"${text}" is the UN/LOCODE of ${meaning}`;
    for (const warning of warningsOf(text)) expect(warning).toContain(said);
  });

  it.each(['USGUM', 'USHUT', 'US222'])(
    '%s is unknown: at sea, a place that is not listed, or no code',
    (text) => {
      expect(resolve(text)).toMatchObject({ kind: 'unknown' });
    },
  );

  it('without the country is read as an airport, with a warning or the town of that name', () => {
    expect(warningsOf('SLC')).toEqual(['"SLC" is read as the code of Salt Lake City, UT.']);
    expect([meaningOf('SLC'), meaningOf('DFW'), meaningOf('ORD')]).toEqual([
      'Salt Lake City, UT',
      'DFW Airport, TX',
      'Chicago, IL',
    ]);
  });
});

describe('a name of several places', () => {
  const FAR_LARGER =
    'Houston,Boston,Oakland,Norfolk,Detroit,Charlotte,Atlanta,Laredo,St Louis,Washington'.split(',');

  it.each(
    rows(`
      Portland > Portland, OR; not Portland, ME
      Columbus > Columbus, OH; not Columbus, GA
      Kansas City > Kansas City, MO; not Kansas City, KS
      KC > Kansas City, MO; not Kansas City, KS
      Newark > Newark, NJ; not Newark, DE
      Richmond > Richmond, VA; not Richmond, CA
      Rochester > Rochester, NY; not Rochester, MN
      Ontario > Ontario, CA; not Ontario, OR
      Manchester > Manchester, NH; not Manchester, CT
      Augusta > Augusta, GA; not Augusta, ME
    `),
  )('%j is the largest, and a warning names others: %s', (text, expected) => {
    const [chosen, other = ''] = expected.split('; not ');
    expect(meaningOf(text)).toBe(chosen);
    expect(warningsOf(text).at(-1)).toMatch(`"${text}" is read as ${chosen}. It can also be `);
    expect(warningsOf(text).at(-1)).toContain(other);
  });

  it.each(['Portland, OR', 'Chicago', 'Portland, ME', 'Houston TX', '97201', ...FAR_LARGER])(
    '%j has no warning',
    (text) => {
      expect([resolve(text).kind, warningsOf(text)]).toEqual(['place', []]);
    },
  );

  it.each(
    rows(`
      Springfield > Springfield, MA; Springfield, IL; Springfield, MO
      Wilmington > Wilmington, DE; Wilmington, NC
      Charleston > Charleston, SC; Charleston, WV
      Aurora > Aurora, CO; Aurora, IL
      Arlington > Arlington, VA; Arlington, TX
      Glendale > Glendale, AZ; Glendale, CA
      Peoria > Peoria, AZ; Peoria, IL
      Freeport > Freeport, NY; Freeport, IL; Freeport, TX
      Dublin > Dublin, GA
      Paris > Paris, TX
      Alliance > Alliance, NC
      Hollywood > Hollywood, CA
      London > London, KY
    `),
  )('%j without a clearly largest place is ambiguous: %s', (text, first) => {
    expect(meaningOf(text)).toMatch(new RegExp(`^\\? .*${first.split('; ')[0]}`));
    for (const candidate of first.split('; ')) expect(meaningOf(text)).toContain(candidate);
  });

  it('that is also the code of a state has a warning', () => {
    expect(warningsOf('LA')).toEqual([
      '"LA" is read as the city of Los Angeles, not as the state of Louisiana.',
    ]);
  });
});

describe('a street address', () => {
  it.each(
    rows(`
      11234 Main St, Buffalo, NY > Buffalo, NY
      22446 Davis Dr, Sterling, VA > Sterling, VA
      11234 Main St Buffalo NY > Buffalo, NY
      90210 W Sunset Blvd., Phoenix, AZ > Phoenix, AZ
      1200 Main St, Suite 200, Buffalo, NY 14202 > Buffalo, NY 14202
      30303 Peachtree Rd NE, Atlanta, Georgia > Atlanta, GA
      60601B Lake Ave, Dock 4, Joliet IL > Joliet, IL
    `),
  )('%j is at its city or last ZIP code, with a warning', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    expect(warningsOf(text)).toEqual([expect.stringContaining('is read as a street address')]);
  });

  it.each(
    rows(`
      11234 Main St > unknown:
      11234 Main St, Nowhereville, NY > unknown:
      60632 Chicago, IL > Chicago, IL 60632
      60632 Chicago > Chicago, IL 60632
    `),
  )('%j is no ZIP code unless a city follows: %s', (text, meaning) => {
    expect(meaningOf(text).trim()).toBe(meaning);
  });
});

describe('a ZIP code without its leading zeros', () => {
  it.each(
    rows(`
      7114 > Newark, NJ 07114
      Newark, NJ 7114 > Newark, NJ 07114
      Newark 7114 > Newark, NJ 07114
      NJ 7114 > Newark, NJ 07114
      Boston, MA 2108 > Boston, MA 02108
      San Juan 918 > San Juan, PR 00918
      San Juan, PR 918 > San Juan, PR 00918
      Boston 2108-1234 > Boston, MA 02108
    `),
  )('%j is %s, with a warning', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    expect(warningsOf(text)).toEqual([expect.stringContaining('without its leading zeros')]);
  });

  it.each(
    rows(`
      918 > unknown: San Juan, PR 00918
      9063 > unknown:
      Chicago, IL 6060 > unknown: Chicago, IL
      Dallas 7114 > unknown: Dallas, TX
    `),
  )('%j is not restored if nothing agrees: %s', (text, meaning) => {
    expect(meaningOf(text).trim()).toContain(meaning);
  });
});

describe('a foreign place', () => {
  it.each(
    rows(`
      Windsor, ON > Canada
      Windsor, Ontario > Canada
      Vancouver, BC > Canada
      Toronto > Canada
      Toronto ON M5V 2T6 > Canada
      Montreal QC > Canada
      St. John's, NL > Canada
      Monterrey, Mexico > Mexico
      Monterrey, NL > Mexico
      Tijuana BC > Mexico
      Cd. Juarez, Chih. > Mexico
      Nuevo Laredo > Mexico
      Mexico City > Mexico
      Shanghai, China > China
      CNSHA > China
      CAVAN > Canada
      Felixstowe > the United Kingdom
    `),
  )('%j is not covered: in %s', (text, country) => {
    expect(resolve(text)).toMatchObject({
      kind: 'unknown',
      reason: `"${text}" is in ${country}; only places in the US are covered.`,
    });
  });

  it.each(
    rows(`
      Ontario > Ontario, CA
      Vancouver > Vancouver, WA
      Rotterdam > Rotterdam, NY
    `),
  )('%j is the US place %s only with a warning', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    expect(warningsOf(text)[0]).toContain('is not covered: only places in the US are.');
  });
});

describe('a text that is no place', () => {
  it.each(
    rows(`
      Dallas or Fort Worth > unknown: Dallas, TX; Fort Worth, TX
      Dallas Ft Worth > unknown: Dallas, TX; Fort Worth, TX
      90001-90010 > unknown: Los Angeles, CA 90001; Los Angeles, CA 90010
      90001 to 90010 > unknown: Los Angeles, CA 90001; Los Angeles, CA 90010
      Chicago, TX > unknown: Chicago, IL
      Savanah > unknown: Savannah, GA
      900xx > unknown:
      Springdale, ME > unknown: Springvale, ME
      Dallas/Houston > unknown: Dallas, TX; Houston, TX
      Savannah or Charleston > unknown: Savannah, GA; Charleston, SC
      Laredo/Nuevo Laredo > unknown: Laredo, TX
      Toronto/Buffalo NY > unknown: Buffalo, NY
      Atlanta, Savannah, GA > unknown: Atlanta, GA; Savannah, GA
      Main Street Buffalo NY > unknown: Buffalo, NY
      87G8+Q2 Chicago, IL > unknown: Chicago, IL
    `),
  )('%j has suggestions: %s', (text, expected) => {
    expect(meaningOf(text)).toMatch(expected);
    const resolved = resolve(text);
    const suggestions = resolved.kind === 'unknown' ? resolved.suggestions : [];
    expect(suggestions.length).toBeLessThanOrEqual(3);
    for (const suggestion of suggestions) expect(resolve(suggestion).kind).toBe('place');
  });

  it.each([
    ...['TBD', 'tba', 'N/A', 'same as above', 'See attached', '-', '???', '🚚', '32.08, -81.09', '87G8+Q2'],
    ...['TBD, TX', 'lat 33.749 lng -84.388', '40° 26\' 46" N 79° 58\' 56" W', 'geo:40.446,-79.982'],
    ...['IL', 'Georgia', "33°45'N 84°23'W", 'ירושלים', '\u202etxet', 'x'.repeat(10_000), '1'.repeat(10_000)],
  ])('%j has none', (text) => {
    expect(resolve(text)).toMatchObject({ kind: 'unknown', suggestions: [] });
  });

  it('is explained in sentences', () => {
    const hintOf = (text: string) => {
      const resolved = resolve(text);
      return resolved.kind === 'unknown' ? unknownPlaceHint(resolved) : '';
    };
    const texts = ['TBD TX', '40.446° N, 79.982° W', '900xx', 'Georgia', 'Indiana', 'Dallas or Fort Worth'];
    expect([...texts, 'Windsor, ON'].map(hintOf)).toEqual([
      ' It does not name a place.',
      ' Coordinates are not read. Send a city with its state, or a ZIP code.',
      ' A ZIP code has five digits.',
      ' "Georgia" is a state. Add a city or ZIP code.',
      ' "Indiana" is a state. Add a city or ZIP code. Did you mean "Indiana, PA"?',
      ' Did you mean "Dallas, TX" or "Fort Worth, TX"?',
      ' "Windsor, ON" is in Canada; only places in the US are covered. Did you mean "Windsor, CT" or "Windsor, CA" or "Windsor, CO"?',
    ]);
  });
});

describe('a text that looks like another kind', () => {
  it.each(
    rows(`
      Newark, NY > Newark, NY
      Newark NY > Newark, NY
      SeaTac, WA > SeaTac, WA
    `),
  )('%j is %s, and no port or street', (text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    expect(warningsOf(text).filter((warning) => /names Port|street/.test(warning))).toEqual([]);
  });

  it.each(['60638 Bedford Park, Chicago, IL', '90731 San Pedro, Los Angeles, CA'])(
    '%j begins with a ZIP code and no house number',
    (text) => {
      expect(resolve(text)).toMatchObject({ kind: 'place', form: 'zip', place: { zip: text.slice(0, 5) } });
    },
  );

  it('an American abbreviation is in no other country', () => {
    for (const text of ['Detroit, Mich', '1200 Industrial Dr', 'Foo Yard CN']) {
      expect(JSON.stringify(resolvePlace(PLACE_SOURCES, text))).not.toContain('only places in the US');
    }
  });

  it('many blanks cost nothing', () => {
    const began = performance.now();
    for (let round = 0; round < 20; round++) resolvePlace(PLACE_SOURCES, `1${' '.repeat(198)}x`);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
