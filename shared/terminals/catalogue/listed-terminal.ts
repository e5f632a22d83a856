import * as v from 'valibot';
import { TERMINAL_SERVICES, TERMINAL_TYPES, type Terminal } from './terminal.ts';

/** A terminal of the list that search and rates work on: one of the catalogue, or one of a snapshot. */
export interface ListedTerminal extends Terminal {
  /** Names it had before, oldest first; they still price. */
  readonly formerNames?: readonly string[] | undefined;
  /** It still prices, and is not found any more. */
  readonly closed?: boolean | undefined;
}

/** The fields of a terminal as a schema; those that have a default may be missing in what was stored earlier. */
export const terminalEntries = {
  name: v.pipe(v.string(), v.nonEmpty()),
  aliases: v.array(v.string()),
  group: v.string(),
  type: v.picklist(TERMINAL_TYPES),
  address: v.string(),
  city: v.string(),
  portCity: v.string(),
  state: v.string(),
  zip: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  precision: v.picklist(['gate', 'facility', 'city']),
  smdgCode: v.string(),
  locode: v.string(),
  services: v.optional(v.array(v.picklist(TERMINAL_SERVICES)), []),
  principal: v.optional(v.boolean(), false),
  port: v.optional(v.string(), ''),
  hours: v.optional(v.string(), ''),
  source: v.string(),
  verified: v.boolean(),
};

/** The terminal as search finds it: a former name is an alias. */
export function withFormerNames({ formerNames = [], closed, id, ...terminal }: ListedTerminal): Terminal {
  return formerNames.length === 0
    ? terminal
    : { ...terminal, aliases: [...new Set([...terminal.aliases, ...formerNames])] };
}
