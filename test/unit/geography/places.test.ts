import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PLACES_FILE } from '../../../bin/build/data-files.ts';
import { FREIGHT_PLACES } from '../../../shared/geography/places/city-nicknames.ts';
import {
  createEmbeddedGeocoder,
  openPlaceIndex,
} from '../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Place } from '../../../shared/geography/places/place.ts';
import { unpackPlaces } from '../../../shared/geography/places/place-index.ts';
import { localDay, timeZoneOf } from '../../../shared/geography/places/time-zone.ts';
import { US_STATES } from '../../../shared/geography/places/us-states.ts';
import { FERRY_ISLANDS, roadLink } from '../../../shared/geography/roads/road-networks.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';

const MAX_ERROR_MILES = 10;

const geocoder = createEmbeddedGeocoder();
const { findLocode } = geocoder;
const locate = (city: string, state: string, zip?: string) => geocoder.locate({ city, state, zip });

/** @param town for example "Salt Lake City UT". */
function placeOf(town: string): Place {
  const located = locate(town.slice(0, -3), town.slice(-2));
  if (!located.found) throw new Error(`${town} is unknown`);
  return located.place;
}

/** All ZIP codes of the places file. */
const everyZip = () =>
  [...unpackPlaces(new Uint8Array(readFileSync(PLACES_FILE))).zips].flatMap(
    (zip) => geocoder.findZip(String(zip).padStart(5, '0')) ?? [],
  );

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const towns = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

describe('the embedded geocoder', () => {
  /**
   * Capitals, suburbs, ports, new ZIP codes, unusual spellings, airports, islands. Chosen and located (to a few miles)
   * from general knowledge, not from the sources of the places file.
   */
  const known = readFileSync(new URL('./places/known-places.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [city = '', state = '', zip = '', latitude, longitude] = row.split(',');
      return { city, state, zip, latitude: Number(latitude), longitude: Number(longitude) };
    });

  it(`finds every known place within ${MAX_ERROR_MILES} miles, without a warning`, () => {
    const amiss = known.filter(({ city, state, zip, latitude, longitude }) => {
      const result = locate(city, state, zip || undefined);
      if (!result.found || result.warnings.length > 0) return true;
      return greatCircleMiles(result.place, { latitude, longitude }) > MAX_ERROR_MILES;
    });
    expect(amiss).toEqual([]);
    expect(known.length).toBeGreaterThanOrEqual(300);
  });

  it('knows the ZIP of every freight place, in its state', () => {
    for (const { names, state, zip } of FREIGHT_PLACES) {
      const place = { city: names[0], state, zip };
      for (const name of names) {
        expect(locate(name, state)).toMatchObject({ found: true, place });
        expect(locate(name, state, zip)).toMatchObject({ found: true, place, warnings: [] });
      }
    }
  });

  it('has places in every state, with DC, the territories and military mail', () => {
    const index = openPlaceIndex();
    const empty = [...US_STATES.keys()].filter(
      (state) => index.citiesByPrefix({ cityKey: '', states: new Set([state]) }, 1).length === 0,
    );
    expect(empty).toEqual([]);
  });

  it('finds every city and port city of the terminal catalogue near its terminal', () => {
    const amiss = loadTerminals().filter((terminal) => {
      const { city, state, portCity } = terminal;
      const result = locate(city, state);
      const near = result.found && greatCircleMiles(result.place, terminal) < 35;
      return !near || (portCity !== '' && geocoder.findCities(portCity).length === 0);
    });
    expect(amiss.map(({ name }) => name)).toEqual([]);
  });
});

describe('UN/LOCODEs', () => {
  it('are those of the official list, and all but two have a place', () => {
    const file = new URL('../../../shared/geography/places/data/un-locodes.csv', import.meta.url);
    const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1);
    const faults = rows.filter((row) => {
      const [code = '', city = '', state = ''] = row.split(',');
      return findLocode(code)?.city !== city || !locate(city, state).found;
    });
    expect(faults).toEqual(['USGUM,Gulfmex Lightering Area,', 'USHUT,Hutchinson,AR']);
    expect(rows.length).toBeGreaterThan(14_000);
  });

  it('cover the terminals of the catalogue', () => {
    const codes = loadTerminals().map(({ locode }) => locode);
    expect(codes.filter((code) => code !== '' && findLocode(code) === undefined)).toEqual([]);
  });

  it.each([
    ['USSJU', 'San Juan', 'PR'],
    ['PRSJU', 'San Juan', 'PR'],
    ['USCHA', 'Chattanooga', 'TN'],
    ['VICHA', 'Charlotte Amalie', 'VI'],
    ['US LGB', 'Long Beach', 'CA'],
    ['us-lgb', 'Long Beach', 'CA'],
  ])('%s is %s, %s', (code, city, state) => {
    expect(findLocode(code)).toMatchObject({ city, state });
  });

  it.each(['US222', 'LGB', 'US  LGB', 'USLGB1', 'CNSHA', 'US', ''])('%j is unknown', (text) => {
    expect(findLocode(text)).toBeUndefined();
  });
});

