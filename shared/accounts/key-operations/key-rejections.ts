import type { Rejection } from '../../platform/http/rejection.ts';
import { MAX_KEYS, MAX_REPLACED_KEYS } from '../api-keys/key-register.ts';
import { ACCESS_REJECTIONS } from '../authorization/access-rejections.ts';
import { KEY_IN_USE } from '../idempotency/answer-once.ts';
import type { KeyRejection } from './change-keys.ts';

export const KEY_REJECTIONS: Readonly<Record<KeyRejection, Rejection>> = {
  answered: KEY_IN_USE,
  'caller-ended': {
    kind: 'forbidden',
    message: 'The calling API key was deleted or has expired. Use another key.',
  },
  'scopes-exceeded': {
    kind: 'forbidden',
    message: 'A key can only have scopes that the calling API key has.',
  },
  'outlives-caller': {
    kind: 'forbidden',
    message:
      'The calling API key has an expiry, and cannot make a key that works longer. Use an API key without an expiry.',
  },
  'protected-from-caller': {
    kind: 'forbidden',
    message:
      'An API key that was rotated or has an expiry can delete neither the key that replaces it nor one that works longer. Use an API key without an expiry.',
  },
  'short-overlap': {
    kind: 'invalid',
    message:
      'overlapHours must be at least 1 for the only API key of this mode with the scope admin and without an expiry',
  },
  'unknown-key': {
    kind: 'not-found',
    message: 'There is no such API key in this organization and mode.',
  },
  'already-replaced': {
    kind: 'conflict',
    message: 'The API key was already rotated. Rotate the key that replaces it.',
  },
  'too-many': {
    kind: 'conflict',
    message: `The organization has the maximum of ${MAX_KEYS} API keys in this mode. Delete a key first.`,
  },
  'too-many-replaced': {
    kind: 'conflict',
    message: `The maximum of ${MAX_REPLACED_KEYS} rotated API keys in this mode still work. Delete a rotated key first.`,
  },
  'last-admin': {
    kind: 'conflict',
    message:
      'No other API key of this mode has the scope admin without an expiry. Create such a key first, or rotate this key.',
  },
  'unknown-organization': ACCESS_REJECTIONS.organizationMissing,
};
