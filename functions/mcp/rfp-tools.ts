import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../shared/costs/equipment/equipment-type.ts';
import { FileError } from '../../shared/platform/files/file-error.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import { invalidParameters } from '../../shared/quotes/request/quote-rejections.ts';
import { type LaneDocument, laneError } from '../../shared/rfps/documents/lane-document.ts';
import { readRfpAnswer, rfpDocument } from '../../shared/rfps/documents/rfp-document.ts';
import { readLaneFile } from '../../shared/rfps/files/read-lane-rows.ts';
import { MAX_BODY_LANES } from '../../shared/rfps/lanes/lane-draft.ts';
import { isSimulated, lines, UNITS, usd, warningLines } from './describe-evidence.ts';
import { mapAnswer } from './map-answer.ts';
import { defineTool } from './tool.ts';
import { toolArguments } from './tool-schema.ts';

const text = (description: string) => v.pipe(v.string(), v.description(description));
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Lanes that a result shows: more would not fit into the context of a language model. */
const MAX_SHOWN = 20;

const COLUMNS =
  'lane_id, origin, destination, equipment_type, weekly_volume (loads a week), special_requirements (separated by ;, with a quantity as storage: 5), stops (places between, separated by ;), weight_lbs (pounds of cargo), commodity';

/** The lanes of a CSV text as a body has them. */
function lanesOf(csv: string): Outcome<readonly object[]> {
  try {
    return succeed(readLaneFile(Buffer.from(csv)).rows.map(({ item }) => item));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const message = `must be CSV with the columns ${COLUMNS}: ${error.message}`;
    return reject(invalidParameters([{ field: 'lanes', message }]));
  }
}

const preview = v.object({
  lanes: whole,
  /** Rate calls that the creation would count. */
  calls: whole,
  used: whole,
  limit: whole,
  invalid_lanes: whole,
  /** The first ones. */
  invalid: v.array(
    v.object({ index: whole, errors: v.array(v.object({ field: v.string(), message: v.string() })) }),
  ),
});

export const PRICE_RFP = defineTool({
  name: 'price_rfp',
  title: 'Preview or price an RFP',
  description: `Prices 1 to ${MAX_BODY_LANES} lanes of an RFP for a customer, each on its own, by market rates and the organization's pricing strategy. By default it is a preview: it checks the lanes and states what the RFP would count, and nothing is priced, stored or counted. Show the preview to the user. Only if the user agrees, call it again with save: true and an idempotency_key: this creates the RFP, sends webhooks, counts 1 rate call for each 10 lanes begun, and needs the scope write. The lanes are priced after the response: call read_rfp until the status is priced.`,
  input: toolArguments({
    name: text('Name of the RFP.'),
    lanes: text(
      `CSV with a header, as a spreadsheet exports it. Columns: ${COLUMNS}. Only origin and destination are required: city with state, ZIP code, UN/LOCODE such as USLAX, or terminal name. Put texts with commas in quotes.`,
    ),
    customer: v.optional(text('Name of the customer.')),
    customer_reference: v.optional(text('Reference of the customer.')),
    equipment_type: v.optional(
      text(`Of lanes without their own: one of ${EQUIPMENT_TYPES.join(', ')}. Default: container_40.`),
    ),
    contract_start: v.optional(text('YYYY-MM-DD: lanes are priced for this day. Default: today.')),
    contract_end: v.optional(text('YYYY-MM-DD.')),
    save: v.optional(
      v.pipe(v.boolean(), v.description('true creates and prices the RFP. Default: false, a preview.')),
      false,
    ),
    idempotency_key: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters, such as a UUID'),
        v.description('Only with save. Repeated calls with the same key and arguments create one RFP.'),
      ),
    ),
  }),
  output: v.looseObject({
    saved: v.boolean(),
    /** Only of a preview. */
    preview: v.exactOptional(preview),
    /** Only of a saved RFP. */
    rfp: v.exactOptional(v.looseObject(rfpDocument.entries)),
  }),
  writes: true,
  scopeOf: ({ save }) => (save ? 'write' : 'read'),
  call: async ({ save, idempotency_key: key, lanes: csv, ...fields }, request, operations) => {
    const lanes = lanesOf(csv);
    if (!lanes.ok) return lanes;
    const body = { ...fields, lanes: lanes.body };
    if (!save) {
      return mapAnswer(await operations.previewRfp({ ...request, body }), (found) => {
        const { invalidLanes, ...counts } = found;
        const invalid = invalidLanes.slice(0, MAX_SHOWN);
        return {
          structured: { saved: false, preview: { ...counts, invalid_lanes: invalidLanes.length, invalid } },
          text: lines(
            'PREVIEW: nothing was priced, stored or counted. To create the RFP, call again with save: true.',
            `${counts.lanes} lanes would count as ${counts.calls} rate calls: ${counts.used} of ${counts.limit} are used this month.`,
            `${invalidLanes.length} lanes would fail because of their own fields; others can fail when their places are looked up.`,
            ...invalid.map(
              ({ index, errors }) =>
                `Lane ${index}: ${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}`,
            ),
          ),
        };
      });
    }
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return mapAnswer(await operations.createRfp({ ...request, body, headers }), ({ rfp }, _, isReplayed) => ({
      structured: { saved: true, rfp },
      text: lines(
        isReplayed
          ? `RFP ${rfp.rfp_id} was created by an earlier call with this idempotency_key; nothing was counted.`
          : `RFP ${rfp.rfp_id} was created and counted as ${rfp.calls} rate calls.`,
        `Its ${rfp.lanes.total} lanes are being priced. Call read_rfp with this id until the status is priced.`,
      ),
    }));
  },
});

