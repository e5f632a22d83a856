import { PROFILE_SCHEMAS, profileAnswer } from '../../shared/quotes/sheet/organization-profile.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-organization-profile',
  method: 'GET',
  path: '/api/v1/organization/profile',
  tag: 'Organization',
  summary: "Read the organization's profile",
  description:
    'Returns what quote sheets show of your organization in the mode of the key. Before the first change, texts are empty.',
  response: { schema: profileAnswer, description: 'The profile.', fields: {} },
  errors: [],
  schemas: PROFILE_SCHEMAS,
  tables: { contracts: ['GetItem'] },
  // Neither contract rates nor customers of the table.
  leadingKeys: { contracts: ['*#profile'] },
  impact: 'Callers cannot read their profile; sheets show it.',
} satisfies Operation;
