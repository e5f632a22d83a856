import * as v from 'valibot';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import { integerParameter, integerText } from '../../platform/http/integer-parameter.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import {
  LANE_ORDERS,
  type LaneCursor,
  type LaneFilter,
  type LaneOrder,
  parseLaneCursor,
} from '../lanes/lane-page.ts';

const STATUSES = ['priced', 'failed'] as const;

const DEFAULT_LIMIT = 50;
/** A page of lanes in as many chunks is read within a second; its answer stays far below the 6 MB of Lambda. */
export const MAX_LANES_LIMIT = 200;
const LIMIT = `must be an integer from 1 to ${MAX_LANES_LIMIT}`;
const MAX_CONFIDENCE = 100;
const CONFIDENCE = `must be an integer from 0 to ${MAX_CONFIDENCE}`;
const CURSOR = 'must be the next_cursor of a previous page with the same sort';
const MAX_VERSION = 99_999;
const VERSION = 'must be a version of the RFP';
const ORIGIN = `must have at most ${MAX_PLACE_TEXT_LENGTH} characters`;

const confidence = v.exactOptional(integerText(0, MAX_CONFIDENCE, CONFIDENCE));

/** A version of an RFP in a query. */
export const versionParameter = v.exactOptional(integerText(1, MAX_VERSION, VERSION));

/** Query parameters of a list of lanes. `readLanesQuery` reads the text of the cursor. */
export const listLanesParameters = v.object({
  status: v.exactOptional(v.picklist(STATUSES, `must be one of ${STATUSES.join(', ')}`)),
  min_confidence: confidence,
  max_confidence: confidence,
  origin: v.exactOptional(v.pipe(v.string(), v.maxLength(MAX_PLACE_TEXT_LENGTH, ORIGIN))),
  sort: v.optional(v.picklist(LANE_ORDERS, `must be one of ${LANE_ORDERS.join(', ')}`), 'index'),
  version: versionParameter,
  cursor: v.exactOptional(v.string()),
  limit: integerParameter(MAX_LANES_LIMIT, DEFAULT_LIMIT, LIMIT),
});

export interface LanesQuery {
  readonly filter: LaneFilter;
  readonly page: { readonly order: LaneOrder; readonly after?: LaneCursor; readonly limit: number };
  /** Undefined: the current version. */
  readonly version: number | undefined;
}

/** Reads the query of a list of lanes. A rejection reports every invalid parameter. */
export function readLanesQuery(query: Readonly<Record<string, string>>): Outcome<LanesQuery> {
  const parsed = v.safeParse(listLanesParameters, query);
  if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
  const { status, min_confidence: min, max_confidence: max, origin, sort, version, limit } = parsed.output;
  const errors: FieldError[] = [];
  if (min !== undefined && max !== undefined && min > max) {
    errors.push({ field: 'min_confidence', message: 'must not be above max_confidence' });
  }
  const { cursor } = parsed.output;
  const after = cursor === undefined ? undefined : parseLaneCursor(cursor, sort);
  if (cursor !== undefined && after === undefined) errors.push({ field: 'cursor', message: CURSOR });
  if (errors.length > 0) return reject(invalidParameters(errors));
  return succeed({
    filter: {
      ...(status && { status }),
      ...(min === undefined ? {} : { minConfidence: min }),
      ...(max === undefined ? {} : { maxConfidence: max }),
      ...(origin === undefined ? {} : { origin }),
    },
    page: { order: sort, limit, ...(after && { after }) },
    version,
  });
}