const shownLane = v.object({
  index: whole,
  lane_id: v.string(),
  origin: v.string(),
  destination: v.string(),
  equipment_type: v.nullable(v.picklist(EQUIPMENT_TYPES)),
  weekly_volume: v.nullable(v.number()),
  special_requirements: v.array(v.string()),
  /** Of special requirements with a quantity of the lane, in the unit of the tariff. */
  quantities: v.exactOptional(v.record(v.string(), v.number())),
  /** Places between origin and destination. */
  stops: v.array(v.string()),
  /** Pounds of cargo. */
  weight_lbs: v.nullable(whole),
  /** Of a priced lane. Amounts in USD, distance in one-way road miles. */
  result: v.exactOptional(
    v.object({
      distance: v.number(),
      market_rate: v.number(),
      market_range: v.object({ min: v.number(), max: v.number() }),
      confidence: whole,
      total_rate: v.number(),
      weekly_spend: v.number(),
      warnings: v.array(v.string()),
      simulated: v.boolean(),
    }),
  ),
  error: v.exactOptional(laneError),
});
type ShownLane = v.InferOutput<typeof shownLane>;

function showLane({ analysis, pricing, warnings, error, ...lane }: LaneDocument): ShownLane {
  const { index, lane_id, origin, destination, equipment_type, weekly_volume } = lane;
  const { special_requirements, quantities, stops, weight_lbs } = lane;
  return {
    ...{ index, lane_id, origin, destination, equipment_type, weekly_volume, special_requirements },
    ...{ stops, weight_lbs, ...(quantities && { quantities }) },
    ...(analysis &&
      pricing && {
        result: {
          distance: analysis.distance,
          market_rate: analysis.suggested_rate,
          market_range: { min: analysis.rate_range.min, max: analysis.rate_range.max },
          confidence: analysis.confidence_score,
          total_rate: pricing.total_rate,
          weekly_spend: pricing.weekly_spend,
          warnings,
          simulated: isSimulated(analysis.basis),
        },
      }),
    ...(error && { error }),
  };
}

