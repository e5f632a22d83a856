import {
  CALLING_KEY_ENDED,
  KEY_NOT_FOUND,
  KEYS_CHANGE,
} from '../../shared/accounts/key-operations/key-description.ts';
import { deletedKeyAnswer } from '../../shared/accounts/key-operations/key-document.ts';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';

export const description: OperationDescription = {
  tag: 'Keys',
  summary: 'Delete an API key',
  description:
    'Deletes an API key, which stops working within a minute. A key can delete itself. Needs the scope admin.',
  response: {
    schema: deletedKeyAnswer,
    description: 'The key was deleted.',
    fields: {
      status: 'Always success.',
      data: 'The deleted key.',
      'data.id': 'Id of the deleted key.',
      'data.deleted': 'Always true.',
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
};
