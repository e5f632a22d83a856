import { KEY_SCHEMAS } from '../../shared/accounts/key-operations/key-description.ts';
import { keyListAnswer } from '../../shared/accounts/key-operations/key-document.ts';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';

export const description: OperationDescription = {
  tag: 'Keys',
  summary: 'List API keys',
  description:
    'Lists all API keys of the organization in the mode of the calling key, oldest first, without expired and deleted keys. The list is strongly consistent. Needs the scope admin.',
  response: {
    schema: keyListAnswer,
    description: 'All keys.',
    fields: { status: 'Always success.', data: 'Oldest first.' },
  },
  errors: [],
  schemas: KEY_SCHEMAS,
};
