import * as v from 'valibot';
import { TERMINAL_TYPES } from '../../shared/terminals/catalogue/terminal.ts';
import { searchTerminalsResponse } from '../../shared/terminals/search/terminal-document.ts';
import { lines } from './describe-evidence.ts';
import { mapAnswer } from './map-answer.ts';
import { defineTool } from './tool.ts';
import { toolArguments } from './tool-schema.ts';

const text = (description: string) => v.optional(v.pipe(v.string(), v.description(description)));
const number = (description: string) => v.optional(v.pipe(v.number(), v.description(description)));

export const SEARCH_TERMINALS = defineTool({
  name: 'search_terminals',
  title: 'Search terminals',
  description:
    'Finds ports, marine terminals, rail ramps and inland ports in the United States. Use it first: price_lanes and explain_rate need the exact name of a terminal. Give at least one filter. lat and lng go together, and not with city, state or zip. Not metered.',
  input: toolArguments({
    query: text('Text to search for: a name, port, railroad, city or code.'),
    type: v.optional(v.pipe(v.picklist(TERMINAL_TYPES), v.description('Only terminals of this type.'))),
    city: text('City or a part of its name.'),
    state: text('2-letter US state code.'),
    zip: text('ZIP code of 5 digits.'),
    lat: number('Latitude in degrees.'),
    lng: number('Longitude in degrees.'),
    radius: number('Miles around the point. Default: 50.'),
    limit: number('Maximum terminals, 1 to 100. Default: 10.'),
    page: number('Number of the page, from 1.'),
  }),
  output: searchTerminalsResponse,
  call: async (input, request, { searchTerminals }) => {
    const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
    return mapAnswer(await searchTerminals({ ...request, query }), (body) => ({
      structured: { ...body },
      text: lines(
        `${body.pagination.totalHits} terminals found, ${body.data.length} shown (page ${body.pagination.currentPage} of ${body.pagination.totalPages}).`,
        ...body.data.map(
          ({ name, type, city, state, locode }) =>
            `${name}: ${type}, ${city}, ${state}${locode === '' ? '' : `, ${locode}`}`,
        ),
      ),
    }));
  },
});
