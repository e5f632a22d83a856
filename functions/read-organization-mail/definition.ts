import { MAIL_SCHEMAS, mailAnswer } from '../../shared/chats/mail-settings.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-organization-mail',
  method: 'GET',
  path: '/api/v1/organization/mail',
  tag: 'Organization',
  summary: 'Read the mail settings',
  description:
    'Returns the address at which mails to your organization become chats in the mode of the key, and who can send them.',
  response: { schema: mailAnswer, description: 'The mail settings.', fields: { mail: 'The mail settings.' } },
  errors: [],
  schemas: MAIL_SCHEMAS,
  tables: { rfps: ['GetItem'] },
  // Neither RFPs nor chats of the table.
  leadingKeys: { rfps: ['*#mail'] },
  usesMailDomain: true,
  impact: 'Callers cannot read their mail address; mails are received.',
} satisfies Operation;
