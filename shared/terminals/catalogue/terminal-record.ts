import * as v from 'valibot';
import { type ListedTerminal, nameKey, type Terminal, terminalEntries, terminalId } from './terminal.ts';

export type TerminalStatus = 'open' | 'closed';

const recordSchema = v.object({
  ...terminalEntries,
  /** Derived from the first name; does not change with renames. */
  id: v.string(),
  status: v.picklist(['open', 'closed']),
  /** Former names, oldest first, each with the time (ISO 8601, UTC) of the rename. */
  formerNames: v.array(v.object({ name: v.string(), until: v.string() })),
  /** Who changed it last: the catalogue in the bundle, or an operator. */
  origin: v.picklist(['catalogue', 'operator']),
  /** 1 for a new record, incremented by each change. */
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO 8601, UTC. */
  updatedAt: v.string(),
});

/** A terminal in the terminals table. */
export type TerminalRecord = Terminal &
  Readonly<Omit<v.InferOutput<typeof recordSchema>, Exclude<keyof Terminal, 'id'>>>;

/** Reads a stored record. @throws ValiError for an invalid item. */
export const readTerminalRecord = (item: unknown): TerminalRecord => v.parse(recordSchema, item);

/** The facts of a terminal, without the fields that the record adds. */
export function factsOf(record: TerminalRecord): Terminal {
  const { id, status, formerNames, origin, revision, updatedAt, ...facts } = record;
  return facts;
}

type Origin = TerminalRecord['origin'];

export const newRecord = (facts: Terminal, origin: Origin, at: Date): TerminalRecord => ({
  ...facts,
  id: terminalId(facts.name),
  status: 'open',
  formerNames: [],
  origin,
  revision: 1,
  updatedAt: at.toISOString(),
});

export const nextRevision = (
  record: Omit<TerminalRecord, 'origin'>,
  origin: Origin,
  at: Date,
): TerminalRecord => ({
  ...record,
  origin,
  revision: record.revision + 1,
  updatedAt: at.toISOString(),
});

/** Converts a record to its form in snapshots. */
export function toListedTerminal(record: TerminalRecord): ListedTerminal {
  const { id, status, formerNames } = record;
  return {
    ...factsOf(record),
    ...(formerNames.length > 0 ? { id, formerNames: formerNames.map(({ name }) => name) } : {}),
    ...(status === 'closed' ? { closed: true } : {}),
  };
}

/** Records by the keys of their current and former names. */
export function recordsByName(records: readonly TerminalRecord[]): ReadonlyMap<string, TerminalRecord> {
  return new Map(
    records.flatMap((record) =>
      [record, ...record.formerNames].map(({ name }) => [nameKey(name), record] as const),
    ),
  );
}
