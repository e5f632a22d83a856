import { describe, expect, it } from 'vitest';
import * as REJECTIONS from '../../../../shared/quotes/request/quote-rejections.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const LONG = 'x'.repeat(250);
const CUT = `${'x'.repeat(200)}...`;

describe('invalid parameters of a quote', () => {
  const errors = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ field: `f${index}`, message: 'is required' }));

  it('are named in the message, and all in the details', () => {
    expect(REJECTIONS.invalidParameters(errors(1))).toEqual({
      kind: 'invalid',
      message: 'Invalid parameters: f0 is required.',
      details: { errors: errors(1) },
    });
    expect(REJECTIONS.invalidParameters(errors(5)).message).toBe(
      'Invalid parameters: f0 is required; f1 is required; f2 is required; f3 is required; f4 is required.',
    );
  });

  it('are named up to the fifth one', () => {
    const rejection = REJECTIONS.invalidParameters(errors(6));
    expect(rejection.message).toMatch(/f4 is required; \.\.\.\.$/);
    expect(rejection.details).toEqual({ errors: errors(6) });
  });
});

describe('a rejection of a quote', () => {
  it.each([
    [
      'the limit of quotes',
      REJECTIONS.quoteLimitExceeded(7, 5, NOON),
      {
        kind: 'rate-limited',
        retryAfter: 820_800,
        code: 'QUOTE_LIMIT_EXCEEDED',
        message: 'Monthly quote limit exceeded. Current usage: 7, Limit: 5',
        details: { used: 7, limit: 5, resets_at: '2026-12-01T00:00:00.000Z' },
      },
    ],
    [
      'an unknown stop',
      REJECTIONS.locationNotFound('origin', LONG),
      {
        kind: 'invalid',
        code: 'LOCATION_NOT_FOUND',
        message: `Unknown origin "${CUT}". Use a city with its state, a ZIP code, a UN/LOCODE or a terminal name.`,
        details: { field: 'origin', value: CUT },
      },
    ],
    [
      'an ambiguous stop',
      REJECTIONS.locationAmbiguous('destination', LONG, []),
      {
        kind: 'invalid',
        code: 'LOCATION_AMBIGUOUS',
        message: `The destination "${CUT}" matches several places. Add the state or ZIP code.`,
        details: { field: 'destination', value: CUT, candidates: [] },
      },
    ],
    [
      'a stop with one candidate',
      REJECTIONS.locationAmbiguous('origin', 'LAX', [{ name: 'Los Angeles, CA', state: 'CA', zip: '90012' }]),
      {
        kind: 'invalid',
        code: 'LOCATION_AMBIGUOUS',
        message:
          'The origin "LAX" may be Los Angeles, CA. Send that name, or add the state or ZIP code of another place.',
        details: {
          field: 'origin',
          value: 'LAX',
          candidates: [{ name: 'Los Angeles, CA', state: 'CA', zip: '90012' }],
        },
      },
    ],
    [
      'no road',
      REJECTIONS.noRoute('Honolulu, HI', 'Reno, NV'),
      {
        kind: 'invalid',
        code: 'NO_ROUTE',
        message: 'No road route from Honolulu, HI to Reno, NV.',
        details: { origin: 'Honolulu, HI', destination: 'Reno, NV' },
      },
    ],
    [
      'no contract rate',
      REJECTIONS.noContractRate({ customer: LONG, equipment: 'dryvan', pickupDay: '2026-11-23' }),
      {
        kind: 'invalid',
        code: 'CONTRACT_RATE_NOT_FOUND',
        message:
          'No contract rate matches the customer, lane, equipment and pickup day. Send pricing_type "auto" to price by the market then.',
        details: { customer: CUT, equipment_type: 'dryvan', pickup_date: '2026-11-23' },
      },
    ],
    [
      'an unknown quote',
      REJECTIONS.quoteNotFound(LONG),
      {
        kind: 'not-found',
        code: 'QUOTE_NOT_FOUND',
        message: `Quote ${CUT} not found.`,
        details: { quote_id: CUT },
      },
    ],
    [
      'a missing share link',
      REJECTIONS.shareLinkNotFound('Q1'),
      {
        kind: 'not-found',
        code: 'SHARE_LINK_NOT_FOUND',
        message: 'Quote Q1 has no share link. Create one with POST.',
        details: { quote_id: 'Q1' },
      },
    ],
    [
      'a superseded quote',
      REJECTIONS.quoteSuperseded('Q1', 'Q2'),
      {
        kind: 'conflict',
        code: 'QUOTE_SUPERSEDED',
        message: 'Quote Q1 was superseded by Q2. Use that quote, or create a new one if it was deleted.',
        details: { quote_id: 'Q1', superseded_by: 'Q2' },
      },
    ],
    [
      'a declined quote',
      REJECTIONS.quoteAlreadyDeclined('Q1'),
      {
        kind: 'conflict',
        code: 'QUOTE_ALREADY_DECLINED',
        message: 'Quote Q1 was declined. Revise it to continue the negotiation.',
        details: { quote_id: 'Q1' },
      },
    ],
    [
      'a converted quote',
      REJECTIONS.quoteAlreadyConverted('Q1'),
      {
        kind: 'conflict',
        code: 'QUOTE_ALREADY_CONVERTED',
        message: 'Quote Q1 was converted, which is permanent. Create a new quote.',
        details: { quote_id: 'Q1' },
      },
    ],
    [
      'an expired quote',
      REJECTIONS.quoteExpired('Q1'),
      {
        kind: 'conflict',
        code: 'QUOTE_EXPIRED',
        message: 'Quote Q1 has expired. Create a new quote.',
        details: { quote_id: 'Q1' },
      },
    ],
    [
      'a body of another form',
      REJECTIONS.BODY_NOT_AN_OBJECT,
      {
        kind: 'invalid',
        message: 'The request body must be a JSON object with the fields of a quote request.',
        details: {
          errors: [{ field: 'body', message: 'must be a JSON object with the fields of a quote request' }],
        },
      },
    ],
    [
      'a body of a conversion of another form',
      REJECTIONS.BODY_NOT_OF_CONVERSION,
      {
        kind: 'invalid',
        message: 'The request body must be absent, or a JSON object with converted_by and order_reference.',
        details: { errors: [{ field: 'body', message: 'must be absent or a JSON object' }] },
      },
    ],
    [
      'a body of a share link of another form',
      REJECTIONS.BODY_NOT_OF_SHARE,
      {
        kind: 'invalid',
        message: 'The request body must be absent, or a JSON object with expires_in_days.',
        details: { errors: [{ field: 'body', message: 'must be absent or a JSON object' }] },
      },
    ],
    [
      'an organization without billing information',
      REJECTIONS.BILLING_REQUIRED,
      {
        kind: 'invalid',
        code: 'BILLING_REQUIRED',
        message: 'Organization is missing billing information. Add it to the organization, then try again.',
        details: { billing: false },
      },
    ],
    [
      'an unknown organization',
      REJECTIONS.ORGANIZATION_MISSING,
      { kind: 'unauthorized', message: 'Missing organization context' },
    ],
  ])('for %s says what to do', (_case, rejection, expected) => {
    expect(rejection).toEqual(expected);
  });
});
