import { type Command, Option } from 'commander';
import type { ApiKeyRecord } from '../../../shared/accounts/api-keys/api-key-record.ts';
import { KEY_SCOPES, type KeyScope } from '../../../shared/accounts/api-keys/key-scope.ts';
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../shared/accounts/provisioning/manage-keys.ts';
import { DAY_MS } from '../../../shared/platform/time/utc-day.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import { scopeList, timeSpan } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { tableLines } from '../session/table.ts';

interface CreateOptions {
  readonly live?: true;
  readonly scopes: readonly KeyScope[];
  /** False after `--no-org`. */
  readonly org: boolean;
}

/** `freight key ...`: API keys of organizations. */
export function addKeyCommands(program: Command, session: Session): void {
  const key = program.command('key').description('Manage API keys');

  key
    .command('create [org]')
    .description('Create an API key for an organization (the key is shown only once)')
    .option('--live', 'create a live key instead of a test key')
    .option('--scopes <scopes>', 'comma-separated scopes: read, write', scopeList, KEY_SCOPES)
    .option('--no-org', 'create a key without an organization; every operation answers it with 401')
    .addHelpText('after', example('freight key create org_123 --scopes read'))
    .action((orgId: string | undefined, options: CreateOptions) => create(session, orgId, options));

  key
    .command('rotate <key-id>')
    .description('Replace an API key; the old key expires after the overlap')
    .addOption(
      // The same as for replaced signing secrets of webhooks.
      new Option('--overlap <time>', 'how long the old key still works, such as 90s, 5m, 12h or 8d')
        .argParser(timeSpan)
        .default(DAY_MS, '24h'),
    )
    .addHelpText('after', example('freight key rotate key_123 --overlap 12h'))
    .action((keyId: string, { overlap }: { overlap: number }) => rotate(session, keyId, overlap));

  key
    .command('revoke <key-id>')
    .description('Permanently revoke an API key; takes effect within a minute')
    .addHelpText('after', example('freight key revoke key_123'))
    .action((keyId: string) => revoke(session, keyId));

  key
    .command('list <org>')
    .description('List the API keys of an organization, oldest first')
    .addHelpText('after', example('freight key list org_123'))
    .action((orgId: string) => list(session, orgId));
}

async function create(session: Session, orgId: string | undefined, options: CreateOptions): Promise<void> {
  const { live = false, scopes, org } = options;
  if ((orgId === undefined) === org) {
    throw new UsageError('Name an organization or use --no-org.');
  }
  await session.work(async (provisioning) => {
    const mode = live ? 'live' : 'test';
    const result = await createKey(provisioning, { mode, scopes, ...(orgId === undefined ? {} : { orgId }) });
    if (!result.created) throw new CommandFailedError(`There is no organization ${orgId}.`);
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
    if (!result.rotated) {
      throw new CommandFailedError(
        result.reason === 'unknown-key'
          ? `There is no key ${keyId}.`
          : `${keyId} has expired or was revoked. Create a new key with freight key create.`,
      );
    }
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
    const outcome = await revokeKey(provisioning, keyId);
    if (outcome === 'unknown-key') throw new CommandFailedError(`There is no key ${keyId}.`);
    session.report({ keyId, status: outcome }, [`${keyId} is revoked. This takes effect within a minute.`]);
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

const KEY_COLUMNS = ['key id', 'mode', 'key', 'scopes', 'status', 'created', 'ends'];

function keyCells(key: ApiKeyRecord): string[] {
  const { keyId, mode, hint, scopes, status, createdAt, revokedAt, expiresAt } = key;
  return [keyId, mode, `...${hint}`, scopes.join(','), status, createdAt, revokedAt ?? expiresAt ?? ''];
}
