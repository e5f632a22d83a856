import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionError, QuotesApiError } from '../../../clients/typescript/src/index.ts';
import { describeError } from '../../../web/console/src/api/describe-error.ts';
import { permissionsOf } from '../../../web/console/src/api/permissions.ts';
import { boxAround } from '../../../web/console/src/map/view-box.ts';
import { confidenceReasons, gradeOf } from '../../../web/console/src/rates/confidence.ts';
import { readContainer } from '../../../web/console/src/rates/equipment.ts';
import { partsOf } from '../../../web/console/src/rates/rate-parts.ts';
import {
  readTerminalFilter,
  terminalQuery,
  writeTerminalFilter,
} from '../../../web/console/src/terminals/terminal-filter.ts';
import { yearOf } from '../../../web/console/src/usage/months.ts';

describe('the confidence of a rate', () => {
  const evidence = { level: 'lane', observations: 12, asOf: '2026-10-05', source: 'simulated', score: 70 };

  it('states level, number, age and what is simulated', () => {
    const reasons = confidenceReasons(evidence, '2026-11-22').join(' ');
    expect(reasons).toMatch(/loads of this lane.*12 loads.*48 days ago.*simulated/);
    expect(confidenceReasons(evidence, '2026-10-12').join(' ')).not.toMatch('days ago');
  });

  it('states why a number is missing, and that no loads are known', () => {
    expect(confidenceReasons({ ...evidence, observations: null }, '2026-11-22').join(' ')).toMatch(
      'not shown',
    );
    const model = confidenceReasons({ ...evidence, level: 'model', source: 'cost model' }, '2026-11-22');
    expect(model.join(' ')).toMatch(/cost model.*Oct 5, 2026/);
  });

  it('states what is known of contributors, which an organization with only its own loads does not need', () => {
    const textOf = (fields: Partial<typeof evidence>) =>
      confidenceReasons({ ...evidence, ...fields }, '2026-10-12').join(' ');
    expect(textOf({ score: 63 })).toMatch('from three or more contributors');
    expect(textOf({ score: 62 })).toMatch(
      'A confidence above 62 needs 8 loads of this lane from three contributors',
    );
    expect(textOf({ source: 'own loads' })).not.toMatch('contributors');
  });

  it('has three grades', () => {
    expect([0, 49, 50, 69, 70, 100].map((score) => gradeOf(score).label)).toEqual([
      'Low',
      'Low',
      'Medium',
      'Medium',
      'High',
      'High',
    ]);
  });
});

it('linehaul and fuel add up to the suggested rate, and with the surcharges to the total, to the cent', () => {
  const cents = fc.integer({ min: 0, max: 2_000_000 });
  fc.assert(
    fc.property(cents, cents, cents, fc.boolean(), (linehaul, fuel, surcharges, included) => {
      const suggestedRate = (linehaul + (included ? fuel : 0)) / 100;
      const parts = partsOf({
        suggestedRate,
        surchargesTotal: surcharges / 100,
        fuel: { amount: fuel / 100, included },
      } as Parameters<typeof partsOf>[0]);
      expect([parts.linehaul, parts.surcharges]).toEqual([linehaul / 100, surcharges / 100]);
      expect(Math.round((parts.linehaul + parts.fuel) * 100)).toBe(Math.round(suggestedRate * 100));
      expect(Math.round(parts.total * 100)).toBe(Math.round(suggestedRate * 100) + surcharges);
    }),
  );
});

it.each([
  ["40' HC", 'container_40hc'],
  ['40ft high cube', 'container_40hc'],
  ['container_45hc', 'container_45hc'],
  ['20 reefer', 'reefer_container_20'],
  ['Reefer', 'reefer_container_40'],
  ["20'", 'container_20'],
  ['Flat Rack', 'flatrack'],
  ['dryvan', undefined],
])('%s is the container %s', (text, type) => expect(readContainer(text)).toBe(type));