describe('time zones', () => {
  /** Towns on both sides of each time zone line inside a state (general knowledge). */
  it.each([
    [
      'America/New_York',
      `Tallahassee FL, Apalachicola FL, Jacksonville FL, Indianapolis IN, South Bend IN, Jasper IN, Lafayette IN,
       Terre Haute IN, Louisville KY, Elizabethtown KY, Lexington KY, Detroit MI, Marquette MI, Houghton MI,
       Knoxville TN, Chattanooga TN, Cleveland TN, Boston MA, Savannah GA, Norfolk VA, Newark NJ`,
    ],
    [
      'America/Chicago',
      `Panama City FL, Pensacola FL, Marianna FL, Gary IN, Michigan City IN, La Porte IN, Evansville IN,
       Bowling Green KY, Paducah KY, Owensboro KY, Glasgow KY, Iron Mountain MI, Menominee MI, Ironwood MI,
       Nashville TN, Memphis TN, Cookeville TN, Crossville TN, Dallas TX, Midland TX, Wichita KS, Dodge City KS,
       Garden City KS, Colby KS, Omaha NE, North Platte NE, McCook NE, Pierre SD, Sioux Falls SD, Fargo ND,
       Bismarck ND, Minot ND, Williston ND, Chicago IL, Mobile AL`,
    ],
    [
      'America/Denver',
      `El Paso TX, Goodland KS, Ogallala NE, Scottsbluff NE, Rapid City SD, Dickinson ND, Boise ID, Idaho Falls ID,
       Ontario OR, Vale OR, West Wendover NV, Denver CO, Salt Lake City UT, Billings MT, Albuquerque NM`,
    ],
    [
      'America/Los_Angeles',
      `Coeur d'Alene ID, Lewiston ID, Moscow ID, Portland OR, Bend OR, Baker City OR, Burns OR, Reno NV, Elko NV,
       Las Vegas NV, Los Angeles CA, Seattle WA, Spokane WA`,
    ],
    ['America/Phoenix', 'Phoenix AZ, Tucson AZ'],
    ['America/Anchorage', 'Anchorage AK, Juneau AK, Fairbanks AK'],
    ['America/Adak', 'Adak AK'],
    ['Pacific/Honolulu', 'Honolulu HI'],
    ['America/Puerto_Rico', 'San Juan PR'],
  ])('%s has its towns', (zone, list) => {
    expect(towns(list).filter((town) => timeZoneOf(placeOf(town)) !== zone)).toEqual([]);
  });

  it('have a zone that the runtime supports for every state', () => {
    for (const state of US_STATES.keys()) {
      const zone = timeZoneOf({ state, latitude: 40, longitude: -100 });
      expect(localDay(new Date('2026-06-15T12:00:00Z'), zone)).toMatch(/^2026-06-1[56]$/);
    }
  });

  it.each([
    ['2026-11-21T04:59:59Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T05:00:00Z', 'America/New_York', '2026-11-21'],
    ['2026-07-21T04:00:00Z', 'America/New_York', '2026-07-21'],
    ['2026-12-31T14:00:00Z', 'Pacific/Guam', '2027-01-01'],
    ['2027-01-01T10:59:59Z', 'Pacific/Pago_Pago', '2026-12-31'],
  ])('have the local day: at %s in %s it is %s', (moment, zone, day) => {
    expect(localDay(new Date(moment), zone)).toBe(day);
  });
});

