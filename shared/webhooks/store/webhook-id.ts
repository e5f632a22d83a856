import { randomBytes } from 'node:crypto';

/** Crockford's base 32, without digits that look alike. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;

const FORM = /^wh_[0-9A-HJKMNP-TV-Z]{26}$/;

/** `wh_` and 26 digits: 130 random bits, so that ids are unique and cannot be guessed. */
export function newWebhookId(): string {
  const digits = Array.from(randomBytes(LENGTH), (byte) => DIGITS.charAt(byte % DIGITS.length));
  return `wh_${digits.join('')}`;
}

/** Whether a text has the form of a webhook id. Other texts need no look-up. */
export const isWebhookId = (text: string): boolean => FORM.test(text);
