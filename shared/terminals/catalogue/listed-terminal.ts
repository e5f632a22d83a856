import * as v from 'valibot';
import { TERMINAL_SERVICES, TERMINAL_TYPES, type Terminal } from './terminal.ts';

/** A terminal of the catalogue or of a snapshot, as search and rates use it. */
export interface ListedTerminal extends Terminal {
  /** Former names, oldest first; rates accept them. */
  readonly formerNames?: readonly string[] | undefined;
  /** Closed: rates accept the terminal, but search does not find it. */
  readonly closed?: boolean | undefined;
}

/** Schema of the fields of a terminal. Fields with a default can be missing in older items. */
export const terminalEntries = {
  name: v.pipe(v.string(), v.nonEmpty()),
  aliases: v.array(v.string()),
  group: v.string(),
  type: v.picklist(TERMINAL_TYPES),
  address: v.string(),
  city: v.string(),
  portCity: v.string(),
  portState: v.optional(v.string()),
  state: v.string(),
  zip: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  precision: v.picklist(['gate', 'facility', 'city']),
  smdgCode: v.string(),
  locode: v.string(),
  firmsCodes: v.optional(v.array(v.string())),
  services: v.optional(v.array(v.picklist(TERMINAL_SERVICES)), []),
  principal: v.optional(v.boolean(), false),
  port: v.optional(v.string(), ''),
  hours: v.optional(v.string(), ''),
  source: v.string(),
  verified: v.boolean(),
};

/** The terminal with its former names as aliases, for search. */
export function withFormerNames({ formerNames = [], closed, id, ...terminal }: ListedTerminal): Terminal {
  return formerNames.length === 0
    ? terminal
    : { ...terminal, aliases: [...new Set([...terminal.aliases, ...formerNames])] };
}
