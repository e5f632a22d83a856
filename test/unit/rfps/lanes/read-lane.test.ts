import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANES_PER_CHUNK } from '../../../../shared/rfps/lanes/lane-draft.ts';
import { readLane } from '../../../../shared/rfps/lanes/read-lane.ts';

const DEFAULTS = { equipment: 'container_40hc', requirements: ['prepull'] } as const;
const read = (item: unknown) => readLane(item, DEFAULTS);

/** A DynamoDB item has at most 400 kB. */
const MAX_LANE_BYTES = 390_000 / LANES_PER_CHUNK;

describe('a lane of an RFP', () => {
  it('has the defaults of its RFP for what it leaves out', () => {
    const lane = { origin: 'USLAX', destination: 'Phoenix, AZ' };
    expect(read(lane)).toEqual({
      laneId: '',
      origin: 'USLAX',
      destination: 'Phoenix, AZ',
      equipment: 'container_40hc',
      weeklyVolume: undefined,
      requirements: ['prepull'],
      errors: [],
    });
    const own = {
      lane_id: '7',
      equipment_type: "53' dry van",
      weekly_volume: 2.5,
      special_requirements: ['Liftgate'],
    };
    expect(read({ ...lane, ...own })).toMatchObject({
      laneId: '7',
      weeklyVolume: 2.5,
      requirements: ['liftgate'],
      errors: [],
    });
  });

  it.each([
    ['no object', 'Los Angeles', 'lane'],
    ['no origin', { destination: 'Phoenix, AZ' }, 'origin'],
    ['a blank destination', { origin: 'USLAX', destination: ' ' }, 'destination'],
    ['unknown equipment', { equipment_type: 'sledge' }, 'equipment_type'],
    ['no volume', { weekly_volume: 0 }, 'weekly_volume'],
    ['a volume as text', { weekly_volume: '3' }, 'weekly_volume'],
    ['a volume with seven decimals', { weekly_volume: 0.1250001 }, 'weekly_volume'],
    ['a requirement that does not fit', { special_requirements: ['tarp'] }, 'special_requirements'],
    ['a long id', { lane_id: 'x'.repeat(101) }, 'lane_id'],
    ['an id with a line break', { lane_id: 'a\nb' }, 'lane_id'],
  ])('with %s has an error that names the field', (_what, item, field) => {
    const lane = typeof item === 'string' ? item : { origin: 'USLAX', destination: 'Phoenix, AZ', ...item };
    const { errors } = read(field === 'origin' ? item : lane);
    expect(errors.map((error) => error.field)).toEqual([field]);
  });

  it('is read from any value, and its size is bounded', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 1_000, maxLength: 9_000 }));
    const value = fc.oneof(fc.jsonValue(), text, fc.array(text, { maxLength: 60 }));
    const lane = fc.record(
      {
        lane_id: value,
        origin: value,
        destination: value,
        equipment_type: value,
        weekly_volume: value,
        special_requirements: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(lane, fc.jsonValue()), (item) => {
        const draft = read(item);
        expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(MAX_LANE_BYTES);
        const isWhole = draft.equipment !== undefined && draft.requirements !== undefined;
        expect(draft.errors.length === 0 ? isWhole && draft.origin.trim() !== '' : true).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
