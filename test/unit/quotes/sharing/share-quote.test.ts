import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import { openSharedSheetUseCase } from '../../../../shared/quotes/sharing/open-shared-sheet.ts';
import { readShareUseCase } from '../../../../shared/quotes/sharing/read-share.ts';
import { revokeShareUseCase } from '../../../../shared/quotes/sharing/revoke-share.ts';
import { shareQuoteUseCase } from '../../../../shared/quotes/sharing/share-quote.ts';
import {
  createShareToken,
  parseShareToken,
  type SharedQuote,
  shareTokenHash,
} from '../../../../shared/quotes/sharing/share-token.ts';
import { bodyOf } from '../../../support/answer-parts.ts';
import { createInMemoryShareLinks } from '../../../support/in-memory-share-links.ts';
import { createInMemoryAnswers } from '../../accounts/idempotency/in-memory-idempotency-store.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;
const DAY_MS = 86_400_000;
const START = new Date('2026-11-23T12:00:00.000Z');
const nextId = createQuoteIds();
const quoteId = nextId(START);

/** The use cases on links in memory, with a clock. */
function sharingUnderTest() {
  const clock = { now: START };
  const now = () => clock.now;
  const answers = createInMemoryAnswers();
  const quotes = new Set([`org_1 test ${quoteId}`]);
  const isQuote = ({ orgId, mode }: Account, id: string) => quotes.has(`${orgId} ${mode} ${id}`);
  const links = createInMemoryShareLinks(isQuote, answers);
  const ports = { links, answers, environment: 'dev', now, publicUrl: 'https://api.example.com' };
  const share = shareQuoteUseCase(ports);
  const openSheet = openSharedSheetUseCase({
    ...ports,
    renderSheet: async () =>
      quotes.size === 0 ? 'no-quote' : { ok: true, body: { contentType: 'text/html', text: 'sheet' } },
  });
  return {
    ...{ clock, quotes, share },
    read: readShareUseCase(ports),
    revoke: revokeShareUseCase(links),
    open: async (url = '') => {
      const token = url.split('/').at(-1) ?? '';
      const { status, text } = bodyOf(await openSheet({ token, query: {}, accept: undefined }));
      return status ?? text;
    },
  };
}

const rejected = (code: string) => ({ ok: false, rejection: { kind: 'not-found', code } });

describe('a share link', () => {
  it.each([
    [undefined, 14],
    [{ expires_in_days: null }, 14],
    [{ expires_in_days: 1 }, 1],
    [{ expires_in_days: 90 }, 90],
  ])('with the body %j works for %d days, and can then be revoked', async (body, days) => {
    const { clock, share, open, read, revoke } = sharingUnderTest();
    const { url, ...link } = bodyOf(await share(quoteId, CALLER, body));
    expect(url).toMatch(/^https:\/\/api\.example\.com\/shared-quotes\/[\w-]+$/);
    expect(await read(quoteId, CALLER)).toEqual({ ok: true, body: link });
    clock.now = new Date(START.getTime() + days * DAY_MS - 1);
    expect(await open(url)).toBe('sheet');
    expect(await read(quoteId, CALLER)).toMatchObject({ ok: true, body: { views: 1 } });
    clock.now = new Date(START.getTime() + days * DAY_MS);
    expect(link.expires_at).toBe(clock.now.toISOString());
    expect(await open(url)).toBe(404);
    expect(await read(quoteId, CALLER)).toMatchObject(rejected('SHARE_LINK_NOT_FOUND'));
    expect(await revoke(quoteId, CALLER)).toMatchObject({ ok: true });
    expect(await revoke(quoteId, CALLER)).toMatchObject(rejected('SHARE_LINK_NOT_FOUND'));
  });

  it('of a quote that is deleted between view and read is missing', async () => {
    const { share, open, quotes } = sharingUnderTest();
    const { url } = bodyOf(await share(quoteId, CALLER));
    quotes.clear();
    expect(await open(url)).toBe(404);
  });
});

describe('a share token', () => {
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
    quoteId,
  };

  const encoded = (head: string, secret = Buffer.alloc(32, 7)) =>
    Buffer.concat([Buffer.from(head), secret]).toString('base64url');

  it('names its quote, account and environment, and can stand in a path as it is', () => {
    fc.assert(
      fc.property(shared, (quote) => {
        const token = createShareToken(quote);
        expect(parseShareToken(token)).toEqual(quote);
        expect(encodeURIComponent(token)).toBe(token);
      }),
    );
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
    const secretOf = (one: string) => Buffer.from(one, 'base64url').subarray(-32);
    expect(secretOf(createShareToken(SAMPLE)).equals(secretOf(token))).toBe(false);
  });

  it('is not another text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[\w-]{0,600}$/)), (text) => {
        expect(parseShareToken(text)).toBeUndefined();
      }),
    );
  });

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
