import type { Terminal, TerminalService, TerminalType } from '../catalogue/terminal.ts';
import type { TerminalQuery, TerminalSearch } from './terminal-search.ts';

/** A terminal in responses: the fields of interface specification 2.4, and additional fields. */
export interface TerminalView {
  name: string;
  /** Latitude, then longitude, in degrees. */
  geolocation: [number, number];
  type: TerminalType;
  address: string;
  city: string;
  state: string;
  zip: string;
  aliases: string[];
  group: string;
  portCity: string;
  smdgCode: string;
  locode: string;
  services: TerminalService[];
  principal: boolean;
  /** UN/LOCODE of its port. */
  port: string;
  hours: string;
}

/** Body of a successful terminal search (interface specification 4.4). */
export interface TerminalSearchBody {
  status: 'success';
  data: TerminalView[];
  pagination: { currentPage: number; totalPages: number; totalHits: number; hitsPerPage: number };
}

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

function presentTerminal(terminal: Terminal): TerminalView {
  const { name, type, address, city, state, zip, group, portCity, smdgCode, locode } = terminal;
  const { services, principal, port, hours } = terminal;
  return {
    name,
    geolocation: [terminal.latitude, terminal.longitude],
    type,
    address,
    city,
    state,
    zip,
    aliases: [...terminal.aliases],
    group,
    portCity,
    smdgCode,
    locode,
    services: [...services],
    principal,
    port,
    hours,
  };
}
