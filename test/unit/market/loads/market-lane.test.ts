import { describe, expect, it } from 'vitest';
import { freightMarketOf } from '../../../../shared/market/loads/freight-markets.ts';
import { marketLane } from '../../../../shared/market/loads/market-lane.ts';
import {
  BANDS,
  bandOfKind,
  holdsFuel,
  kindOf,
  laneKeys,
  STEPS,
  stepOfKind,
} from '../../../../shared/market/loads/market-levels.ts';
import { mondayOfWeek, weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { terminalId } from '../../../../shared/terminals/catalogue/terminal-id.ts';

const terminal = (name: string) => {
  const found = loadTerminals().find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const PIER_400 = terminalId('APM Terminals Pier 400');
const ONTARIO = { city: 'Ontario', state: 'CA', zip: '91761', latitude: 34.03, longitude: -117.6 };

describe('markets', () => {
  it('contain all terminals of a port', () => {
    const ports = [
      'Port of LA/Long Beach',
      'Northwest Seaport Alliance',
      'Port of New York and New Jersey',
      'Port Houston',
    ];
    for (const port of ports) {
      const names = new Set(
        loadTerminals()
          .filter(({ group }) => group === port)
          .map(freightMarketOf),
      );
      expect([...names]).toHaveLength(1);
    }
  });

  it('contain ramps near the port', () => {
    expect(freightMarketOf(terminal('BNSF Denver'))).toBe('denver');
    expect(freightMarketOf(terminal('APM Terminals Pier 400'))).toBe('los-angeles');
  });
});

describe('keys of a lane', () => {
  it('go from the freight market to the lane', () => {
    const lane = marketLane(
      { kind: 'terminal', terminal: terminal('APM Terminals Pier 400'), warnings: [] },
      ONTARIO,
      60,
    );
    expect(laneKeys(lane)).toEqual({
      freightMarket: 'port#los-angeles',
      marketState: 'region#los-angeles#CA',
      state: `state#los-angeles#${PIER_400}#CA`,
      zone: 'zone#los-angeles#917',
      lane: `lane#los-angeles#${PIER_400}#917`,
    });
  });

  it('leave out the terminal for loads from a place', () => {
    const lane = marketLane({ kind: 'place', form: 'city', place: ONTARIO, warnings: [] }, ONTARIO, 5);
    expect(Object.keys(laneKeys(lane))).toEqual(['freightMarket', 'marketState', 'zone']);
  });
});

describe('kinds of loads', () => {
  it('tell distance, fuel and equipment apart', () => {
    const kinds = [0, 20, 60, 700].flatMap((miles) =>
      [true, false].flatMap((fuel) =>
        (['container_40', 'container_20', 'iso_tank'] as const).map((equipment) =>
          kindOf(miles, fuel, equipment),
        ),
      ),
    );
    expect(new Set(kinds).size).toBe(24);
    expect(kindOf(60, true, 'container_40')).toBe(kindOf(60, true, 'container_40hc'));
    expect(stepOfKind(kindOf(700, false, 'iso_tank'))).toBe(STEPS - 1);
    expect(bandOfKind(kindOf(700, false, 'iso_tank'))).toBe(BANDS - 1);
    expect(holdsFuel(kindOf(700, false, 'iso_tank'))).toBe(false);
    expect(holdsFuel(kindOf(0, true, 'iso_tank'))).toBe(true);
  });

  it('put every step in one band', () => {
    for (let miles = 0; miles < 700; miles += 0.5) {
      const ends = [
        8,
        15,
        22,
        30,
        40,
        50,
        62,
        80,
        100,
        130,
        170,
        225,
        300,
        400,
        550,
        Number.POSITIVE_INFINITY,
      ];
      expect(bandOfKind(kindOf(miles, true, 'container_40'))).toBe(ends.findIndex((end) => miles < end));
    }
  });
});

describe('numbers of weeks', () => {
  it('change on Monday', () => {
    expect(weekNumber('2026-10-05')).toBe(weekNumber('2026-10-11'));
    expect(weekNumber('2026-10-12')).toBe(weekNumber('2026-10-11') + 1);
    expect(mondayOfWeek(weekNumber('2026-10-08'))).toBe('2026-10-05');
  });
});
