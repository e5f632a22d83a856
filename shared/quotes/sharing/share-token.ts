import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url. */
const FORM = /^[\w-]{43}$/;

/** A new token of a share link. It contains nothing about its quote. */
export const createShareToken = (): string => randomBytes(32).toString('base64url');

export const isShareToken = (text: string): boolean => FORM.test(text);

/** SHA-256 (hex) of a token, which is stored in place of it. */
export const shareTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
