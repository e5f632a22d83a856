import * as v from 'valibot';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import type { Account } from '../../platform/account/account.ts';
import { integerParameter, integerText } from '../../platform/http/integer-parameter.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { foldCase } from '../../platform/text/text-folding.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import { describeLaneView, type listLanesAnswer } from '../documents/lane-document.ts';
import { LANES_PER_CHUNK, MAX_RFP_LANES } from '../lanes/lane-draft.ts';
import type { LaneSummary } from '../lanes/lane-result.ts';
import { type ViewLanesPorts, viewLanes } from '../pricing/view-lanes.ts';
import { rfpNotFound } from '../rfp-rejections.ts';
import type { RfpReader } from '../store/dynamodb-rfp-reader.ts';
import { findVersion, versionParameter } from './find-version.ts';

export const LANE_ORDERS = ['index', 'spend', 'confidence', 'lowest_confidence'] as const;
/** By index, by the highest value first, or by the lowest confidence first; lanes with equal values are in the order of their indexes. */
type LaneOrder = (typeof LANE_ORDERS)[number];

interface LaneFilter {
  readonly status?: LaneSummary['status'] | undefined;
  /** 0 to 100, both included. */
  readonly minConfidence?: number | undefined;
  readonly maxConfidence?: number | undefined;
  /** Lanes whose origin contains this text, without case and accents. */
  readonly origin?: string | undefined;
}

/** The last lane of a page. */
interface LaneCursor {
  readonly order: LaneOrder;
  readonly value: number;
  readonly index: number;
}

export interface LanePage {
  /** Indexes of lanes, in the order of the page. */
  readonly indexes: readonly number[];
  /** Undefined on the last page. */
  readonly next: LaneCursor | undefined;
}

interface IndexedSummary extends LaneSummary {
  readonly index: number;
}

const MAX_CONFIDENCE = 100;

const VALUES: Readonly<Record<LaneOrder, (lane: IndexedSummary) => number>> = {
  index: () => 0,
  spend: ({ weeklyCents }) => weeklyCents,
  confidence: ({ confidence }) => confidence,
  lowest_confidence: ({ confidence }) => MAX_CONFIDENCE - confidence,
};

/**
 * A page of lanes. Pages follow each other without a gap or a repetition while values do not change.
 * @param summaries by chunk; chunks without results are left out.
 * @param limit at least 1.
 */
export function pageOfLanes(
  summaries: ReadonlyMap<number, readonly LaneSummary[]>,
  filter: LaneFilter,
  {
    order,
    after,
    limit,
  }: { readonly order: LaneOrder; readonly after?: LaneCursor | undefined; readonly limit: number },
): LanePage {
  const sortValue = VALUES[order];
  const origin = filter.origin === undefined ? undefined : foldCase(filter.origin);
  const isMeant = (lane: LaneSummary): boolean =>
    (filter.status === undefined || lane.status === filter.status) &&
    lane.confidence >= (filter.minConfidence ?? 0) &&
    lane.confidence <= (filter.maxConfidence ?? 100) &&
    (origin === undefined || foldCase(lane.origin).includes(origin));
  const isAfter = (lane: IndexedSummary): boolean => {
    if (after === undefined) return true;
    const value = sortValue(lane);
    return value < after.value || (value === after.value && lane.index > after.index);
  };
  const lanes = [...summaries]
    .flatMap(([chunk, all]) =>
      all.map((lane, offset) => ({ ...lane, index: chunk * LANES_PER_CHUNK + offset })),
    )
    .filter((lane) => isMeant(lane) && isAfter(lane))
    .sort((one, other) => sortValue(other) - sortValue(one) || one.index - other.index);
  const page = lanes.slice(0, limit);
  const last = lanes.length > limit ? page.at(-1) : undefined;
  return {
    indexes: page.map(({ index }) => index),
    next: last && { order, value: sortValue(last), index: last.index },
  };
}

const cursorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictTuple([
    v.picklist(LANE_ORDERS),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_RFP_LANES)),
  ]),
);

/** A cursor as a text that callers send back. */
export const formatLaneCursor = ({ order, value, index }: LaneCursor): string =>
  Buffer.from(JSON.stringify([order, value, index])).toString('base64url');

/** The cursor of a page in an order; undefined if the text is not one. */
export function parseLaneCursor(text: string, order: LaneOrder): LaneCursor | undefined {
  const parsed = v.safeParse(cursorSchema, Buffer.from(text, 'base64url').toString());
  if (!parsed.success || parsed.output[0] !== order) return undefined;
  const [, value, index] = parsed.output;
  return { order, value, index };
}

const STATUSES = ['priced', 'failed'] as const;

const DEFAULT_LIMIT = 50;
/** A page of lanes in as many chunks is read within a second; its answer stays far below the 6 MB of Lambda. */
export const MAX_LANES_LIMIT = 200;
const LIMIT = `must be an integer from 1 to ${MAX_LANES_LIMIT}`;
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

/** Reads the query of a list of lanes. A rejection reports every invalid parameter. */
export function readLanesQuery(query: Readonly<Record<string, string>>) {
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
    filter: { status, minConfidence: min, maxConfidence: max, origin },
    page: { order: sort, limit, after },
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
