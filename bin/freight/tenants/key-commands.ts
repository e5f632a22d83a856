import { type Command, Option } from 'commander';
import type { ApiKeyRecord } from '../../../shared/accounts/api-keys/api-key-record.ts';
import { keyNameFault } from '../../../shared/accounts/api-keys/key-name.ts';
import { MAX_KEYS, MAX_REPLACED_KEYS } from '../../../shared/accounts/api-keys/key-register.ts';
import { KEY_SCOPES, type KeyScope } from '../../../shared/accounts/api-keys/key-scope.ts';
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../shared/accounts/provisioning/manage-keys.ts';
import { DAY_MS } from '../../../shared/platform/time/utc-day.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import { keyOverlap, scopeList } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import { oneLine } from '../session/one-line.ts';
import type { Session } from '../session/session.ts';
import { tableLines } from '../session/table.ts';

interface CreateOptions {
  readonly name: string;
  readonly live?: true;
  readonly scopes: readonly KeyScope[];
  /** False after `--no-org`. */
  readonly org: boolean;
}

/** Without admin: such a key can create and delete keys. */
const DEFAULT_SCOPES: readonly KeyScope[] = ['read', 'write'];

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
        .argParser(scopeList)
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
    .addHelpText('after', example('freight key rotate key_123 --overlap 12h'))
    .action((keyId: string, { overlap }: { overlap: number }) => rotate(session, keyId, overlap));

  key
    .command('revoke <key-id>')
    .description('Delete an API key; takes effect within a minute')
    .addHelpText('after', example('freight key revoke key_123'))
    .action((keyId: string) => revoke(session, keyId));

  key
    .command('list <org>')
    .description('List the API keys of an organization, oldest first')
    .addHelpText('after', example('freight key list org_123'))
    .action((orgId: string) => list(session, orgId));
}

async function create(session: Session, orgId: string | undefined, options: CreateOptions): Promise<void> {
  const { name, live = false, scopes, org } = options;
  if ((orgId === undefined) === org) {
    throw new UsageError('Name an organization or use --no-org.');
  }
  await session.work(async (provisioning) => {
    const mode = live ? 'live' : 'test';
    const assigned = orgId === undefined ? {} : { orgId };
    const result = await createKey(provisioning, { name: name.trim(), mode, scopes, ...assigned });
    if (!result.ok) throw keyError(result.reason, String(orgId));
    const { apiKey, record } = result;
    session.report({ keyId: record.keyId, apiKey, orgId: orgId ?? null, livemode: live, scopes }, [
      `${mode} key  ${apiKey}  (${record.keyId}; ${scopes.join(', ')})`,
      'Store the key now: it is not shown again.',
    ]);
  });
}

async function rotate(session: Session, keyId: string, overlapMs: number): Promise<void> {
  await session.work(async (provisioning) => {
    const result = await rotateKey(provisioning, keyId, overlapMs);
    if (!result.ok) throw keyError(result.reason, keyId);
    const { apiKey, record, oldEndsAt } = result;
    const { mode, scopes, orgId = null } = record;
    session.report(
      { keyId: record.keyId, apiKey, orgId, livemode: mode === 'live', scopes, replaces: keyId, oldEndsAt },
      [
        `${mode} key  ${apiKey}  (${record.keyId}; ${scopes.join(', ')})`,
        'Store the key now: it is not shown again.',
        `${keyId} works until ${oldEndsAt}. To end it earlier, run freight key revoke ${keyId}.`,
      ],
    );
  });
}

async function revoke(session: Session, keyId: string): Promise<void> {
  await session.work(async (provisioning) => {
    const result = await revokeKey(provisioning, keyId);
    if (!result.ok) throw keyError(result.reason, keyId);
    session.report({ keyId, status: 'revoked' }, [`${keyId} is revoked. This takes effect within a minute.`]);
  });
}

async function list(session: Session, orgId: string): Promise<void> {
  await session.work(async (provisioning) => {
    const keys = await listKeys(provisioning, orgId);
    if (keys === undefined) throw new CommandFailedError(`There is no organization ${orgId}.`);
    session.report(
      keys.map(({ hash, ...shown }) => shown),
      keys.length === 0 ? ['No API keys.'] : tableLines(KEY_COLUMNS, keys.map(keyCells)),
    );
  });
}

const KEY_COLUMNS = ['key id', 'mode', 'key', 'name', 'scopes', 'created', 'expires', 'last used'];

function keyCells(key: ApiKeyRecord): string[] {
  const { keyId, mode, prefix, name, scopes, createdAt, expiresAt = '', lastUsedOn = '' } = key;
  return [keyId, mode, `${prefix}...`, oneLine(name), scopes.join(','), createdAt, expiresAt, lastUsedOn];
}

/** @param of ID of the key or of the organization that the command names. */
function keyError(reason: KeyFailure, of: string): Error {
  return reason === 'invalid-name'
    ? new UsageError(`The name ${keyNameFault('')}.`)
    : new CommandFailedError(KEY_FAILURES[reason](of));
}

type KeyFailure = Extract<Awaited<ReturnType<typeof createKey>>, { ok: false }>['reason'];

const CHANGED_MEANWHILE = () => 'The keys were changed at the same time. Run the command again.';

const KEY_FAILURES: Readonly<Record<Exclude<KeyFailure, 'invalid-name'>, (of: string) => string>> = {
  'unknown-organization': (orgId) => `There is no organization ${orgId}.`,
  'unknown-key': (keyId) =>
    `There is no key ${keyId}: it was revoked, has expired, or never existed. Create a new key with freight key create.`,
  'already-replaced': (keyId) => `${keyId} was already rotated. Rotate the key that replaces it.`,
  unassigned: (keyId) => `${keyId} has no organization. Create a new key instead.`,
  'too-many': () => `The organization has the maximum of ${MAX_KEYS} keys in this mode. Revoke a key first.`,
  'too-many-replaced': () =>
    `${MAX_REPLACED_KEYS} rotated keys of the organization still work in this mode. Revoke one of them first.`,
  // Operators have no calling key, and their changes no stored answer.
  answered: CHANGED_MEANWHILE,
  'caller-ended': CHANGED_MEANWHILE,
  'scopes-exceeded': CHANGED_MEANWHILE,
  'outlives-caller': CHANGED_MEANWHILE,
  'protected-from-caller': CHANGED_MEANWHILE,
  'short-overlap': CHANGED_MEANWHILE,
  'last-admin': CHANGED_MEANWHILE,
};
