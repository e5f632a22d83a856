import {
  CALLING_KEY_ENDED,
  deletedKeyAnswer,
  KEY_NOT_FOUND,
  KEYS_CHANGE,
} from '../../shared/accounts/key-operations/key-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'delete-key',
  method: 'DELETE',
  path: '/api/v1/keys/{key_id}',
  tag: 'Keys',
  summary: 'Delete an API key',
  description: 'Deletes an API key, which stops working within a minute. A key can delete itself.',
  response: {
    schema: deletedKeyAnswer,
    description: 'The key was deleted.',
    fields: {
      data: 'The deleted key.',
      'data.id': 'Id of the deleted key.',
    },
  },
  errors: [
    CALLING_KEY_ENDED,
    KEY_NOT_FOUND,
    {
      status: 409,
      when: 'No other key of this mode has the scope admin without an expiry. Rotated keys do not count.',
    },
    KEYS_CHANGE,
  ],
  tables: { organizations: ['GetItem', 'PutItem', 'DeleteItem'], audit: ['PutItem'] },
  leadingKeys: { organizations: ['KEYS#*', 'KEY#*', 'KEYID#*'] },
  impact: 'Callers cannot delete an API key, not even a leaked one; freight key revoke does it for them.',
} satisfies Operation;
