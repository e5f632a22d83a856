import * as v from 'valibot';
import { codesOf, TERMINAL_SERVICES, TERMINAL_TYPES, type Terminal } from '../catalogue/terminal.ts';
import type { TerminalQuery, TerminalSearch } from './terminal-search.ts';

export const terminalSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  geolocation: v.tuple([
    v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  ]),
  type: v.picklist(TERMINAL_TYPES),
  address: v.string(),
  city: v.pipe(v.string(), v.nonEmpty()),
  state: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  zip: v.pipe(v.string(), v.regex(/^\d{5}$/)),
  aliases: v.array(v.string()),
  group: v.string(),
  portCity: v.string(),
  smdgCode: v.string(),
  locode: v.string(),
  codes: v.object({
    smdg: v.optional(v.array(v.string())),
    firms: v.optional(v.array(v.string())),
    locode: v.optional(v.array(v.string())),
  }),
  services: v.array(v.picklist(TERMINAL_SERVICES)),
  principal: v.boolean(),
  port: v.string(),
  hours: v.string(),
});

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Body of a 200 (interface specification 4.4). */
export const searchTerminalsResponse = v.object({
  status: v.literal('success'),
  data: v.array(terminalSchema),
  pagination: v.object({ currentPage: count, totalPages: count, totalHits: count, hitsPerPage: count }),
});

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
