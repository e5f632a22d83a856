import type * as v from 'valibot';
import { codesOf, type Terminal } from '../catalogue/terminal.ts';
import type { searchTerminalsResponse } from './terminal-document.ts';
import type { TerminalQuery, TerminalSearch } from './terminal-search.ts';

/** Body of a successful terminal search (interface specification 4.4). */
export type TerminalSearchBody = v.InferOutput<typeof searchTerminalsResponse>;

/** Finds one page of terminals. A page past the last one is empty and has the correct totals. */
export async function searchTerminals(
  search: TerminalSearch,
  query: TerminalQuery,
): Promise<TerminalSearchBody> {
  const { terminals, totalHits } = await search.search(query);
  return {
    status: 'success',
    data: terminals.map(presentTerminal),
    pagination: {
      currentPage: query.page,
      totalPages: Math.ceil(totalHits / query.limit),
      totalHits,
      hitsPerPage: query.limit,
    },
  };
}

function presentTerminal(terminal: Terminal): TerminalSearchBody['data'][number] {
  const { id, portState, precision, source, verified, firmsCodes, latitude, longitude, ...fields } = terminal;
  return {
    ...fields,
    geolocation: [latitude, longitude],
    aliases: [...fields.aliases],
    codes: codesOf(terminal),
    services: [...fields.services],
  };
}
