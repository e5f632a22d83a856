import { describe, expect, it } from 'vitest';
import { isAddressable, isImportObject } from '../../../../shared/market/uploads/upload-key.ts';
import {
  convertedQuoteMessage,
  convertedQuoteOfKey,
  readConvertedQuoteMessage,
} from '../../../../shared/quotes/loads/converted-quote.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';

const quoteId = createQuoteIds()(new Date('2026-10-07T17:00:00Z'));

describe('the message of a converted quote', () => {
  it.each(['test', 'live'] as const)('is read as an import of its quote in %s', (mode) => {
    const converted = { orgId: 'org_1', mode, quoteId };
    const upload = readConvertedQuoteMessage(convertedQuoteMessage(converted));

    expect(upload).toEqual({
      key: `organizations/org_1/${mode}/converted-quotes/${quoteId}`,
      tag: '',
      length: 0,
      sequencer: '',
    });
    expect(convertedQuoteOfKey(upload?.key ?? '')).toEqual(converted);
    expect(isImportObject(upload?.key ?? '')).toBe(false);
    expect(isAddressable(upload?.key ?? '')).toBe(true);
  });

  it.each([
    ['no JSON', 'hello'],
    ['an event of the bucket', JSON.stringify({ source: 'aws.s3', detail: {} })],
    ['another mode', JSON.stringify({ convertedQuote: { orgId: 'org_1', mode: 'both', quoteId } })],
    ['no organization', JSON.stringify({ convertedQuote: { orgId: '', mode: 'live', quoteId } })],
    [
      'no quote id',
      JSON.stringify({ convertedQuote: { orgId: 'org_1', mode: 'live', quoteId: 'Q-1/../x' } }),
    ],
  ])('is not read from %s', (_, body) => {
    expect(readConvertedQuoteMessage(body)).toBeUndefined();
  });

  it.each([
    'operator/converted-quotes/ID',
    'others/org_1/live/converted-quotes/ID',
    'organizations/org_1/live/ID',
    'organizations/org_1/live/contract-rates/ID',
    'organizations/org_1/live/converted-quotes/ID.csv',
    'organizations/org_1/live/converted-quotes/ID/a',
    'organizations/org_1/live/converted-quotes/a/ID',
    'organizations//live/converted-quotes/ID',
    'organizations/org_1/both/converted-quotes/ID',
    'organizations/org_1/live/contract-rates/a.csv',
    '',
  ])('is not named by the key %s', (key) => {
    expect(convertedQuoteOfKey(key.replace('ID', quoteId))).toBeUndefined();
  });
});
