import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Outcome } from '../../../shared/platform/http/outcome.ts';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { readAward } from '../../../shared/rfps/award-rfp.ts';
import { LANES_PER_CHUNK, MAX_RFP_LANES } from '../../../shared/rfps/lanes/lane-draft.ts';
import { MAX_REASON_LENGTH } from '../../../shared/rfps/lanes/lane-result.ts';
import { readLane } from '../../../shared/rfps/lanes/read-lane.ts';
import { MAX_CHANGED_LANES, readRfpChange } from '../../../shared/rfps/read-rfp-change.ts';
import { readRfpRequest, readRfpRequestWithTariff } from '../../../shared/rfps/read-rfp-request.ts';
import { ownEntry } from '../../support/own-tariffs.ts';

const MAX_BODY_BYTES = 1_048_576;
const MAX_ERRORS = 1_000;

/** The errors of a rejected body. @throws Error if it is not rejected. */
function errorsOf(
  outcome: Outcome<unknown>,
): readonly { readonly field: string; readonly message: string }[] {
  if (outcome.ok || outcome.rejection.kind !== 'invalid') throw new Error('not rejected as invalid');
  return outcome.rejection.details?.errors as { field: string; message: string }[];
}
const fieldsOf = (outcome: Outcome<unknown>) => errorsOf(outcome).map(({ field }) => field);

const MANY_UNKNOWN = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`f${at}`, 1]));

describe('the body of a new RFP', () => {
  const NOW = new Date('2026-10-07T17:00:00Z');
  const LANE = { origin: 'USLAX', destination: 'Phoenix, AZ' };
  const BODY = { name: 'Drayage 2027', lanes: [LANE] };
  const read = (body: unknown) => readRfpRequest(body, NOW);

  it('has defaults for what it leaves out, and no lanes if they come by a file', () => {
    expect(read(BODY)).toMatchObject({
      ok: true,
      body: {
        fields: {
          ...{ name: 'Drayage 2027', customer: '', customerReference: '', equipment: 'container_40' },
          ...{ requirements: [], contractStart: undefined, contractEnd: undefined },
        },
        lanes: [{ ...LANE, equipment: 'container_40', errors: [] }],
      },
    });
    expect(read({ name: 'x', source: 'upload' })).toMatchObject({ ok: true, body: { lanes: undefined } });
  });

  it('gives its equipment and requirements to lanes without their own', () => {
    const outcome = read({
      ...BODY,
      ...{ equipment_type: "40' HC", special_requirements: ['Pre-pull'], customer: 'Acme' },
      lanes: [LANE, { ...LANE, equipment_type: 'dryvan' }, { ...LANE, special_requirements: ['hazmat'] }, 7],
    });
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const { lanes = [], fields } = outcome.body;
    expect(fields).toMatchObject({
      customer: 'Acme',
      equipment: 'container_40hc',
      requirements: ['prepull'],
    });
    // A lane has a fault of its own if the defaults do not fit it.
    expect(
      lanes.map(({ equipment, requirements, errors }) => [
        equipment,
        requirements,
        errors.map(({ field }) => field),
      ]),
    ).toEqual([
      ['container_40hc', ['prepull'], []],
      ['dryvan', [], ['special_requirements']],
      ['container_40hc', ['hazmat'], []],
      ['container_40hc', ['prepull'], ['lane']],
    ]);
  });

  it.each([
    ['a blank name', { ...BODY, name: ' ' }, 'name must not be empty'],
    ['a long name', { ...BODY, name: '🚚'.repeat(201) }, 'name must have at most 200 characters'],
    [
      'a start without prices',
      { ...BODY, contract_start: '2028-01-01' },
      'contract_start must be from 2025-10-07 to 2027-10-07',
    ],
    ['another source', { ...BODY, source: 'mail' }, /^source must be "upload"/],
    ['lanes and an upload', { ...BODY, source: 'upload' }, 'lanes must be left out if source is "upload"'],
    [
      'an unknown requirement',
      { ...BODY, special_requirements: ['magic'] },
      /^special_requirements must not/,
    ],
  ])('with %s is rejected with the field', (_what, body, fault) => {
    expect(errorsOf(read(body)).map(({ field, message }) => `${field} ${message}`)).toEqual([
      fault instanceof RegExp ? expect.stringMatching(fault) : fault,
    ]);
  });

  it('can have names of the own tariff that are valid on the day of the prices; other names need no tariff', async () => {
    const day = (days: number) => addDays(utcDay(NOW), days);
    const accessorials = [
      ownEntry({ name: 'port_congestion', from: '2027-01-01' }),
      ownEntry({ name: 'ended_fee', to: day(-10) }),
      ownEntry({ name: 'later_fee', from: day(-5) }),
    ];
    let reads = 0;
    const readWith = (body: object) =>
      readRfpRequestWithTariff({ ...BODY, ...body }, NOW, async () => {
        reads += 1;
        return { version: 1, updatedAt: '', accessorials };
      });
    const named = { special_requirements: ['Port congestion'] };
    const contract_start = '2027-02-01';

    expect(await readWith({ lanes: [{ ...LANE, special_requirements: ['prepull'] }] })).toMatchObject({
      ok: true,
    });
    expect(reads).toBe(0);
    expect(await readWith({ ...named, contract_start })).toMatchObject({
      body: { fields: { requirements: ['port_congestion'] } },
    });
    expect(await readWith({ contract_start, lanes: [{ ...LANE, ...named }] })).toMatchObject({
      body: { lanes: [{ requirements: ['port_congestion'], errors: [] }] },
    });
    // Before the first day of the entry.
    expect(await readWith(named)).toMatchObject({ ok: false });
    const past = (name: string) => readWith({ contract_start: day(-20), special_requirements: [name] });
    expect([(await past('ended_fee')).ok, (await past('later_fee')).ok]).toEqual([true, false]);
  });
});

