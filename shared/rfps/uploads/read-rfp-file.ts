import type { UsageOf } from '../../accounts/usage/dynamodb-read-account.ts';
import { ownEntriesOn } from '../../costs/accessorials/own-tariff.ts';
import type { PlaceDirectory } from '../../geography/places/place.ts';
import type { Account } from '../../platform/account/account.ts';
import { chunk as groupsOf } from '../../platform/collections/chunk.ts';
import { FileError } from '../../platform/files/file-error.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { ORGANIZATION_MISSING } from '../../quotes/request/quote-rejections.ts';
import type { StrategyStore } from '../../quotes/strategy/dynamodb-strategies.ts';
import { columnReport as columnReportOf } from '../../sheets/understand-table.ts';
import { rowsOfFile } from '../../sheets/workbook-rows.ts';
import { LANE_FILE } from '../files/lane-columns.ts';
import { lanesOfFile } from '../files/lanes-of-file.ts';
import { LANE_FILE_LIMITS, type LaneFile, MAX_FILE_BYTES, readLaneFile } from '../files/read-lane-rows.ts';
import { readLaneUsage } from '../lane-usage.ts';
import { LANES_PER_CHUNK } from '../lanes/lane-draft.ts';
import { firstPickupDay, pricingMoment } from '../record/pricing-moment.ts';
import type { RfpId } from '../record/rfp-id.ts';
import type { RfpFailure, StoredRfp } from '../record/stored-rfp.ts';
import type { RfpStore } from '../store/dynamodb-rfp-store.ts';
import type { RfpUploads } from '../store/dynamodb-rfp-uploads.ts';

export interface ReadRfpFilePorts {
  readonly rfps: Pick<RfpStore, 'read' | 'storeInputs'> & RfpUploads;
  readonly objects: Pick<ObjectStore, 'read'>;
  readonly usageOf: UsageOf;
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly places: Pick<PlaceDirectory, 'findCities'>;
  readonly now: () => Date;
}

/** A file of lanes that was sent. */
export interface SentFile {
  readonly account: Account;
  readonly rfpId: RfpId;
  readonly key: string;
  /** Bytes. */
  readonly length: number;
}

type Fail = (failure: RfpFailure) => Promise<RfpFileOutcome>;

/** `obsolete`: the RFP is deleted or has its lanes, or the file no longer exists; nothing was done. */
export type RfpFileOutcome =
  | { readonly outcome: 'begun'; readonly lanes: number }
  | { readonly outcome: 'failed'; readonly failure: RfpFailure }
  | { readonly outcome: 'obsolete' };

/**
 * Reads the file of an RFP, stores its lanes, and begins their pricing. The lanes have no effect before the one write that
 * counts the calls and begins the run: a run that is killed is repeated from the start, and a second one changes nothing.
 * @throws if an engine fails; the file is to be read again.
 */
export function readRfpFileUseCase({ rfps, objects, usageOf, strategies, places, now }: ReadRfpFilePorts) {
  const read = async (
    { account, rfpId, key }: SentFile,
    rfp: StoredRfp,
    fail: Fail,
  ): Promise<RfpFileOutcome> => {
    const object = await objects.read(key);
    if (object === undefined) return { outcome: 'obsolete' };
    const file = await readFile(object.bytes, rfp);
    if ('failure' in file) return fail(file.failure);

    const at = now();
    const [usage, strategy] = await Promise.all([
      readLaneUsage(usageOf, account, at),
      strategies.current(account.orgId, account.mode),
    ]);
    if (!usage.ok) {
      const isErased = usage.rejection === ORGANIZATION_MISSING;
      return isErased
        ? { outcome: 'obsolete' }
        : fail({ code: 'BILLING_REQUIRED', message: usage.rejection.message });
    }
    const asOf = pricingMoment(rfp.contractStart, at);
    const own = ownEntriesOn(strategy.tariff, firstPickupDay(rfp.contractStart, asOf));
    const lanes = lanesOfFile(file.rows, { ...rfp, own }, places);
    const { used, reservation, overLimit } = usage.body(lanes.length);
    const failOverLimit = (calls: number) =>
      fail({ code: 'USAGE_LIMIT_EXCEEDED', message: overLimit(calls).rejection.message });
    // The write that begins the run decides; this check saves the writes of lanes that it would reject.
    if (used + reservation.calls > reservation.usageLimit) return failOverLimit(used);

    await rfps.storeInputs(account, rfpId, new Map(groupsOf(lanes, LANES_PER_CHUNK).entries()));
    const pricing = { asOf: asOf.toISOString(), strategyVersion: strategy.version };
    const columns = file.table.columns.map(({ header }) => header);
    const columnReport = columnReportOf(file.table);
    const begun = await rfps.begin(
      account,
      rfpId,
      { lanes: lanes.length, columns, columnReport, notes: file.notes, pricing },
      reservation,
    );
    if (begun.outcome === 'over-limit') return failOverLimit(begun.used);
    return begun.outcome === 'obsolete' ? { outcome: 'obsolete' } : { outcome: 'begun', lanes: lanes.length };
  };

  return async (file: SentFile): Promise<RfpFileOutcome> => {
    const { account, rfpId, length } = file;
    const rfp = await rfps.read(account, rfpId);
    if (rfp?.state !== 'awaiting_upload') return { outcome: 'obsolete' };
    const fail = async (failure: RfpFailure): Promise<RfpFileOutcome> => {
      const outcome = await rfps.fail(account, rfpId, failure);
      return outcome === 'obsolete' ? { outcome } : { outcome: 'failed', failure };
    };
    if (length > MAX_FILE_BYTES) return fail(tooLarge(length));
    const at = now();
    const begun = await rfps.noteReading(account, rfpId, at.toISOString());
    if (begun === undefined) return { outcome: 'obsolete' };
    const killed = [...begun].filter((moment) => at.getTime() - Date.parse(moment) > MAX_RUN_MS);
    if (killed.length >= MAX_KILLED) return fail(FILE_KILLS);
    try {
      return await read(file, rfp, fail);
    } catch (error) {
      // An error is not the fault of the file: the run does not count.
      await rfps.forgetReading(account, rfpId, at.toISOString()).catch(() => undefined);
      throw error;
    }
  };
}

/** Runs that may be killed: the function ran out of time or memory. */
const MAX_KILLED = 2;
/** Longer than a run of the function: one that began earlier and did not end was killed. */
const MAX_RUN_MS = 300_000;

const invalid = (message: string): RfpFailure => ({ code: 'FILE_INVALID', message });

const tooLarge = (length: number): RfpFailure =>
  invalid(`The file has ${length} bytes; at most ${MAX_FILE_BYTES} are allowed. Split the RFP.`);

const FILE_KILLS = invalid('The file was not read: two runs ended while they worked on it. Split the RFP.');

/** Maximum bytes of a header: the head of the RFP stores it. */
const MAX_HEADER_BYTES = 8_000;

async function readFile(
  bytes: Uint8Array,
  { columnChoice, sheet }: Pick<StoredRfp, 'columnChoice' | 'sheet'>,
): Promise<LaneFile | { readonly failure: RfpFailure }> {
  try {
    const file = readLaneFile(await rowsOfFile(bytes, LANE_FILE, LANE_FILE_LIMITS, sheet), columnChoice);
    const size = Buffer.byteLength(JSON.stringify(columnReportOf(file.table)));
    return size <= MAX_HEADER_BYTES
      ? file
      : { failure: invalid(`The header has ${size} bytes; at most ${MAX_HEADER_BYTES} are allowed.`) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { failure: { code: error.code, message: `The file was not read: ${error.message}.` } };
  }
}
