import type { KeyMode } from '../../platform/account/account.ts';
import { type ApiKeyRecord, hasEnded, hashApiKey, parseApiKey } from '../api-keys/api-key-record.ts';
import { type KeyScope, requiredScopes } from '../api-keys/key-scope.ts';
import type { KeyDirectory } from '../organizations/dynamodb-key-directory.ts';
import type { AccessRejection } from './access-rejections.ts';

/** Header values by name, in any case. A header that was sent more than once has several values. */
export type HeaderValues = Readonly<Record<string, readonly string[] | undefined>>;

/** The API key in a call's headers. `several`: the header that takes precedence was sent with different keys. */
export type PresentedKey =
  | { readonly sent: 'one'; readonly key: string }
  | { readonly sent: 'none' }
  | { readonly sent: 'several' };

const BEARER = /^bearer(?:\s+(.*))?$/is;

/**
 * Reads the key from `x-api-key: KEY` or `Authorization: Bearer KEY`. If both are sent, the Bearer header takes
 * precedence, even if it is empty. Other authorization schemes are ignored.
 */
export function presentedKey(headers: HeaderValues): PresentedKey {
  const bearerKeys = valuesOf(headers, 'authorization').flatMap((value) => {
    const match = BEARER.exec(value);
    return match ? [match[1] ?? ''] : [];
  });
  const [key, ...others] = new Set(bearerKeys.length > 0 ? bearerKeys : valuesOf(headers, 'x-api-key'));
  if (others.length > 0) return { sent: 'several' };
  return key ? { sent: 'one', key } : { sent: 'none' };
}

function valuesOf(headers: HeaderValues, name: string): string[] {
  return Object.entries(headers)
    .filter(([candidate]) => candidate.toLowerCase() === name)
    .flatMap(([, values]) => values?.map((value) => value.trim()) ?? []);
}

export interface AccessRequest {
  readonly headers: HeaderValues;
  readonly method: string;
  /** The operation's path as the API declares it: "/api/v1/quotes/{quote_id}". */
  readonly resource: string;
}

interface IdentifiedCaller {
  readonly orgId: string;
  readonly mode: KeyMode;
  readonly keyId: string;
  readonly scopes: readonly KeyScope[];
}

/**
 * `deny`: the caller is unknown or has no organization (401). `allow` with a rejection: the caller is known but not
 * permitted (403), and the call still counts against the organization's throttle.
 */
export type AccessDecision =
  | { readonly access: 'deny'; readonly rejection: AccessRejection }
  | {
      readonly access: 'allow';
      readonly caller: IdentifiedCaller;
      /** Identifies the organization's throttle bucket in API Gateway. */
      readonly gatewayKeyValue: string;
      readonly rejection?: AccessRejection;
    };

const deny = (rejection: AccessRejection): AccessDecision => ({ access: 'deny', rejection });

/**
 * Decides whether a call is permitted, and identifies its caller. Looks up a key only if its format and checksum are
 * valid.
 * @param now milliseconds since 1970.
 * @param keyUsed called with each valid key, before the organization is looked up.
 * @throws errors of the directory.
 */
export async function authorize(
  request: AccessRequest,
  directory: KeyDirectory,
  now: () => number = Date.now,
  keyUsed: (key: ApiKeyRecord) => void = () => undefined,
): Promise<AccessDecision> {
  const presented = presentedKey(request.headers);
  if (presented.sent === 'none') return deny('keyMissing');
  if (presented.sent === 'several') return deny('keysDiffer');
  if (!parseApiKey(presented.key).valid) return deny('keyMalformed');

  const key = await directory.findKey(hashApiKey(presented.key));
  if (key === undefined) return deny('keyUnknown');
  if (hasEnded(key, now())) return deny('keyExpired');
  keyUsed(key);

  const organization = key.orgId === undefined ? undefined : await directory.findOrganization(key.orgId);
  if (organization === undefined) return deny('organizationMissing');

  const allowed = {
    access: 'allow',
    caller: { orgId: organization.orgId, mode: key.mode, keyId: key.keyId, scopes: key.scopes },
    gatewayKeyValue: organization.gatewayKey.value,
  } as const;
  if (organization.status === 'suspended') return { ...allowed, rejection: 'organizationSuspended' };
  const missing = requiredScopes(request.method, request.resource).find(
    (scope) => !key.scopes.includes(scope),
  );
  return missing === undefined ? allowed : { ...allowed, rejection: `${missing}ScopeMissing` };
}
