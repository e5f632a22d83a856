import type { Account } from '../../platform/account/account.ts';
import type { ColumnReport } from '../../sheets/table.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import type { RfpId } from './rfp-id.ts';
import type {
  PricingTerms,
  Reservation,
  RfpCreation,
  RfpFailure,
  RfpFields,
  StoredRfp,
} from './stored-rfp.ts';

/** An RFP whose lanes come by a file. */
export interface AwaitedRfp extends RfpFields {
  readonly rfpId: RfpId;
  /** Until when the file can be sent, ISO 8601 UTC. */
  readonly uploadUntil: string;
}

/** What the file of an RFP determines. */
export interface FileOfLanes {
  readonly lanes: number;
  /** Its header. */
  readonly columns: readonly string[];
  readonly columnReport: ColumnReport;
  readonly notes: readonly string[];
  readonly pricing: PricingTerms;
}

/** `obsolete`: the RFP is deleted, or no longer awaits a file. Nothing was written. */
export type FileOutcome =
  | { readonly outcome: 'written' | 'obsolete' }
  | { readonly outcome: 'over-limit'; readonly used: number };

/** Port: RFPs whose lanes come by a file. `Extra` is written in the same transaction as the creation. */
export interface RfpUploadStore<Extra = never> {
  /** Stores an RFP that awaits its file. It counts no call. */
  createAwaited(
    account: Account,
    rfp: AwaitedRfp,
    extra?: Extra,
  ): Promise<Exclude<RfpCreation, { readonly outcome: 'over-limit' }>>;
  /**
   * Notes when a run that reads the file began, ISO 8601 UTC.
   * @returns when all runs began that no error ended; undefined if the RFP no longer awaits a file.
   */
  noteReading(account: Account, rfpId: RfpId, at: string): Promise<ReadonlySet<string> | undefined>;
  /** Forgets a run that an error ended. */
  forgetReading(account: Account, rfpId: RfpId, at: string): Promise<void>;
  /** Stores the lanes of a file, in their order. Safe to repeat; they have no effect until `begin`. */
  storeLanes(account: Account, rfpId: RfpId, lanes: readonly LaneDraft[]): Promise<void>;
  /** Begins run 1 of an RFP that awaits its file and counts its calls, or changes nothing. */
  begin(account: Account, rfpId: RfpId, file: FileOfLanes, reservation: Reservation): Promise<FileOutcome>;
  /** Ends an RFP that awaits its file. */
  fail(account: Account, rfpId: RfpId, failure: RfpFailure): Promise<'written' | 'obsolete'>;
}

/** The fields of an RFP before its file is read. */
export const awaitedRfp = (
  { uploadUntil, ...fields }: AwaitedRfp,
  { period, at }: { readonly period: string; readonly at: string },
): Omit<StoredRfp, 'counters'> => ({
  ...fields,
  uploadUntil,
  state: 'awaiting_upload',
  failure: undefined,
  columns: undefined,
  lanes: 0,
  version: 1,
  run: 0,
  remaining: 0,
  pricing: { asOf: at, strategyVersion: 0 },
  termsRevision: 0,
  marginPercent: undefined,
  calls: 0,
  period,
  updatedAt: at,
});
