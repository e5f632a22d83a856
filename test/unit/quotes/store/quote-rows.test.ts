import { describe, expect, it } from '@jest/globals';
import { openPartition } from '../../../../shared/quotes/counts/list-partition.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import { readHead, readRow, rowItem } from '../../../../shared/quotes/store/dynamodb-quote-items.ts';

const ACCOUNT = { orgId: 'org_1', mode: 'live' } as const;
const PARTITION = openPartition(7);
const fields = { totalCents: 100, currency: 'USD', origin: 'Boston, MA', destination: 'Worcester, MA' };
const quoteId = createQuoteIds()(new Date('2026-03-17T12:00:00Z'));

describe('a list row', () => {
  it('has the reference of the quote', () => {
    const row = rowItem(ACCOUNT, PARTITION, { quoteId, ...fields, customerReference: 'PO 1' });

    expect(readRow(row, PARTITION, '2026-03-17')).toMatchObject({ ...fields, customerReference: 'PO 1' });
  });

  it('stored without a reference has an empty one, and so has its quote', () => {
    const { customerReference: _, ...row } = rowItem(ACCOUNT, PARTITION, {
      quoteId,
      ...fields,
      customerReference: '',
    });
    const head = {
      expiryDay: '2026-03-24',
      validityDays: 7,
      strategyVersion: 0,
      event: '{}',
      writtenBy: 'w',
    };

    expect(readRow(row, PARTITION, '2026-03-17')).toMatchObject({ customerReference: '' });
    expect(readHead({ quoteId, ...fields, ...head })).toMatchObject({ customerReference: '' });
  });
});
