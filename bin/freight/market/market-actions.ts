import type { Provisioning } from '../../../shared/accounts/provisioning/provisioning.ts';
import { shareLoads } from '../../../shared/market/importing/share-loads.ts';
import { type LoadOwner, organizationOwner } from '../../../shared/market/loads/load-owner.ts';
import { publishMarket } from '../../../shared/market/publishing/publish-market.ts';
import { contributorNote } from '../../../shared/market/store/contributor-note.ts';
import type { KeyMode } from '../../../shared/platform/account/account.ts';
import { utcDay } from '../../../shared/platform/time/utc-day.ts';
import { weekNumber } from '../../../shared/platform/time/utc-week.ts';
import { CommandMisusedError, CommandRefusedError } from '../failures/failure.ts';
import { knownOrganization } from '../session/org-lookups.ts';
import { placeFilesReady } from '../session/place-files-ready.ts';
import type { Session } from '../session/session.ts';
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
    const owner = await ownerOf(provisioning, flags);
    await reportImport(session, owner, async (onProgress) => {
      const imported = await importMarketFile(market, { path, owner, onProgress });
      return { ...imported, ...noteOf(owner, await market.store.summary()) };
    });
  });
}

/** Has a deployment bring a file in, which goes on where this command is ended. */
async function uploadMarket(session: Session, path: string, flags: ImportFlags): Promise<void> {
  await session.workOnUploads(async (objects, provisioning) => {
    const owner = await ownerOf(provisioning, flags);
    if (owner === 'simulated') {
      throw new CommandMisusedError('Simulated loads are not uploaded: leave out --upload.');
    }
    const { pause } = session;
    await reportImport(session, owner, (onProgress) =>
      uploadLoads({ objects, path, owner, now: provisioning.now(), pause, onProgress }),
    );
  });
}

interface Told extends MarketImport {
  readonly note?: string | undefined;
}

/** @returns an object to be told with a result. */
function noteOf(...of: Parameters<typeof contributorNote>): Pick<Told, 'note'> {
  const note = contributorNote(...of);
  return note === undefined ? {} : { note };
}

async function reportImport(
  session: Session,
  owner: LoadOwner,
  bringIn: (onProgress: (progress: ImportProgress) => void) => Promise<Told>,
): Promise<void> {
  let before: ImportProgress | undefined;
  const onProgress = (progress: ImportProgress) => {
    session.progress(importBar(progress), importLine(progress, before));
    before = progress;
  };
  const began = performance.now();
  const result = await bringIn(onProgress).finally(() => session.progress(''));
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  const { rows, added, known, refused, refusedFile, note } = result;
  session.report({ owner, ...result, seconds }, [
    `${rows} rows in ${seconds} s: ${added} loads added, ${known} known before, ${refused} refused.`,
    ...(refusedFile === '' ? [] : [`${refusedFile} says why of each refused row.`]),
    ...(added === 0 ? ['Nothing changed for callers.'] : []),
    ...(note === undefined ? [] : [note]),
    ...(added > 0 && note === undefined ? ['Rates follow within two minutes.'] : []),
  ]);
}

async function ownerOf(
  provisioning: Provisioning,
  { org, mode, simulated = false }: ImportFlags,
): Promise<LoadOwner> {
  if (org === undefined) {
    if (mode !== undefined) throw new CommandMisusedError("--mode is an organization's: name it with --org.");
    return simulated ? 'simulated' : 'operator';
  }
  if (simulated) throw new CommandMisusedError("Simulated loads are nobody's own: leave out --org.");
  return organizationOwner(await stayingOrganization(provisioning, org), mode ?? 'test');
}

/** @throws CommandRefusedError for one that is not there, or is being erased: its loads would come back. */
async function stayingOrganization(provisioning: Provisioning, org: string): Promise<string> {
  const { orgId, erasingSince } = await knownOrganization(provisioning, org);
  if (erasingSince === undefined) return orgId;
  throw new CommandRefusedError(
    `${orgId} is being erased: finish it with freight org erase ${orgId} --confirm ${orgId}.`,
  );
}

/** Lets an organization's live loads into the market, or takes them out again; they stay its own either way. */
export async function setSharing(session: Session, org: string, shared: boolean): Promise<void> {
  await session.workOnMarket(async (market, provisioning) => {
    const orgId = await stayingOrganization(provisioning, org);
    await share(session, market, organizationOwner(orgId, 'live'), shared);
  });
}

/** Takes simulated loads out of the market, or lets them in again. */
export async function setSimulated(session: Session, shared: boolean): Promise<void> {
  await session.workOnMarket((market) => share(session, market, 'simulated', shared));
}

type Market = Parameters<Parameters<Session['workOnMarket']>[0]>[0];

async function share(session: Session, market: Market, owner: LoadOwner, shared: boolean): Promise<void> {
  const thisWeek = weekNumber(utcDay(market.now()));
  await shareLoads(market.store, owner, shared, thisWeek);
  await publishMarket(market.store, await market.dieselFor(), thisWeek);
  const { note } = noteOf(owner, await market.store.summary());
  const whose = owner === 'simulated' ? 'Simulated loads' : `Loads of ${owner}`;
  session.report({ owner, shared, ...(note === undefined ? {} : { note }) }, [
    shared && note !== undefined
      ? `${whose} are in the market.`
      : `${whose} are ${shared ? '' : 'not '}in the market: rates follow within two minutes.`,
    ...(note === undefined ? [] : [note]),
  ]);
}
