import type { QueueFunction } from '../definition-types.ts';

/** Makes chats of the mails that Amazon SES stores. Only environments with a mail domain have it. */
export const definition = {
  function: 'receive-mail',
  queue: 'mails',
  tables: { rfps: ['GetItem', 'PutItem'], organizations: ['BatchGetItem'], terminals: ['GetItem'] },
  // Neither RFPs of the table nor keys of organizations.
  leadingKeys: { rfps: ['*#chats', '*#mail', 'mail#*'] },
  uploads: 'keep-chat-files',
  data: ['terminals', 'places'],
  readsTexts: true,
  usesMailDomain: true,
  batchSize: 1,
  maximumConcurrency: 2,
  // A mail has up to 40 MB, and a workbook in it expands. Lambda gives a whole vCPU from this size.
  memoryMb: 1_769,
  timeoutSeconds: 120,
  impact: 'Mails of customers become chats late; chats can be created by the API.',
} satisfies QueueFunction<'mails'>;
