import type { Command } from 'commander';
import type { ApiKeyRecord } from '../../../shared/accounts/api-keys/api-key-record.ts';
import { KEY_SCOPES, type KeyScope } from '../../../shared/accounts/api-keys/key-scope.ts';
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../shared/accounts/provisioning/manage-keys.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import { scopeList, timeSpan } from '../session/arguments.ts';
import type { Session } from '../session/session.ts';

/** As long as a replaced signing secret of a webhook. */
const DAY_MS = 86_400_000;

interface CreateOptions {
  readonly live?: true;
  readonly scopes: readonly KeyScope[];
  /** False after `--no-org`. */
  readonly org: boolean;
}

/** `freight key ...`: the API keys of organizations. */
export function addKeyCommands(program: Command, session: Session): void {
  const key = program.command('key').description('API keys');

  key
    .command('create [org]')
    .description('make another key for an organization; it is shown only once')
    .option('--live', 'make a live key instead of a test key')
    .option('--scopes <scopes>', 'what it may do: read, write or both, with a comma', scopeList, KEY_SCOPES)
    .option('--no-org', 'make a key without organization, which every operation answers with 401')
    .action((orgId: string | undefined, options: CreateOptions) => create(session, orgId, options));

  key
    .command('rotate <key-id>')
    .description('make a key like it; it ends by itself, and until then both work')
    .option('--overlap <time>', 'how long the old one still works: 90s, 5m, 12h, 8d', timeSpan, DAY_MS)
    .action((keyId: string, { overlap }: { overlap: number }) => rotate(session, keyId, overlap));

  key
    .command('revoke <key-id>')
    .description('refuse a key for good, within a minute')
    .action((keyId: string) => revoke(session, keyId));

  key
    .command('list <org>')
    .description('print the keys of an organization, oldest first')
    .action((orgId: string) => list(session, orgId));
}

async function create(session: Session, orgId: string | undefined, options: CreateOptions): Promise<void> {
  const { live = false, scopes, org } = options;
  if ((orgId === undefined) === org) {
    throw new UsageError('Name the organization the key is for, or say --no-org.');
  }
  await session.work(async (provisioning) => {
    const mode = live ? 'live' : 'test';
    const result = await createKey(provisioning, { mode, scopes, ...(orgId === undefined ? {} : { orgId }) });
    if (!result.created) throw new CommandFailedError(`There is no organization ${orgId}.`);
    const { apiKey, record } = result;
    session.report({ keyId: record.keyId, apiKey, orgId: orgId ?? null, livemode: live, scopes }, [
      `${mode} key  ${apiKey}  (${record.keyId}; ${scopes.join(', ')})`,
      'The key is shown only this once: keep it now.',
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
          : `${keyId} has ended already: make a new one with freight key create.`,
      );
    }
    const { apiKey, record, oldEndsAt } = result;
    const { mode, scopes, orgId = null } = record;
    session.report(
      { keyId: record.keyId, apiKey, orgId, livemode: mode === 'live', scopes, replaces: keyId, oldEndsAt },
      [
        `${mode} key  ${apiKey}  (${record.keyId}; ${scopes.join(', ')})`,
        'The key is shown only this once: keep it now.',
        `${keyId} works until ${oldEndsAt}; freight key revoke ${keyId} ends it sooner.`,
      ],
    );
  });
}

async function revoke(session: Session, keyId: string): Promise<void> {
  await session.work(async (provisioning) => {
    const outcome = await revokeKey(provisioning, keyId);
    if (outcome === 'unknown-key') throw new CommandFailedError(`There is no key ${keyId}.`);
    session.report({ keyId, status: outcome }, [`${keyId} is revoked; its callers notice within a minute.`]);
  });
}

async function list(session: Session, orgId: string): Promise<void> {
  await session.work(async (provisioning) => {
    const keys = await listKeys(provisioning, orgId);
    if (keys === undefined) throw new CommandFailedError(`There is no organization ${orgId}.`);
    session.report(
      keys.map(({ hash, ...shown }) => shown),
      keys.length === 0 ? ['It has no keys.'] : keys.map(describeKey),
    );
  });
}

function describeKey(key: ApiKeyRecord): string {
  const { keyId, mode, hint, scopes, status, createdAt, revokedAt, expiresAt } = key;
  const end = expiresAt === undefined ? '' : `, until ${expiresAt}`;
  const since = revokedAt === undefined ? `since ${createdAt}${end}` : `at ${revokedAt}`;
  return [keyId, mode.padEnd(4), `...${hint}`, scopes.join(',').padEnd(10), status, since].join('  ');
}
