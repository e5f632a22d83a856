import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { TARIFF } from '../../../../shared/costs/accessorials/tariff.ts';
import { leadDaysOf, pickupDayError } from '../../../../shared/quotes/pricing/check-request.ts';
import * as REJECTIONS from '../../../../shared/quotes/request/quote-rejections.ts';
import { readQuoteRequest } from '../../../../shared/quotes/request/read-quote-request.ts';
import { REQUEST } from '../quoting-under-test.ts';

const FIELDS = [
  'origin',
  'destination',
  'equipment_type',
  'pickup_date',
  'special_requirements',
  'customer_reference',
];

function draftOf(changes: object) {
  const outcome = readQuoteRequest({ ...REQUEST, ...changes });
  if (!outcome.ok) throw new Error(outcome.rejection.message);
  return outcome.body;
}

const errorsOf = (changes: object) =>
  draftOf(changes).errors.map(({ field, message }) => `${field} ${message}`);

const VOLUME_MESSAGE = 'must be a number above 0, at most 10000, with at most 2 decimals';

describe('a quote request', () => {
  it('is read with all fields normalized', () => {
    expect(
      draftOf({
        ...{ equipment_type: ' Dry Van', customer: '  Müller & Söhne ', pricing_type: 'contract' },
        // Each requirement once, whatever its spelling.
        special_requirements: ['Inside Delivery', 'LIFTGATE', 'inside_delivery'],
      }),
    ).toEqual({
      fields: {
        origin: 'Long Beach, CA',
        destination: 'Phoenix, AZ',
        stops: [],
        equipment: 'dryvan',
        pickupDay: '2026-10-09',
        requirements: ['inside_delivery', 'liftgate'],
        quantities: {},
        customerReference: '',
        customer: 'Müller & Söhne',
        pricingType: 'contract',
        weeklyVolume: null,
        weightLbs: null,
        commodity: '',
        price: null,
      },
      unknown: [],
      errors: [],
    });
  });

  it.each([
    [{ customer: 7 }, 'customer', 'must be a string'],
    [{ customer: 'a'.repeat(201) }, 'customer', 'must have at most 200 characters'],
    [{ pricing_type: 'SPOT' }, 'pricing_type', 'must be one of spot, contract, auto'],
    [{ weekly_volume: 0 }, 'weekly_volume', VOLUME_MESSAGE],
    [{ weekly_volume: 10_000.01 }, 'weekly_volume', VOLUME_MESSAGE],
    [{ weekly_volume: 0.125 }, 'weekly_volume', VOLUME_MESSAGE],
    [{ weekly_volume: '12' }, 'weekly_volume', VOLUME_MESSAGE],
  ])('rejects %j', (given, field, message) => {
    expect(draftOf(given).errors).toEqual([{ field, message }]);
  });

  it('can have names of the own tariff, unless a name is unreadable in every tariff', () => {
    expect(draftOf({ special_requirements: ['ferry', 7] })).toHaveProperty('requested', ['ferry', 7]);
    for (const name of ['a'.repeat(61), 'a\u0000b']) {
      expect(draftOf({ special_requirements: ['ferry', name] })).not.toHaveProperty('requested');
    }
  });

  it.each([null, ''])('treats optional fields that are %j as absent', (value) => {
    const fields = draftOf({ special_requirements: value, customer_reference: value });
    expect(fields).toEqual(draftOf({}));
    expect(fields).toMatchObject({ fields: { customer: '', pricingType: 'auto' } });
  });

  it.each([[null], ['text'], [[]], [[REQUEST]]])('is not %j', (body) => {
    expect(readQuoteRequest(body)).toMatchObject({
      ok: false,
      rejection: { kind: 'invalid', details: { errors: [{ field: 'body' }] } },
    });
  });

  it.each([
    [{ origin: '' }, 'origin must not be empty'],
    [{ origin: 'x'.repeat(201) }, 'origin must have at most 200 characters'],
    [{ origin: 'Phoenix\ud800, AZ' }, 'origin must be well-formed Unicode'],
    [{ equipment_type: '' }, /^equipment_type must be one of dryvan, reefer, /],
    [{ pickup_date: '2026-02-30' }, /^pickup_date must be a calendar date in the format/],
    [{ special_requirements: 'liftgate' }, 'special_requirements must be an array of names'],
    [
      { special_requirements: [7] },
      'special_requirements[0] must be a name, or an object with name and quantity',
    ],
    [{ special_requirements: Array(51).fill('chassis') }, 'special_requirements must have at most 50 names'],
    [
      { special_requirements: ['levitation', 'chassis', 'tarp'] },
      /^special_requirements must not have "levitation", "tarp"; allowed with container_40 are chassis, /,
    ],
    [{ special_requirements: ['__proto__'] }, /^special_requirements must not have "__proto__"/],
    [{ customer_reference: 'x'.repeat(256) }, 'customer_reference must have at most 255 characters'],
    [{ origin: 'Chicago\n, IL' }, 'origin must not have control characters'],
    [
      { special_requirements: ['inside\ndelivery'] },
      /^special_requirements must not have "inside\\ndelivery"/,
    ],
    [{ customer_reference: 'a\nb' }, 'customer_reference must not have control characters'],
    [{ customer_reference: '\ud83d' }, 'customer_reference must be well-formed Unicode'],
  ])('with %j has exactly that error', (changes, error) => {
    expect(errorsOf(changes)).toEqual([typeof error === 'string' ? error : expect.stringMatching(error)]);
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
    const normalize = jest.spyOn(String.prototype, 'normalize');
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

describe('a pickup day', () => {
  /** The evening of November 20 in California, and the early morning of November 21 in New York. */
  const NIGHT = new Date('2026-11-21T06:00:00Z');
  const LONG_BEACH = { latitude: 33.77, longitude: -118.19, state: 'CA' };
  const NEWARK = { latitude: 40.73, longitude: -74.17, state: 'NJ' };

  it('is today at the origin or later, and at most 365 days ahead', () => {
    const today = (day: string) => `must be today at the origin (${day}) or later`;
    expect(pickupDayError('2026-11-20', NIGHT, LONG_BEACH)).toBeUndefined();
    expect(pickupDayError('2026-11-19', NIGHT, LONG_BEACH)).toBe(today('2026-11-20'));
    expect(pickupDayError('2026-11-21', NIGHT, NEWARK)).toBeUndefined();
    expect(pickupDayError('2026-11-20', NIGHT, NEWARK)).toBe(today('2026-11-21'));
    expect(pickupDayError('2027-11-20', NIGHT, LONG_BEACH)).toBeUndefined();
    expect(pickupDayError('2027-11-21', NIGHT, LONG_BEACH)).toBe(
      'must be at most 365 days ahead (2027-11-20)',
    );
  });

  it('is valid in any time zone of the US if the origin is unknown', () => {
    const noonInGuam = new Date('2026-11-21T11:00:00Z');
    expect(pickupDayError('2026-11-21', noonInGuam, undefined)).toBeUndefined();
    expect(pickupDayError('2026-11-20', NIGHT, undefined)).toBeUndefined();
    expect(pickupDayError('2026-11-18', NIGHT, undefined)).toMatch(/^must be today/);
    expect(pickupDayError('2027-11-21', NIGHT, undefined)).toBeUndefined();
    expect(pickupDayError('2027-11-23', NIGHT, undefined)).toMatch(/^must be at most 365 days ahead/);
  });

  it('has a lead in whole days at the origin, never negative', () => {
    expect(leadDaysOf('2026-11-21', NIGHT, LONG_BEACH)).toBe(1);
    expect(leadDaysOf('2026-11-21', NIGHT, NEWARK)).toBe(0);
    expect(leadDaysOf('2026-11-18', NIGHT, NEWARK)).toBe(0);
    expect(leadDaysOf('2026-12-21', NIGHT, NEWARK)).toBe(30);
  });
});

describe('a rejection of a quote', () => {
  it('repeats at most 200 characters of the caller', () => {
    const long = 'x'.repeat(250);
    const cut = `${'x'.repeat(200)}...`;
    const wanted = { customer: long, equipment: 'dryvan', pickupDay: '2026-11-23' };
    const found = [
      REJECTIONS.locationNotFound('origin', long, { kind: 'unknown', reason: '', suggestions: [] }),
      REJECTIONS.locationAmbiguous('destination', long, []),
      REJECTIONS.noContractRate(wanted),
    ];
    expect(found).toMatchObject([
      { message: expect.stringContaining(`origin "${cut}"`), details: { field: 'origin', value: cut } },
      { message: expect.stringContaining(`"${cut}" matches`), details: { field: 'destination', value: cut } },
      { details: { customer: cut, equipment_type: 'dryvan', pickup_date: '2026-11-23' } },
    ]);
    expect(found.some(({ message }) => message.includes(long))).toBe(false);
  });
});
