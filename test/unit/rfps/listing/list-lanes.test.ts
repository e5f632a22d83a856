import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { usd } from '../../../../shared/costs/model/cents.ts';
import { type LaneDocument, listLanesAnswer } from '../../../../shared/rfps/documents/lane-document.ts';
import { LANE_ORDERS } from '../../../../shared/rfps/lanes/lane-page.ts';
import { listLanesUseCase } from '../../../../shared/rfps/listing/list-lanes.ts';
import { CALLER } from '../../quotes/quoting-under-test.ts';
import { storedRfp } from '../stored-rfp.ts';
import { DRAFTS, expectedLane, portsOf, RESULTS, RFP } from './priced-rfp.ts';

type Query = Readonly<Record<string, string>>;

const list = async (query: Query, ports = portsOf()) => {
  const answer = await listLanesUseCase(ports)(RFP.rfpId, query, CALLER);
  if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
  return v.parse(listLanesAnswer, answer.body);
};

/** The lanes of all pages. */
async function allLanes(query: Query): Promise<readonly LaneDocument[]> {
  const lanes: LaneDocument[] = [];
  let cursor: string | null = '';
  do {
    const page: v.InferOutput<typeof listLanesAnswer> = await list({ ...query, ...(cursor && { cursor }) });
    lanes.push(...page.lanes);
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return lanes;
}

describe('the lanes of an RFP', () => {
  it('are on all pages together those of the filter, in the order, with the prices of the version', async () => {
    const query = fc.record(
      {
        status: fc.constantFrom('priced', 'failed'),
        min_confidence: fc.integer({ min: 0, max: 60 }).map(String),
        max_confidence: fc.integer({ min: 60, max: 100 }).map(String),
        origin: fc.constantFrom('savannah', 'CANON', 'nowhere', 'x'),
        sort: fc.constantFrom(...LANE_ORDERS),
        version: fc.constantFrom('1', '2'),
        limit: fc.integer({ min: 7, max: 200 }).map(String),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (given) => {
        const lanes = await allLanes(given);
        const version = { version: Number(given.version ?? 2) };
        const meant = DRAFTS.map((_, index) => ({ index, ...expectedLane(index, version) })).filter(
          ({ summary: { status, confidence, origin } }) =>
            (given.status ?? status) === status &&
            confidence >= Number(given.min_confidence ?? 0) &&
            confidence <= Number(given.max_confidence ?? 100) &&
            origin
              .replace('ñ', 'n')
              .toLowerCase()
              .includes((given.origin ?? '').toLowerCase()),
        );
        const sortValue = ({ summary }: (typeof meant)[number]) =>
          ({
            index: 0,
            spend: summary.weeklyCents,
            confidence: summary.confidence,
            lowest_confidence: -summary.confidence,
          })[given.sort ?? 'index'];
        const sorted = meant.toSorted(
          (one, other) => sortValue(other) - sortValue(one) || one.index - other.index,
        );
        expect(lanes.map(({ index }) => index)).toEqual(sorted.map(({ index }) => index));
        for (const [at, { price, terms, summary }] of sorted.entries()) {
          const lane = lanes[at];
          expect(lane?.pricing?.total_rate).toBe(price.price && usd(price.price.totalCents));
          expect(lane?.pricing?.weekly_spend ?? 0).toBe(usd(summary.weeklyCents));
          expect(lane).toMatchObject({
            ...{ margin_percent: terms.marginPercent ?? null, excluded: terms.excluded === true },
            ...{ outcome: terms.outcome ?? null, outcome_reason: terms.reason ?? '' },
          });
        }
      }),
      { numRuns: 40 },
    );
  });

  it('have what was asked for, resolved stops and market, or an error', async () => {
    const { lanes, version } = await list({ limit: '200' });
    expect(version).toBe(2);
    expect(lanes).toHaveLength(120);
    for (const lane of lanes) {
      const [draft, result] = [DRAFTS[lane.index], RESULTS[lane.index]];
      expect(lane).toMatchObject({ lane_id: draft?.laneId, origin: draft?.origin, status: result?.status });
      expect(lane.weekly_volume).toBe(draft?.weeklyVolume ?? null);
      if (result?.status === 'priced') {
        expect(lane.analysis).toEqual(result.analysis);
        expect(lane.route?.origin).toEqual(result.origin);
        expect(lane.warnings).toEqual(result.warnings);
        expect(lane).not.toHaveProperty('error');
      } else {
        expect(lane).toMatchObject({ route: null, analysis: null, pricing: null, warnings: [] });
        expect(lane.error).toEqual(result?.error);
      }
    }
    const statuses = new Set(lanes.map(({ status }) => status));
    expect(statuses).toEqual(new Set(['priced', 'failed']));
  });

  it('are read only for the page, and while pricing only those with results', async () => {
    const read: number[] = [];
    const ports = portsOf({ rfp: { ...RFP, remaining: 1 }, priced: [0, 2] }, read);
    const { lanes } = await list({ limit: '60' }, ports);
    expect(lanes.map(({ index }) => index)).toEqual(read);
    expect(read).toHaveLength(60);
    expect(read.slice(49, 52)).toEqual([49, 100, 101]);
    expect((await list({}, portsOf({ priced: [] }))).lanes).toEqual([]);
  });

  it.each<[Query, string]>([
    [{ status: 'pricing' }, 'status'],
    [{ min_confidence: '-1' }, 'min_confidence'],
    [{ max_confidence: '101' }, 'max_confidence'],
    [{ min_confidence: '50', max_confidence: '49' }, 'min_confidence'],
    [{ origin: 'x'.repeat(201) }, 'origin'],
    [{ sort: 'rate' }, 'sort'],
    [{ version: '0' }, 'version'],
    [{ version: '3' }, 'version'],
    [{ version: '1e99' }, 'version'],
    [{ cursor: 'abc' }, 'cursor'],
    [{ limit: '201' }, 'limit'],
    [{ limit: '0' }, 'limit'],
  ])('reject the query %j', async (query, field) => {
    const answer = await listLanesUseCase(portsOf())(RFP.rfpId, query, CALLER);
    expect(answer).toMatchObject({ rejection: { kind: 'invalid', details: { errors: [{ field }] } } });
  });

  it('reject the cursor of another order', async () => {
    const { pagination } = await list({ limit: '1', sort: 'spend' });
    const query = { cursor: pagination.next_cursor ?? '', sort: 'confidence' };
    expect(await listLanesUseCase(portsOf())(RFP.rfpId, query, CALLER)).toMatchObject({
      rejection: { details: { errors: [{ field: 'cursor' }] } },
    });
  });

  it.each<[string, string, Parameters<typeof portsOf>[0]]>([
    ['another id', storedRfp({}).rfpId, {}],
    ['a malformed id', 'R-1', {}],
    ['an RFP that is deleted meanwhile', RFP.rfpId, { erased: true }],
  ])('are not found of %s', async (_, id, store) => {
    expect(await listLanesUseCase(portsOf(store))(id, {}, CALLER)).toMatchObject({
      rejection: { kind: 'not-found', code: 'RFP_NOT_FOUND' },
    });
  });

  it('are not found by another account', async () => {
    const other = { ...CALLER, orgId: 'org_other' };
    expect(await listLanesUseCase(portsOf())(RFP.rfpId, {}, other)).toMatchObject({
      rejection: { code: 'RFP_NOT_FOUND' },
    });
  });
});
