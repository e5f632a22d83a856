import { RATE_NOT_FOUND } from '../../shared/contracts/contract-rejections.ts';
import { RATE_SCHEMAS, rateAnswer } from '../../shared/contracts/documents/rate-document.ts';
import { readRateParameters } from '../../shared/contracts/read-contract-rate.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-contract-rate',
  method: 'GET',
  path: '/api/v1/contract-rates/{rate_id}',
  tag: 'Contract rates',
  summary: 'Read a contract rate',
  description:
    'Returns the current version of a contract rate, or the version of the query. Versions never change, and the versions of a deleted rate stay readable.',
  query: {
    schema: readRateParameters,
    fields: { version: 'The version to return. Default: the current one.' },
  },
  response: { schema: rateAnswer, description: 'The contract rate.', fields: {} },
  errors: [{ status: 400, when: '`details.errors` names the invalid parameter.' }, RATE_NOT_FOUND],
  schemas: RATE_SCHEMAS,
  tables: { contracts: ['GetItem', 'Query'] },
  impact: 'Callers cannot read a contract rate; it applies to new quotes.',
} satisfies Operation;
