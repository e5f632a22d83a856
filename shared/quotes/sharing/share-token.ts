import { createHash, randomBytes } from 'node:crypto';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { parseQuoteId, type QuoteId } from '../record/quote-id.ts';

/** The quote that a token is for. */
export interface SharedQuote {
  /** Name of the environment that issued the token. */
  readonly environment: string;
  readonly account: Account;
  readonly quoteId: QuoteId;
}

/** Of the format; another format gets another number. */
const VERSION = '1';
/** 256 random bits. */
const SECRET_BYTES = 32;
/** Three times the length of a usual token, which has about 150 characters. */
const MAX_LENGTH = 450;

const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** Organization ids have no "#", which separates the parts of a key. */
const HEAD = /^1 ([a-z]+) ([\x21\x22\x24-\x7e]+) (\w+) (\S+) $/;

/** A new token: base64url of version, environment, organization, mode and quote id, and 256 random bits. */
export function createShareToken({ environment, account, quoteId }: SharedQuote): string {
  const head = [VERSION, environment, account.orgId, account.mode, quoteId, ''].join(' ');
  return Buffer.concat([Buffer.from(head, 'latin1'), randomBytes(SECRET_BYTES)]).toString('base64url');
}

/** The quote of a token; undefined if the text is not a token. Whether the token is valid, only its hash decides. */
export function parseShareToken(text: string): SharedQuote | undefined {
  if (text.length > MAX_LENGTH || !BASE64URL.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // A text with other unused bits decodes to the same bytes.
  if (bytes.toString('base64url') !== text || bytes.length <= SECRET_BYTES) return undefined;
  const parts = HEAD.exec(bytes.subarray(0, -SECRET_BYTES).toString('latin1'));
  const [, environment = '', orgId = '', modeName, id] = parts ?? [];
  const mode = KEY_MODES.find((known) => known === modeName);
  const quoteId = parseQuoteId(id);
  if (parts === null || mode === undefined || quoteId === undefined) return undefined;
  return { environment, account: { orgId, mode }, quoteId };
}

/** SHA-256 (hex) of the whole token, so that the ids and the environment in it cannot be exchanged. */
export const shareTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