it('an error states what to do, without instructions for programs', () => {
  const facts = { status: 429, requestId: 'r-1', retryAfter: 7, attempts: 1 };
  const body = { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many', details: {} } };
  const limited = describeError(new QuotesApiError(body, facts));
  expect(limited).toMatchObject({ retryAfter: 7, requestId: 'r-1', canRetry: true });
  const invalid = describeError(
    new QuotesApiError(
      {
        error: {
          code: 'INVALID_PARAMETERS',
          message: 'Invalid',
          details: { errors: [{ field: 'origin', message: 'is empty' }] },
        },
      },
      { ...facts, status: 400, retryAfter: undefined },
    ),
  );
  expect(invalid).toMatchObject({ details: ['origin: is empty'], canRetry: false });
  const other = describeError(
    new QuotesApiError(
      { error: { code: 'NO_ROUTE', message: 'No route.', details: {} } },
      { ...facts, status: 400, retryAfter: undefined },
    ),
  );
  expect(other.details).toEqual(['No route.']);
  expect(describeError(new ConnectionError('x', { attempts: 1 })).advice).toMatch('does not save it twice');
  expect(describeError('broken')).toMatchObject({ canRetry: false, details: ['broken'] });
});

it('a key offers only what its scopes and the billing permit', () => {
  const nothing = { canPrice: false, canQuote: false, canWrite: false, canAdmin: false };
  const everything = { canPrice: true, canQuote: true, canWrite: true, canAdmin: true };
  const of = (billing: boolean, ...scopes: string[]) => permissionsOf({ billing, scopes });
  expect(of(true, 'read', 'write', 'admin')).toEqual({
    ...everything,
    blocked: undefined,
    readOnly: undefined,
    notAdmin: undefined,
  });
  expect(of(true, 'read')).toMatchObject({
    ...nothing,
    canPrice: true,
    readOnly: expect.stringContaining('scope write'),
    notAdmin: expect.stringContaining('scope admin'),
  });
  expect(of(true, 'read', 'write')).toMatchObject({ ...everything, canAdmin: false });
  expect(of(true, 'read', 'admin')).toMatchObject({ ...nothing, canPrice: true, canAdmin: true });
  expect(of(true)).toMatchObject(nothing);
  // Without billing information, a key still converts quotes and changes webhooks.
  expect(of(false, 'read', 'write')).toMatchObject({
    ...nothing,
    canWrite: true,
    blocked: expect.stringContaining('billing'),
    readOnly: undefined,
  });
});

it('the part of the map has all points, the proportions of the map, and is inside it', () => {
  const whole = { x: 0, y: 0, width: 975, height: 610 };
  const point = fc.tuple(
    fc.double({ min: 0, max: 975, noNaN: true }),
    fc.double({ min: 0, max: 610, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 5 }), (points) => {
      const { x, y, width, height } = boxAround(points, whole);
      expect(width / height).toBeCloseTo(975 / 610, 6);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-6);
      expect(x + width).toBeLessThanOrEqual(975 + 1e-6);
      expect(y + height).toBeLessThanOrEqual(610 + 1e-6);
      for (const [px, py] of points) {
        expect(px >= x - 1e-6 && px <= x + width + 1e-6 && py >= y - 1e-6 && py <= y + height + 1e-6).toBe(
          true,
        );
      }
    }),
  );
});

it('the filter of the terminals survives the address and becomes a query that the API accepts', () => {
  const near = { name: 'A', latitude: 0, longitude: -74.1, radius: 25 };
  const filter = { text: 'x', type: 'rail', city: '', state: '', near, page: 2, selected: 'rail A' };
  expect(readTerminalFilter(new URLSearchParams(writeTerminalFilter(filter)))).toEqual(filter);
  expect(terminalQuery(filter)).toEqual({ query: 'x', type: 'rail', lat: 0, lng: -74.1, radius: 25 });
  const none = readTerminalFilter(new URLSearchParams('type=x&lat=abc&lng=1&page=0&state=N'));
  expect(none).toMatchObject({ type: '', near: undefined, page: 1 });
  expect(terminalQuery(none)).toBeUndefined();
});

it('a year has 12 months in their order, and months without calls have 0', () => {
  const year = yearOf([{ period: '2026-01', used: 4 }], '2026-02');
  expect(year).toHaveLength(12);
  expect(year.slice(-2)).toEqual([
    { period: '2026-01', used: 4 },
    { period: '2026-02', used: 0 },
  ]);
  expect(year[0]?.period).toBe('2025-03');
});