function describeLane({
  index,
  lane_id: id,
  origin,
  destination,
  result,
  error,
  ...move
}: ShownLane): string {
  const { stops, special_requirements: requirements, quantities = {}, weight_lbs: pounds } = move;
  const name = [
    `Lane ${index}${id === '' ? '' : ` (${id})`}, ${[origin, ...stops, destination].join(' to ')}`,
    ...(pounds === null ? [] : [`${pounds} lb`]),
    ...requirements.map((one) => (quantities[one] === undefined ? one : `${one} x${quantities[one]}`)),
  ].join(', ');
  if (result === undefined) return `${name}: ${error?.code}: ${error?.message}`;
  const { market_range: range } = result;
  return lines(
    `${name}: customer ${usd(result.total_rate)}, market ${usd(result.market_rate)} (range ${usd(range.min)} to ${usd(range.max)}), ${result.distance} miles, confidence ${result.confidence}.`,
    ...warningLines(result.warnings),
  );
}

export const READ_RFP = defineTool({
  name: 'read_rfp',
  title: 'Read an RFP',
  description:
    'Returns an RFP: status and progress, sums, lanes by confidence and by error, earlier versions, the priced lanes with the lowest confidence, and the first lanes with errors. Prices are final when the status is priced. Not metered.',
  input: toolArguments({
    rfp_id: text('Id of the RFP, R-...'),
    limit: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(MAX_SHOWN),
        v.description(`Maximum lanes of each list, 1 to ${MAX_SHOWN}. Default: 5.`),
      ),
      5,
    ),
  }),
  output: v.looseObject({
    ...readRfpAnswer.entries,
    lowest_confidence: v.array(shownLane),
    failed: v.array(shownLane),
    /** Whether the price of a shown lane rests on simulated loads. */
    simulated: v.boolean(),
  }),
  call: async ({ rfp_id, limit }, request, operations) => {
    const asked = { ...request, path: { rfp_id } };
    const list = (query: Readonly<Record<string, string>>) =>
      operations.listRfpLanes({ ...asked, query: { ...query, limit: String(limit) } });
    const [read, lowest, failed] = await Promise.all([
      operations.readRfp({ ...asked, query: {} }),
      list({ status: 'priced', sort: 'lowest_confidence' }),
      list({ status: 'failed' }),
    ]);
    const lanesIn = (answer: typeof lowest) =>
      answer.ok && 'body' in answer ? answer.body.lanes.map(showLane) : [];
    return mapAnswer(read, ({ rfp }) => {
      const lists = { lowest_confidence: lanesIn(lowest), failed: lanesIn(failed) };
      const simulated = lists.lowest_confidence.some(({ result }) => result?.simulated === true);
      const { priced, failed: faults, excluded, total } = rfp.lanes;
      return {
        structured: { rfp, ...lists, simulated },
        text: lines(
          `RFP ${rfp.rfp_id}, ${rfp.name}: ${rfp.status}. ${priced + faults} of ${total} lanes have a result: ${priced} priced, ${faults} failed, ${excluded} excluded.`,
          rfp.status === 'pricing'
            ? 'Lanes are still being priced: call the tool again in some seconds.'
            : '',
          rfp.error === null ? '' : `${rfp.error.code}: ${rfp.error.message}`,
          `Spend of the priced lanes: ${usd(rfp.totals.weekly_spend)} a week, ${usd(rfp.totals.annual_spend)} a year.`,
          `Lanes by confidence: ${rfp.confidence.map(({ from, to, lanes }) => `${from}-${to}: ${lanes}`).join(', ')}.`,
          rfp.errors.length === 0
            ? ''
            : `Errors: ${rfp.errors.map(({ code, lanes }) => `${code} ${lanes}`).join(', ')}.`,
          ...(lists.lowest_confidence.length === 0 ? [] : ['Lowest confidence:']),
          ...lists.lowest_confidence.map(describeLane),
          ...(lists.failed.length === 0 ? [] : ['First errors:']),
          ...lists.failed.map(describeLane),
          simulated ? 'SIMULATED demo data: do not use it for real prices.' : '',
          UNITS,
        ),
      };
    });
  },
});
