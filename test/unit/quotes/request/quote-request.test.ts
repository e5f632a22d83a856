import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { TARIFF } from '../../../../shared/costs/accessorials/tariff.ts';
import { readQuoteRequest } from '../../../../shared/quotes/read-quote-request.ts';
import { REQUEST } from '../quoting-under-test.ts';

function draftOf(changes: object) {
  const outcome = readQuoteRequest({ ...REQUEST, ...changes });
  if (!outcome.ok) throw new Error(outcome.rejection.message);
  return outcome.body;
}
const errorsOf = (changes: object) =>
  draftOf(changes).errors.map(({ field, message }) => `${field} ${message}`);

const VOLUME_MESSAGE = 'must be a number above 0, at most 10000, with at most 2 decimals';

describe('a quote request', () => {
  it.each(['origin', 'destination'])('has a well-formed %s', (field) => {
    expect(errorsOf({ [field]: 'Phoenix\ud800, AZ' })).toEqual([`${field} must be well-formed Unicode`]);
  });

  it('is read with all fields normalized', () => {
    expect(
      draftOf({ equipment_type: ' Dry Van', special_requirements: ['Inside Delivery', 'LIFTGATE'] }),
    ).toEqual({
      fields: {
        origin: 'Long Beach, CA',
        destination: 'Phoenix, AZ',
        equipment: 'dryvan',
        pickupDay: '2026-10-09',
        requirements: ['inside_delivery', 'liftgate'],
        customerReference: '',
        customer: '',
        pricingType: 'auto',
        weeklyVolume: null,
      },
      errors: [],
    });
  });

  it('has a customer without spaces at its ends, and a type of pricing', () => {
    expect(draftOf({ customer: '  Müller & Söhne ', pricing_type: 'contract' })).toMatchObject({
      fields: { customer: 'Müller & Söhne', pricingType: 'contract' },
      errors: [],
    });
  });

  it.each([
    [{ customer: 7 }, 'customer', 'must be a string'],
    [{ customer: 'a'.repeat(201) }, 'customer', 'must have at most 200 characters'],
    [{ customer: 'a\u0000b' }, 'customer', 'must not have control characters'],
    [{ customer: '\ud800' }, 'customer', 'must be well-formed Unicode'],
    [{ pricing_type: 'SPOT' }, 'pricing_type', 'must be one of spot, contract, auto'],
    [{ weekly_volume: 0 }, 'weekly_volume', VOLUME_MESSAGE],
    [{ weekly_volume: 10_000.01 }, 'weekly_volume', VOLUME_MESSAGE],
    [{ weekly_volume: 0.125 }, 'weekly_volume', VOLUME_MESSAGE],
    [{ weekly_volume: '12' }, 'weekly_volume', VOLUME_MESSAGE],
    [{ pricing_type: 1 }, 'pricing_type', 'must be one of spot, contract, auto'],
  ])('rejects %j', (given, field, message) => {
    expect(draftOf(given).errors).toEqual([{ field, message }]);
  });

  it('can have names of the own tariff, unless a name is unreadable in every tariff', () => {
    expect(draftOf({ special_requirements: ['ferry', 7] })).toHaveProperty('requested', ['ferry', 7]);
    for (const name of ['a'.repeat(61), 'a\u0000b']) {
      expect(draftOf({ special_requirements: ['ferry', name] })).not.toHaveProperty('requested');
    }
  });

  it('names every field that is missing', () => {
    const outcome = readQuoteRequest({});
    expect(outcome.ok && outcome.body.errors).toEqual(
      ['origin', 'destination', 'equipment_type', 'pickup_date'].map((field) => ({
        field,
        message: 'is required',
      })),
    );
  });

  it.each([null, ''])('treats optional fields that are %j as absent', (value) => {
    expect(draftOf({ special_requirements: value, customer_reference: value })).toEqual(draftOf({}));
  });

  it.each([5, true, ['x'], { a: 1 }])('rejects fields that are %j', (wrong) => {
    const outcome = readQuoteRequest(Object.fromEntries(FIELDS.map((field) => [field, wrong])));
    const errors = outcome.ok ? outcome.body.errors.map(({ field }) => field) : [];
    for (const field of FIELDS) {
      if (field === 'special_requirements' && Array.isArray(wrong)) continue;
      expect(errors).toContain(field);
    }
  });

  it.each([null, 'text', 5, [], [REQUEST]])('is not %j', (body) => {
    expect(readQuoteRequest(body)).toMatchObject({
      ok: false,
      rejection: { kind: 'invalid', details: { errors: [{ field: 'body' }] } },
    });
  });

  it.each([
    [{ origin: '' }, 'origin must not be empty'],
    [{ destination: '   ' }, 'destination must not be empty'],
    [{ origin: 'x'.repeat(201) }, 'origin must have at most 200 characters'],
    [{ equipment_type: '' }, /^equipment_type must be one of dryvan, reefer, /],
    [{ equipment_type: 'zeppelin' }, /^equipment_type must be one of/],
    [{ equipment_type: 'x'.repeat(10_000) }, /^equipment_type must be one of/],
    [{ pickup_date: '2026-02-30' }, /^pickup_date must be a calendar date in the format/],
    [{ pickup_date: '11/30/2026' }, /^pickup_date must be a calendar date in the format/],
    [{ pickup_date: '2026-10-09T10:00:00Z' }, /^pickup_date must be a calendar date in the format/],
    [{ special_requirements: 'liftgate' }, 'special_requirements must be an array of names'],
    [{ special_requirements: {} }, 'special_requirements must be an array of names'],
    [{ special_requirements: [7] }, 'special_requirements[0] must be a string'],
    [{ special_requirements: [null] }, 'special_requirements[0] must be a string'],
    [
      { special_requirements: Array(1_000).fill('chassis') },
      'special_requirements must have at most 50 names',
    ],
    [
      { special_requirements: ['levitation', 'chassis', 'tarp'] },
      /^special_requirements must not have "levitation", "tarp"; allowed with container_40 are chassis, /,
    ],
    [{ special_requirements: ['detention'] }, /^special_requirements must not have "detention"/],
    [{ special_requirements: ['__proto__'] }, /^special_requirements must not have "__proto__"/],
    [{ customer_reference: 'x'.repeat(10_240) }, 'customer_reference must have at most 255 characters'],
    [{ origin: 'Chicago\n, IL' }, 'origin must not have control characters'],
    [{ destination: 'Chicago\u0085' }, 'destination must not have control characters'],
    [{ equipment_type: 'dry\tvan' }, /^equipment_type must be one of/],
    [
      { special_requirements: ['inside\ndelivery'] },
      /^special_requirements must not have "inside\\ndelivery"/,
    ],
    [{ customer_reference: 'a\u0000b' }, 'customer_reference must not have control characters'],
    [{ customer_reference: 'a\nb' }, 'customer_reference must not have control characters'],
    [{ customer_reference: 'a\u0085b' }, 'customer_reference must not have control characters'],
    [{ customer_reference: '\ud83d' }, 'customer_reference must be well-formed Unicode'],
    [{ customer_reference: 12345 }, 'customer_reference must be a string'],
  ])('with %j has exactly that error', (changes, error) => {
    expect(errorsOf(changes)).toEqual([typeof error === 'string' ? error : expect.stringMatching(error)]);
  });

  it('has a requirement once, even if it is repeated in other spellings', () => {
    expect(
      draftOf({ special_requirements: ['Pre-Pull', 'prepull', 'PRE PULL', 'chassis', 'chassis'] }),
    ).toMatchObject({
      fields: { requirements: ['prepull', 'chassis'] },
      errors: [],
    });
  });

  it.each(['🚚'.repeat(255), 'PO 4711 / Zürich', "O'Brien & Söhne <b>", ' padded '])(
    'keeps the reference %j unchanged',
    (reference) => {
      expect(draftOf({ customer_reference: reference })).toMatchObject({
        fields: { customerReference: reference },
        errors: [],
      });
    },
  );

  it('accepts tariff names that fit the equipment, except charges after the move', () => {
    for (const { name, equipment, occasion } of TARIFF) {
      const asked = occasion !== 'after the move';
      const { errors } = draftOf({ equipment_type: equipment[0], special_requirements: [name] });
      expect(errors.length === 0).toBe(asked);
    }
  });

  it('is rejected without normalization if a text is too long', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const marks = '\u0327\u0301'.repeat(245_000);
    const errors = errorsOf(Object.fromEntries(FIELDS.map((field) => [field, marks])));
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
    expect(errors).toHaveLength(FIELDS.length);
    expect(errors.join().length).toBeLessThan(2_000);
  });

  it('is read or rejected, for any input', () => {
    const anything = fc.record(Object.fromEntries(FIELDS.map((field) => [field, fc.anything()])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), anything), (body) => {
        const outcome = readQuoteRequest(body);
        expect(outcome.ok ? outcome.body.errors : outcome.rejection.details).toBeDefined();
      }),
    );
  });
});

const FIELDS = [
  'origin',
  'destination',
  'equipment_type',
  'pickup_date',
  'special_requirements',
  'customer_reference',
];
