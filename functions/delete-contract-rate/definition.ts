import { RATE_NOT_FOUND } from '../../shared/contracts/contract-rejections.ts';
import { deletedRateAnswer } from '../../shared/contracts/documents/rate-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'delete-contract-rate',
  method: 'DELETE',
  path: '/api/v1/contract-rates/{rate_id}',
  tag: 'Contract rates',
  summary: 'Delete a contract rate',
  description:
    'Deletes a contract rate: it applies to no new quote, and its id gets 404. Its versions stay readable, and existing quotes do not change.',
  response: {
    schema: deletedRateAnswer,
    description: 'The rate was deleted.',
    fields: {
      rate: 'The deleted rate.',
      'rate.rate_id': 'Id of the deleted rate.',
    },
  },
  errors: [RATE_NOT_FOUND, { status: 429, when: 'Other calls change the rate at the same time.' }],
  tables: { contracts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  impact: 'Callers cannot delete contract rates; they still apply to new quotes.',
} satisfies Operation;
