import {
  CALLING_KEY_ENDED,
  KEY_NOT_FOUND,
  KEYS_CHANGE,
  keyFieldsIn,
  ROTATION_REJECTED,
  rotatedKeyAnswer,
  SECRET_FIELD,
} from '../../shared/accounts/key-operations/key-document.ts';
import {
  DEFAULT_OVERLAP_HOURS,
  MAX_OVERLAP_HOURS,
  rotationFields,
} from '../../shared/accounts/key-operations/read-key-body.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'rotate-key',
  method: 'POST',
  path: '/api/v1/keys/{key_id}/rotate',
  tag: 'Keys',
  summary: 'Rotate an API key',
  description:
    'Creates a key with the name, scopes, mode and expiry of an existing key, which stops working after the overlap. Each key can be rotated once; afterwards rotate its successor. The response contains the new key, which no later response contains.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: rotationFields,
    fields: {
      overlapHours: `How long the old key still works, 0 to ${MAX_OVERLAP_HOURS} hours. Default: ${DEFAULT_OVERLAP_HOURS}. With 0, the old key stops working within a minute.`,
    },
    optional: true,
  },
  response: {
    schema: rotatedKeyAnswer,
    description: 'The new key.',
    fields: {
      data: 'The new key.',
      ...keyFieldsIn('data'),
      'data.apiKey': SECRET_FIELD,
      'data.replaces': 'The old key.',
      'data.replaces.id': 'Id of the old key.',
      'data.replaces.expiresAt': 'When the old key stops working, UTC.',
    },
  },
  errors: [
    { status: 400, when: '`overlapHours` is invalid.' },
    CALLING_KEY_ENDED,
    KEY_NOT_FOUND,
    ROTATION_REJECTED,
    KEYS_CHANGE,
  ],
  tables: {
    organizations: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    idempotency: ['GetItem', 'PutItem'],
    audit: ['PutItem'],
  },
  leadingKeys: { organizations: ['KEYS#*', 'KEY#*', 'KEYID#*'] },
  impact: 'Callers cannot rotate an API key, not even a leaked one; freight key rotate does it for them.',
} satisfies Operation;
