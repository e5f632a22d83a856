import { randomBytes } from 'node:crypto';

/** Crockford's base 32: none of its digits looks like another. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;

const FORM = /^wh_[0-9A-HJKMNP-TV-Z]{26}$/;

/** `wh_` and 26 digits: 130 random bits, which nobody guesses and nobody meets twice. */
export function newWebhookId(): string {
  const digits = Array.from(randomBytes(LENGTH), (byte) => DIGITS.charAt(byte % DIGITS.length));
  return `wh_${digits.join('')}`;
}

/** Whether a text may be a webhook's id: what is none need not be looked up. */
export const isWebhookId = (text: string): boolean => FORM.test(text);
