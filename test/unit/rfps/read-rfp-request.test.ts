import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, utcDay } from '../../../shared/platform/time/utc-day.ts';
import { readRfpRequest, readRfpRequestWithTariff } from '../../../shared/rfps/read-rfp-request.ts';
import { ownEntry } from '../../support/own-tariffs.ts';

const NOW = new Date('2026-10-07T17:00:00Z');
const LANE = { origin: 'USLAX', destination: 'Phoenix, AZ' };
const BODY = { name: 'Drayage 2027', lanes: [LANE] };
const read = (body: unknown) => readRfpRequest(body, NOW);
const faultsOf = (body: unknown): readonly string[] => {
  const outcome = read(body);
  if (outcome.ok) return [];
  const { errors } = outcome.rejection.details as { errors: { field: string; message: string }[] };
  return errors.map(({ field, message }) => `${field} ${message}`);
};

const daysFromNow = (days: number) => addDays(utcDay(NOW), days);

describe('the body of a new RFP', () => {
  it('has defaults for what it leaves out', () => {
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
    expect(lanes.map(({ equipment, requirements }) => [equipment, requirements])).toEqual([
      ['container_40hc', ['prepull']],
      ['dryvan', []],
      ['container_40hc', ['hazmat']],
      [undefined, undefined],
    ]);
    // A lane has a fault of its own if the defaults do not fit it.
    expect(lanes.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
      [],
      ['special_requirements'],
      [],
      ['lane'],
    ]);
  });

  it('has no lanes if they come by a file', () => {
    expect(read({ name: 'x', source: 'upload' })).toMatchObject({
      ok: true,
      body: { fields: { name: 'x', equipment: 'container_40' }, lanes: undefined },
    });
  });

  it.each([
    ['no object', [], 'body must be a JSON object with the fields of an RFP'],
    ['no name', { ...BODY, name: undefined }, 'name is required'],
    ['a blank name', { ...BODY, name: ' ' }, 'name must not be empty'],
    ['a long name', { ...BODY, name: '🚚'.repeat(201) }, 'name must have at most 200 characters'],
    ['no lanes', { name: 'x' }, 'lanes is required'],
    ['an empty list', { name: 'x', lanes: [] }, 'lanes must have at least 1 lane'],
    ['one lane as an object', { name: 'x', lanes: LANE }, 'lanes must be an array of lanes'],
    [
      '1,001 lanes',
      { name: 'x', lanes: Array.from({ length: 1_001 }, () => LANE) },
      'lanes must have at most 1000 lanes; 1001 were sent',
    ],
    [
      'a day that does not exist',
      { ...BODY, contract_start: '2027-02-30' },
      /^contract_start must be a calendar/,
    ],
    [
      'a start without prices',
      { ...BODY, contract_start: '2028-01-01' },
      'contract_start must be from 2025-10-07 to 2027-10-07',
    ],
    [
      'an end before its start',
      { ...BODY, contract_start: '2027-01-01', contract_end: '2026-12-31' },
      'contract_end must not be before contract_start',
    ],
    ['no lanes and no source', { name: 'x' }, 'lanes is required'],
    ['another source', { name: 'x', source: 'mail', lanes: [LANE] }, /^source must be "upload"/],
    ['lanes and an upload', { ...BODY, source: 'upload' }, 'lanes must be left out if source is "upload"'],
    [
      'an unknown requirement',
      { ...BODY, special_requirements: ['magic'] },
      /^special_requirements must not have/,
    ],
  ])('with %s is rejected with the field', (_what, body, fault) => {
    expect(faultsOf(body)).toEqual([fault instanceof RegExp ? expect.stringMatching(fault) : fault]);
  });

  it('can have names of the own tariff, which is read only if the base tariff lacks a name', async () => {
    const accessorials = [ownEntry({ name: 'port_congestion', from: '2027-01-01' })];
    let reads = 0;
    const readWith = async (body: object) =>
      readRfpRequestWithTariff({ ...BODY, ...body }, NOW, async () => {
        reads += 1;
        return { version: 1, updatedAt: '', accessorials };
      });
    const named = { special_requirements: ['Port congestion'] };
    const contract_start = '2027-02-01';

    await expect(
      readWith({ lanes: [{ ...LANE, special_requirements: ['prepull'] }] }),
    ).resolves.toMatchObject({
      ok: true,
    });
    expect(reads).toBe(0);
    await expect(readWith({ ...named, contract_start })).resolves.toMatchObject({
      body: { fields: { requirements: ['port_congestion'] } },
    });
    await expect(readWith({ contract_start, lanes: [{ ...LANE, ...named }] })).resolves.toMatchObject({
      body: { lanes: [{ requirements: ['port_congestion'], errors: [] }] },
    });
    // Before the first day of the entry.
    await expect(readWith(named)).resolves.toMatchObject({ ok: false });
    expect(reads).toBe(3);
  });

  it('can have names of the own tariff that are valid on the day of the prices, also in the past', async () => {
    const accessorials = [
      ownEntry({ name: 'ended_fee', to: daysFromNow(-10) }),
      ownEntry({ name: 'later_fee', from: daysFromNow(-5) }),
    ];
    const readWith = (name: string) =>
      readRfpRequestWithTariff(
        { ...BODY, contract_start: daysFromNow(-20), special_requirements: [name] },
        NOW,
        async () => ({ version: 1, updatedAt: '', accessorials }),
      );

    await expect(readWith('ended_fee')).resolves.toMatchObject({ ok: true });
    await expect(readWith('later_fee')).resolves.toMatchObject({ ok: false });
  });

  it('is read or rejected, whatever it is, and its lanes never reject it', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 30 }), (lanes) => {
        const outcome = read({ name: 'x', lanes });
        expect(outcome.ok && outcome.body.lanes?.length).toBe(lanes.length);
      }),
    );
    const value = fc.jsonValue();
    const body = fc.record(
      { name: value, customer: value, lanes: value, contract_start: value, special_requirements: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(body, value), (any) => {
        const outcome = read(any);
        expect(outcome.ok || outcome.rejection.kind).toBe(outcome.ok ? true : 'invalid');
      }),
    );
  });
});
