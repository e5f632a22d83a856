import { MAX_KEY_NAME_LENGTH } from '../../shared/accounts/api-keys/api-key-record.ts';
import { MAX_KEYS } from '../../shared/accounts/api-keys/key-register.ts';
import {
  CALLING_KEY_ENDED,
  createdKeyAnswer,
  KEYS_CHANGE,
  keyFieldsIn,
  SECRET_FIELD,
} from '../../shared/accounts/key-operations/key-document.ts';
import { creationFields } from '../../shared/accounts/key-operations/read-key-body.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-key',
  method: 'POST',
  path: '/api/v1/keys',
  tag: 'Keys',
  summary: 'Create an API key',
  description:
    'Creates an API key with the mode of the calling key. The response contains the key, which no later response contains. The key works at once.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: creationFields,
    fields: {
      name: `Name of the key, 1 to ${MAX_KEY_NAME_LENGTH} characters without control characters.`,
      scopes: 'Operations that the key permits. The calling key must have each of them.',
      expiresAt: 'When the key stops working, UTC, at most 10 years ahead. Default: never.',
    },
  },
  response: {
    schema: createdKeyAnswer,
    description: 'The new key.',
    fields: {
      data: 'The key.',
      ...keyFieldsIn('data'),
      'data.apiKey': SECRET_FIELD,
      'data.warnings': 'What was assumed, such as the expiry of a key that a key with an expiry makes.',
    },
  },
  errors: [
    { status: 400, when: 'Fields are invalid; the message names each.' },
    CALLING_KEY_ENDED,
    {
      status: 409,
      when: `The organization has ${MAX_KEYS} keys in this mode, or the Idempotency-Key was used with another body.`,
    },
    KEYS_CHANGE,
  ],
  tables: {
    organizations: ['GetItem', 'PutItem', 'DeleteItem'],
    idempotency: ['GetItem', 'PutItem'],
    audit: ['PutItem'],
  },
  leadingKeys: { organizations: ['KEYS#*', 'KEY#*', 'KEYID#*'] },
  impact: 'Callers cannot create API keys; freight key create does it for them.',
} satisfies Operation;
