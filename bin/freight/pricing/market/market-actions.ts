import type { Provisioning } from '../../../../shared/accounts/provisioning/provisioning.ts';
import {
  type LoadOwner,
  organizationOf,
  organizationOwner,
} from '../../../../shared/market/loads/load-owner.ts';
import type { KeyMode } from '../../../../shared/platform/account/account.ts';
import type { ColumnReport } from '../../../../shared/sheets/understand-table.ts';
import { PartialFailureError, UsageError } from '../../failures/command-errors.ts';
import { columnLines } from '../../session/column-lines.ts';
import { placeFilesReady } from '../../session/place-files-ready.ts';
import type { Session } from '../../session/session.ts';
import { organizationForLoads, resultNote, setLoadSharing } from './load-sharing.ts';
import { importMarketFile, type MarketImport } from './market-import.ts';
import { type ImportProgress, importBar, importLine } from './market-text.ts';
import { uploadLoads } from './upload-loads.ts';

export interface ImportFlags {
  readonly org?: string;
  readonly mode?: KeyMode;
  readonly simulated?: boolean;
  readonly upload?: boolean;
}

export async function importMarket(session: Session, path: string, flags: ImportFlags): Promise<void> {
  if (flags.upload) return uploadMarket(session, path, flags);
  await placeFilesReady();
  await session.workOnMarket(async (market, provisioning) => {
    const owner = await beginImport(provisioning, flags);
    await reportImport(session, owner, async (onProgress) => {
      const checkOwner = () => rejectErasedOwner(provisioning, owner);
      const { freightMarkets, ...imported } = await importMarketFile(market, {
        path,
        owner,
        checkOwner,
        onProgress,
      });
      return { ...imported, ...resultNote(owner, freightMarkets, await market.store.summary()) };
    });
  });
}

/** Uploads a file to a deployment, which imports it even if this command is interrupted. */
async function uploadMarket(session: Session, path: string, flags: ImportFlags): Promise<void> {
  await session.workOnUploads(async (objects, provisioning) => {
    const owner = await beginImport(provisioning, flags);
    if (owner === 'simulated') {
      throw new UsageError('Simulated loads cannot be uploaded. Omit --upload.');
    }
    const { pause } = session;
    await reportImport(session, owner, (onProgress) =>
      uploadLoads({ objects, path, owner, now: provisioning.now(), pause, onProgress }),
    );
  });
}

interface ImportReport extends Omit<MarketImport, 'freightMarkets' | 'columns'> {
  readonly columns?: ColumnReport | undefined;
  readonly note?: string | undefined;
}

async function reportImport(
  session: Session,
  owner: LoadOwner,
  runImport: (onProgress: (progress: ImportProgress) => void) => Promise<ImportReport>,
): Promise<void> {
  let before: ImportProgress | undefined;
  const onProgress = (progress: ImportProgress) => {
    session.progress(importBar(progress), importLine(progress, before));
    before = progress;
  };
  const began = performance.now();
  const result = await runImport(onProgress).finally(() => session.progress(''));
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  const { rows, added, known, rejected, rejectedFile, warnings, columns, note } = result;
  session.report({ owner, ...result, seconds }, [
    `${rows} rows in ${seconds} s: ${added} loads added, ${known} duplicates, ${rejected} rejected.`,
    ...(added === 0 ? ['Rates did not change.'] : []),
    ...warnings,
    ...columnLines(columns),
    ...(note === undefined ? [] : [note]),
    ...(added > 0 && note === undefined
      ? [`Rates use ${warnings.length === 0 ? 'the' : 'all other'} loads within two minutes.`]
      : []),
  ]);
  if (rejected > 0) {
    throw new PartialFailureError(`${rejected} of ${rows} rows were rejected. See ${rejectedFile}.`);
  }
}

/** The owner of the loads. An import for an organization is recorded in its audit log. */
async function beginImport(
  provisioning: Provisioning,
  { org, mode, simulated = false }: ImportFlags,
): Promise<LoadOwner> {
  if (org === undefined) {
    if (mode !== undefined) throw new UsageError('--mode requires --org.');
    return simulated ? 'simulated' : 'operator';
  }
  if (simulated) throw new UsageError('Simulated loads cannot belong to an organization. Omit --org.');
  const orgId = await organizationForLoads(provisioning, org);
  const ownerMode = mode ?? 'test';
  await provisioning.organizations.recordAction(orgId, { action: 'loads.imported' }, [ownerMode]);
  return organizationOwner(orgId, ownerMode);
}

/** @throws CommandFailedError if the owner is an organization that is being erased or does not exist. */
async function rejectErasedOwner(provisioning: Provisioning, owner: LoadOwner): Promise<void> {
  const orgId = organizationOf(owner);
  if (orgId !== undefined) await organizationForLoads(provisioning, orgId);
}

/** Includes simulated loads in market rates, or excludes them. */
export async function setDemoMarket(session: Session, enabled: boolean): Promise<void> {
  await session.workOnMarket((market) => setLoadSharing(session, market, 'simulated', enabled));
}
