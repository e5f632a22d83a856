import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { contributorHash, slotOf } from '../../../shared/market/cells/market-cell.ts';
import { importLoads } from '../../../shared/market/importing/import-loads.ts';
import { publishMarket } from '../../../shared/market/importing/publish-market.ts';
import { shareLoads } from '../../../shared/market/importing/share-loads.ts';
import type { LoadOwner } from '../../../shared/market/loads/load-owner.ts';
import type { MarketLane } from '../../../shared/market/loads/market-lane.ts';
import { kindOf, LANE_LEVELS, laneKeys } from '../../../shared/market/loads/market-levels.ts';
import type { LoadRecord } from '../../../shared/market/loads/week-loads.ts';
import { readPublishedMarket } from '../../../shared/market/published/dynamodb-market-source.ts';
import { type LaneAnalysis, viewLane } from '../../../shared/rates/lane-analysis.ts';
import { createInMemoryMarket, laneReaderOf } from '../../support/in-memory-market.ts';
import { laneAt, THIS_WEEK } from './small-market.ts';

/** The opening loads are the oldest. */
const MAX_AGO = 11;
const SEQUENCES = 60;
const NOW = new Date('2026-10-08T12:00:00Z');
const ATTACKER: LoadOwner = 'org_attacker#live';
/** It asks by its keys of both modes. */
const ASKERS: readonly LoadOwner[] = [ATTACKER, 'org_attacker#test'];

/** Lanes that share a terminal, a ZIP area, a state or a freight market, and two of another freight market. */
const LANES = [
  { terminal: 'trm_1', freightMarket: 'los-angeles', zip3: '917', miles: 45 },
  { terminal: 'trm_1', freightMarket: 'los-angeles', zip3: '852', miles: 380 },
  { terminal: 'trm_2', freightMarket: 'los-angeles', zip3: '917', miles: 47 },
  { terminal: 'trm_3', freightMarket: 'oakland', zip3: '945', miles: 30 },
  { terminal: 'trm_3', freightMarket: 'oakland', zip3: '956', miles: 85 },
].map((lane): MarketLane => ({ ...laneAt(0), ...lane }));

/** Who reports: two companies of the operator's files, its loads without a name, and the attacker itself. */
const REPORTERS = ['company a', 'company b', 'operator', ATTACKER] as const;
const COMPETITORS = ['company a', 'rival'] as const;

interface Report {
  readonly reporter: string;
  readonly lane: number;
  readonly weeksAgo: number;
  /** In percent above cost. */
  readonly price: number;
}

const reportOf = (reporters: readonly string[], longest: number): fc.Arbitrary<Report> =>
  fc.record({
    reporter: fc.constantFrom(...reporters),
    lane: fc.nat({ max: LANES.length - 1 }),
    weeksAgo: fc.nat({ max: longest }),
    price: fc.integer({ min: -20, max: 60 }),
  });

