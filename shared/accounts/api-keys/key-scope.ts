/**
 * Scopes of a key. `admin` permits operations on keys and on the audit log. Of the other operations, `read` permits every
 * GET, rates and previews, and `write` permits the rest; share links need both. No scope contains another one.
 */
export const KEY_SCOPES = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Read operations that are a POST only because their input does not fit into a URL. */
const READS_BY_POST: ReadonlySet<string> = new Set([
  '/api/v1/rates',
  '/api/v1/quotes/preview',
  '/api/v1/quote-sheets',
  '/api/v1/pricing-strategy/preview',
]);

/** Its tools require a scope each, so the function checks it. */
export const MCP_PATH = '/mcp';
const ADMIN_PATHS = ['/api/v1/keys', '/api/v1/audit-log'];
/** Its answer opens a quote, which a key without `read` cannot see. */
const SHARE_PATH = '/api/v1/quotes/{quote_id}/share';

/**
 * The scopes that an operation requires, all of them; empty if any key may call it.
 * @param resource the operation's path as the API declares it: "/api/v1/quotes/{quote_id}".
 */
export function requiredScopes(method: string, resource: string): readonly KeyScope[] {
  if (resource === MCP_PATH) return [];
  if (ADMIN_PATHS.some((path) => resource === path || resource.startsWith(`${path}/`))) return ['admin'];
  if (method === 'POST' && resource === SHARE_PATH) return ['read', 'write'];
  const reads = method === 'GET' || (method === 'POST' && READS_BY_POST.has(resource));
  return [reads ? 'read' : 'write'];
}
