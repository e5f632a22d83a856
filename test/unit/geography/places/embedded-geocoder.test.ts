import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { FREIGHT_PLACES } from '../../../../shared/geography/places/freight-places.ts';
import { greatCircleMiles } from '../../../../shared/geography/places/great-circle.ts';
import { US_STATES } from '../../../../shared/geography/places/us-states.ts';
import { roadLink } from '../../../../shared/geography/roads/road-networks.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { KNOWN_PLACES } from './known-places.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from './places-file-ready.ts';

const MAX_ERROR_MILES = 10;

const geocoder = createEmbeddedGeocoder();
const locate = (city: string, state: string, zip?: string) => geocoder.locate({ city, state, zip });

function summary(miles: readonly number[]): string {
  const sorted = miles.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `${miles.length} places: median ${at(0.5)}, 95% within ${at(0.95)}, worst ${at(1)} miles off`;
}

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

describe('the embedded geocoder', () => {
  it(`finds every known place within ${MAX_ERROR_MILES} miles, without a warning`, () => {
    const rows = KNOWN_PLACES.map(({ city, state, zip, latitude, longitude }) => {
      const result = locate(city, state, zip || undefined);
      const address = `${city}, ${state} ${zip}`.trim();
      if (!result.found)
        return { address, miles: 0, fault: result.reason, line: `${address}: ${result.reason}` };
      const { place, warnings } = result;
      const miles = greatCircleMiles(place, { latitude, longitude });
      const fault = miles > MAX_ERROR_MILES ? `${miles.toFixed(1)} miles off` : warnings.join(' ');
      const line = `${address.padEnd(28)} ${`${place.city}, ${place.state} ${place.zip}`.padEnd(28)} ${miles.toFixed(1).padStart(5)} miles off`;
      return { address, miles, fault, line };
    });
    process.stdout.write(
      `${rows.map(({ line }) => line).join('\n')}\n${summary(rows.map(({ miles }) => miles))}\n`,
    );
    expect(rows.filter(({ fault }) => fault !== '')).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(300);
  });

  it.each([
    ['Saint Louis', 'St. Louis', 'MO'],
    ["O'Fallon", 'O Fallon', 'IL'],
    ['LaGrange', 'La Grange', 'GA'],
    ['DeSoto', 'De Soto', 'TX'],
    ['Fort Worth', 'Ft Worth', 'TX'],
    ['Mount Vernon', 'Mt. Vernon', 'IL'],
    ['Coeur d’Alene', 'COEUR D ALENE', 'ID'],
    ['McKinney', 'Mc Kinney', 'TX'],
    ['Winston Salem', 'Winston-Salem', 'NC'],
    ['La Cañada Flintridge', 'La Canada Flintridge', 'CA'],
  ])('answers the same for %j and %j, %s', (one, other, state) => {
    expect(locate(one, state)).toMatchObject({ found: true, warnings: [] });
    expect(locate(one, state)).toEqual(locate(other, state));
  });

  it('returns the same place for the ZIP code that it returned', () => {
    for (const { city, state } of KNOWN_PLACES) {
      const first = locate(city, state);
      if (first.found && first.place.zip !== '') expect(locate(city, state, first.place.zip)).toEqual(first);
    }
  });

  it('knows the ZIP of every freight place, in its state', () => {
    for (const { names, state, zip } of FREIGHT_PLACES) {
      for (const name of names) {
        const place = { city: names[0], state, zip };
        expect(locate(name, state)).toMatchObject({ found: true, place });
        expect(locate(name, state, zip)).toMatchObject({ found: true, place, warnings: [] });
      }
    }
  });

  it('has places in every state, with DC, the territories and military mail', () => {
    const cities: Record<string, string> = {
      AA: 'APO',
      AE: 'APO',
      AP: 'APO',
      AS: 'Pago Pago',
      DC: 'Washington',
    };
    const others: Record<string, string> = { GU: 'Dededo', MP: 'Saipan', PR: 'Caguas', VI: 'Frederiksted' };
    const capitals =
      'Montgomery AL,Juneau AK,Phoenix AZ,Little Rock AR,Sacramento CA,Denver CO,Hartford CT,Dover DE,Tallahassee FL,Atlanta GA,Honolulu HI,Boise ID,Springfield IL,Indianapolis IN,Des Moines IA,Topeka KS,Frankfort KY,Baton Rouge LA,Augusta ME,Annapolis MD,Boston MA,Lansing MI,St. Paul MN,Jackson MS,Jefferson City MO,Helena MT,Lincoln NE,Carson City NV,Concord NH,Trenton NJ,Santa Fe NM,Albany NY,Raleigh NC,Bismarck ND,Columbus OH,Oklahoma City OK,Salem OR,Harrisburg PA,Providence RI,Columbia SC,Pierre SD,Nashville TN,Austin TX,Salt Lake City UT,Montpelier VT,Richmond VA,Olympia WA,Charleston WV,Madison WI,Cheyenne WY';
    for (const capital of capitals.split(',')) cities[capital.slice(-2)] = capital.slice(0, -3);
    const missing = [...US_STATES.keys()].filter(
      (state) => !locate(cities[state] ?? others[state] ?? '', state).found,
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['AE', '09001'],
    ['AA', '34002'],
    ['AP', '96326'],
  ])('finds military mail (%s %s), which no road reaches', (state, zip) => {
    const result = locate('APO', state, zip);
    expect(result).toMatchObject({ found: true, place: { state, zip } });
    const chicago = locate('Chicago', 'IL');
    if (result.found && chicago.found) expect(roadLink(result.place, chicago.place).kind).toBe('none');
  });

  it('finds every city and port city of the terminal catalogue near its terminal', () => {
    const amiss = loadTerminals().filter((terminal) => {
      const { city, state, portCity } = terminal;
      const result = locate(city, state);
      const near = result.found && greatCircleMiles(result.place, terminal) < 35;
      return !near || (portCity !== '' && geocoder.findCities(portCity).length === 0);
    });
    expect(amiss.map(({ name, city, state, portCity }) => `${name}: ${city}, ${state}; ${portCity}`)).toEqual(
      [],
    );
  });

  it('applies the ZIP rules to real ZIPs', () => {
    expect(locate('Chicago', 'IL', '46402')).toEqual({
      found: false,
      reason: 'zip-in-other-state',
      zipState: 'IN',
    });
    expect(locate('Springfield', 'il', '60632-0001')).toMatchObject({
      found: true,
      place: { city: 'Chicago', state: 'IL', zip: '60632' },
      warnings: ['ZIP code 60632 is in Chicago, IL, not in Springfield. The ZIP code is used.'],
    });
    expect(locate('Chicago', 'IL', '00000')).toMatchObject({
      found: true,
      place: { city: 'Chicago' },
      warnings: ['ZIP code 00000 is unknown. The center of Chicago, IL is used.'],
    });
    expect(locate('Chicago', 'TX')).toEqual({ found: false, reason: 'unknown' });
  });

  it.each([
    ['Los Angeles', 'CA', '91335'],
    ['Los Angeles', 'CA', '90731'],
    ['LA', 'CA', '91401'],
    ['New York', 'NY', '11201'],
    ['New York', 'NY', '11375'],
    ['Boston', 'MA', '02125'],
    ['San Diego', 'CA', '92037'],
    ['Nashville', 'TN', '37013'],
    ['Houston', 'TX', '77345'],
    ['Baltimore', 'MD', '21222'],
    ['North Charleston', 'SC', '29406'],
    ['Doral', 'FL', '33166'],
    ['Sandy Springs', 'GA', '30328'],
  ])('takes a district of %s, %s for it: %s is not a contradiction', (city, state, zip) => {
    expect(locate(city, state, zip)).toMatchObject({ found: true, place: { zip }, warnings: [] });
  });

  it.each([
    ['Los Angeles', 'CA', '90802', 'Long Beach'],
    ['Los Angeles', 'CA', '91101', 'Pasadena'],
    ['New York', 'NY', '10701', 'Yonkers'],
    ['Boston', 'MA', '02139', 'Cambridge'],
    ['Fontana', 'CA', '92376', 'Rialto'],
    ['Houston', 'TX', '77571', 'La Porte'],
    ['San Diego', 'CA', '92101-1234', 'San Diego'],
  ])('has a warning for %s, %s with ZIP code %s, which is in %s', (city, state, zip, owner) => {
    const digits = zip.slice(0, 5);
    const warnings =
      owner === city
        ? []
        : [`ZIP code ${digits} is in ${owner}, ${state}, not in ${city}. The ZIP code is used.`];
    expect(locate(city, state, zip)).toMatchObject({ found: true, place: { city: owner }, warnings });
  });
});
