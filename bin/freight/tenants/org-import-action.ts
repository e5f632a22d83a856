import { importOrganization } from '../../../shared/operations/organization-data/import-organization.ts';
import { RECORD_KINDS } from '../../../shared/operations/organization-data/organization-record.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';
import { readImportFolder } from './import-folder.ts';

/** Imports an exported organization; validates the folder before it writes anything. */
export async function importOrg(session: Session, folder: string): Promise<void> {
  const source = await readImportFolder(folder);
  const { orgId } = source;
  await session.workOnOrganizationData(async ({ dataStore, sealing }, provisioning) => {
    const result = await importOrganization(
      { provisioning, dataStore, sealing: await sealing(), notify: session.notify },
      source,
    );
    if (result.outcome === 'exists') {
      throw new CommandFailedError(
        `${orgId} exists, and is not overwritten. If you repeat an interrupted import of the same export, that import is complete. To replace the organization, erase it first with freight org erase ${orgId}.`,
      );
    }
    if (result.outcome === 'has-data') {
      throw new CommandFailedError(
        `The tables have data of ${orgId} (${result.kind}), and it is not overwritten. Erase it first with freight org erase ${orgId}.`,
      );
    }
    if (result.outcome === 'over-capacity') throw new CommandFailedError(result.fault);
    const { counts, failedRfps } = result;
    const { key = 0, 'market-loads': loads = 0, webhook = 0 } = source.records;
    session.report(
      {
        orgId,
        folder,
        from: source.environment,
        counts,
        failedRfps,
        keysToCreate: key,
        loadsNotImported: loads,
      },
      [
        ...RECORD_KINDS.flatMap((kind) =>
          counts[kind] ? [`${String(counts[kind]).padStart(9)}  ${kind}`] : [],
        ),
        `${orgId} is imported and suspended. To start it:`,
        `  freight key create ${orgId}: the ${key} API keys of the export cannot be imported.`,
        `  freight org resume ${orgId}`,
        ...(webhook > 0
          ? [
              `Each of its ${webhook} webhooks has a new signing secret: its owner must rotate it (POST /v1/webhooks/ID/rotate-secret).`,
            ]
          : []),
        ...(failedRfps.length > 0
          ? [
              `${failedRfps.length} RFPs have the status failed, because they were being priced or changed at the export. Create them again: ${failedRfps.join(', ')}.`,
            ]
          : []),
        ...(loads > 0
          ? ['Loads in the market are not imported. Import their files again with freight market import.']
          : []),
      ],
    );
  });
}
