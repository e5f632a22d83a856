import * as v from 'valibot';
import { fuelDocument, MAX_LISTED } from '../../shared/contracts/documents/rate-document.ts';
import { MAX_RATES } from '../../shared/contracts/rate/contract-rate.ts';
import { contractRatesFields, madeRatesAnswer } from '../../shared/rfps/make-contract-rates.ts';
import { RFP_NOT_FOUND, rfpNotReadyError } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-rfp-contract-rates',
  method: 'POST',
  path: '/api/v1/rfps/{rfp_id}/contract-rates',
  tag: 'RFPs',
  summary: 'Make contract rates from lanes',
  description:
    "Makes a flat contract rate of the RFP's customer from each lane, between the places that the lane asked for. Accessorials are not part of it. `external_id` of a rate is the id of the RFP, a slash and the index of the lane: a repeated call makes no second rate, and a call with other terms makes the next version. Unknown fields are rejected.",
  body: {
    schema: v.strictObject({ ...contractRatesFields.entries, fuel: v.exactOptional(fuelDocument) }),
    fields: {
      lanes: `\`won\`: each lane that is won and not excluded; or a list of indexes of lanes, from 0, each once. At most ${MAX_RATES} lanes.`,
      effective_from: { description: 'First day of pickup.', format: 'date', examples: ['2027-01-01'] },
      effective_to: { description: 'Last day of pickup. Without it, the rates have no end.', format: 'date' },
      fuel: 'Fuel of the rates, as in contract rates; default `market`. With `included`, the amount is base rate plus fuel surcharge, otherwise the base rate.',
    },
  },
  response: {
    schema: madeRatesAnswer,
    description: 'The rates. Indexes are those of the lanes.',
    fields: {
      rates: 'One entry for each rate.',
      'rates[].index': 'Index of the rate or lane.',
      'rates[].rate_id': 'Id of the rate.',
      'rates[].version': 'Version of the rate.',
      'rates[].status':
        '`created`; `replaced`: the next version of a stored rate; `unchanged`: stored with these terms.',
      skipped: 'Lanes without a rate.',
      'skipped[].index': 'Index of the lane.',
      'skipped[].reason': 'Why it has none: it is excluded, lost, without a price, or the rate is invalid.',
      warnings: `Rates of the same lane with other terms, and rates that start or end in the past; at most ${MAX_LISTED}.`,
      'warnings[].index': 'Index of the rate or lane.',
      'warnings[].message': 'The warning, as a sentence.',
    },
  },
  errors: [
    { status: 400, when: '`details.errors` names each invalid field, or the RFP has no customer.' },
    RFP_NOT_FOUND,
    rfpNotReadyError('The status is not `priced`, `awarded` or `closed`.'),
    { status: 429, when: 'Other calls write the same rates or lanes at the same time.' },
  ],
  tables: {
    rfps: ['GetItem', 'BatchGetItem'],
    strategies: ['GetItem'],
    contracts: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    terminals: ['GetItem'],
  },
  data: ['terminals', 'places'],
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot make contract rates from RFPs; existing rates apply.',
} satisfies Operation;
