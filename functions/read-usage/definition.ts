import { readUsageResponse, usageParameters } from '../../shared/accounts/usage/usage-statement.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-usage',
  method: 'GET',
  path: '/api/v1/usage',
  tag: 'Usage',
  summary: 'Read the usage',
  description:
    'Returns the counts of successful rate calls and of created quotes of this and earlier months, and the remaining calls, for the mode of the key.',
  query: {
    schema: usageParameters,
    fields: { months: 'Calendar months of the history, including the current month.' },
  },
  response: {
    schema: readUsageResponse,
    description: 'The usage.',
    fields: {
      data: 'The usage of the mode of the key.',
      'data.mode': 'Mode of the key.',
      'data.period': { description: 'The current month, YYYY-MM in UTC.', examples: ['2026-11'] },
      'data.used': 'Calls counted in the current month. It can exceed `limit` if the limit was lowered.',
      'data.limit': 'Limit of calls per month.',
      'data.remaining': 'Remaining calls of the month, never below 0.',
      'data.resetsAt': 'When `used` is reset to 0, UTC.',
      'data.billing': 'Whether billing information is on file. Without it, rates and quotes are rejected.',
      'data.history': 'Months with calls, newest first.',
      'data.history[].period': 'Month, YYYY-MM.',
      'data.history[].used': 'Counted in the month.',
      'data.quotes': 'Created quotes, including deleted ones.',
      'data.quotes.used': 'Quotes created in the current month.',
      'data.quotes.limit': 'Limit of quotes per month; null if there is none.',
      'data.quotes.remaining': 'Remaining quotes of the month; null if there is no limit.',
      'data.quotes.history': 'Months with quotes, newest first.',
      'data.quotes.history[].period': 'Month, YYYY-MM.',
      'data.quotes.history[].used': 'Counted in the month.',
    },
  },
  errors: [{ status: 400, when: '`months` is invalid.' }],
  tables: { organizations: ['BatchGetItem'], usage: ['BatchGetItem', 'Query'] },
  impact: 'Callers cannot see how much of their usage limit is left; rate requests are still counted.',
} satisfies Operation;
