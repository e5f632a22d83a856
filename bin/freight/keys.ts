import { type Command, Option } from 'commander';
import { keyNameFault } from '../../shared/accounts/api-keys/api-key-record.ts';
import { MAX_KEYS, MAX_REPLACED_KEYS } from '../../shared/accounts/api-keys/key-register.ts';
import { KEY_SCOPES, type KeyScope } from '../../shared/accounts/api-keys/key-scope.ts';
import { MAX_OVERLAP_HOURS } from '../../shared/accounts/key-operations/read-key-body.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../shared/accounts/provisioning/manage-keys.ts';
import { DAY_MS } from '../../shared/platform/time/utc-calendar.ts';
import { example, namesOf, parsed, timeSpan } from './arguments.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { tableLines, textOf } from './printing.ts';
import type { Session } from './session.ts';

interface CreateOptions {
  readonly name: string;
  readonly live?: true;
  readonly scopes: readonly KeyScope[];
  readonly org: boolean;
}

/** Without admin: such a key can create and delete keys. */
const DEFAULT_SCOPES: readonly KeyScope[] = ['read', 'write'];

const keyOverlap = parsed((text) => {
  const ms = timeSpan(text);
  return ms <= MAX_OVERLAP_HOURS * 3_600_000 ? ms : undefined;
}, `It must be at most ${MAX_OVERLAP_HOURS}h.`);

/** `freight key ...`: API keys of organizations. */
export function addKeyCommands(program: Command, session: Session): void {
  const key = program.command('key').description('Manage API keys');
  key
    .command('create [org]')
    .description('Create an API key for an organization (the key is shown only once)')
    .option('--name <name>', 'name of the key in lists and in the audit log', 'API key')
    .option('--live', 'create a live key instead of a test key')
    .addOption(
      new Option('--scopes <scopes>', `comma-separated scopes: ${KEY_SCOPES.join(', ')}`)
        .argParser(namesOf(KEY_SCOPES))
        .default(DEFAULT_SCOPES, DEFAULT_SCOPES.join(',')),
    )
    .option('--no-org', 'create a key without an organization; every operation answers it with 401')
    .addHelpText('after', example('freight key create org_123 --scopes read'))
    .action((orgId: string | undefined, options: CreateOptions) => create(session, orgId, options));
  key
    .command('rotate <key-id>')
    .description('Replace an API key; the old key expires after the overlap')
    .addOption(
      // The same as for replaced signing secrets of webhooks.
      new Option('--overlap <time>', 'how long the old key still works, at most 168h, such as 90s or 7d')
        .argParser(keyOverlap)
        .default(DAY_MS, '24h'),
    )
    .action((keyId: string, { overlap }: { overlap: number }) => rotate(session, keyId, overlap));
  key
    .command('revoke <key-id>')
    .description('Delete an API key; takes effect within a minute')
    .action((keyId: string) =>
      session.work(async ({ provisioning }) => {
        const result = await revokeKey(provisioning, keyId);
        if (!result.ok) throw keyError(result.reason, keyId);
        session.report({ keyId, status: 'revoked' });
      }),
    );
  key
    .command('list <org>')
    .description('List the API keys of an organization, oldest first')
    .action((orgId: string) =>
      session.work(async ({ provisioning }) => {
        const keys = await listKeys(provisioning, orgId);
        if (keys === undefined) throw new CommandFailedError(`There is no organization ${orgId}.`);
        const shown = keys.map(({ hash, ...rest }) => rest);
        const columns = ['keyId', 'mode', 'prefix', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedOn'];
        session.report(shown, keys.length === 0 ? ['No API keys.'] : tableLines(shown, columns));
      }),
    );
}

async function create(session: Session, orgId: string | undefined, options: CreateOptions): Promise<void> {
  const { name, live = false, scopes, org } = options;
  if ((orgId === undefined) === org) throw new UsageError('Name an organization or use --no-org.');
  await session.work(async ({ provisioning }) => {
    const mode = live ? 'live' : 'test';
    const assigned = orgId === undefined ? {} : { orgId };
    const result = await createKey(provisioning, { name: name.trim(), mode, scopes, ...assigned });
    if (!result.ok) throw keyError(result.reason, String(orgId));
    const { apiKey, record } = result;
    reportKey(session, { keyId: record.keyId, apiKey, orgId: orgId ?? null, livemode: live, scopes });
  });
}

async function rotate(session: Session, keyId: string, overlapMs: number): Promise<void> {
  await session.work(async ({ provisioning }) => {
    const result = await rotateKey(provisioning, keyId, overlapMs);
    if (!result.ok) throw keyError(result.reason, keyId);
    const { apiKey, record, oldEndsAt } = result;
    const { mode, scopes, orgId = null } = record;
    const made = { keyId: record.keyId, apiKey, orgId, livemode: mode === 'live', scopes };
    reportKey(session, { ...made, replaces: keyId, oldEndsAt });
  });
}

/** Prints a key that was made. */
export const reportKey = (session: Session, made: object): void =>
  session.report(made, [...textOf(made), 'Store the key now: it is not shown again.']);

type KeyFailure = Extract<Awaited<ReturnType<typeof createKey>>, { ok: false }>['reason'];

function keyError(reason: KeyFailure, of: string): Error {
  if (reason === 'invalid-name') return new UsageError(`The name ${keyNameFault('')}.`);
  const text = KEY_FAILURES[reason]?.replaceAll('ID', of);
  // The others concern a calling key, or a stored answer, which commands do not have.
  return new CommandFailedError(text ?? 'The keys were changed at the same time. Run the command again.');
}

const KEY_FAILURES: Readonly<Partial<Record<KeyFailure, string>>> = {
  'unknown-organization': 'There is no organization ID.',
  'unknown-key':
    'There is no key ID: it was revoked, has expired, or never existed. Create a new key with freight key create.',
  'already-replaced': 'ID was already rotated. Rotate the key that replaces it.',
  unassigned: 'ID has no organization. Create a new key instead.',
  'too-many': `The organization has the maximum of ${MAX_KEYS} keys in this mode. Revoke a key first.`,
  'too-many-replaced': `${MAX_REPLACED_KEYS} rotated keys of the organization still work in this mode. Revoke one of them first.`,
};
