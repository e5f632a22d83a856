import { describe, expect, it } from '@jest/globals';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { resolveStops } from '../../../../shared/quotes/pricing/check-request.ts';
import { rankStop, STOP_RANKS } from '../../../../shared/quotes/stops/quote-lane.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { PORTS, portByLocode } from '../../../../shared/terminals/catalogue/ports.ts';
import type { ListedTerminal } from '../../../../shared/terminals/catalogue/terminal.ts';
import { resolvePlace } from '../../../../shared/terminals/resolution/resolve-place.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../../../shared/terminals/search/nearest-terminals.ts';

const LISTED = loadTerminals();

function listed(name: string): ListedTerminal {
  const found = LISTED.find((terminal) => terminal.name === name);
  if (found === undefined) throw new Error(`no terminal ${name}`);
  return found;
}

const RAMP = listed('NS Inman');
const PIER = listed('APM Terminals Pier 400');

/** A town at a terminal's coordinates; without a port of its own, unless `city` is that of a port. */
const townAt = ({ state, latitude, longitude }: ListedTerminal, city = 'Anyville') => ({
  name: `${city}, ${state}`,
  type: 'city' as const,
  city,
  state,
  zip: '',
  latitude,
  longitude,
});

const port = (locode: string) => {
  const found = portByLocode(locode);
  if (found === undefined) throw new Error(`no port ${locode}`);
  return found;
};

const rankOf = (
  requested: Partial<Parameters<typeof rankStop>[0]>,
  terminals: readonly ListedTerminal[],
  stop = townAt(RAMP),
) =>
  rankStop(
    { stop, terminal: undefined, ports: [], byLocode: false, ...requested },
    buildNearestTerminals(terminals),
  );

const namesOf = ({ terminals }: { readonly terminals: readonly { readonly name: string }[] }) =>
  terminals.map(({ name }) => name);

describe('the rank of a stop', () => {
  it('prefers principal terminals of a port, then those for containers, then any', () => {
    const principal = { ...PIER, name: 'principal', principal: true };
    const forContainers = { ...PIER, name: 'containers', principal: false, services: ['container' as const] };
    const ofUnknownServices = { ...PIER, name: 'unknown', principal: false, services: [] };
    const other = { ...PIER, name: 'other', principal: false, services: ['ro-ro' as const] };
    const at = (...terminals: ListedTerminal[]) => namesOf(rankOf({ ports: [port('USLAX')] }, terminals));

    expect(at(other, ofUnknownServices, forContainers, principal)).toEqual(['principal']);
    expect(at(other, ofUnknownServices, forContainers)).toEqual(['unknown', 'containers']);
    expect(at(other)).toEqual(['other']);
  });

  it('has at most 20 terminals', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ ...PIER, name: `Pier ${index}` }));
    const ramps = Array.from({ length: 25 }, (_, index) => ({ ...RAMP, name: `Ramp ${index}` }));
    expect(rankOf({ ports: [port('USLAX')] }, many).terminals).toHaveLength(20);
    expect(rankOf({}, ramps).terminals).toHaveLength(20);
  });

  it('prefers ramps for containers to others, in the order of their distance', () => {
    const domestic = { ...RAMP, name: 'domestic', services: ['domestic' as const] };
    const far = { ...RAMP, name: 'far', services: ['container' as const], latitude: RAMP.latitude + 0.1 };
    const close = { ...RAMP, name: 'close', services: [] };
    expect(namesOf(rankOf({}, [domestic, far, close]))).toEqual(['close', 'far']);
    expect(namesOf(rankOf({}, [domestic]))).toEqual(['domestic']);
    expect(namesOf(rankOf({}, [{ ...far, latitude: RAMP.latitude + 1 }]))).toEqual([]);
  });

  it('is none without a terminal near it, also for a UN/LOCODE and a port without open terminals', () => {
    const none = { rank: STOP_RANKS.none, throughput: 0, inPortCity: false, terminals: [] };
    expect(rankOf({}, [])).toEqual({ ...none, placeName: 'Anyville, GA' });
    expect(rankOf({ byLocode: true }, [])).toMatchObject(none);
    expect(rankOf({ ports: [port('USLAX')] }, [])).toMatchObject(none);
    expect(rankOf({ ports: [port('USLAX')] }, [{ ...PIER, closed: true }])).toMatchObject(none);
  });
});