describe('roads', () => {
  const pairs = (text: string) => towns(text).map((pair) => pair.split(' > '));
  const linksOf = (list: string) =>
    pairs(list).flatMap(([one = '', other = '']) => {
      const [a, b] = [placeOf(one), placeOf(other)];
      return [roadLink(a, b).kind, roadLink(b, a).kind].map((kind) => `${one} > ${other}: ${kind}`);
    });
  const expected = (list: string, kind: string) =>
    pairs(list).flatMap(([one, other]) => Array(2).fill(`${one} > ${other}: ${kind}`));

  it.each([
    [
      'domestic',
      `Chicago IL > Los Angeles CA, Chicago IL > Washington DC, Anchorage AK > Fairbanks AK, Juneau AK > Auke Bay AK,
       Honolulu HI > Kapolei HI, Kahului HI > Lahaina HI, Hilo HI > Kailua Kona HI, San Juan PR > Ponce PR,
       San Juan PR > Fajardo PR, Hagatna GU > Yigo GU, Nome AK > Nome AK, Avalon CA > Two Harbors CA,
       Point Roberts WA > Point Roberts WA`,
    ],
    [
      'none',
      `Los Angeles CA > Honolulu HI, Chicago IL > San Juan PR, Chicago IL > APO AE, APO AE > APO AE, Chicago IL > APO AP,
       Anchorage AK > Juneau AK, Anchorage AK > Nome AK, Juneau AK > Nome AK, Honolulu HI > Kahului HI,
       Honolulu HI > Hilo HI, Honolulu HI > Lihue HI, Kahului HI > Lanai City HI, Kahului HI > Kaunakakai HI,
       Kahului HI > Hilo HI, San Juan PR > Charlotte Amalie VI, Fajardo PR > Vieques PR, Fajardo PR > Culebra PR,
       Charlotte Amalie VI > Christiansted VI, Hagatna GU > Saipan MP, Saipan MP > Rota MP, Honolulu HI > Pago Pago AS,
       San Pedro CA > Avalon CA, Chicago IL > Oak Island MN, Nantucket MA > Edgartown MA, Anchorage AK > Avalon CA`,
    ],
    [
      'through-canada',
      `Chicago IL > Anchorage AK, Los Angeles CA > Fairbanks AK, Bellingham WA > Point Roberts WA,
       Chicago IL > Angle Inlet MN, Haines AK > Skagway AK, Haines AK > Anchorage AK, Bellingham WA > Skagway AK,
       Point Roberts WA > Anchorage AK`,
    ],
  ])('are %s between two places, in both directions', (kind, list) => {
    expect(linksOf(list)).toEqual(expected(list, kind));
  });

  /** General knowledge. */
  it('reach exactly the ZIP codes of Alaska with a road to Anchorage', () => {
    const reached = everyZip().filter(
      (place) => place.state === 'AK' && roadLink(place, placeOf('Anchorage AK')).kind === 'domestic',
    );
    expect(reached.map(({ zip }) => zip)).toEqual(
      words(
        `99501 99502 99503 99504 99505 99506 99507 99508 99509 99510 99511 99513 99514 99515 99516 99517 99518
         99519 99520 99521 99522 99523 99524 99529 99530 99540 99556 99566 99567 99568 99572 99573 99577 99586
         99587 99588 99599 99603 99605 99610 99611 99623 99629 99631 99635 99639 99645 99652 99654 99664 99669
         99672 99674 99676 99683 99686 99687 99688 99693 99694 99695 99701 99702 99703 99704 99705 99706 99707
         99708 99709 99710 99711 99712 99714 99716 99725 99729 99730 99731 99732 99733 99734 99737 99738 99743
         99744 99755 99756 99758 99760 99764 99775 99776 99780 99790`,
      ),
    );
  });

  /** All ZIP codes on islands that only a ferry reaches, and Stehekin (general knowledge). */
  it('reach all ZIP codes of the mainland states but those of ferry islands', () => {
    const chicago = placeOf('Chicago IL');
    const cutOff = everyZip().filter(
      (place) => place.state in FERRY_ISLANDS && roadLink(place, chicago).kind === 'none',
    );
    expect(cutOff.map(({ zip }) => zip)).toEqual(
      words(
        `02535 02539 02552 02554 02557 02564 02568 02575 02584 02713 02807 02872 04017 04019 04050 04108 04625
         04635 04645 04646 04685 04848 04851 04852 04853 04863 06390 11770 11964 11965 21824 21866 23440 27960
         29915 31327 33109 43436 43438 43446 43456 48028 49726 49757 49775 49782 54246 54850 56741 90704 98013
         98070 98222 98243 98245 98250 98261 98262 98279 98280 98286 98297 98303 98852`,
      ),
    );
  });
});
