import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileWeeks } from '../../../bin/backtest/load-weeks.ts';
import { type ScoredMarket, scoreMarket } from '../../../bin/backtest/score-market.ts';
import { placeFilesReady } from '../../../bin/freight/session/place-files-ready.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import type { Place } from '../../../shared/geography/places/place.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import {
  FOREIGN_MARKETS,
  type ForeignMarket,
  type ForeignPlaces,
  foreignRows,
} from '../../support/foreign-market.ts';

const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
let inputs: ForeignPlaces;

beforeAll(async () => {
  await placeFilesReady();
  const places = createEmbeddedGeocoder();
  // Enough of the country to draw doors from, in a fraction of the time.
  const zips = Array.from({ length: 3_000 }, (_, at) =>
    places.findZip(String(1_000 + 33 * at).padStart(5, '0')),
  );
  inputs = {
    terminals: loadTerminals(),
    zips: zips.filter(
      (place): place is Place => place !== undefined && !['AK', 'HI', 'PR'].includes(place.state),
    ),
    roads: createEmbeddedRoadDistances(),
  };
});

afterAll(() => rmSync(folder, { recursive: true }));

async function judgeText(csv: string): Promise<ScoredMarket & { leftOut: number }> {
  const path = join(folder, 'loads.csv');
  writeFileSync(path, csv);
  const leftOut = { rows: 0 };
  const scored = await scoreMarket(await fileWeeks(path, leftOut));
  return { ...scored, leftOut: leftOut.rows };
}

async function judgeMarket(market: ForeignMarket) {
  const { csv, noiseMape } = await foreignRows(market, inputs);
  return { ...(await judgeText(csv)), noise: noiseMape };
}

const best = ({ known }: ScoredMarket): number => Math.min(...Object.values(known.baselines));

describe('a market by a plain formula', () => {
  /** The most that the error on known lanes may be of the true price's: a step cannot be foreseen, nor quick ports. */
  it.each([
    ['quiet', FOREIGN_MARKETS.quiet, 1.06],
    ['wild', FOREIGN_MARKETS.wild, 1.2],
    ['stepped', FOREIGN_MARKETS.stepped, 1.3],
  ])(
    'that is %s is predicted better than by any baseline, and its ranges have their coverage',
    async (_, market, most) => {
      const scored = await judgeMarket(market);
      expect(scored.known.rows).toBeGreaterThan(3_000);
      expect(scored.known.mape).toBeLessThan(best(scored));
      expect(scored.known.mape / scored.noise).toBeLessThan(most);
      expect(scored.coverage).toBeGreaterThan(0.75);
      expect(scored.coverage).toBeLessThan(0.85);
    },
  );
});

describe('the backtest of a file', () => {
  it('learns a third of the weeks of a short file first', async () => {
    const scored = await judgeMarket(FOREIGN_MARKETS.tiny);
    expect(scored).toMatchObject({ warmUpWeeks: 6, rows: 140 });
    expect(scored.mape).toBeLessThan(0.1);
  });

  it('is the same whatever the order of the rows', async () => {
    const { csv } = await foreignRows(FOREIGN_MARKETS.tiny, inputs);
    const [header = '', ...rows] = csv.split('\n');
    const one = await judgeText(csv);
    const other = await judgeText([header, ...rows.toSorted((a, b) => a.localeCompare(b))].join('\n'));
    expect(other.rows).toBe(one.rows);
    expect(other.mape).toBeCloseTo(one.mape, 9);
    expect(other.coverage).toBeCloseTo(one.coverage, 9);
  });

  it('scores nothing without loads', async () => {
    const { csv } = await foreignRows({ ...FOREIGN_MARKETS.tiny, weeks: 1 }, inputs);
    expect(await judgeText(csv)).toMatchObject({ rows: 0, mape: 0, leftOut: 0 });
    const [header = ''] = csv.split('\n');
    expect(await judgeText(`${header}\n`)).toMatchObject({ rows: 0, known: { rows: 0 }, new: { rows: 0 } });
  });

  it('scores rows with known places, and counts the others', async () => {
    const { csv } = await foreignRows({ ...FOREIGN_MARKETS.tiny, lanesATerminal: 1, terminals: 1 }, inputs);
    const scored = await judgeText(
      `${csv}\n2025-02-03,"No such pier","Nowhere",CA,90001,container_40,500,true,`,
    );
    expect(scored).toMatchObject({ rows: 140, leftOut: 1 });
    expect(scored.mape).toBeLessThan(0.1);
  });
});
