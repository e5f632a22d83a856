import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import {
  createShareToken,
  parseShareToken,
  type SharedQuote,
  shareTokenHash,
} from '../../../../shared/quotes/sharing/share-token.ts';

const nextId = createQuoteIds();
const shared: fc.Arbitrary<SharedQuote> = fc.record({
  environment: fc.constantFrom('dev', 'staging', 'prod', 'local'),
  account: fc.record({
    orgId: fc.stringMatching(/^org_[0-9a-zA-Z]{1,40}$/),
    mode: fc.constantFrom(...KEY_MODES),
  }),
  quoteId: fc
    .date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map(nextId),
});
const SAMPLE: SharedQuote = {
  environment: 'dev',
  account: { orgId: 'org_1', mode: 'test' },
  quoteId: nextId(new Date('2026-11-23')),
};
const encoded = (head: string, secret = Buffer.alloc(32, 7)) =>
  Buffer.concat([Buffer.from(head), secret]).toString('base64url');

describe('a share token', () => {
  it('names its quote, account and environment, and can stand in a path as it is', () => {
    fc.assert(
      fc.property(shared, (quote) => {
        const token = createShareToken(quote);
        expect(parseShareToken(token)).toEqual(quote);
        expect(encodeURIComponent(token)).toBe(token);
      }),
    );
  });

  it('has 256 bits that differ each time', () => {
    const secrets = Array.from({ length: 50 }, () =>
      Buffer.from(createShareToken(SAMPLE), 'base64url').subarray(-32).toString('hex'),
    );
    expect(new Set(secrets).size).toBe(50);
  });

  it('has another hash if any character differs', () => {
    const token = createShareToken(SAMPLE);
    fc.assert(
      fc.property(
        fc.nat({ max: token.length - 1 }),
        fc.stringMatching(/^[A-Za-z0-9_-]$/),
        (at, character) => {
          const changed = `${token.slice(0, at)}${character}${token.slice(at + 1)}`;
          expect(shareTokenHash(changed) === shareTokenHash(token)).toBe(changed === token);
        },
      ),
    );
    expect(shareTokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is not another text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[\w-]{0,600}$/)), (text) => {
        expect(parseShareToken(text)).toBeUndefined();
      }),
    );
  });

  const { quoteId } = SAMPLE;
  it.each([
    ['another version', encoded(`2 dev org_1 test ${quoteId} `)],
    ['an unknown mode', encoded(`1 dev org_1 demo ${quoteId} `)],
    ['no quote id', encoded('1 dev org_1 test Q-1 ')],
    ['the separator of keys', encoded(`1 dev org_1#test test ${quoteId} `)],
    ['a line break', encoded(`1 dev org_1 test ${quoteId} \n`)],
    ['too few random bits', encoded(`1 dev org_1 test ${quoteId} `, Buffer.alloc(31))],
    ['no secret', encoded('', Buffer.alloc(31))],
    ['more characters than any token', encoded(`1 dev org_${'1'.repeat(400)} test ${quoteId} `)],
    ['padding', `${encoded(`1 dev org_1 test ${quoteId} `)}=`],
  ])('is not a text with %s', (_, text) => {
    expect(parseShareToken(encoded(`1 dev org_1 test ${quoteId} `))).toEqual(SAMPLE);
    expect(parseShareToken(text)).toBeUndefined();
  });

  it('has one spelling', () => {
    const tokens = Array.from({ length: 20 }, (_, length) =>
      createShareToken({ ...SAMPLE, account: { orgId: `org_${'1'.repeat(length)}`, mode: 'test' } }),
    ).filter((token) => token.length % 4 !== 0);
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) {
      const bytes = Buffer.from(token, 'base64url');
      const same = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
        .map((last) => token.slice(0, -1) + last)
        .filter((other) => Buffer.from(other, 'base64url').equals(bytes));
      expect(same.length).toBeGreaterThan(1);
      expect(same.filter((other) => parseShareToken(other) !== undefined)).toEqual([token]);
    }
  });
});
