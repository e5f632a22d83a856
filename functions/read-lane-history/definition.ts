import { laneHistoryAnswer, laneHistoryParameters } from '../../shared/quotes/lane-history.ts';
import { QUOTE_LIST_SCHEMAS } from '../../shared/quotes/listing/list-quotes.ts';
import { MAX_OF_AREA } from '../../shared/quotes/stops/quote-lane.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-lane-history',
  method: 'GET',
  path: '/api/v1/lanes/history',
  tag: 'Quotes',
  summary: 'Read the history of a lane',
  description: `Returns what the organization quoted, won and lost on a lane and near it, from its quotes and its imported past quotes. Near is: for a terminal, all terminals of its port; for a door, all doors with the same first three digits of the ZIP code; for a city, its doors, and the terminals of its port and of ports and ramps in it. A quote is found by the places that its request named, and by its terminal. The newest ${MAX_OF_AREA} quotes of each pair of such areas are read. Deleted quotes do not count.`,
  query: {
    schema: laneHistoryParameters,
    fields: {
      origin: { description: 'Place or terminal where moves start.', examples: ['USSAV'] },
      destination: { description: 'Place or terminal where moves end.', examples: ['Atlanta, GA'] },
      equipment_type: { description: 'Equipment. Absent: all.', examples: ['container_40hc'] },
      customer: 'Name of the customer, in any of its spellings. Absent: all.',
    },
  },
  response: {
    schema: laneHistoryAnswer,
    description: 'The history.',
    fields: {
      months: 'Months with quotes (UTC), the last one first. A quote that was revised does not count.',
      'months[].month': { description: 'The month, YYYY-MM.', examples: ['2026-11'] },
      'months[].quoted': 'Quotes of the month.',
      'months[].won': 'Converted quotes of these.',
      'months[].lost': 'Declined quotes of these.',
      'months[].average_total': 'Average of their totals, USD.',
      recent: 'The last five quotes of the service, newest first; imported quotes are in `months` only.',
      complete: 'False if there are older quotes that were not read.',
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter and unknown place.' }],
  schemas: QUOTE_LIST_SCHEMAS,
  tables: { quotes: ['Query'], contracts: ['Query'], terminals: ['GetItem'] },
  leadingKeys: { contracts: ['*#customer-names#*', '*#rated-customers#*'] },
  data: ['terminals', 'places'],
  memoryMb: 1024,
  impact: 'Callers cannot see what they quoted on a lane; quotes work.',
} satisfies Operation;
