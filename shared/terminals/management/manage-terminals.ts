import * as v from 'valibot';
import { terminalNameSchema } from '../catalogue/read-terminal-row.ts';
import { nameKey } from '../catalogue/terminal-id.ts';
import type { TerminalRecord, TerminalStatus } from '../catalogue/terminal-record.ts';
import { type Publication, publishSnapshot, removeOldSnapshots } from '../snapshots/publish-snapshot.ts';
import type { TerminalWritePorts } from '../snapshots/terminal-write-ports.ts';

const ATTEMPTS = 5;

export type TerminalChange =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly record: TerminalRecord;
      readonly publication: Publication;
    }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown-terminal' };

type Edit = (record: TerminalRecord) => TerminalRecord | { readonly refused: string };

/** Gives a terminal another name; the old one still prices and finds it. Done already: unchanged. */
export function renameTerminal(ports: TerminalWritePorts, from: string, to: string): Promise<TerminalChange> {
  const parsed = v.safeParse(terminalNameSchema, to);
  if (!parsed.success) {
    return Promise.resolve({ outcome: 'refused', reason: `New ${parsed.issues[0].message}.` });
  }
  const name = parsed.output;
  return change(ports, from, (record) => {
    if (record.name === name) return record;
    const problem = formerNameProblem(record, from);
    if (problem !== undefined) return { refused: problem };
    const until = ports.now().toISOString();
    const formerNames = [...record.formerNames, { name: record.name, until }];
    return { ...record, name, formerNames: formerNames.filter((former) => former.name !== name) };
  });
}

/** Closes a terminal, which then prices but is not found any more, or opens it again. */
export function setTerminalStatus(
  ports: TerminalWritePorts,
  name: string,
  status: TerminalStatus,
): Promise<TerminalChange> {
  return change(ports, name, (record) => {
    const problem = formerNameProblem(record, name);
    return problem === undefined ? { ...record, status } : { refused: problem };
  });
}

/** Why a terminal cannot be changed by a name it gave up: it may not be the one that is meant. */
function formerNameProblem(record: TerminalRecord, name: string): string | undefined {
  if (nameKey(record.name) === nameKey(name)) return undefined;
  return `"${name}" was renamed to "${record.name}": say that name.`;
}

async function change(ports: TerminalWritePorts, name: string, edit: Edit): Promise<TerminalChange> {
  const { store, now } = ports;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const present = await store.find(name);
    if (present === undefined) return { outcome: 'unknown-terminal' };
    const edited = edit(present);
    if ('refused' in edited) return { outcome: 'refused', reason: edited.refused };
    // An earlier command may have been interrupted before it published.
    if (edited.name === present.name && edited.status === present.status) {
      return { outcome: 'unchanged', record: present, publication: await publish(ports) };
    }
    const record = { ...edited, revision: present.revision + 1, updatedAt: now().toISOString() };
    const outcome = await store.replace(record);
    if (outcome === 'replaced') {
      return { outcome: 'changed', record, publication: await publish(ports) };
    }
    if (outcome === 'name-taken') return { outcome: 'refused', reason: await ownerOf(record.name) };
  }
  return { outcome: 'refused', reason: `"${name}" is being changed by somebody else: try again.` };

  async function ownerOf(taken: string): Promise<string> {
    const owner = await store.find(taken);
    return `"${taken}" is or was the name of another terminal${owner ? `, "${owner.name}"` : ''}.`;
  }
}

async function publish(ports: TerminalWritePorts): Promise<Publication> {
  const publication = await publishSnapshot(ports);
  await removeOldSnapshots(ports);
  return publication;
}
