import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { ResultsRequest } from '../../../../shared/rfps/record/results-requests.ts';
import { NO_COUNTERS } from '../../../../shared/rfps/record/rfp-counters.ts';
import { createRfpIds } from '../../../../shared/rfps/record/rfp-id.ts';
import type { StoredRfp } from '../../../../shared/rfps/record/rfp-store.ts';
import { headItem, headKey } from '../../../../shared/rfps/store/dynamodb-rfp-items.ts';

export const CREATED_AT = new Date('2026-10-07T17:00:00.123Z');
const UPDATED_AT = '2026-10-07T17:05:00.456Z';

/** An RFP of 120 lanes in three chunks, none of which has a result. */
export const RFP: StoredRfp = {
  rfpId: createRfpIds()(CREATED_AT),
  name: 'Drayage 2027 / Zürich 🚚',
  customer: 'Acme',
  customerReference: '',
  equipment: 'container_40',
  requirements: ['liftgate'],
  contractStart: undefined,
  contractEnd: undefined,
  state: 'open',
  failure: undefined,
  columns: undefined,
  uploadUntil: undefined,
  lanes: 120,
  version: 1,
  run: 1,
  remaining: 3,
  pricing: { asOf: CREATED_AT.toISOString(), strategyVersion: 0 },
  termsRevision: 0,
  marginPercent: undefined,
  counters: NO_COUNTERS,
  calls: 12,
  period: '2026-10',
  updatedAt: UPDATED_AT,
};

export const ACCOUNT: Account = { orgId: 'org_1', mode: 'live' };

/** A head as it was before or after a change. */
export interface StoredHead extends Partial<StoredRfp> {
  readonly writtenBy?: string;
  readonly imported?: boolean;
  readonly resultsRequest?: ResultsRequest;
  readonly fileBytes?: number;
  readonly resumedAt?: string;
}

const imageOf = (
  account: Account,
  { writtenBy = 'w1', imported, resultsRequest, fileBytes, resumedAt, ...changed }: StoredHead,
) =>
  marshall(
    {
      ...headItem(account, { rfp: { ...RFP, ...changed }, writtenBy }),
      ...(imported ? { imported } : {}),
      ...{ resultsRequest, fileBytes, resumedAt },
    },
    { removeUndefinedValues: true },
  );

/** A record of the stream: an insertion without `before`, a removal without `after`. */
export const recordOf = (
  { before, after }: { readonly before?: StoredHead; readonly after?: StoredHead },
  account: Account = ACCOUNT,
): DynamoDBRecord =>
  ({
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      Keys: marshall(headKey(account, RFP.rfpId)),
      SequenceNumber: '7',
      ApproximateCreationDateTime: 1_791_450_000,
      ...(before && { OldImage: imageOf(account, before) }),
      ...(after && { NewImage: imageOf(account, after) }),
    },
  }) as DynamoDBRecord;
