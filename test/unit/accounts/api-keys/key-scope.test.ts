import { describe, expect, it } from 'vitest';
import { requiredScope } from '../../../../shared/accounts/api-keys/key-scope.ts';

describe('the scope that an operation requires', () => {
  it.each([
    ['GET', '/api/v1/terminals/search', 'read'],
    ['GET', '/api/v1/quotes/{quote_id}', 'read'],
    ['GET', '/v1/webhooks', 'read'],
    ['POST', '/api/v1/rates', 'read'],
    ['POST', '/api/v1/quotes', 'write'],
    ['POST', '/api/v1/quotes/{quote_id}/convert', 'write'],
    ['POST', '/api/v1/quotes/{quote_id}/decline', 'write'],
    ['POST', '/api/v1/quotes/{quote_id}/revise', 'write'],
    ['DELETE', '/api/v1/quotes/{quote_id}', 'write'],
    ['GET', '/api/v1/quotes/{quote_id}/share', 'read'],
    ['POST', '/api/v1/quotes/{quote_id}/share', 'write'],
    ['DELETE', '/api/v1/quotes/{quote_id}/share', 'write'],
    ['PUT', '/api/v1/pricing-strategy', 'write'],
    ['PUT', '/api/v1/rates', 'write'],
    ['POST', '/v1/webhooks', 'write'],
    ['POST', '/api/v1/pricing-strategy/preview', 'read'],
    ['GET', '/api/v1/keys', 'admin'],
    ['DELETE', '/api/v1/keys/{key_id}', 'admin'],
    ['GET', '/api/v1/audit-log', 'admin'],
    ['GET', '/api/v1/keys-of-containers', 'read'],
    ['POST', '/mcp', undefined],
  ])('%s %s: %s', (method, resource, scope) => {
    expect(requiredScope(method, resource)).toBe(scope);
  });
});
