import * as v from 'valibot';
import { readUsageResponse } from '../../shared/accounts/usage/usage-document.ts';
import { MAX_MONTHS } from '../../shared/accounts/usage/usage-statement.ts';
import { lines } from './describe-evidence.ts';
import { mapAnswer } from './map-answer.ts';
import { defineTool } from './tool.ts';
import { toolArguments } from './tool-schema.ts';

export const READ_USAGE = defineTool({
  name: 'read_usage',
  title: 'Read the usage',
  description:
    'Returns the counted rate calls and quotes of this and earlier months, limits, remaining calls and whether billing information is on file, for the mode of the key. Not metered.',
  input: toolArguments({
    months: v.optional(
      v.pipe(v.number(), v.description(`Months of the history with the current one, 1 to ${MAX_MONTHS}.`)),
    ),
  }),
  output: readUsageResponse,
  call: async ({ months }, request, { readUsage }) =>
    mapAnswer(
      await readUsage({ ...request, query: months === undefined ? {} : { months: String(months) } }),
      (body) => {
        const { mode, period, used, limit, remaining, resetsAt, billing, quotes } = body.data;
        return {
          structured: { ...body },
          text: lines(
            `${period}, ${mode} mode: ${used} of ${limit} rate calls used, ${remaining} remaining until ${resetsAt}.`,
            `Quotes created: ${quotes.used}${quotes.limit === null ? ', no limit' : ` of ${quotes.limit}, ${quotes.remaining} remaining`}.`,
            billing ? '' : 'No billing information is on file: rates and quotes are rejected.',
          ),
        };
      },
    ),
});
