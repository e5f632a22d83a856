import * as v from 'valibot';
import { replayOrReject } from '../../accounts/idempotency/answer-once.ts';
import type { IdempotencyStore, KeyedCall } from '../../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../platform/account/account.ts';
import { decimal } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { optionalField } from '../../platform/http/optional-field.ts';
import { type Answer, type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import { parseQuoteId } from '../record/quote-id.ts';
import { BODY_NOT_OF_SHARE, invalidParameters, quoteNotFound } from '../request/quote-rejections.ts';
import { type CreatedShareDocument, describeShare } from './share-document.ts';
import type { ShareLinks } from './share-links.ts';
import { createShareToken, shareTokenHash } from './share-token.ts';
import { SHARED_QUOTES_PATH } from './shared-quotes-path.ts';

export const DEFAULT_SHARE_DAYS = 14;
export const MAX_SHARE_DAYS = 90;
const DAY_MS = 86_400_000;

/** Fields of the body, which is optional. */
export const shareFields = {
  expires_in_days: v.exactOptional(optionalField(decimal(1, MAX_SHARE_DAYS, 0))),
};
const shareBody = v.object(shareFields);

/** The days of a link. @param body undefined or a JSON value. */
function readDays(body: unknown = {}): Outcome<number> {
  if (!isRequestObject(body)) return reject(BODY_NOT_OF_SHARE);
  const parsed = v.safeParse(shareBody, body);
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  rejectUnknownFields(body, shareFields, '', errors);
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  return succeed(parsed.output.expires_in_days ?? DEFAULT_SHARE_DAYS);
}

export interface ShareQuotePorts {
  readonly links: Pick<ShareLinks, 'replace'>;
  readonly answers: IdempotencyStore;
  /** Name of the environment, which tokens contain. */
  readonly environment: string;
  /** Base URL of the API for callers, without a slash at the end. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

/**
 * Creates the share link of a quote in any status, in place of an earlier one. Its address is in this answer only.
 * `keyed` is set if the call has an Idempotency-Key.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function shareQuoteUseCase({ links, answers, environment, publicUrl, now }: ShareQuotePorts) {
  return async (
    text: string,
    { orgId, mode }: Account,
    body?: unknown,
    keyed?: KeyedCall,
  ): Promise<Answer<CreatedShareDocument>> => {
    const days = readDays(body);
    if (!days.ok) return days;
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    const account = { orgId, mode };
    const token = createShareToken({ environment, account, quoteId });
    const created = now();
    const link = {
      tokenHash: shareTokenHash(token),
      createdAt: created.toISOString(),
      expiresAt: new Date(created.getTime() + days.body * DAY_MS).toISOString(),
    };
    const share = describeShare(quoteId, { ...link, views: 0 });
    const answer = keyed && { call: keyed, body: JSON.stringify(share) };
    const written = await links.replace(account, quoteId, link, answer);
    if (written === 'answered' && keyed !== undefined) return replayOrReject(answers, keyed);
    if (written !== 'replaced') return reject(quoteNotFound(quoteId));
    return succeed({ ...share, url: `${publicUrl}${SHARED_QUOTES_PATH}/${token}` });
  };
}
