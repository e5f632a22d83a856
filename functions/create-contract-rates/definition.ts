import * as v from 'valibot';
import { IDEMPOTENCY_CONFLICT_ERROR } from '../../shared/accounts/idempotency/answer-once.ts';
import { RATE_INVALID } from '../../shared/contracts/contract-rejections.ts';
import { ratesFields } from '../../shared/contracts/create-contract-rates.ts';
import { createdRatesAnswer, MAX_LISTED } from '../../shared/contracts/documents/rate-document.ts';
import { MAX_RATES, MAX_STORED_RATES } from '../../shared/contracts/rate/contract-rate.ts';
import { newRate, RATE_FIELDS } from '../../shared/contracts/request/rate-request-description.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-contract-rates',
  method: 'POST',
  path: '/api/v1/contract-rates',
  tag: 'Contract rates',
  summary: 'Create contract rates',
  description: `Writes 1 to ${MAX_RATES} rates, or none if one is invalid, unless \`skip_invalid\` is true. A rate with the customer and \`external_id\` of a stored rate becomes the next version of that rate. Rates with the same customer, origin, destination and equipment whose days overlap are reported; they are not errors, because the order of selection decides. Unknown fields are rejected.`,
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: v.object({
      ...ratesFields,
      rates: v.pipe(v.array(newRate), v.minLength(1), v.maxLength(MAX_RATES)),
    }),
    fields: {
      rates: `1 to ${MAX_RATES} rates.`,
      skip_invalid: 'Whether valid rates are written although others are invalid. Default: false.',
    },
  },
  response: {
    schema: createdRatesAnswer,
    description: 'The rates that were written. Indexes are positions in the request, from 0.',
    fields: {
      rates: 'One entry for each valid rate, in the order of the request.',
      'rates[].index': 'Index of the rate or lane.',
      'rates[].rate_id': 'Id of the rate.',
      'rates[].version': 'Version of the rate.',
      'rates[].status':
        '`created`; `replaced`: the next version of a stored rate; `unchanged`: stored with these terms.',
      rejected: 'Invalid rates, if `skip_invalid` is true.',
      'rejected[].index': 'Index of the rate.',
      'rejected[].errors': 'Errors of the rate.',
      'rejected[].errors[].field':
        'Path of the field, such as `margins[1].percent`, or `request` for the whole request.',
      'rejected[].errors[].message': 'What is wrong, without the name of the field.',
      overlaps: 'Pairs of rates for the same customer, lane and equipment whose days overlap.',
      'overlaps.total': 'Number of pairs.',
      'overlaps.listed': `The first ${MAX_LISTED} pairs.`,
      'overlaps.listed[].index': 'Index of the rate.',
      'overlaps.listed[].with_rate_id': 'Id of the other rate.',
      'overlaps.listed[].with_index': 'Index of the other rate; null if it was stored before.',
      'overlaps.listed[].from': 'First common day.',
      'overlaps.listed[].to': 'Last common day; null if there is none.',
      'overlaps.listed[].contradictory':
        'Whether the rates differ in amount, minimum, fuel, accessorials or tiers.',
      warnings: `Rates that start or end in the past, and how places and customers with namesakes were read; at most ${MAX_LISTED}.`,
      'warnings[].index': 'Index of the rate or lane.',
      'warnings[].message': 'The warning, as a sentence.',
    },
  },
  errors: [
    { status: 400, when: 'The body has no list of rates, or too many.' },
    RATE_INVALID,
    {
      status: 409,
      code: 'CONTRACT_RATE_LIMIT_REACHED',
      when: `The organization would have more than ${MAX_STORED_RATES.toLocaleString('en-US')} contract rates in the mode of the key, and \`skip_invalid\` is not true. Nothing was written.`,
    },
    IDEMPOTENCY_CONFLICT_ERROR,
    { status: 429, when: 'Other calls write the same rates or lanes at the same time.' },
  ],
  schemas: {
    NewContractRate: {
      schema: newRate,
      description: 'A contract rate. Unknown fields are rejected.',
      fields: RATE_FIELDS,
    },
  },
  tables: {
    contracts: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem'],
    terminals: ['GetItem'],
  },
  data: ['terminals', 'places'],
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot create and import contract rates; existing rates apply.',
} satisfies Operation;
