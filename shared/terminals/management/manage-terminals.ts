import * as v from 'valibot';
import { terminalNameSchema } from '../catalogue/read-terminal-row.ts';
import { nameKey } from '../catalogue/terminal.ts';
import { nextRevision, type TerminalRecord, type TerminalStatus } from '../catalogue/terminal-record.ts';
import {
  type Publication,
  publishSnapshot,
  type TerminalWritePorts,
} from '../snapshots/dynamodb-snapshot-store.ts';

const ATTEMPTS = 5;

export type TerminalChange =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly record: TerminalRecord;
      readonly publication: Publication;
    }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'unknown-terminal' };

type Edit = (record: TerminalRecord) => TerminalRecord | { readonly rejected: string };

/** Renames a terminal. Rates and search still accept the old name. The outcome of a repeated rename is `unchanged`. */
export function renameTerminal(ports: TerminalWritePorts, from: string, to: string): Promise<TerminalChange> {
  const parsed = v.safeParse(terminalNameSchema, to);
  if (!parsed.success) {
    return Promise.resolve({ outcome: 'rejected', reason: `New ${parsed.issues[0].message}.` });
  }
  const name = parsed.output;
  return change(ports, from, (record) => {
    if (record.name === name) return record;
    const problem = formerNameProblem(record, from);
    if (problem !== undefined) return { rejected: problem };
    const until = ports.now().toISOString();
    const formerNames = [...record.formerNames, { name: record.name, until }];
    return { ...record, name, formerNames: formerNames.filter((former) => former.name !== name) };
  });
}

/** Closes or reopens a terminal. Rates accept a closed terminal, but search does not find it. */
export function setTerminalStatus(
  ports: TerminalWritePorts,
  name: string,
  status: TerminalStatus,
): Promise<TerminalChange> {
  return change(ports, name, (record) => {
    const problem = formerNameProblem(record, name);
    return problem === undefined ? { ...record, status } : { rejected: problem };
  });
}

/** The error for a change by a former name, which may refer to another terminal by mistake. */
function formerNameProblem(record: TerminalRecord, name: string): string | undefined {
  if (nameKey(record.name) === nameKey(name)) return undefined;
  return `"${name}" was renamed to "${record.name}". Use the new name.`;
}

async function change(ports: TerminalWritePorts, name: string, edit: Edit): Promise<TerminalChange> {
  const { store, now } = ports;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const present = await store.find(name);
    if (present === undefined) return { outcome: 'unknown-terminal' };
    const edited = edit(present);
    if ('rejected' in edited) return { outcome: 'rejected', reason: edited.rejected };
    // Publishes as well, because an earlier command may have been interrupted before it published.
    if (edited.name === present.name && edited.status === present.status) {
      return { outcome: 'unchanged', record: present, publication: await publishSnapshot(ports) };
    }
    const record = nextRevision(edited, 'operator', now());
    const outcome = await store.replace(record);
    if (outcome === 'replaced') {
      return { outcome: 'changed', record, publication: await publishSnapshot(ports) };
    }
    if (outcome === 'name-taken') return { outcome: 'rejected', reason: await ownerOf(record.name) };
  }
  return { outcome: 'rejected', reason: `Other operators are changing "${name}". Try again.` };

  async function ownerOf(taken: string): Promise<string> {
    const owner = await store.find(taken);
    return `"${taken}" is or was the name of another terminal${owner ? `, "${owner.name}"` : ''}.`;
  }
}
