import type { Account } from '../../platform/account/account.ts';
import type { RfpId } from './rfp-id.ts';
import type { StoredRfp } from './stored-rfp.ts';

/**
 * What identifies the content of a file of results: results of a version are written once, and each change of margins,
 * exclusions and awards has another revision.
 */
export interface ResultsContent extends Pick<StoredRfp, 'version' | 'termsRevision'> {
  /** Whom the file is for. Absent: the caller, with costs, margins and confidence. */
  readonly for?: 'customer';
  /** Absent: CSV. */
  readonly format?: 'xlsx';
}

/** The parts of a content; a content can be a whole RFP. */
export const resultsContent = ({
  version,
  termsRevision,
  for: reader,
  format,
}: ResultsContent): ResultsContent => ({
  version,
  termsRevision,
  ...(reader && { for: reader }),
  ...(format && { format }),
});

/** A request for a file of results that the worker writes. */
export interface ResultsRequest extends ResultsContent {
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Port: requests for files of results. */
export interface ResultsRequests {
  /** Requests a file, again only after minutes if it is the latest request. Requests nothing of a deleted RFP. */
  request(account: Account, rfpId: RfpId, content: ResultsContent): Promise<void>;
}
