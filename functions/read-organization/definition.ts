import * as v from 'valibot';
import { KEY_SCOPES } from '../../shared/accounts/api-keys/key-scope.ts';
import type { Operation } from '../definition-types.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const readOrganizationResponse = v.looseObject({
  status: v.literal('success'),
  data: v.looseObject({
    id: v.string(),
    name: v.string(),
    mode: v.picklist(['test', 'live']),
    keyId: v.string(),
    scopes: v.array(v.picklist(KEY_SCOPES)),
    plan: v.picklist(['standard', 'enterprise']),
    limits: v.looseObject({
      requestsPerMinute: count,
      burst: count,
      ratesPerMonth: count,
      quotesPerMonth: v.nullable(count),
    }),
    billing: v.boolean(),
  }),
});

export const definition = {
  function: 'read-organization',
  method: 'GET',
  path: '/api/v1/organization',
  tag: 'Organization',
  summary: 'Read the organization',
  description:
    'Returns the organization of the calling key with its limits, and what the key permits. Webhooks need its `id` as `orgId`. `GET /api/v1/usage` has what is used of the monthly limits.',
  response: {
    schema: readOrganizationResponse,
    description: 'The organization.',
    fields: {
      data: 'The organization of the key.',
      'data.id': { description: 'Id of the organization.', examples: ['org_5J8QZ0M4T7V2N9R3C6X1'] },
      'data.name': 'Name of the organization.',
      'data.mode': 'Mode of the key.',
      'data.keyId': 'Id of the key.',
      'data.scopes': 'Operations that the key permits.',
      'data.plan': 'Plan that sets the request rate.',
      'data.limits': 'Limits of the organization. The monthly limits apply to each mode.',
      'data.limits.requestsPerMinute': 'Calls per minute over a longer time, of all keys together.',
      'data.limits.burst': 'Calls at the same moment that the plan permits, of all keys together.',
      'data.limits.ratesPerMonth': 'Successful rate calls per calendar month in UTC.',
      'data.limits.quotesPerMonth': 'Quotes per calendar month in UTC; null if there is no limit.',
      'data.billing': 'Whether billing information is on file. Without it, rates and quotes are rejected.',
    },
  },
  errors: [],
  tables: { organizations: ['GetItem'] },
  impact: 'Callers cannot read the id and limits of their organization; other operations are not affected.',
} satisfies Operation;
