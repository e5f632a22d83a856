import { KEY_SCHEMAS, keyListAnswer } from '../../shared/accounts/key-operations/key-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-keys',
  method: 'GET',
  path: '/api/v1/keys',
  tag: 'Keys',
  summary: 'List API keys',
  description:
    'Lists all API keys of the organization in the mode of the calling key, oldest first, without expired and deleted keys. The list is strongly consistent.',
  response: {
    schema: keyListAnswer,
    description: 'All keys.',
    fields: { data: 'Oldest first.' },
  },
  errors: [],
  schemas: KEY_SCHEMAS,
  tables: { organizations: ['GetItem', 'BatchGetItem'] },
  leadingKeys: { organizations: ['KEYS#*', 'KEY#*', 'KEYID#*'] },
  impact: 'Callers cannot list their API keys; all keys still work.',
} satisfies Operation;
