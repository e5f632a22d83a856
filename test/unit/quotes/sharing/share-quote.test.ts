import { describe, expect, it } from '@jest/globals';
import { createQuoteIds } from '../../../../shared/quotes/record/stored-quote.ts';
import type { ShareLinks } from '../../../../shared/quotes/sharing/dynamodb-share-links.ts';
import {
  createShareToken,
  isShareToken,
  openSharedSheetUseCase,
  readShareUseCase,
  shareExpiry,
  shareTokenHash,
} from '../../../../shared/quotes/sharing/share-quote.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;
const NOW = new Date('2026-11-23T12:00:00.000Z');
const quoteId = createQuoteIds()(NOW);
const notFound = (code?: string) => ({ ok: false, rejection: { kind: 'not-found', ...(code && { code }) } });

describe('a share link', () => {
  it.each([
    ['with the quote', '2026-11-29', undefined, '2026-11-29T23:59:59.000Z'],
    ['with the quote on its last day', '2026-11-23', undefined, '2026-11-23T23:59:59.000Z'],
    ['14 days later if the quote has expired', '2026-11-22', undefined, '2026-12-07T12:00:00.000Z'],
    ['after the requested days, before the quote', '2026-11-29', 1, '2026-11-24T12:00:00.000Z'],
    ['after the requested days, after the quote', '2026-11-22', 90, '2027-02-21T12:00:00.000Z'],
  ])('expires %s', (_, expiryDay, days, expected) => {
    expect(shareExpiry(expiryDay, days, NOW).toISOString()).toBe(expected);
  });

  it.each([
    ['2026-11-23T12:00:00.000Z', false],
    ['2026-11-23T12:00:00.001Z', true],
  ])('that expires at %s is found at 12:00: %s', async (expiresAt, isFound) => {
    const link = { createdBy: 'key_1', createdAt: '2026-11-20T12:00:00.000Z', expiresAt, views: 0 };
    const read = readShareUseCase({ links: { read: async () => link }, now: () => NOW });
    expect(await read(quoteId, CALLER)).toMatchObject(
      isFound ? { ok: true } : notFound('SHARE_LINK_NOT_FOUND'),
    );
  });
});

const NO_QUOTE = { ok: false, rejection: { kind: 'not-found', message: 'Quote not found.' } } as const;

describe('a shared sheet', () => {
  const open = (countView: ShareLinks['countView'], token: string) =>
    openSharedSheetUseCase({ links: { countView }, renderSheet: async () => NO_QUOTE, now: () => NOW })({
      token,
      query: {},
      accept: undefined,
    });

  it('of a quote that is deleted between view and read is missing', async () => {
    const token = createShareToken();
    const hashes: string[] = [];
    const countView = async (hash: string) => {
      hashes.push(hash);
      return { account: CALLER, quoteId };
    };
    expect(await open(countView, token)).toMatchObject(notFound());
    expect(hashes).toEqual([shareTokenHash(token)]);
  });

  it.each([
    '',
    'x',
    createShareToken().slice(1),
    `${createShareToken()}=`,
    ` ${createShareToken().slice(1)}`,
  ])('is not looked up by %j', async (token) => {
    const countView = () => Promise.reject(new Error('was looked up'));
    expect(await open(countView, token)).toMatchObject(notFound());
  });
});

it('a share token has 256 random bits and can stand in a path as it is', () => {
  const tokens = Array.from({ length: 100 }, createShareToken);
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every((token) => isShareToken(token) && encodeURIComponent(token) === token)).toBe(true);
  expect(new Set(tokens.map((token) => Buffer.from(token, 'base64url').length))).toEqual(new Set([32]));
});
