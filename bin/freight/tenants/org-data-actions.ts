import { environmentSettings } from '../../../lib/settings/environments.ts';
import {
  countOrganizationData,
  eraseOrganization,
  isWithoutData,
  type OrganizationDataCounts,
} from '../../../shared/operations/organization-data/erase-organization.ts';
import {
  exportOrganization,
  isComplete,
} from '../../../shared/operations/organization-data/export-organization.ts';
import type { TableSize } from '../../../shared/operations/organization-data/organization-data-store.ts';
import { RECORD_KINDS } from '../../../shared/operations/organization-data/organization-record.ts';
import { DAY_MS } from '../../../shared/platform/time/utc-day.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { confirmName } from '../session/confirm.ts';
import { knownOrganization } from '../session/org-lookups.ts';
import type { Session } from '../session/session.ts';
import { openExportFolder } from './export-folder.ts';

export interface EraseOptions {
  readonly dryRun?: true;
  readonly confirm?: string;
}

/** Retention of point-in-time recovery in days. */
const BACKUP_DAYS = 35;
const MEGABYTE = 1e6;

export async function exportOrg(session: Session, orgId: string, to: string): Promise<void> {
  await session.workOnOrganizationData(async ({ dataStore, toExported, environment }, provisioning) => {
    await knownOrganization(provisioning, orgId);
    const folder = await openExportFolder(to);
    await provisioning.organizations.recordAction(orgId, { action: 'organization.exported' });
    try {
      const manifest = await exportOrganization(
        {
          dataStore,
          toExported,
          sink: folder,
          now: provisioning.now,
          environment,
          notify: (line) => session.progress('', line),
        },
        orgId,
      );
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
      await folder.close();
    }
  });
}

export async function eraseOrg(session: Session, orgId: string, options: EraseOptions): Promise<void> {
  await session.workOnOrganizationData(async (data, provisioning) => {
    const { dataStore, loadsRemoval, uploads, environment, quiet } = data;
    const organization = await provisioning.organizations.find(orgId);
    const active = organization?.status === 'active';
    const activeRejection = `${orgId} is active. Suspend it first with freight org suspend ${orgId}.`;
    if (options.dryRun) {
      const [held, sizes] = await Promise.all([
        countOrganizationData({ dataStore, provisioning, uploads }, orgId),
        dataStore.scannedTables(),
      ]);
      session.report({ orgId, dryRun: true, active, ...held }, [
        ...(isWithoutData(held)
          ? [`No data of ${orgId} found.`]
          : ['Would be erased:', ...describeHeld(held)]),
        ...(active ? [activeRejection] : []),
        sizeLine(sizes),
        ...retainedDataLines(environment, provisioning.now()),
      ]);
      return;
    }
    if (active) throw new CommandFailedError(activeRejection);
    const name = organization === undefined ? '' : ` (${organization.name})`;
    await confirmName(
      session,
      orgId,
      options.confirm,
      `All data of ${orgId}${name} will be permanently deleted.`,
    );
    const result = await eraseOrganization(
      {
        provisioning,
        dataStore,
        loadsRemoval,
        uploads,
        quiet,
        pause: session.pause,
        notify: session.notify,
      },
      orgId,
    );
    if (result.outcome === 'active') throw new CommandFailedError(activeRejection);
    if (result.outcome === 'left-over') {
      throw new CommandFailedError(
        [
          `Data of ${orgId} is still being written. Remaining after three rounds:`,
          ...describeHeld(result.left),
          'Run the command again. If data remains, find the process that writes it.',
        ].join('\n'),
      );
    }
    const stays = retainedDataLines(environment, provisioning.now());
    session.report({ orgId, outcome: 'erased', ...result.erased, recount: 0, stays }, [
      ...(isWithoutData(result.erased)
        ? [`No data of ${orgId} found.`]
        : [
            'Erased:',
            ...describeHeld(result.erased),
            result.erased.uploads === undefined
              ? 'A recount of all tables and API Gateway found no remaining data.'
              : 'A recount of all tables, the upload bucket and API Gateway found no remaining data.',
          ]),
      ...stays,
    ]);
  });
}

function describeHeld({ counts, gateway, uploads = 0 }: OrganizationDataCounts): string[] {
  const line = (count: number, name: string) => `${String(count).padStart(9)}  ${name}`;
  return [
    ...RECORD_KINDS.flatMap((kind) => (counts[kind] ? [line(counts[kind], kind)] : [])),
    ...(gateway.keys > 0 ? [line(gateway.keys, 'gateway key')] : []),
    ...(gateway.plans > 0 ? [line(gateway.plans, 'usage plan')] : []),
    ...(uploads > 0 ? [line(uploads, 'upload object')] : []),
  ];
}

function sizeLine(sizes: readonly TableSize[]): string {
  const bytes = sizes.reduce((sum, table) => sum + table.bytes, 0);
  const size = bytes < MEGABYTE ? 'less than 1 MB' : `${Math.round(bytes / MEGABYTE)} MB`;
  return `Tables scanned: ${sizes.map(({ table }) => table).join(', ')}; ${size} in total.`;
}

/** Data that an erasure does not delete, with its expiry. */
function retainedDataLines(environment: Parameters<typeof environmentSettings>[0], now: Date): string[] {
  if (environment === 'local') return ['The log of the local service can contain the organization id.'];
  const until = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const { logRetentionDays } = environmentSettings(environment);
  return [
    `Not deleted: point-in-time backups of the tables, until ${until(BACKUP_DAYS)} (they cannot be deleted earlier);`,
    `log lines about its calls and deliveries, without bodies, until ${until(logRetentionDays)};`,
    `event messages in queues and dead-letter queues, until ${until(14)} at the latest; exports and manual backups.`,
    'If a table is restored from a backup, erase the organization there again.',
  ];
}
