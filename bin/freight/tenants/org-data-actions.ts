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
import { CommandFailedError } from '../failures/command-errors.ts';
import { confirmName } from '../session/confirm.ts';
import { knownOrganization } from '../session/org-lookups.ts';
import type { Session } from '../session/session.ts';
import { openExportFolder } from './export-folder.ts';

export interface EraseOptions {
  readonly dryRun?: true;
  readonly confirm?: string;
}

/** Days that point-in-time backups reach back; a table cannot be restored to a moment before that. */
const BACKUP_DAYS = 35;
const DAY_MS = 86_400_000;
const MEGABYTE = 1e6;

export async function exportOrg(session: Session, orgId: string, to: string): Promise<void> {
  await session.workOnOrganizationData(async ({ dataStore, toExported, environment }, provisioning) => {
    await knownOrganization(provisioning, orgId);
    const folder = await openExportFolder(to);
    try {
      const manifest = await exportOrganization(
        {
          dataStore,
          toExported,
          sink: folder,
          now: provisioning.now,
          environment,
          tell: (line) => session.progress('', line),
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
          : ['Records changed while they were read: the manifest says how many of each were seen.']),
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
    const activeRefusal = `${orgId} is active: freight org suspend ${orgId} first.`;
    if (options.dryRun) {
      const [held, sizes] = await Promise.all([
        countOrganizationData({ dataStore, provisioning, uploads }, orgId),
        dataStore.scannedTables(),
      ]);
      session.report({ orgId, dryRun: true, active, ...held }, [
        ...(isWithoutData(held)
          ? [`Nothing is held of ${orgId}.`]
          : ['Would be erased:', ...describeHeld(held)]),
        ...(active ? [activeRefusal] : []),
        sizeLine(sizes),
        ...whatStays(environment, provisioning.now()),
      ]);
      return;
    }
    if (active) throw new CommandFailedError(activeRefusal);
    const name = organization === undefined ? '' : ` (${organization.name})`;
    await confirmName(session, orgId, options.confirm, `Everything of ${orgId}${name} is erased for good.`);
    const result = await eraseOrganization(
      {
        provisioning,
        dataStore,
        loadsRemoval,
        uploads,
        quiet,
        pause: session.pause,
        tell: session.notify,
      },
      orgId,
    );
    if (result.outcome === 'active') throw new CommandFailedError(activeRefusal);
    if (result.outcome === 'left-over') {
      throw new CommandFailedError(
        [
          `Something is still written for ${orgId}; left after three rounds:`,
          ...describeHeld(result.left),
          'Run it again; where that does not help, look for what writes.',
        ].join('\n'),
      );
    }
    const stays = whatStays(environment, provisioning.now());
    session.report({ orgId, outcome: 'erased', ...result.erased, recount: 0, stays }, [
      ...(isWithoutData(result.erased)
        ? [`Nothing is held of ${orgId}.`]
        : [
            'Erased:',
            ...describeHeld(result.erased),
            result.erased.uploads === undefined
              ? 'A recount of all tables and of API Gateway found nothing left.'
              : 'A recount of all tables, of the bucket of uploads and of API Gateway found nothing left.',
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
    ...(uploads > 0 ? [line(uploads, 'object of uploads')] : []),
  ];
}

function sizeLine(sizes: readonly TableSize[]): string {
  const bytes = sizes.reduce((sum, table) => sum + table.bytes, 0);
  const size = bytes < MEGABYTE ? 'less than 1 MB' : `${Math.round(bytes / MEGABYTE)} MB`;
  return `Read whole to find it: ${sizes.map(({ table }) => table).join(', ')}; ${size} together.`;
}

/** What an erasure does not reach, and until when it is there. */
function whatStays(environment: Parameters<typeof environmentSettings>[0], now: Date): string[] {
  if (environment === 'local') return ['The log of the local service may name it.'];
  const until = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const { logRetentionDays } = environmentSettings(environment);
  return [
    `Still held elsewhere: point-in-time backups of the tables, until ${until(BACKUP_DAYS)}, which nothing deletes sooner;`,
    `log lines with its id and what its calls and receivers did, without bodies, until ${until(logRetentionDays)};`,
    `messages of events in queues and among dead letters, until ${until(14)} at most; exports, and backups that somebody made by hand.`,
    'A table that is restored from a backup holds it again: erase it there, too.',
  ];
}