const SOURCES = {
  terminals: buildEmbeddedDirectory(loadTerminals()),
  places: createEmbeddedGeocoder(),
};

const resolveOrigin = (origin: string, ofContainer = true) =>
  resolveStops(SOURCES, { origin, destination: undefined }, ofContainer);

/** What a text means: the name of the stop, its terminal, its ports, and whether it is a UN/LOCODE without a port. */
function meaningOf(origin: string, ofContainer = true) {
  const { origin: found, rejection } = resolveOrigin(origin, ofContainer);
  expect(rejection).toBeUndefined();
  return [found?.stop.name, found?.terminal?.name, found?.ports.map(({ locode }) => locode), found?.byLocode];
}

describe('the text of a stop', () => {
  it.each([
    ['USLAX', 'Los Angeles, CA', ['USLAX']],
    ['Port of LA', 'Los Angeles, CA', ['USLAX']],
    ['Port of Savannah, GA', 'Savannah, GA', ['USSAV']],
    // Other codes and generated names of a port are at their own city.
    ['USEWR', 'Newark, NJ', ['USNYC']],
    ['us-ptm', 'Portsmouth, VA', ['USORF']],
    ['USPBI', 'West Palm Beach, FL', ['USPAB']],
    ['USNYC', 'New York, NY', ['USNYC']],
    ['Port Newark, NJ', 'Newark, NJ', ['USNYC']],
    ['Port of Virginia', 'Norfolk, VA', ['USORF']],
    // The place of the port with the larger throughput.
    ['San Pedro Bay', 'Los Angeles, CA', ['USLAX', 'USLGB']],
  ])('%j means ports', (text, place, ports) => {
    expect(meaningOf(text)).toEqual([place, undefined, ports, false]);
  });

  it.each([
    ['Seagirt, MD', 'Seagirt Marine Terminal'],
    ['Rickenbacker Intermodal', 'NS Rickenbacker'],
    ['BNSF Chicago', 'BNSF Corwith'],
    ['BNSF Alliance, Haslet TX', 'BNSF Alliance'],
    ['wando welch, mount pleasant sc', 'Wando Welch Terminal'],
    ['T-18 Seattle', 'Terminal 18 Seattle'],
    ['CSX Bedford Park ramp', 'CSX Bedford Park'],
    [' APM Terminals Pier 400 ', 'APM Terminals Pier 400'],
    ['Maher', 'Maher Terminals'],
    ['Wando', 'Wando Welch Terminal'],
    ['UP Global 4', 'UP Global IV'],
    ['CSX Fairburn', 'CSX Fairburn'],
    ['BNSF Willow Springs', 'BNSF Willow Springs'],
    ['NS Croxton', 'NS Croxton'],
    ['NIT Norfolk', 'Norfolk International Terminals'],
    ['Fenix', 'Fenix Marine Services'],
    ['OICT', 'Oakland International Container Terminal'],
    ['Husky', 'Husky Terminal'],
    ['Talleyrand', 'Talleyrand Marine Terminal'],
    ['Packer Avenue', 'Packer Avenue Marine Terminal'],
    ['GCT Bayonne', 'Port Liberty Bayonne'],
    ['UP Lathrop', 'UP Lathrop'],
    ['Garden City Terminal, Savannah', 'Garden City Terminal'],
  ])('%j means a terminal, without a warning', (text, terminal) => {
    expect(meaningOf(text)).toEqual([terminal, terminal, [], false]);
    expect(resolveOrigin(text).warnings).toEqual([]);
  });

  it.each([
    ['Conley', 'Conley Container Terminal', 'Boston, MA'],
    [' Seagirt ', 'Seagirt Marine Terminal', 'Baltimore, MD'],
    ['Garden City', 'Garden City Terminal', 'Garden City, GA'],
  ])('%j means a terminal for a container, with a warning', (text, terminal, where) => {
    expect(meaningOf(text)).toEqual([terminal, terminal, [], false]);
    expect(resolveOrigin(text).warnings).toEqual([
      `"${text.trim()}" is read as the terminal ${terminal} in ${where}. To use a town of the same name, add its state.`,
    ]);
  });

  it('means a town for a trailer, also if a terminal has its name', () => {
    expect(meaningOf('Conley', false)).toEqual(['Conley, GA', undefined, [], false]);
  });

  it.each([
    // Norfolk is also the town of the terminal.
    ['Norfolk', 'Norfolk, VA'],
    ['Conley, GA', 'Conley, GA'],
    ['30288', 'Conley, GA 30288'],
  ])('%j means a town, also for a container', (text, town) => {
    expect(meaningOf(text)).toEqual([town, undefined, [], false]);
  });

  it('is rejected with the name of its stop, and both may be absent', () => {
    const texts = { origin: 'Conley', destination: 'Nowhere at all' };
    expect(resolveStops(SOURCES, texts, true)).toMatchObject({
      origin: { terminal: { name: 'Conley Container Terminal' } },
      destination: undefined,
      rejection: { details: { field: 'destination', errors: [{ field: 'destination' }] } },
      warnings: [expect.anything()],
    });
    expect(resolveStops(SOURCES, { origin: undefined, destination: undefined }, true)).toEqual({
      ...{ origin: undefined, destination: undefined, rejection: undefined, warnings: [] },
    });
  });

  it('is marked if it is the UN/LOCODE of a town without a port', () => {
    expect(meaningOf('USCHI')).toEqual(['Chicago, IL', undefined, [], true]);
  });

  it('is at the same place as a UN/LOCODE without its port', () => {
    for (const code of PORTS.flatMap(({ locodes }) => locodes)) {
      const { stop } = resolveOrigin(code).origin ?? {};
      const alone = resolvePlace(SOURCES, code);
      const { latitude, longitude } = alone.kind === 'place' ? alone.place : { latitude: 0, longitude: 0 };
      expect([code, stop?.latitude, stop?.longitude]).toEqual([code, latitude, longitude]);
    }
  });

  it('is ambiguous if ports of its name are far apart', () => {
    expect(resolveOrigin('Port of Wilmington')).toMatchObject({
      origin: undefined,
      rejection: {
        details: {
          field: 'origin',
          value: 'Port of Wilmington',
          candidates: [
            { name: 'Wilmington', state: 'DE', zip: '19801' },
            { name: 'Wilmington', state: 'NC', zip: '28403' },
          ],
        },
      },
    });
  });

  it('is ambiguous for several towns, and the errors of both stops are in the details of the first', () => {
    const texts = { origin: 'Nowhere at all', destination: 'Springfield' };
    const { origin, destination, rejection, warnings } = resolveStops(SOURCES, texts, true);

    expect([origin, destination, warnings]).toEqual([undefined, undefined, []]);
    expect(rejection).toMatchObject({
      message: expect.stringMatching(/^Unknown origin "Nowhere at all"\./),
      details: {
        field: 'origin',
        value: 'Nowhere at all',
        errors: [
          { field: 'origin', message: rejection?.message },
          { field: 'destination', message: expect.stringMatching(/"Springfield" matches several places/) },
        ],
      },
    });
  });

  it.each([
    ['Springfield', 'BNSF Corwith', 'Springfield, IL'],
    ['Springfield', 'Conley Container Terminal', 'Springfield, MA'],
    ['Springfield', 'Kansas City, KS', 'Springfield, MO'],
    ['Wilmington', 'Philadelphia, PA', 'Wilmington, DE'],
    ['Charleston', 'Garden City Terminal', 'Charleston, SC'],
    ['Columbus', 'Garden City Terminal', 'Columbus, OH'],
    ['Peoria', 'Champaign, IL', 'Peoria, IL'],
    ['Glendale', 'Tucson, AZ', 'Glendale, AZ'],
    ['Decatur', 'Huntsville, AL', 'Decatur, AL'],
    ['Freeport', 'Houston, TX', 'Freeport, TX'],
    ['Freeport', 'Chicago, IL', 'Freeport, IL'],
    ['Portland', 'Boston, MA', 'Portland, ME'],
    ['Rochester', 'Minneapolis, MN', 'Rochester, MN'],
    ['Lancaster', 'Philadelphia, PA', 'Lancaster, PA'],
    ['Lancaster', 'Los Angeles, CA', 'Lancaster, CA'],
    ['Lancaster', 'Dallas, TX', 'Lancaster, TX'],
    ['Albany', 'Boston, MA', 'Albany, NY'],
    ['Albany', 'Tallahassee, FL', 'Albany, GA'],
    ['Greenville', 'Atlanta, GA', 'Greenville, SC'],
    ['Greenville', 'Jackson, MS', 'Greenville, MS'],
    ['Greenville', 'Norfolk, VA', 'Greenville, NC'],
    ['Lafayette', 'Houston, TX', 'Lafayette, LA'],
    ['Lafayette', 'Indianapolis, IN', 'Lafayette, IN'],
    ['Bloomington', 'Indianapolis, IN', 'Bloomington, IN'],
    ['Bloomington', 'Peoria, IL', 'Bloomington, IL'],
    ['Columbia', 'St. Louis, MO', 'Columbia, MO'],
    ['Jackson', 'Memphis, TN', 'Jackson, MS'],
    ['Jackson', 'Detroit, MI', 'Jackson, MI'],
    ['Florence', 'Charlotte, NC', 'Florence, SC'],
    ['Florence', 'Nashville, TN', 'Florence, AL'],
    ['Auburn', 'Seattle, WA', 'Auburn, WA'],
    ['Auburn', 'Atlanta, GA', 'Auburn, AL'],
    ['Aurora', 'Minneapolis, MN', undefined],
    ['Aurora', 'Salt Lake City, UT', 'Aurora, CO'],
    ['Fayetteville', 'Tulsa, OK', 'Fayetteville, AR'],
    ['Fayetteville', 'Raleigh, NC', 'Fayetteville, NC'],
    ['Burlington', 'Boston, MA', 'Burlington, MA'],
    ['Monroe', 'Shreveport, LA', 'Monroe, LA'],
    ['Salem', 'Portland, OR', 'Salem, OR'],
    ['Richmond', 'Oakland, CA', 'Richmond, CA'],
    ['Springfield', 'Los Angeles, CA', undefined],
    ['Wilmington', 'Richmond, VA', undefined],
    ['Wilmington', 'Raleigh, NC', 'Wilmington, NC'],
  ])('%j from %s is %s: the large and near one, of a container and of a trailer', (text, origin, name) => {
    for (const ofContainer of [true, false]) {
      const ends = { origin, destination: text };
      const { destination, warnings } = resolveStops(SOURCES, ends, ofContainer);
      expect(destination?.stop.name).toBe(name);
      expect(warnings).toEqual(name === undefined ? [] : [expect.stringContaining('It can also be')]);
    }
  });

  it.each([
    ['Oakland', 'Newark, NJ', 'Oakland, CA', 'Oakland, NJ'],
    ['Savannah', 'Nashville, TN', 'Savannah, GA', 'Savannah, TN'],
    ['Norfolk', 'Omaha, NE', 'Norfolk, VA', 'Norfolk, NE'],
    ['Jacksonville', 'Wilmington, NC', 'Jacksonville, FL', 'Jacksonville, NC'],
    ['Miami', 'Atlanta, GA', 'Miami, FL', undefined],
    ['Jacksonville', 'Savannah, GA', 'Jacksonville, FL', undefined],
  ])(
    '%j from %s is %s, far larger than others with its name: %s gets a warning',
    (text, origin, name, near) => {
      const { destination, warnings } = resolveStops(SOURCES, { origin, destination: text }, false);
      expect(destination?.stop.name).toBe(name);
      expect(warnings).toEqual(near === undefined ? [] : [expect.stringContaining(`It can also be ${near}`)]);
    },
  );

  it.each([
    ['Orange County', 'Newark, NJ', 'Middletown, NY'],
    ['Orange County', 'Los Angeles, CA', 'Anaheim, CA'],
    ['Upstate', 'Charleston, SC', 'Greenville, SC'],
    ['Vernon', 'Long Beach, CA', 'Vernon, CA'],
    ['McCook', 'Chicago, IL', 'McCook, IL'],
  ])('%j from %s is %s: the near area or freight place', (text, origin, name) => {
    const { destination } = resolveStops(SOURCES, { origin, destination: text }, false);
    expect(destination?.stop.name).toBe(name);
  });

  it('has its likeliest candidates first', () => {
    const { warnings } = resolveStops(SOURCES, { origin: 'Garden City', destination: 'Atlanta, GA' }, false);
    expect(warnings).toEqual([
      expect.stringMatching(/as Garden City, GA,.+ also be Garden City, SC; Garden City, MI/),
    ]);
  });

  it('of an area is a terminal with its name for a container, and the area for a trailer', () => {
    expect(meaningOf('Inland Empire')[0]).toBe('UP Inland Empire');
    expect(meaningOf('Inland Empire', false)[0]).toBe('Ontario, CA');
  });
});
