import type { ApiKey } from '../api/client.ts';

export type Scope = ApiKey['scopes'][number];

export const SCOPES: readonly { readonly value: Scope; readonly label: string; readonly permits: string }[] =
  [
    {
      value: 'read',
      label: 'Read',
      permits: 'Get rates, and see quotes, terminals, webhooks, the pricing strategy and usage.',
    },
    {
      value: 'write',
      label: 'Write',
      permits: 'Make, convert and delete quotes, and change webhooks and the pricing strategy.',
    },
    { value: 'admin', label: 'Admin', permits: 'See and change API keys, and see the audit log.' },
  ];

export const scopeNames = (scopes: readonly Scope[]): string =>
  SCOPES.filter(({ value }) => scopes.includes(value))
    .map(({ label }) => label)
    .join(', ');

export const permitted = (scopes: readonly Scope[]): readonly string[] =>
  SCOPES.filter(({ value }) => scopes.includes(value)).map(({ permits }) => permits);

const MAX_NAME_CHARACTERS = 100;
const CONTROL = /\p{Cc}/u;

export function nameError(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  if (CONTROL.test(name)) return 'Enter a name without line breaks and other control characters.';
  return [...name].length > MAX_NAME_CHARACTERS
    ? `Enter at most ${MAX_NAME_CHARACTERS} characters.`
    : undefined;
}

type AdminFacts = Pick<ApiKey, 'id' | 'scopes' | 'expiresAt'>;

const remainsAdmin = ({ scopes, expiresAt }: AdminFacts): boolean =>
  scopes.includes('admin') && expiresAt === null;

/**
 * Whether the service rejects the deletion, because no other key with the scope admin and without an expiry remains. For a
 * key with an expiry the answer is false: only the service knows whether it was rotated.
 */
export const isLastAdmin = (key: AdminFacts, keys: readonly AdminFacts[]): boolean =>
  remainsAdmin(key) && !keys.some((other) => other.id !== key.id && remainsAdmin(other));

/** Scopes of a key that the calling key lacks: only a key with all of them can rotate it. */
export const missingScopes = (key: Pick<ApiKey, 'scopes'>, own: readonly string[]): readonly Scope[] =>
  key.scopes.filter((scope) => !own.includes(scope));

/**
 * The end of a calendar day in the zone of the person, as the service accepts it: the last second, also on days with a
 * clock change. Undefined for an invalid day.
 */
export function endOfDay(day: string): string | undefined {
  const date = new Date(`${day}T23:59:59`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export const OVERLAPS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '0', label: 'No overlap: it stops within a minute' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
];
export const DEFAULT_OVERLAP = '24';
