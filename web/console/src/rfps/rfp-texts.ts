import type { RfpDetail } from '../api/client.ts';

type LaneErrorCode = RfpDetail['errors'][number]['code'];
type FailureCode = NonNullable<RfpDetail['error']>['code'];

export const LANE_ERRORS: Readonly<Record<LaneErrorCode, string>> = {
  LANE_INVALID: 'Missing or invalid values',
  LOCATION_NOT_FOUND: 'Unknown place',
  LOCATION_AMBIGUOUS: 'Place with several meanings',
  NO_ROUTE: 'No road between both places',
  INTERNAL_ERROR: 'Error of the service, not counted as usage',
};

export const FAILURES: Readonly<Record<FailureCode, string>> = {
  FILE_INVALID: 'The file cannot be read as lanes',
  COLUMNS_NOT_UNDERSTOOD: 'The columns of the file are not understood',
  USAGE_LIMIT_EXCEEDED: 'The monthly limit is reached',
  BILLING_REQUIRED: 'The organization has no billing information',
};
