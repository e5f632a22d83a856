/** What a key may do: `read` is every GET and the pricing of lanes, `write` is everything else. */
export const KEY_SCOPES = ['read', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A POST only because a query of ten lanes does not fit a URL: it changes nothing of the caller's. */
const RATES_PATH = '/api/v1/rates';

/**
 * The scope that an operation asks of a key.
 * @param resource the operation's path as the API declares it: "/api/v1/quotes/{quote_id}".
 */
export function requiredScope(method: string, resource: string): KeyScope {
  const reads = method === 'GET' || (method === 'POST' && resource === RATES_PATH);
  return reads ? 'read' : 'write';
}
