import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { settingsOf } from '../../lib/settings/operator-settings.ts';
import type { Organization } from '../../shared/accounts/organizations/organization.ts';
import type { Provisioning } from '../../shared/accounts/provisioning/provisioning.ts';
import {
  countOrganizationData,
  eraseOrganization,
} from '../../shared/operations/organization-data/erase-organization.ts';
import {
  type ExportSink,
  exportOrganization,
  isComplete,
} from '../../shared/operations/organization-data/export-organization.ts';
import {
  EXPORTED_KINDS,
  type ExportedKind,
  fileOf,
} from '../../shared/operations/organization-data/organization-record.ts';
import { DAY_MS } from '../../shared/platform/time/utc-calendar.ts';
import { example } from './arguments.ts';
import { CommandFailedError } from './connection/failures.ts';
import { explainedFile } from './files.ts';
import type { Session } from './session.ts';

export const beingErased = (orgId: string) =>
  new CommandFailedError(
    `${orgId} is being erased, which cannot be undone. Finish the erasure with freight org erase ${orgId} --confirm ${orgId}.`,
  );

export async function knownOrganization(provisioning: Provisioning, orgId: string): Promise<Organization> {
  const organization = await provisioning.organizations.find(orgId);
  if (organization === undefined) throw new CommandFailedError(`There is no organization ${orgId}.`);
  return organization;
}

/** @throws CommandFailedError if the organization does not exist or is being erased: the erasure would miss new data. */
export async function organizationNotBeingErased(
  provisioning: Provisioning,
  orgId: string,
): Promise<Organization> {
  const organization = await knownOrganization(provisioning, orgId);
  if (organization.erasingSince !== undefined) throw beingErased(orgId);
  return organization;
}

/** `freight org export` and `freight org erase`: all data of one organization. */
export function addOrgDataCommands(org: Command, session: Session): void {
  org
    .command('export <org>')
    .description('Export all data of an organization to a folder, without secrets')
    .requiredOption('--to <folder>', 'a new or empty folder')
    .addHelpText('after', example('freight org export org_123 --to ./acme'))
    .action((orgId: string, { to }: { to: string }) => exportOrg(session, orgId, to));
  org
    .command('erase <org>')
    .description('Permanently delete all data of a suspended organization')
    .option('--dry-run', 'count the data and delete nothing')
    .option('--confirm <org>', 'confirm with the id of the organization instead of a prompt')
    .addHelpText('after', example('freight org erase org_123 --dry-run'))
    .action((orgId: string, options: EraseOptions) => eraseOrg(session, orgId, options));
}

async function exportOrg(session: Session, orgId: string, to: string): Promise<void> {
  await session.work(async ({ data: { dataStore, toExported }, environment, provisioning }) => {
    await knownOrganization(provisioning, orgId);
    const { close, ...sink } = await openExportFolder(to).catch((error: unknown) => {
      throw explainedFile(to, error);
    });
    await provisioning.organizations.recordAction(orgId, { action: 'organization.exported' });
    try {
      const parts = { dataStore, toExported, sink, environment };
      const notify = (line: string) => session.progress(line);
      const manifest = await exportOrganization({ ...parts, now: provisioning.now, notify }, orgId);
      session.report({ folder: to, ...manifest }, [
        ...Object.values(manifest.files).map(
          ({ file, records }) => `${String(records).padStart(9)}  ${file}`,
        ),
        `Written to ${to}, with manifest.json.`,
        ...(isComplete(manifest)
          ? []
          : ['Records changed during the export. The manifest lists the number of records read by kind.']),
      ]);
    } finally {
      close();
    }
  });
}

const OWNER_ONLY = 0o600;

/**
 * Opens a folder for an export, readable only by its owner: one JSON Lines file per kind and the manifest last.
 * @throws CommandFailedError if the folder has files.
 */
async function openExportFolder(folder: string): Promise<ExportSink & { close(): void }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new CommandFailedError(`${folder} is not empty. Use a new folder.`);
  }
  const records = Object.fromEntries(EXPORTED_KINDS.map((kind) => [kind, 0])) as Record<ExportedKind, number>;
  const streams = EXPORTED_KINDS.map(
    (kind) => [kind, createWriteStream(join(folder, fileOf(kind)), { mode: OWNER_ONLY })] as const,
  );
  // `finished` reports it.
  for (const [, stream] of streams) stream.on('error', () => {});
  const streamOf = new Map(streams);
  return {
    write: async (kind, record) => {
      records[kind] += 1;
      const stream = streamOf.get(kind);
      // After an error, such as a full disk, it never drains.
      if (stream?.errored) throw stream.errored;
      if (stream?.write(`${JSON.stringify(record)}\n`) === false) await once(stream, 'drain');
    },
    finish: async () => {
      await Promise.all(streams.map(([, stream]) => finished(stream.end())));
      return records;
    },
    conclude: (manifest) => {
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      return writeFile(join(folder, 'manifest.json'), text, { mode: OWNER_ONLY });
    },
    close: () => {
      for (const [, stream] of streams) stream.destroy();
    },
  };
}

interface EraseOptions {
  readonly dryRun?: true;
  readonly confirm?: string;
}

async function eraseOrg(session: Session, orgId: string, options: EraseOptions): Promise<void> {
  await session.work(async ({ data, provisioning, environment }) => {
    const { dataStore, uploads } = data;
    const organization = await provisioning.organizations.find(orgId);
    const active = organization?.status === 'active';
    const activeRejection = `${orgId} is active. Suspend it first with freight org suspend ${orgId}.`;
    const stays = retainedDataLines(environment, provisioning.now());
    if (options.dryRun) {
      const held = await countOrganizationData({ dataStore, provisioning, uploads }, orgId);
      session.report({ orgId, dryRun: true, active, ...held, stays });
      return;
    }
    if (active) throw new CommandFailedError(activeRejection);
    const name = organization === undefined ? '' : ` (${organization.name})`;
    const what = `All data of ${orgId}${name} will be permanently deleted; --dry-run shows what.`;
    await session.confirm(orgId, options.confirm, what);
    const { pause, notify } = session;
    const result = await eraseOrganization({ ...data, provisioning, pause, notify }, orgId);
    if (result.outcome === 'active') throw new CommandFailedError(activeRejection);
    if (result.outcome === 'left-over') {
      throw new CommandFailedError(
        `Data of ${orgId} is still being written. Remaining after three rounds: ${JSON.stringify(result.left)}. Run the command again. If data remains, find the process that writes it.`,
      );
    }
    // The recount covers all tables, the upload bucket and API Gateway.
    session.report({ orgId, outcome: 'erased', ...result.erased, recount: 0, stays });
  });
}

/** Retention of point-in-time recovery in days. */
const BACKUP_DAYS = 35;
const MESSAGE_DAYS = 14;

/** Data that an erasure does not delete, with its expiry. */
function retainedDataLines(environment: Parameters<typeof settingsOf>[0], now: Date): string[] {
  if (environment === 'local') return ['The log of the local service can contain the organization id.'];
  const until = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const { logRetentionDays } = settingsOf(environment);
  return [
    `Not deleted: point-in-time backups of the tables, until ${until(BACKUP_DAYS)} (they cannot be deleted earlier);`,
    `log lines about its calls and deliveries, without bodies, until ${until(logRetentionDays)};`,
    `event messages in queues and dead-letter queues, until ${until(MESSAGE_DAYS)} at the latest; exports and manual backups.`,
    'If a table is restored from a backup, erase the organization there again.',
  ];
}
