import { RATE_NOT_FOUND } from '../../shared/contracts/documents/rate-description.ts';
import { deletedRateAnswer } from '../../shared/contracts/documents/rate-document.ts';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';

export const description: OperationDescription = {
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
      'rate.deleted': 'Always true.',
    },
  },
  errors: [RATE_NOT_FOUND, { status: 429, when: 'Other calls change the rate at the same time.' }],
};
