import {
  INVALID_PROFILE,
  PROFILE_FIELDS,
  PROFILE_SCHEMAS,
  profileAnswer,
  profileBody,
} from '../../shared/quotes/sheet/organization-profile.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'replace-organization-profile',
  method: 'PUT',
  path: '/api/v1/organization/profile',
  tag: 'Organization',
  summary: "Replace the organization's profile",
  description:
    'Replaces what quote sheets show of your organization in the mode of the key: name, contact, address, numbers and logo. Fields that are left out become empty. `updated_at` is ignored, so that you can send a profile as you read it. Sheets and share links show the new profile at once.',
  body: { schema: profileBody, fields: PROFILE_FIELDS },
  response: { schema: profileAnswer, description: 'The profile.', fields: {} },
  errors: [INVALID_PROFILE],
  schemas: PROFILE_SCHEMAS,
  tables: { contracts: ['PutItem'] },
  // Neither contract rates nor customers of the table.
  leadingKeys: { contracts: ['*#profile'] },
  impact: 'Callers cannot change their profile; sheets show the current one.',
} satisfies Operation;
