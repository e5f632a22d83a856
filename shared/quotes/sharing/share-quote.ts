import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { KEY_IN_USE } from '../../accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account, Caller } from '../../platform/account/account.ts';
import { decimal, optionalField } from '../../platform/http/body-fields.ts';
import { cursorPage, pageParameters } from '../../platform/http/cursor-page.ts';
import {
  type FieldError,
  fieldErrors,
  invalidParameters as invalidQuery,
} from '../../platform/http/invalid-parameters.ts';
import { type Answer, type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import { DAY_MS, type UtcDay } from '../../platform/time/utc-calendar.ts';
import { expiryMoment, parseQuoteId, type QuoteId } from '../record/stored-quote.ts';
import {
  BODY_NOT_OF_SHARE,
  invalidParameters,
  quoteNotFound,
  shareLinkNotFound,
} from '../request/quote-rejections.ts';
import { readSheetFormat } from '../sheet/read-sheet.ts';
import type { RenderSheet } from '../sheet/render-sheet.ts';
import type { MissingLink, ShareLinks } from './dynamodb-share-links.ts';
import {
  type CreatedShareDocument,
  describeShare,
  type RevokedShareDocument,
  SHARED_QUOTES_PATH,
  type ShareDocument,
  shareDocument,
} from './share-document.ts';

/** 256 random bits in base64url. */
const FORM = /^[\w-]{43}$/;

/** A new token of a share link. It contains nothing about its quote. */
export const createShareToken = (): string => randomBytes(32).toString('base64url');

export const isShareToken = (text: string): boolean => FORM.test(text);

/** SHA-256 (hex) of a token, which is stored in place of it. */
export const shareTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Days of a link whose quote has expired. */
export const DAYS_AFTER_EXPIRY = 14;
const MAX_SHARE_DAYS = 90;

export const shareFields = {
  expires_in_days: v.exactOptional(optionalField(decimal(1, MAX_SHARE_DAYS, 0))),
};
const shareBody = v.object(shareFields);

function readDays(body: unknown = {}): Outcome<number | undefined> {
  if (!isRequestObject(body)) return reject(BODY_NOT_OF_SHARE);
  const parsed = v.safeParse(shareBody, body);
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  rejectUnknownFields(body, shareFields, '', errors);
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  return succeed(parsed.output.expires_in_days);
}

/** A link works for the requested days, else as long as its quote is valid. */
export function shareExpiry(expiryDay: UtcDay, days: number | undefined, now: Date): Date {
  const ofQuote = new Date(expiryMoment(expiryDay));
  if (days === undefined && ofQuote > now) return ofQuote;
  return new Date(now.getTime() + (days ?? DAYS_AFTER_EXPIRY) * DAY_MS);
}

interface SharePorts<Method extends keyof ShareLinks> {
  readonly links: Pick<ShareLinks, Method>;
  readonly now: () => Date;
}

interface ShareQuotePorts extends SharePorts<'expiryDay' | 'replace'> {
  /** Base URL of the API for callers, without a slash at the end. */
  readonly publicUrl: string;
}

/**
 * Creates the share link of a quote in any status, in place of an earlier one. Its address is in this answer only.
 * `keyed` is set if the call has an Idempotency-Key.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function shareQuoteUseCase({ links, publicUrl, now }: ShareQuotePorts) {
  return async (
    text: string,
    caller: Caller,
    body?: unknown,
    keyed?: KeyedCall,
  ): Promise<Answer<CreatedShareDocument>> => {
    const days = readDays(body);
    if (!days.ok) return days;
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    const expiryDay = await links.expiryDay(caller, quoteId);
    if (expiryDay === undefined) return reject(quoteNotFound(quoteId));
    const token = createShareToken();
    const created = now();
    const link = {
      tokenHash: shareTokenHash(token),
      createdBy: caller.keyId,
      createdAt: created.toISOString(),
      expiresAt: shareExpiry(expiryDay, days.body, created).toISOString(),
    };
    const share = describeShare(quoteId, { ...link, views: 0 });
    const answer = keyed && { call: keyed, body: JSON.stringify(share) };
    const written = await links.replace(caller, quoteId, link, answer);
    if (written === 'answered') return reject(KEY_IN_USE);
    if (written !== 'replaced') return reject(quoteNotFound(quoteId));
    return succeed({ ...share, url: `${publicUrl}${SHARED_QUOTES_PATH}/${token}` });
  };
}

const rejectMissing = (quoteId: QuoteId, missing: MissingLink) =>
  reject(missing === 'no-quote' ? quoteNotFound(quoteId) : shareLinkNotFound(quoteId));

/** Reads the share link of a quote without its address. An expired link is not found. */
export function readShareUseCase({ links, now }: SharePorts<'read'>) {
  return async (text: string, caller: Account): Promise<Outcome<ShareDocument>> => {
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    const link = await links.read(caller, quoteId);
    if (typeof link === 'string') return rejectMissing(quoteId, link);
    return link.expiresAt <= now().toISOString()
      ? rejectMissing(quoteId, 'no-link')
      : succeed(describeShare(quoteId, link));
  };
}

export const listSharesParameters = v.object({ ...pageParameters(parseQuoteId) });

export const listSharesAnswer = v.object({ shares: v.array(shareDocument), pagination: cursorPage });

/** Lists a caller's share links without their addresses. */
export function listSharesUseCase({ links, now }: SharePorts<'list'>) {
  return async (
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<v.InferOutput<typeof listSharesAnswer>>> => {
    const parsed = v.safeParse(listSharesParameters, query);
    if (!parsed.success) return reject(invalidQuery(fieldErrors(parsed.issues)));
    const { limit, cursor } = parsed.output;
    const page = await links.list(caller, now(), limit, parseQuoteId(cursor));
    return succeed({
      shares: page.shares.map(({ quoteId, ...link }) => describeShare(quoteId, link)),
      pagination: { next_cursor: page.next ?? null, limit },
    });
  };
}

/** Deletes the share link of a quote, also an expired one. The link then does not work any more. */
export function revokeShareUseCase({ links, now }: SharePorts<'revoke'>) {
  return async (text: string, caller: Caller): Promise<Outcome<RevokedShareDocument>> => {
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    const revoked = await links.revoke(caller, quoteId, now());
    return revoked === 'revoked'
      ? succeed({ quote_id: quoteId, deleted: true })
      : rejectMissing(quoteId, revoked);
  };
}

interface OpenSharedSheetPorts extends SharePorts<'countView'> {
  readonly renderSheet: RenderSheet;
}

interface SharedSheetRequest {
  readonly token: string;
  readonly query: Readonly<Record<string, string>>;
  readonly accept: string | undefined;
}

const MISSING = reject({ kind: 'not-found', message: 'This link does not work.' });

/**
 * The sheet of a share link, whose view is counted first. Every link that does not work has the same answer: a malformed,
 * unknown, expired, replaced or revoked one, and those of deleted quotes and inactive organizations.
 */
export function openSharedSheetUseCase({ links, renderSheet, now }: OpenSharedSheetPorts) {
  return async ({ token, query, accept }: SharedSheetRequest): Promise<Outcome<TextAnswer>> => {
    const format = readSheetFormat(query, accept);
    if (!format.ok) return format;
    const shared = isShareToken(token) ? await links.countView(shareTokenHash(token), now()) : undefined;
    if (shared === undefined) return MISSING;
    const sheet = await renderSheet(shared.account, [shared.quoteId], format.body);
    return sheet.ok ? sheet : MISSING;
  };
}