describe('a lane of an RFP', () => {
  const QUANTITY = 'special_requirements[0].quantity';
  const read = (item: unknown) => readLane(item, { equipment: 'container_40hc', requirements: ['prepull'] });
  /** A DynamoDB item has at most 400 kB. */
  const MAX_LANE_BYTES = 390_000 / LANES_PER_CHUNK;

  it.each([
    ['no object', 'Los Angeles', 'lane'],
    ['no origin', { origin: undefined }, 'origin'],
    ['unknown equipment', { equipment_type: 'sledge' }, 'equipment_type'],
    ['no volume', { weekly_volume: 0 }, 'weekly_volume'],
    ['a volume with seven decimals', { weekly_volume: 0.1250001 }, 'weekly_volume'],
    ['a requirement that does not fit', { special_requirements: ['tarp'] }, 'special_requirements'],
    ['a quantity of 0', { special_requirements: [{ name: 'storage', quantity: 0 }] }, QUANTITY],
    ['a quantity of a billion', { special_requirements: [{ name: 'storage', quantity: 1e9 }] }, QUANTITY],
    ['six stops', { stops: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'stops'],
    ['an empty stop', { stops: ['Barstow, CA', ''] }, 'stops[1]'],
    ['a weight of 200,000 lb', { weight_lbs: 200_000 }, 'weight_lbs'],
    ['a long commodity', { commodity: 'x'.repeat(201) }, 'commodity'],
    ['a long id', { lane_id: 'x'.repeat(101) }, 'lane_id'],
  ])('with %s has an error that names the field', (_what, item, field) => {
    const lane = typeof item === 'string' ? item : { origin: 'USLAX', destination: 'Phoenix, AZ', ...item };
    expect(read(lane).errors.map((error) => error.field)).toEqual([field]);
  });

  it('is read from any value, and its size is bounded', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 1_000, maxLength: 9_000 }));
    const value = fc.oneof(fc.jsonValue(), text, fc.array(text, { maxLength: 60 }));
    const fields = [
      'lane_id',
      'origin',
      'destination',
      'equipment_type',
      'weekly_volume',
      'stops',
      'commodity',
    ];
    const lane = fc.dictionary(fc.constantFrom(...fields, 'special_requirements'), value);
    fc.assert(
      fc.property(fc.oneof(lane, fc.jsonValue()), (item) => {
        const draft = read(item);
        expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(MAX_LANE_BYTES);
        const isWhole = draft.equipment !== undefined && draft.requirements !== undefined;
        expect(draft.errors.length > 0 || (isWhole && draft.origin.trim() !== '')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the body of a change', () => {
  it('removes a price by null, and replaces equipment and volume by those that the RFP has', () => {
    const lanes = [
      { index: 0, price: { margin_percent: 0 } },
      { index: 1, price: null, equipment_type: null, weekly_volume: '', special_requirements: null },
      { index: 99_999, price: { total_rate: 575, reason: 'Target' }, origin: 'USLAX' },
      { index: 2, stops: ['Barstow, CA'], weight_lbs: 44_000, commodity: 'Tiles' },
      { index: 3, stops: null, weight_lbs: null, commodity: null },
    ];
    expect(readRfpChange({ lanes })).toEqual({
      ok: true,
      body: {
        lanes: [
          { index: 0, price: { set: 'margin_percent', value: 0, reason: '' } },
          { index: 1, price: null, equipment: null, weeklyVolume: null, requirements: null },
          { index: 99_999, price: { set: 'total_rate', value: 575, reason: 'Target' }, origin: 'USLAX' },
          { index: 2, stops: ['Barstow, CA'], weightLbs: 44_000, commodity: 'Tiles' },
          { index: 3, stops: [], weightLbs: null, commodity: '' },
        ],
      },
    });
  });

  it('with the most lanes fits into a body', () => {
    const lanes = Array.from({ length: MAX_CHANGED_LANES }, (_, at) => ({
      ...{ index: 89_999 + at, price: { total_rate: 123.45 }, excluded: false },
    }));
    expect(JSON.stringify({ lanes }).length).toBeLessThan(MAX_BODY_BYTES);
    expect(readRfpChange({ lanes }).ok).toBe(true);
    expect(errorsOf(readRfpChange({ lanes: [...lanes, { index: 0, excluded: true }] }))).toEqual([
      { field: 'lanes', message: 'must be a list of 1 to 10000 lanes' },
    ]);
  });

  it.each([
    [{}, ['body']],
    [{ name: null }, ['name']],
    [{ margin_percent: -1 }, ['margin_percent']],
    [{ margin_percent: 1.234 }, ['margin_percent']],
    [{ lanes: [5, null] }, ['lanes[0]', 'lanes[1]']],
    [{ lanes: [{ index: 1 }] }, ['lanes[0]']],
    [{ lanes: [{ index: -1, excluded: true }] }, ['lanes[0].index']],
    [{ lanes: [{ index: 100_000, margin_percent: 5 }] }, ['lanes[0].margin_percent', 'lanes[0].index']],
    [{ lanes: [{ index: 1, price: { total_rate: 1, base_rate: 1 } }] }, ['lanes[0].price']],
    [{ lanes: [{ index: 1, price: { margin_percent: -101 } }] }, ['lanes[0].price.margin_percent']],
    [{ lanes: [{ index: 1, origin: '', weekly_volume: -1 }] }, ['lanes[0].origin', 'lanes[0].weekly_volume']],
    [{ lanes: [1, 1].map((index) => ({ index, excluded: true })) }, ['lanes[1].index']],
    [{ lanes: [{ index: 1, excluded: true, margin: 5, note: '' }] }, ['lanes[0].margin', 'lanes[0].note']],
    [JSON.parse('{"name":"New","__proto__":1,"constructor":2}'), ['__proto__', 'constructor']],
  ])('%j is rejected by the fields %j', (body, fields) => {
    expect(fieldsOf(readRfpChange(body))).toEqual(fields);
  });

  it('is rejected with at most 1,000 errors', () => {
    const lanes = Array.from({ length: MAX_CHANGED_LANES }, () => ({}));
    expect(errorsOf(readRfpChange({ lanes }))).toHaveLength(MAX_ERRORS);
    expect(errorsOf(readRfpChange({ lanes: [{ index: 0, ...MANY_UNKNOWN }] }))).toHaveLength(MAX_ERRORS);
  });
});

describe('the body of an award', () => {
  const AWARD = { lanes: [0, 4], outcome: 'won' };

  it('has lanes, an outcome and a reason, which can be left out', () => {
    expect(readAward({ lanes: 'all', outcome: 'lost', reason: ' Price, "late" 🚚 ' })).toEqual({
      ok: true,
      body: { lanes: 'all', outcome: 'lost', reason: 'Price, "late" 🚚' },
    });
    for (const reason of ['', '  ', null, undefined])
      expect(readAward({ ...AWARD, reason })).toEqual({ ok: true, body: AWARD });
    const most = { ...AWARD, lanes: Array.from({ length: MAX_RFP_LANES }, (_, index) => index) };
    expect(JSON.stringify(most).length).toBeLessThan(MAX_BODY_BYTES);
    expect(readAward(most)).toEqual({ ok: true, body: most });
  });

  it.each([
    [{}, ['lanes', 'outcome']],
    [{ ...AWARD, lanes: [] }, ['lanes']],
    [{ ...AWARD, lanes: Array.from({ length: MAX_RFP_LANES + 1 }, () => 0) }, ['lanes']],
    [
      { ...AWARD, lanes: [0, 1.5, '2', -1, MAX_RFP_LANES, null, 0] },
      [1, 2, 3, 4, 5, 6].map((at) => `lanes[${at}]`),
    ],
    [{ ...AWARD, reason: 'a\u0000b' }, ['reason']],
    [{ ...AWARD, reason: 'x'.repeat(MAX_REASON_LENGTH + 1) }, ['reason']],
    [JSON.parse('{"lanes":"all","outcome":"won","__proto__":1}'), ['__proto__']],
  ])('%j is rejected by the fields %j', (body, fields) => {
    expect(fieldsOf(readAward(body))).toEqual(fields);
  });
});
