import { describe, expect, it } from 'vitest';
import { MAX_CUSTOMER_LENGTH } from '../../../../shared/contracts/rate/contract-rate.ts';
import { readListQuery } from '../../../../shared/quotes/listing/list-query.ts';
import { MAX_REFERENCE_LENGTH } from '../../../../shared/quotes/record/quote-bounds.ts';

const FORMAT = 'must be a date in the format YYYY-MM-DD';
const LIMIT = 'must be an integer from 1 to 100';
const OFFSET = 'must be an integer of at least 0';
const STATUS = 'must be one of active, expired, converted';
const OUTCOME = 'must be one of open, won, lost, superseded, expired';

const errorsOf = (query: Readonly<Record<string, string>>): unknown => {
  const read = readListQuery(query);
  return read.ok ? [] : read.rejection.details?.errors;
};

describe('the query of a list of quotes', () => {
  it('asks for the first 20 quotes by default', () => {
    expect(readListQuery({})).toEqual({ ok: true, body: { filter: {}, limit: 20, offset: 0 } });
  });

  it.each([
    [{ status: 'converted' }, { status: 'converted' }],
    [{ outcome: 'won' }, { outcome: 'won' }],
    [{ customer: 'Acme' }, { customer: 'Acme' }],
    [{ customer_reference: 'PO 7' }, { customerReference: 'PO 7' }],
    [{ start_date: '2026-10-07' }, { start: '2026-10-07' }],
    [{ end_date: '2026-10-07' }, { end: '2026-10-07' }],
    [
      { start_date: '2026-10-07', end_date: '2026-10-07' },
      { start: '2026-10-07', end: '2026-10-07' },
    ],
    [
      { start_date: '2025-12-31', end_date: '2026-01-01' },
      { start: '2025-12-31', end: '2026-01-01' },
    ],
  ])('%j filters', (query, filter) => {
    expect(readListQuery(query)).toEqual({ ok: true, body: { filter, limit: 20, offset: 0 } });
  });

  it.each([
    ['1', '0', 1, 0],
    ['100', '9007199254740991', 100, Number.MAX_SAFE_INTEGER],
  ])('has the limit %s and the offset %s', (limit, offset, ...page) => {
    expect(readListQuery({ limit, offset })).toMatchObject({ body: { limit: page[0], offset: page[1] } });
  });

  it.each([
    ['limit', '0', LIMIT],
    ['limit', '101', LIMIT],
    ['limit', '2.5', LIMIT],
    ['limit', '', LIMIT],
    ['limit', 'many', LIMIT],
    ['offset', '-1', OFFSET],
    ['offset', '0.5', OFFSET],
    ['offset', 'x', OFFSET],
    ['status', 'open', STATUS],
    ['outcome', 'converted', OUTCOME],
    ['start_date', '2026-02-30', FORMAT],
    ['start_date', '07.10.2026', FORMAT],
    ['end_date', '', FORMAT],
    ['end_date', '2026-10-7', FORMAT],
    ['customer', '', 'must not be empty'],
    ['customer', '  ', 'must not be empty'],
    ['customer_reference', ' ', 'must not be empty'],
  ])('rejects %s=%j', (field, value, message) => {
    expect(errorsOf({ [field]: value })).toEqual([{ field, message }]);
  });

  it.each([
    ['customer', MAX_CUSTOMER_LENGTH],
    ['customer_reference', MAX_REFERENCE_LENGTH],
  ])('takes a %s of up to %i characters', (field, longest) => {
    expect(errorsOf({ [field]: 'a'.repeat(longest) })).toEqual([]);
    expect(errorsOf({ [field]: 'a'.repeat(longest + 1) })).toMatchObject([{ field }]);
  });

  it('rejects a range that ends before it begins, together with another error', () => {
    const range = { start_date: '2026-10-08', end_date: '2026-10-07' };
    const error = { field: 'start_date', message: 'must not be after end_date' };

    expect(errorsOf(range)).toEqual([error]);
    expect(errorsOf({ ...range, limit: '0' })).toEqual([{ field: 'limit', message: LIMIT }, error]);
  });

  it('does not compare the ends of a range unless both are dates', () => {
    expect(errorsOf({ start_date: '2026-10-08', end_date: '1' })).toEqual([
      { field: 'end_date', message: FORMAT },
    ]);
    expect(errorsOf({ start_date: 'x', end_date: '2026-10-08' })).toEqual([
      { field: 'start_date', message: FORMAT },
    ]);
  });
});
