import * as v from 'valibot';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import type { Account } from '../../platform/account/account.ts';
import { integerParameter, integerText } from '../../platform/http/integer-parameter.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import { describeLaneView, type listLanesAnswer } from '../documents/lane-document.ts';
import {
  formatLaneCursor,
  LANE_ORDERS,
  type LaneCursor,
  type LaneFilter,
  type LaneOrder,
  pageOfLanes,
  parseLaneCursor,
} from '../lanes/lane-page.ts';
import { type ViewLanesPorts, viewLanes } from '../pricing/view-lanes.ts';
import { rfpNotFound } from '../rfp-rejections.ts';
import type { RfpReader } from '../store/dynamodb-rfp-reader.ts';
import { findVersion, versionParameter } from './find-version.ts';

const STATUSES = ['priced', 'failed'] as const;

const DEFAULT_LIMIT = 50;
/** A page of lanes in as many chunks is read within a second; its answer stays far below the 6 MB of Lambda. */
export const MAX_LANES_LIMIT = 200;
const LIMIT = `must be an integer from 1 to ${MAX_LANES_LIMIT}`;
const MAX_CONFIDENCE = 100;
const CONFIDENCE = `must be an integer from 0 to ${MAX_CONFIDENCE}`;
const CURSOR = 'must be the next_cursor of a previous page with the same sort';
const ORIGIN = `must have at most ${MAX_PLACE_TEXT_LENGTH} characters`;

const confidence = v.exactOptional(integerText(0, MAX_CONFIDENCE, CONFIDENCE));

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

export interface ListLanesPorts extends ViewLanesPorts {
  readonly rfps: ViewLanesPorts['rfps'] & Pick<RfpReader, 'read' | 'earlierVersion' | 'summaries'>;
}

/** Lists the lanes of a caller's RFP that have a result. It reads only the chunks of the page's lanes. */
export function listLanesUseCase(ports: ListLanesPorts) {
  return async (
    id: string,
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<v.InferOutput<typeof listLanesAnswer>>> => {
    const read = readLanesQuery(query);
    if (!read.ok) return read;
    const { filter, page, version: number } = read.body;
    const found = await findVersion(ports.rfps, caller, id, number);
    if (!found.ok) return found;
    const { version, rfp } = found.body;
    const summaries = await ports.rfps.summaries(caller, version.rfpId, version.version);
    const { indexes, next } = pageOfLanes(summaries, filter, page);
    const lanes = await viewLanes(ports, caller, version, indexes);
    // Lanes that have a summary lack a result after a correction and after a deletion.
    const isComplete = lanes.length === indexes.length;
    if (!isComplete && (await ports.rfps.read(caller, rfp.rfpId)) === undefined)
      return reject(rfpNotFound(id));
    return succeed({
      lanes: lanes.map((lane) => describeLaneView(lane, rfp)),
      version: version.version,
      pagination: { next_cursor: next ? formatLaneCursor(next) : null, limit: page.limit },
    });
  };
}
