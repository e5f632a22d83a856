import * as v from 'valibot';
import { type ListedTerminal, terminalEntries } from './listed-terminal.ts';
import type { Terminal } from './terminal.ts';

export type TerminalStatus = 'open' | 'closed';

const recordSchema = v.object({
  ...terminalEntries,
  /** Stable: made from the first name, kept through every rename. */
  id: v.string(),
  status: v.picklist(['open', 'closed']),
  /** Names it had before, oldest first, each with the moment (UTC) it was given up. */
  formerNames: v.array(v.object({ name: v.string(), until: v.string() })),
  /** Who brought it in: the catalogue shipped with the code, or an operator. */
  origin: v.picklist(['catalogue', 'operator']),
  /** 1 for a new one, one more with each change. */
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The revision in which the catalogue last changed it; 1 where it is missing. */
  catalogueRevision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** ISO 8601, UTC. */
  updatedAt: v.string(),
});

/** A terminal as the service's operator keeps it. */
export type TerminalRecord = Terminal &
  Readonly<Omit<v.InferOutput<typeof recordSchema>, Exclude<keyof Terminal, 'id'>>>;

/** Reads a stored record. @throws ValiError where it is not one. */
export const readTerminalRecord = (item: unknown): TerminalRecord => v.parse(recordSchema, item);

/** The facts of a terminal without what the record adds. */
export function factsOf(record: TerminalRecord): Terminal {
  const { id, status, formerNames, origin, revision, catalogueRevision, updatedAt, ...facts } = record;
  return facts;
}

/** Whether it is as the catalogue brought it: no operator changed, renamed or closed it since. */
export function isAsCatalogued({ origin, revision, catalogueRevision = 1 }: TerminalRecord): boolean {
  return origin === 'catalogue' && revision === catalogueRevision;
}

/** The record as snapshots list it. */
export function toListedTerminal(record: TerminalRecord): ListedTerminal {
  const { id, status, formerNames } = record;
  return {
    ...factsOf(record),
    ...(formerNames.length > 0 ? { id, formerNames: formerNames.map(({ name }) => name) } : {}),
    ...(status === 'closed' ? { closed: true } : {}),
  };
}
