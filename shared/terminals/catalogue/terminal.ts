import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { foldText } from '../../platform/text/text-folding.ts';

/** The three facility types. `intermodal` includes inland ports, container freight stations and yards. */
export const TERMINAL_TYPES = ['marine', 'rail', 'intermodal'] as const;
export type TerminalType = (typeof TERMINAL_TYPES)[number];

/**
 * Cargo that a terminal handles. `container` is containers of ocean carriers, also of those that sail between US places
 * (Hawaii, Alaska, Puerto Rico); `domestic` is containers and trailers between US places, by ship or rail.
 */
export const TERMINAL_SERVICES = ['container', 'domestic', 'breakbulk', 'ro-ro', 'project'] as const;

const texts = v.pipe(v.array(v.string()), v.readonly());

/** Schema of the facts of a terminal. Fields with a default can be missing in older items. */
export const terminalEntries = {
  name: v.pipe(v.string(), v.nonEmpty()),
  /** Other names in use: "LBCT", "Pier T", "Maher". */
  aliases: texts,
  /** Port or railroad it belongs to: "Port of LA/Long Beach", "BNSF". */
  group: v.string(),
  type: v.picklist(TERMINAL_TYPES),
  /** Street address; "" if uncertain. */
  address: v.string(),
  /** City of the street address. */
  city: v.string(),
  /** City of its port, if it differs from `city`: Los Angeles for San Pedro. */
  portCity: v.string(),
  /** State of `portCity`, if it differs from `state`: MO for a ramp of St. Louis in Illinois. */
  portState: v.optional(v.string()),
  /** Two-letter code. */
  state: v.string(),
  zip: v.string(),
  /** Degrees. */
  latitude: v.number(),
  longitude: v.number(),
  /** Precision of the coordinates: the truck gate, a point in the facility, or only its city. */
  precision: v.picklist(['gate', 'facility', 'city']),
  smdgCode: v.string(),
  locode: v.string(),
  /** Codes of the customs facility (FIRMS); absent if unknown. */
  firmsCodes: v.optional(texts),
  /** Cargo that it handles; empty if unknown. */
  services: v.optional(v.pipe(v.array(v.picklist(TERMINAL_SERVICES)), v.readonly()), []),
  /** One of the main container terminals of its port, by published throughput. */
  principal: v.optional(v.boolean(), false),
  /** UN/LOCODE of its port: USORF for a terminal in Portsmouth; "" for a ramp or if unknown. */
  port: v.optional(v.string(), ''),
  /** Gate hours in the subset of OpenStreetMap's opening_hours that `gate-hours.ts` reads; "" if not public. */
  hours: v.optional(v.string(), ''),
  /** Source of the facts. */
  source: v.string(),
  /** Whether the source confirms name and address; false for general knowledge. */
  verified: v.boolean(),
};

type TerminalFacts = v.InferOutput<v.ObjectSchema<typeof terminalEntries, undefined>>;

/** A port, rail or intermodal facility. Rate requests identify it by `name`. */
export interface Terminal extends Readonly<TerminalFacts> {
  /** Does not change with renames; absent if the terminal was never renamed. */
  readonly id?: string | undefined;
}

/** Codes of a terminal by list: SMDG, FIRMS, UN/LOCODE. A list without a code is absent. */
export interface TerminalCodes {
  smdg?: string[];
  firms?: string[];
  locode?: string[];
}

export function codesOf({ smdgCode, firmsCodes = [], locode }: Terminal): TerminalCodes {
  return {
    ...(smdgCode === '' ? {} : { smdg: [smdgCode] }),
    ...(firmsCodes.length === 0 ? {} : { firms: [...firmsCodes] }),
    ...(locode === '' ? {} : { locode: [locode] }),
  };
}

/** The city of a terminal's port, with its state; undefined if the port has the city of the street address. */
export function portPlace({
  portCity,
  portState,
  state,
}: Terminal): { readonly city: string; readonly state: string } | undefined {
  return portCity === '' ? undefined : { city: portCity, state: portState || state };
}

/** Key of a name. Names that differ only in case, accents or punctuation have the same key. */
export const nameKey = foldText;

/** The id of a terminal, derived from its first name. */
export function terminalId(firstName: string): string {
  return `trm_${createHash('sha256').update(nameKey(firstName)).digest('hex').slice(0, 20)}`;
}

/** The id of a terminal, which does not change with renames. A terminal without an id was never renamed. */
export const stableTerminalId = ({ id, name }: Terminal): string => id ?? terminalId(name);

/** A terminal of the catalogue or of a snapshot, as search and rates use it. */
export interface ListedTerminal extends Terminal {
  /** Former names, oldest first; rates accept them. */
  readonly formerNames?: readonly string[] | undefined;
  /** Closed: rates accept the terminal, but search does not find it. */
  readonly closed?: boolean | undefined;
}

/** The terminal with its former names as aliases, for search. */
export function withFormerNames({ formerNames = [], closed, id, ...terminal }: ListedTerminal): Terminal {
  return formerNames.length === 0
    ? terminal
    : { ...terminal, aliases: [...new Set([...terminal.aliases, ...formerNames])] };
}
