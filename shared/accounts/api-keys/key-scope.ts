/** Scopes of a key. `read` permits every GET and POST /api/v1/rates, `write` permits everything else. */
export const KEY_SCOPES = ['read', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A read operation. It is a POST only because ten lanes do not fit into a URL. */
const RATES_PATH = '/api/v1/rates';

/**
 * The scope that an operation requires.
 * @param resource the operation's path as the API declares it: "/api/v1/quotes/{quote_id}".
 */
export function requiredScope(method: string, resource: string): KeyScope {
  const reads = method === 'GET' || (method === 'POST' && resource === RATES_PATH);
  return reads ? 'read' : 'write';
}
