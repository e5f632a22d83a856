import * as v from 'valibot';
import { replacementFields } from '../../shared/contracts/change-contract-rate.ts';
import { RATE_INVALID, RATE_NOT_FOUND } from '../../shared/contracts/contract-rejections.ts';
import { RATE_SCHEMAS, replacedRateAnswer } from '../../shared/contracts/documents/rate-document.ts';
import { describedRateFields, RATE_FIELDS } from '../../shared/contracts/request/rate-request-description.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'replace-contract-rate',
  method: 'PUT',
  path: '/api/v1/contract-rates/{rate_id}',
  tag: 'Contract rates',
  summary: 'Replace a contract rate',
  description:
    'Replaces all terms of a contract rate as its next version. Fields that are left out get their defaults, and unknown fields are rejected; `rate_id` and `updated_at` are ignored, so that you can send a rate as you read it. Equal terms change nothing, so that you can repeat a call. Existing quotes do not change.',
  body: {
    ignored: ['rate_id', 'customer_id', 'updated_at'],
    schema: v.object({ ...replacementFields.entries, ...describedRateFields }),
    fields: {
      ...RATE_FIELDS,
      version:
        'The version that you read. If another call came first, the response is 409. Without it, the last call wins.',
    },
  },
  response: {
    schema: replacedRateAnswer,
    description: 'The new version.',
    fields: { warnings: 'How places and a customer with namesakes were read.' },
  },
  errors: [
    RATE_INVALID,
    RATE_NOT_FOUND,
    {
      status: 409,
      code: 'CONTRACT_RATE_CHANGED',
      when: '`version` is not the current version, which is `details.current_version`.',
    },
    { status: 429, when: 'Other calls change the rate or its lane at the same time.' },
  ],
  schemas: RATE_SCHEMAS,
  tables: {
    contracts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    terminals: ['GetItem'],
  },
  data: ['terminals', 'places'],
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot change contract rates; existing rates apply.',
} satisfies Operation;
