import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuotesApiError, type RfpLaneResult } from '../../../clients/typescript/src/index.ts';
import { readLanesQuery } from '../../../shared/rfps/listing/lanes-query.ts';
import { readRfpsQuery } from '../../../shared/rfps/listing/rfps-query.ts';
import { describeError } from '../../../web/console/src/api/describe-error.ts';
import {
  CONFIDENCES,
  changeLaneFilter,
  LANE_STATUSES,
  type LaneFilter,
  laneQuery,
  NO_FILTER,
  ORDERS,
  readLaneFilter,
  writeLaneFilter,
} from '../../../web/console/src/rfps/lane-filter.ts';
import { lanesOnMap } from '../../../web/console/src/rfps/lanes-on-map.ts';
import { readRfpFilter, rfpQuery, writeRfpFilter } from '../../../web/console/src/rfps/rfp-filter.ts';
import { formErrors, requestRfp } from '../../../web/console/src/rfps/rfp-form.ts';

const valuesOf = <Value>(choices: readonly { readonly value: Value }[]) =>
  fc.constantFrom(...choices.map(({ value }) => value));
const filters: fc.Arbitrary<LaneFilter> = fc.record({
  status: valuesOf(LANE_STATUSES),
  confidence: valuesOf(CONFIDENCES),
  origin: fc.string({ maxLength: 20 }),
  sort: valuesOf(ORDERS),
  compare: fc.constant(0),
  cursor: fc.constant(''),
});
const texts = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

describe('the filter of lanes', () => {
  it('is the same after its address, and accepted by the API', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readLaneFilter(new URLSearchParams(writeLaneFilter(filter)))).toEqual(filter);
        expect(readLanesQuery(texts(laneQuery(filter)))).toMatchObject({ ok: true });
      }),
    );
  });

  it('ignores an address that was not written by the page', () => {
    const address = 'status=x&confidence=&sort=name&compare=-1&cursor=%3Cb%3E&other=1';
    expect(readLaneFilter(new URLSearchParams(address))).toEqual(NO_FILTER);
  });

  it('compares versions only in the order of the lanes, from the first lane', () => {
    const filter: LaneFilter = {
      ...NO_FILTER,
      confidence: 'low',
      origin: 'LAX',
      sort: 'spend',
      cursor: 'abc',
    };
    const compared = changeLaneFilter(filter, { compare: 2 });
    expect(compared).toEqual({ ...NO_FILTER, origin: 'LAX', compare: 2 });
    expect(changeLaneFilter(compared, { origin: '' })).toEqual({ ...NO_FILTER, compare: 2 });
    expect(changeLaneFilter(compared, { sort: 'confidence' })).toEqual({
      ...NO_FILTER,
      origin: 'LAX',
      sort: 'confidence',
    });
  });
});

it('the filter of RFPs is the same after its address, and accepted by the API', () => {
  const address = 'status=priced&customer=Acme&from=2026-01-01&to=2026-02-01';
  const filter = readRfpFilter(new URLSearchParams(address));
  expect(new URLSearchParams(writeRfpFilter(filter)).toString()).toBe(address);
  expect(readRfpsQuery(texts(rfpQuery(filter)))).toMatchObject({ ok: true });
  expect(writeRfpFilter(readRfpFilter(new URLSearchParams('status=won&from=May&cursor=Q-1')))).toEqual({});
});

it('an RFP needs a name, and an end that is not before its start', () => {
  const form = {
    name: ' ',
    customer: ' Acme ',
    reference: '',
    equipment: 'dryvan',
    start: '2027-02-01',
    end: '',
  };
  expect(Object.keys(formErrors({ ...form, end: '2027-01-31' }))).toEqual(['name', 'end']);
  expect(formErrors({ ...form, name: 'x' })).toEqual({});
  expect(requestRfp({ ...form, name: ' x ' })).toEqual({
    name: 'x',
    customer: 'Acme',
    equipment_type: 'dryvan',
    contract_start: '2027-02-01',
  });
});

it('the map has each place once, and lanes with a low confidence on top', () => {
  const stop = (name: string, latitude: number) => ({ name, type: 'city', coordinates: [latitude, -100] });
  const lane = (index: number, confidence: number) =>
    ({
      index,
      route: { origin: stop('A', 30), destination: stop('B', 40) },
      analysis: { confidence_score: confidence },
    }) as unknown as RfpLaneResult;
  const failed = { index: 9, route: null, analysis: null } as unknown as RfpLaneResult;
  const { points, lanes, counts } = lanesOnMap([lane(0, 20), lane(1, 90), failed, lane(2, 60)]);
  expect(points.map(({ name }) => name)).toEqual(['A', 'B']);
  expect(lanes.map(({ key, tone }) => [key, tone])).toEqual([
    ['1', 'green'],
    ['2', 'yellow'],
    ['0', 'red'],
  ]);
  expect(counts).toEqual({ High: 1, Medium: 1, Low: 1 });
});

it('the monthly limit has no countdown', () => {
  const body = { error: { code: 'USAGE_LIMIT_EXCEEDED', message: 'The lanes count 7 calls.', details: {} } };
  const facts = { status: 429, requestId: 'r-1', retryAfter: 600_000, attempts: 1 };
  expect(describeError(new QuotesApiError(body, facts))).toMatchObject({
    title: 'The monthly limit is reached',
    details: ['The lanes count 7 calls.'],
    retryAfter: undefined,
    canRetry: false,
  });
});
