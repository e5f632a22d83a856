import { MAIL_FIELDS, MAIL_SCHEMAS, mailAnswer, mailBody } from '../../shared/chats/mail-settings.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'replace-organization-mail',
  method: 'PUT',
  path: '/api/v1/organization/mail',
  tag: 'Organization',
  summary: 'Replace the mail settings',
  description:
    'Replaces the list of senders whose mails become chats in the mode of the key. The first call makes your address, which does not change. `address` is ignored, so that you can send settings as you read them.',
  body: { schema: mailBody, fields: MAIL_FIELDS },
  response: { schema: mailAnswer, description: 'The mail settings.', fields: { mail: 'The mail settings.' } },
  errors: [{ status: 400, when: '`details.errors` names each invalid field. Unknown fields are rejected.' }],
  schemas: MAIL_SCHEMAS,
  tables: { rfps: ['GetItem', 'PutItem'], audit: ['PutItem'] },
  // Neither RFPs nor chats of the table.
  leadingKeys: { rfps: ['*#mail', 'mail#*'] },
  usesMailDomain: true,
  impact: 'Callers cannot change who sends them mails; the current list applies.',
} satisfies Operation;
