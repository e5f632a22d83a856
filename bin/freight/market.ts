import { createWriteStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { type LoadFileState, loadFileState } from '../../shared/market/importing/load-file-state.ts';
import { publishMarket } from '../../shared/market/importing/publish-market.ts';
import { shareLoads } from '../../shared/market/importing/share-loads.ts';
import { type LoadOwner, organizationOwner } from '../../shared/market/loads/load-owner.ts';
import { contributorNote } from '../../shared/market/store/published-market.ts';
import type { Account, KeyMode } from '../../shared/platform/account/account.ts';
import type { ObjectStore } from '../../shared/platform/s3/s3-object-store.ts';
import { utcDay, weekNumber } from '../../shared/platform/time/utc-calendar.ts';
import { RECORD_SUFFIX, REJECTED_SUFFIX, uploadKey } from '../../shared/uploads/upload-key.ts';
import { hasEnded, readRecord } from '../../shared/uploads/upload-record.ts';
import { example, modeOption } from './arguments.ts';
import type { Connection, ServedMarket } from './connection/connection.ts';
import { CommandFailedError, PartialFailureError, UsageError } from './connection/failures.ts';
import { explainedFile } from './files.ts';
import { organizationNotBeingErased } from './organization-data.ts';
import { oneLine } from './printing.ts';
import type { Session } from './session.ts';

/** `freight market ...`: the loads that market rates are computed from. */
export function addMarketCommands(program: Command, session: Session): void {
  const market = program
    .command('market')
    .description('Manage the loads that market rates are computed from');
  market
    .command('import <file>')
    .description(
      'Send a CSV file of loads to the service and wait until it is imported; rejected rows are written to FILE.rejected.csv',
    )
    .option(
      '--org <org>',
      'import as loads of this organization (default: loads of the operator, which rates of all organizations use)',
    )
    .addOption(modeOption('mode of the organization (default: test)'))
    .addHelpText(
      'after',
      example(
        'freight market import ./loads.csv',
        'freight --environment prod market import ./loads.csv --org org_123 --mode live',
      ),
    )
    .action((file: string, options: ImportOptions) => importMarket(session, file, options));

  const demo = market.command('demo').description('Include or exclude simulated loads');
  for (const [name, does, shared] of [
    ['enable', 'Include simulated loads in market rates', true],
    ['disable', 'Exclude simulated loads from market rates', false],
  ] as const) {
    const action = () => session.work(({ market }) => setSharing(session, market, 'simulated', shared));
    demo.command(name).description(does).action(action);
  }
}

interface ImportOptions {
  readonly org?: string;
  readonly mode?: KeyMode;
}

const POLL_INTERVAL_MS = 1_000;
/** A step takes seconds; a failed step is retried after minutes. */
const MAX_STALLED_MS = 20 * 60_000;
const READ_AT_ONCE = 8 * 2 ** 20;

/** Uploads a file; the service imports it even if this command is interrupted. */
async function importMarket(session: Session, path: string, options: ImportOptions): Promise<void> {
  if (options.org === undefined && options.mode !== undefined) throw new UsageError('--mode requires --org.');
  await session.work(async (service) => {
    const account = await accountOf(service, options);
    const objects = await service.uploads();
    const began = performance.now();
    const key = uploadKey(account, uploadName(path, service.provisioning.now()));
    const file = await open(path).catch((error: unknown) => {
      throw explainedFile(path, error);
    });
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new CommandFailedError(`${path} is not a regular file.`);
      await objects.writeParts(key, found.size, file.createReadStream());
    } finally {
      await file.close();
    }
    const ended = await untilImported(session, objects, key).finally(() => session.progress(''));
    const { phase, rows, rejected, listed, added, known, columns, warnings, note } = ended;
    const rejectedFile = listed === 0 ? '' : `${path}${REJECTED_SUFFIX}`;
    rmSync(`${path}${REJECTED_SUFFIX}`, { force: true });
    if (rejectedFile !== '') await download(objects, `${key}${REJECTED_SUFFIX}`, rejectedFile);
    if (phase !== 'imported') throw new CommandFailedError(ended.reason ?? 'The file was rejected.');
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    const { owner, startedAt, finishedAt, tag: etag } = ended;
    session.report(
      {
        ...{ owner, state: phase, rows, added, known, rejected, columns, warnings, note },
        ...{ rejectedFile, ...(listed < rejected && listed > 0 && { rejectedRowsInFile: listed }) },
        ...{ startedAt, finishedAt, etag, key, seconds },
      },
      importLines(ended, seconds),
    );
    if (rejected > 0)
      throw new PartialFailureError(`${rejected} of ${rows} rows were rejected. See ${rejectedFile}.`);
  });
}

