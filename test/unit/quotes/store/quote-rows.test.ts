import { describe, expect, it } from 'vitest';
import { openPartition } from '../../../../shared/quotes/counts/list-partition.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import { readHead, readRow, rowItems } from '../../../../shared/quotes/store/dynamodb-quote-items.ts';

const ACCOUNT = { orgId: 'org_1', mode: 'live' } as const;
const PARTITION = openPartition(7);
const fields = { totalCents: 100, currency: 'USD', origin: 'Boston, MA', destination: 'Worcester, MA' };
const quoteId = createQuoteIds()(new Date('2026-03-17T12:00:00Z'));

describe('a list row', () => {
  it('has the reference and the customer of the quote', () => {
    const names = { customerReference: 'PO 1', customer: 'Acme' };
    const [row] = rowItems(ACCOUNT, PARTITION, { quoteId, ...fields, ...names });

    expect(readRow(row, PARTITION, '2026-03-17')).toMatchObject({ ...fields, ...names });
  });

  it('stored without reference and customer has empty ones, and so has its quote', () => {
    const empty = { customerReference: '', customer: '' };
    const row = { sk: quoteId, ...fields };
    const head = {
      expiryDay: '2026-03-24',
      validityDays: 7,
      strategyVersion: 0,
      event: '{}',
      writtenBy: 'w',
    };

    expect(readRow(row, PARTITION, '2026-03-17')).toMatchObject(empty);
    expect(readHead({ quoteId, ...fields, ...head })).toMatchObject(empty);
  });
});
