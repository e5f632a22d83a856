/** What the key of a session may do. The console does not offer what the API would reject. */
export interface Permissions {
  readonly canPrice: boolean;
  readonly canQuote: boolean;
  readonly canWrite: boolean;
  readonly canAdmin: boolean;
  /** Why rates, new quotes and new RFPs are not available to any key of the organization; undefined if they are. */
  readonly blocked: string | undefined;
  /** Why this key cannot make changes; undefined if it can. */
  readonly readOnly: string | undefined;
  /** Why this key sees neither keys nor the audit log; undefined if it does. */
  readonly notAdmin: string | undefined;
}

interface KeyFacts {
  readonly billing: boolean;
  readonly scopes: readonly string[];
}

const NO_BILLING =
  'Your organization has no billing information, so rates, new quotes and new RFPs are not available. Ask the operator to record it.';
const READ_ONLY = 'This key can only read. To make changes, sign in with a key that has the scope write.';
const NOT_ADMIN =
  'API keys and the audit log need a key that has the scope admin. Sign in with such a key, or ask the person who manages the keys of your organization.';

export function permissionsOf({ billing, scopes }: KeyFacts): Permissions {
  const canWrite = scopes.includes('write');
  const canAdmin = scopes.includes('admin');
  return {
    canPrice: billing && scopes.includes('read'),
    canQuote: billing && canWrite,
    canWrite,
    canAdmin,
    blocked: billing ? undefined : NO_BILLING,
    readOnly: canWrite ? undefined : READ_ONLY,
    notAdmin: canAdmin ? undefined : NOT_ADMIN,
  };
}