/** Imports one after the other, and then the loads of one competitor or two. */
const sequence = fc.record({
  imports: fc.array(fc.array(reportOf(REPORTERS, 9), { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 4,
  }),
  /** Whether three companies reported on two lanes weeks ago, so that there is a market to ask. */
  open: fc.boolean(),
  pooled: fc.boolean(),
  /** Loads of its own that the attacker adds before it looks, in whatever weeks it likes. */
  baits: fc.array(fc.array(reportOf([ATTACKER], 9), { minLength: 1, maxLength: 6 }), { maxLength: 1 }),
  added: fc.array(reportOf(COMPETITORS, 5), { minLength: 1, maxLength: 3 }),
});
type Sequence = typeof sequence extends fc.Arbitrary<infer Of> ? Of : never;

const OPENING: readonly Report[] = ['company a', 'company b', 'company c'].flatMap((reporter, position) =>
  [0, 3].flatMap((lane) =>
    [10, 11].map((weeksAgo) => ({ reporter, lane, weeksAgo, price: 5 + 4 * position })),
  ),
);

class AttackedMarket {
  readonly #store = createInMemoryMarket();
  #loads = 0;

  static async of({ imports, open, pooled }: Sequence): Promise<AttackedMarket> {
    const market = new AttackedMarket();
    await market.#store.register(ATTACKER, pooled);
    if (open) await market.bring(OPENING);
    for (const reports of imports) await market.bring(reports);
    if (pooled) await shareLoads(market.#store, ATTACKER, true, THIS_WEEK);
    return market;
  }

  async bring(reports: readonly Report[]): Promise<void> {
    for (const { reporter, lane, weeksAgo, price } of reports) {
      this.#loads += 1;
      const { freightMarket, miles, ...kept } = laneOf(lane);
      const load: LoadRecord = {
        id: this.#loads,
        lane: kept,
        slot: slotOf(kindOf(miles, true, 'container_40'), price / 100),
        contributor: contributorHash(reporter),
        count: 1,
      };
      const owner = reporter === ATTACKER ? ATTACKER : 'operator';
      const weeks = new Map([[THIS_WEEK - weeksAgo, new Map([[load.id, load]])]]);
      await importLoads(this.#store, owner, { freightMarket, weeks }, THIS_WEEK);
    }
  }

  /** All that the attacker is answered. */
  async answers(): Promise<readonly (LaneAnalysis | undefined)[]> {
    await publishMarket(this.#store, THIS_WEEK);
    const published = await readPublishedMarket(this.#store);
    const answers = await Promise.all(
      ASKERS.map(async (owner) => {
        const kept = await laneReaderOf(this.#store).read(owner, LANES, published);
        return LANES.map((lane, position) => {
          const { market = {}, own = {} } = kept[position] ?? {};
          return viewLane(lane, { market, own, published, owner }, dieselFor, NOW)?.analysis;
        });
      }),
    );
    return answers.flat();
  }
}

const laneOf = (position: number): MarketLane => {
  const lane = LANES[position];
  if (lane === undefined) throw new Error(`There is no lane ${position}.`);
  return lane;
};

/**
 * Whether a load may count at any of its levels: a port's or a region's week has three contributors, or three have loads
 * in the weeks of another level that wait: of others than the attacker for its own answers, of all for the reach of
 * ranges, which is published for all. The operator is not a contributor.
 */
function mayCount(load: Report, all: readonly Report[]): boolean {
  const keys = laneKeys(laneOf(load.lane));
  const requesters = [undefined, ATTACKER];
  return LANE_LEVELS.flatMap((level) => requesters.map((requester) => [level, requester] as const)).some(
    ([level, requester]) => {
      const there = all.filter(({ lane }) => laneKeys(laneOf(lane))[level] === keys[level]);
      let waiting: Report[] = [];
      for (let weeksAgo = MAX_AGO; weeksAgo >= 0; weeksAgo--) {
        const ofWeek = there.filter((other) => other.weeksAgo === weeksAgo);
        const byWeek = level === 'freightMarket' || level === 'marketState';
        waiting.push(...ofWeek);
        const reporters = reportersOf(waiting);
        if (!byWeek && requester !== undefined) reporters.delete(requester);
        if (reporters.size >= 3 && waiting.includes(load)) return true;
        if (reporters.size >= 3 || byWeek) waiting = [];
      }
      return false;
    },
  );
}

const reportersOf = (reports: readonly Report[]): Set<string> =>
  new Set(reports.map(({ reporter }) => reporter).filter((reporter) => reporter !== 'operator'));

/** Whether any answer rests on loads. */
const fromMarket = (answers: readonly (LaneAnalysis | undefined)[]): boolean =>
  answers.some((answer) => answer !== undefined && answer.basis.level !== 'model');

/** Without the last digits of sums, which depend on the order of their parts; answers are rounded to cents. */
const rounded = (answers: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answers, (_, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(12)) : value,
    ),
  );

describe('a caller that compares markets with and without the loads of competitors', () => {
  it('sees no difference unless three contributors are in the week, whatever loads of its own it adds', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(sequence, async (of) => {
        const { imports, open, pooled, baits, added } = of;
        const shared = [...(open ? OPENING : []), ...imports.flat(), ...baits.flat(), ...added].filter(
          ({ reporter }) => pooled || reporter !== ATTACKER,
        );
        fc.pre(!added.some((load) => mayCount(load, shared)));
        const [without, within] = [await AttackedMarket.of(of), await AttackedMarket.of(of)];
        await within.bring(added);
        for (const bait of [[], ...baits]) {
          await Promise.all([without.bring(bait), within.bring(bait)]);
          const answers = await without.answers();
          if (fromMarket(answers)) answered += 1;
          expect(rounded(await within.answers())).toEqual(rounded(answers));
        }
      }),
      { numRuns: SEQUENCES, maxSkipsPerRun: 20 },
    );
    expect(answered).toBeGreaterThan(SEQUENCES / 4);
  });
});
