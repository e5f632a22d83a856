import type { AccountUsage } from '../../accounts/usage/account-ledger.ts';
import { usagePeriod } from '../../accounts/usage/usage-period.ts';
import { ownEntriesOn } from '../../costs/accessorials/own-tariff.ts';
import type { Account } from '../../platform/account/account.ts';
import { CsvError } from '../../platform/files/csv-rows.ts';
import { isNotUtf8 } from '../../platform/files/utf8.ts';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import { BILLING_REQUIRED } from '../../quotes/request/quote-rejections.ts';
import type { StrategyStore } from '../../quotes/strategy/strategy-store.ts';
import { lanesOfFile } from '../files/lanes-of-file.ts';
import { type LaneFile, MAX_FILE_BYTES, readLaneFile } from '../files/read-lane-rows.ts';
import { countedCalls } from '../record/counted-calls.ts';
import { firstPickupDay, pricingMoment } from '../record/pricing-moment.ts';
import type { RfpId } from '../record/rfp-id.ts';
import type { RfpFailure, RfpStore } from '../record/rfp-store.ts';
import type { RfpUploadStore } from '../record/rfp-upload-store.ts';
import { usageLimitExceeded } from '../rfp-rejections.ts';

export interface ReadRfpFilePorts {
  readonly rfps: Pick<RfpStore, 'read'> & Pick<RfpUploadStore, 'storeLanes' | 'begin' | 'fail'>;
  readonly objects: Pick<ObjectStore, 'read'>;
  /** Usage of a month (YYYY-MM); undefined if the organization is unknown. */
  readonly usageOf: (
    account: Account,
    period: string,
  ) => Promise<Pick<AccountUsage, 'billing' | 'usageLimit' | 'used'> | undefined>;
  readonly strategies: Pick<StrategyStore, 'current'>;
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
export function readRfpFileUseCase({ rfps, objects, usageOf, strategies, now }: ReadRfpFilePorts) {
  return async ({ account, rfpId, key, length }: SentFile): Promise<RfpFileOutcome> => {
    const rfp = await rfps.read(account, rfpId);
    if (rfp?.state !== 'awaiting_upload') return { outcome: 'obsolete' };
    const fail = async (failure: RfpFailure): Promise<RfpFileOutcome> => {
      const outcome = await rfps.fail(account, rfpId, failure);
      return outcome === 'obsolete' ? { outcome } : { outcome: 'failed', failure };
    };
    if (length > MAX_FILE_BYTES) return fail(tooLarge(length));
    const object = await objects.read(key);
    if (object === undefined) return { outcome: 'obsolete' };
    const file = readFile(object.bytes);
    if ('failure' in file) return fail(file.failure);

    const at = now();
    const period = usagePeriod(at);
    const [usage, strategy] = await Promise.all([
      usageOf(account, period),
      strategies.current(account.orgId, account.mode),
    ]);
    // The organization is erased.
    if (usage === undefined) return { outcome: 'obsolete' };
    if (!usage.billing) return fail({ code: 'BILLING_REQUIRED', message: BILLING_REQUIRED.message });
    const { usageLimit } = usage;
    const asOf = pricingMoment(rfp.contractStart, at);
    const own = ownEntriesOn(strategy.tariff, firstPickupDay(rfp.contractStart, asOf));
    const lanes = lanesOfFile(file.rows, { ...rfp, own });
    const calls = countedCalls(lanes.length);
    const overLimit = (used: number) =>
      fail({
        code: 'USAGE_LIMIT_EXCEEDED',
        message: usageLimitExceeded({ used, usageLimit, calls }, at).message,
      });
    // The write that begins the run decides; this check saves the writes of lanes that it would reject.
    if (usage.used + calls > usageLimit) return overLimit(usage.used);

    await rfps.storeLanes(account, rfpId, lanes);
    const pricing = { asOf: asOf.toISOString(), strategyVersion: strategy.version };
    const columns = file.header;
    const begun = await rfps.begin(
      account,
      rfpId,
      { lanes: lanes.length, columns, pricing },
      { calls, period, usageLimit },
    );
    if (begun.outcome === 'over-limit') return overLimit(begun.used);
    return begun.outcome === 'obsolete' ? { outcome: 'obsolete' } : { outcome: 'begun', lanes: lanes.length };
  };
}

const invalid = (message: string): RfpFailure => ({ code: 'FILE_INVALID', message });

const tooLarge = (length: number): RfpFailure =>
  invalid(`The file has ${length} bytes; at most ${MAX_FILE_BYTES} are allowed. Split the RFP.`);

/** Maximum bytes of a header: the head of the RFP stores it. */
const MAX_HEADER_BYTES = 4_000;

function readFile(bytes: Uint8Array): LaneFile | { readonly failure: RfpFailure } {
  try {
    const file = readLaneFile(bytes);
    const size = Buffer.byteLength(file.header.join());
    return size <= MAX_HEADER_BYTES
      ? file
      : {
          failure: invalid(`The header has ${size} bytes; at most ${MAX_HEADER_BYTES} are allowed.`),
        };
  } catch (error) {
    if (error instanceof CsvError) return { failure: invalid(`The file was not read: ${error.message}.`) };
    if (isNotUtf8(error)) {
      return { failure: invalid('The file is not UTF-8 or Windows-1252 text. Save it as CSV UTF-8.') };
    }
    throw error;
  }
}
