import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ApiError,
  FreightError,
  GeneralApiError,
  QuotesApiError,
  RatesApiError,
  readApiError,
} from '../../../../../clients/typescript/src/errors/errors.ts';

const FACTS = { status: 400, requestId: 'req-1', retryAfter: undefined, attempts: 2 };
const read = (body: unknown) => readApiError(JSON.stringify(body), FACTS);

describe('the error of a response', () => {
  it('of the general format', () => {
    const error = read({ success: false, error: { code: 'not_found', message: 'There is no such webhook' } });
    expect(error).toBeInstanceOf(GeneralApiError);
    expect(error).toMatchObject({ name: 'GeneralApiError', code: 'not_found', ...FACTS });
    expect(error.message).toBe(
      'There is no such webhook. Check the id, and that the key has the mode and organization of the object. (status 400, code not_found) Request id: req-1.',
    );
  });

  it('of quotes, with details', () => {
    const details = { errors: [{ field: 'origin', message: 'is required' }] };
    const error = read({ error: { code: 'INVALID_PARAMETERS', message: 'Invalid.', details } });
    expect(error).toBeInstanceOf(QuotesApiError);
    expect(error).toMatchObject({ name: 'QuotesApiError', code: 'INVALID_PARAMETERS', details });
  });

  it('of rates, with the errors of lanes and suggestions', () => {
    const errors = [{ index: 1, errors: ['originTerminal is unknown'] }];
    const suggestions = [{ index: 1, names: ['APM Elizabeth Terminal'] }];
    const error = read({ error: { code: 400, message: 'Invalid lanes' }, errors, suggestions });
    expect(error).toBeInstanceOf(RatesApiError);
    expect(error).toMatchObject({ name: 'RatesApiError', code: 400, laneErrors: errors, suggestions });
    expect(read({ error: { code: 400, message: 'Bad' } })).toMatchObject({ laneErrors: [], suggestions: [] });
  });

  it.each([
    '<html>502 Bad Gateway</html>',
    '',
    '[]',
    'null',
    '{"message":"Forbidden"}',
    '{"error":"x"}',
    '{"error":{"message":1}}',
  ])('without one of the formats (%s) is an ApiError', (text) => {
    const error = readApiError(text, { ...FACTS, status: 502 });
    expect(error.constructor).toBe(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', code: 'unknown', status: 502, requestId: 'req-1' });
  });

  it('is an ApiError for any body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const error = readApiError(text, FACTS);
        expect(error).toBeInstanceOf(ApiError);
        expect(error).toBeInstanceOf(FreightError);
        expect(error.advice).not.toBe('');
      }),
    );
  });
});
