import { describe, expect, it } from 'vitest';
import { rankStop, STOP_RANKS } from '../../../../shared/quotes/stops/rank-stop.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { ListedTerminal } from '../../../../shared/terminals/catalogue/listed-terminal.ts';
import { portByLocode } from '../../../../shared/terminals/catalogue/ports.ts';
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
  it('is highest for a terminal that the caller named, with the throughput of its port', () => {
    expect(rankOf({ terminal: PIER }, [])).toEqual({
      rank: STOP_RANKS.terminal,
      throughput: port('USLAX').teu,
      inPortCity: false,
      terminals: [PIER],
      placeName: PIER.name,
    });
    expect(rankOf({ terminal: RAMP }, [])).toMatchObject({ rank: STOP_RANKS.terminal, throughput: 0 });
  });

  it('is that of a place for named ports, with the throughput and the marine terminals of all of them', () => {
    const ports = [port('USLAX'), port('USLGB')];
    const beach = LISTED.find(({ port: of, principal }) => of === 'USLGB' && principal);
    if (beach === undefined) throw new Error('no principal terminal of Long Beach');

    const ranked = rankOf({ ports }, [
      RAMP,
      { ...RAMP, name: 'Ramp of the port', port: 'USLAX' },
      PIER,
      beach,
    ]);

    expect(ranked).toMatchObject({
      rank: STOP_RANKS.namedPlace,
      throughput: port('USLAX').teu + port('USLGB').teu,
      inPortCity: true,
      placeName: 'Port of Los Angeles and Port of Long Beach',
    });
    expect(namesOf(ranked)).toEqual([PIER.name, beach.name]);
  });

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

  it('is that of a port for its city, and for a town near one of its principal terminals', () => {
    const ofPort = { rank: STOP_RANKS.portCity, terminals: [PIER], placeName: 'Port of Los Angeles' };
    const city = townAt(PIER, 'Los Angeles');
    expect(rankOf({}, [PIER], city)).toMatchObject({ ...ofPort, inPortCity: true });
    expect(rankOf({}, [PIER], townAt(PIER))).toMatchObject({ ...ofPort, inPortCity: false });
    expect(rankOf({}, [{ ...PIER, principal: false }], townAt(PIER))).toMatchObject({
      rank: STOP_RANKS.none,
      terminals: [],
    });
    // The UN/LOCODE of the city names its port.
    expect(rankOf({ byLocode: true }, [PIER], city)).toMatchObject({ rank: STOP_RANKS.namedPlace });
  });

  it('is that of a ramp for a town near one, which counts as named by a UN/LOCODE', () => {
    const near = { throughput: 0, inPortCity: false, terminals: [RAMP], placeName: 'Anyville, GA' };
    expect(rankOf({}, [RAMP])).toEqual({ rank: STOP_RANKS.rampCity, ...near });
    expect(rankOf({ byLocode: true }, [RAMP])).toEqual({ rank: STOP_RANKS.namedPlace, ...near });
    // A marine terminal does not count as a ramp.
    expect(rankOf({}, [{ ...RAMP, type: 'marine' }])).toMatchObject({ rank: STOP_RANKS.none, terminals: [] });
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
