import { beforeAll, describe, expect, it } from 'vitest';
import { CSV_HEADER, csvRow, type ReportedLoad } from '../../../../bin/backtest/simulator/reported-load.ts';
import { type ScenarioName, scenario } from '../../../../bin/backtest/simulator/scenario.ts';
import { simulate } from '../../../../bin/backtest/simulator/simulate.ts';
import type { Place } from '../../../../shared/geography/places/place.ts';
import { loadRowReader } from '../../../../shared/market/importing/read-load-row.ts';
import { CsvReader } from '../../../../shared/platform/csv/csv-rows.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { Terminal } from '../../../../shared/terminals/catalogue/terminal.ts';

const PORTS = ['APM Terminals Pier 400', 'Garden City Terminal'];

/** Doors 10 to 300 miles from either port, without a file of places. */
const doorsNear = ({ latitude, longitude, state }: Terminal): readonly Place[] =>
  Array.from({ length: 40 }, (_, position) => ({
    city: 'Doorville',
    state,
    zip: String(10_000 + 50 * position + Math.round(latitude)),
    latitude: latitude + 0.1 * position,
    longitude: longitude + 0.05 * position,
  }));

async function loadsOf(seed: string, name: ScenarioName, weeks = 20): Promise<readonly ReportedLoad[]> {
  const terminals = loadTerminals().filter((terminal) => PORTS.includes(terminal.name));
  const loads: ReportedLoad[] = [];
  const run = simulate({
    seed,
    scenario: scenario(name),
    from: '2025-04-14',
    weeks,
    loadsAWeek: 60,
    terminals,
    zips: terminals.flatMap(doorsNear),
    roads: {
      between: async (a, b) => ({
        routable: true,
        miles: 75 * Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude),
        source: 'test',
        warnings: [],
      }),
    },
  });
  for await (const week of run) loads.push(...week.loads);
  return loads;
}

describe('a simulated market', () => {
  let loads: readonly ReportedLoad[];
  beforeAll(async () => {
    loads = await loadsOf('7', 'ordinary');
  });

  it('depends only on the seed', async () => {
    expect(await loadsOf('7', 'ordinary')).toEqual(loads);
    expect(await loadsOf('8', 'ordinary')).not.toEqual(loads);
  });

  it('reports loads around the true price', () => {
    const ratios = loads.map(({ rate, truth }) => rate / truth).sort((a, b) => a - b);
    expect(loads.length).toBeGreaterThan(800);
    expect(ratios[Math.floor(ratios.length / 2)]).toBeGreaterThan(0.95);
    expect(ratios[Math.floor(ratios.length / 2)]).toBeLessThan(1.05);
    expect(ratios[Math.floor(ratios.length * 0.1)]).toBeLessThan(0.98);
  });

  it('writes rows that an import can read', () => {
    const [header, ...rows] = [
      ...new CsvReader().read(`${[CSV_HEADER, ...loads.slice(0, 50).map(csvRow)].join('\n')}\n`),
    ];
    expect(header?.cells).toHaveLength(9);
    const reader = loadRowReader(header?.cells ?? [], '9999-12-31');
    if ('fault' in reader) throw new Error(reader.fault);
    expect(rows.map(({ cells }) => reader.read(cells))).toEqual(
      loads.slice(0, 50).map(({ truth, ...row }) => ({ row })),
    );
  });

  it('moves by a quarter in six weeks in that scenario', async () => {
    const level = (of: readonly ReportedLoad[], from: number, to: number) => {
      const chosen = of.filter(({ date }) => date >= day(from) && date < day(to));
      return chosen.reduce((sum, { truth }) => sum + Math.log(truth), 0) / chosen.length;
    };
    const day = (week: number) => new Date(Date.UTC(2025, 3, 14 + 7 * week)).toISOString().slice(0, 10);
    const surge = await loadsOf('7', 'surge', 70);
    const slump = await loadsOf('7', 'slump', 70);
    expect(level(surge, 64, 70) - level(surge, 50, 58)).toBeGreaterThan(0.1);
    expect(level(slump, 64, 70) - level(slump, 50, 58)).toBeLessThan(-0.1);
  });
});
