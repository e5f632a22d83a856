import type { Account } from '../platform/account/account.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import { createResultsWriter } from './files/results-file.ts';
import { rfpResultsKey } from './files/rfp-file-key.ts';
import { type PricedVersion, type ViewLanesPorts, viewLanes } from './pricing/view-lanes.ts';
import type { ResultsContent, RfpId, StoredRfp } from './record/stored-rfp.ts';
import type { RfpReader } from './store/dynamodb-rfp-reader.ts';

/** Lanes in memory at a time: the items of their chunks are one batch of DynamoDB. */
const LANES_AT_ONCE = 2_500;

export interface WriteResultsPorts extends ViewLanesPorts {
  readonly rfps: ViewLanesPorts['rfps'] & Pick<RfpReader, 'read' | 'earlierVersion'>;
  readonly objects: Pick<ObjectStore, 'tagOf' | 'writeParts' | 'remove'>;
}

/** A file of results to write. */
export interface ResultsMessage {
  readonly account: Account;
  readonly rfpId: RfpId;
  readonly results: ResultsContent;
}

/** `obsolete`: the RFP is deleted, or its results have other terms. No file of it exists. */
export type ResultsOutcome =
  | { readonly outcome: 'written'; readonly lanes: number }
  | { readonly outcome: 'written-before' | 'obsolete' };

class LanesMissingError extends Error {
  override readonly name = 'LanesMissingError';
}

/**
 * Writes the file of all lanes of a version with their results, part by part. A second run writes the same content. A file
 * of an RFP that is deleted meanwhile is removed.
 * @throws if an engine fails; the message is to be delivered again.
 */
export function writeResultsUseCase(ports: WriteResultsPorts) {
  const { rfps, objects } = ports;

  const versionOf = (account: Account, rfp: StoredRfp, version: number) =>
    version === rfp.version ? rfp : rfps.earlierVersion(account, rfp.rfpId, version);

  async function* partsOf(account: Account, rfp: StoredRfp, version: PricedVersion, content: ResultsContent) {
    const writer = createResultsWriter(rfp, content);
    for (let start = 0; start < rfp.lanes; start += LANES_AT_ONCE) {
      const count = Math.min(LANES_AT_ONCE, rfp.lanes - start);
      const indexes = Array.from({ length: count }, (_, at) => start + at);
      const lanes = await viewLanes(ports, account, version, indexes);
      // Lanes of a complete version lack a result only after a deletion.
      if (lanes.length < count) throw new LanesMissingError(`RFP ${rfp.rfpId} lacks results`);
      const bytes = writer.add(lanes);
      if (bytes.length > 0) yield bytes;
    }
    const last = writer.end();
    if (last.length > 0) yield last;
  }

  return async ({ account, rfpId, results }: ResultsMessage): Promise<ResultsOutcome> => {
    const key = rfpResultsKey(account, rfpId, results);
    const rfp = await rfps.read(account, rfpId);
    if (rfp === undefined) {
      await objects.remove(key);
      return { outcome: 'obsolete' };
    }
    const version = await versionOf(account, rfp, results.version);
    if (version?.termsRevision !== results.termsRevision) return { outcome: 'obsolete' };
    if ((await objects.tagOf(key)) !== undefined) return { outcome: 'written-before' };
    await objects.writeParts(key, undefined, partsOf(account, rfp, { ...version, rfpId }, results));
    // The erasure of a deleted RFP may have come before the file.
    if ((await rfps.read(account, rfpId)) !== undefined) return { outcome: 'written', lanes: rfp.lanes };
    await objects.remove(key);
    return { outcome: 'obsolete' };
  };
}