function importLines({ rows, added, known, rejected, ...result }: LoadFileState, seconds: number): string[] {
  const { warnings, columns = { read: [], unread: [] }, note } = result;
  const effect = `Rates use ${warnings.length === 0 ? 'the' : 'all other'} loads within two minutes.`;
  return [
    `${rows} rows in ${seconds} s: ${added} loads added, ${known} duplicates, ${rejected} rejected.`,
    ...warnings,
    ...columns.read.map(({ header, as }) => `column ${oneLine(header)}: ${as}`),
    ...columns.unread.map((header) => `column ${oneLine(header)}: not read`),
    note ?? (added === 0 ? 'Rates did not change.' : effect),
  ];
}

/** The owner of the loads; undefined for the operator. An import for an organization is recorded in its audit log. */
async function accountOf(
  { provisioning }: Connection,
  { org, mode = 'test' }: ImportOptions,
): Promise<Account | undefined> {
  if (org === undefined) return undefined;
  const { orgId } = await organizationNotBeingErased(provisioning, org);
  await provisioning.organizations.recordAction(orgId, { action: 'loads.imported' }, [mode]);
  return { orgId, mode };
}

/** A unique name, so that results of other uploads do not match; never a name of a rejected-rows file. */
function uploadName(path: string, now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T');
  const name = basename(path)
    .replace(/(\.csv)?$/i, '.csv')
    .replace(/\.rejected\.csv$/, '-rejected.csv');
  return `${day}/${time.replace(/[:.Z]/g, '')}-${name}`;
}

async function untilImported(session: Session, objects: ObjectStore, key: string): Promise<LoadFileState> {
  const tag = await objects.tagOf(key);
  const willBe = `the result will be in ${key}${RECORD_SUFFIX}`;
  let writtenBy = '';
  for (let stalledMs = 0; stalledMs < MAX_STALLED_MS; stalledMs += POLL_INTERVAL_MS) {
    const { import: state } = (await readRecord(objects, key, loadFileState)).record;
    if (state !== undefined && state.tag === tag) {
      if (hasEnded(state)) return state;
      const { phase, waiting, progress, rows } = state;
      if (waiting !== undefined) {
        throw new CommandFailedError(
          `${key} is uploaded, but its import is paused: ${waiting} freight org resume continues it; ${willBe}.`,
        );
      }
      session.progress(`${rows} ${phase === 'reading' ? 'rows read' : 'rows read, importing'}`, progress);
      if (state.writtenBy !== writtenBy) stalledMs = 0;
      ({ writtenBy } = state);
    }
    await session.pause(POLL_INTERVAL_MS);
  }
  throw new CommandFailedError(
    `${key} is uploaded, but its import has made no progress for ${MAX_STALLED_MS / 60_000} minutes. If it continues, ${willBe}. See docs/operators/runbook.md#uploads-are-not-imported.`,
  );
}

async function download(objects: ObjectStore, key: string, path: string): Promise<void> {
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (let offset = 0; ; offset += READ_AT_ONCE) {
      const part = await objects.readPart(key, undefined, { offset, length: READ_AT_ONCE });
      if (part === undefined || part.length === 0) return;
      yield part;
      if (part.length < READ_AT_ONCE) return;
    }
  }
  await pipeline(Readable.from(parts()), createWriteStream(path));
}

/** Includes an organization's live loads in the shared market, or keeps them private to it (the default). */
export async function setOrgSharing(session: Session, org: string, shared: boolean): Promise<void> {
  await session.work(async ({ market, provisioning }) => {
    const { orgId } = await organizationNotBeingErased(provisioning, org);
    const owner = organizationOwner(orgId, 'live');
    if (shared) {
      await announcePooling(session, market, owner);
      // An erasure may have begun during the wait.
      await organizationNotBeingErased(provisioning, orgId);
    }
    await setSharing(session, market, owner, shared);
  });
}

/**
 * Publishes that an organization's loads are pooled, and waits until all functions have read it: one that has not would
 * count the loads twice in the organization's own rates, and the organization among the three contributors of a week.
 */
async function announcePooling(session: Session, market: ServedMarket, owner: LoadOwner): Promise<void> {
  await market.store.share(owner, true);
  await publishMarket(market.store, weekNumber(utcDay(market.now())));
  const waitMs = 2 * market.refreshMs;
  session.progress(
    `Waiting ${Math.ceil(waitMs / 1000)} seconds until all functions know that the loads are pooled`,
  );
  await session.pause(waitMs);
  session.progress('');
}

/** Includes an owner's loads in the shared market or excludes them, and publishes the market. */
async function setSharing(
  session: Session,
  { store, now }: ServedMarket,
  owner: LoadOwner,
  shared: boolean,
): Promise<void> {
  const week = weekNumber(utcDay(now()));
  const freightMarkets = await shareLoads(store, owner, shared, week);
  await publishMarket(store, week);
  const note = contributorNote(owner, freightMarkets, await store.summary());
  const loads = owner === 'simulated' ? 'Simulated loads' : `Loads of ${owner}`;
  session.report({ owner, shared, note }, [
    `${loads} are ${shared ? 'included in' : 'excluded from'} the market.${shared && note !== undefined ? '' : ' Rates use the change within two minutes.'}`,
    ...(note === undefined ? [] : [note]),
  ]);
}
