import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { usd } from '../../costs/model/cents.ts';
import { tollsDocument } from '../../costs/tolls/toll-facilities.ts';
import { shownCell } from '../../platform/files/rejected-rows.ts';
import { cursorPage } from '../../platform/http/cursor-page.ts';
import { quotesError } from '../../platform/http/error-bodies.ts';
import type { SetPrice } from '../../quotes/pricing/apply-strategy.ts';
import { describePrice } from '../../quotes/pricing/describe-quote.ts';
import { PRICE_MEMBERS, priceFields, priceRequest } from '../../quotes/record/manual-price.ts';
import { createdQuote, routeStop } from '../../quotes/record/quote-document.ts';
import { cellOfField, type LaneFileColumns } from '../files/lane-columns.ts';
import { annualCents, type LaneDraft } from '../lanes/lane-draft.ts';
import { isSimulated, LANE_ERROR_CODES, type LaneError, laneAnalysis } from '../lanes/lane-result.ts';
import type { LaneView } from '../pricing/view-lanes.ts';

const text = v.string();
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.minValue(0));

const { fuel: _, tolls: __, ...amounts } = createdQuote.entries.pricing.entries;

/** Price of a lane for the customer. Money in USD. */
export const lanePricing = v.looseObject({
  ...amounts,
  /** Null if a person set an amount. */
  tolls: v.nullable(tollsDocument),
  /** What the base rate comes from. */
  rate_source: v.looseObject({
    type: v.picklist(['market', 'manual']),
    set: v.exactOptional(v.picklist(PRICE_MEMBERS)),
    strategy_total: v.exactOptional(amount),
  }),
  /** The rule of the strategy that changed terms of the price; absent if there is none. */
  pricing_rule: v.exactOptional(v.looseObject({ name: text, reason: text })),
  margin_percent: v.number(),
  weekly_spend: amount,
  annual_spend: amount,
});

const { field, value, candidates, suggestions, origin, destination } =
  quotesError.entries.error.entries.details.entries;

/** Errors of a lane; of one that came in a file, with the cell. */
const errors = v.exactOptional(
  v.array(
    v.object({
      field: text,
      message: text,
      header: v.exactOptional(text),
      value: v.exactOptional(text),
    }),
  ),
);

/** The resolved ends of a lane. */
export const laneRoute = v.looseObject({
  origin: routeStop,
  destination: routeStop,
  stops: v.array(routeStop),
});

/** Why a lane has no price. */
export const laneError = v.looseObject({
  code: v.picklist(LANE_ERROR_CODES),
  message: text,
  details: v.looseObject({ errors, field, value, candidates, suggestions, origin, destination }),
});

/** A lane with its result. Values that do not exist are null, or "" for texts. */
export const laneDocument = v.looseObject({
  index: whole,
  lane_id: text,
  status: v.picklist(['priced', 'failed']),
  origin: text,
  destination: text,
  equipment_type: v.nullable(v.picklist(EQUIPMENT_TYPES)),
  special_requirements: v.array(text),
  quantities: v.exactOptional(v.record(v.string(), v.number())),
  stops: v.array(text),
  weight_lbs: v.nullable(whole),
  commodity: text,
  weekly_volume: v.nullable(v.number()),
  route: v.nullable(laneRoute),
  analysis: v.nullable(laneAnalysis),
  pricing: v.nullable(lanePricing),
  warnings: v.array(text),
  simulated: v.boolean(),
  price: v.nullable(priceFields),
  excluded: v.boolean(),
  outcome: v.nullable(v.picklist(['won', 'lost'])),
  outcome_reason: text,
  error: v.exactOptional(laneError),
});
export type LaneDocument = v.InferOutput<typeof laneDocument>;

/** The answer of a list of lanes. */
export const listLanesAnswer = v.object({
  lanes: v.array(laneDocument),
  version: v.pipe(whole, v.minValue(1)),
  pagination: cursorPage,
});

/** Details are those of a rejected quote for the same move. */
function describeLaneError(
  { code, message, details }: LaneError,
  { cells }: LaneDraft,
  rfp: LaneFileColumns,
) {
  const found = details.errors?.map((error) => {
    const { header, value = '' } = cells ? (cellOfField(error.field, cells, rfp) ?? {}) : {};
    return {
      ...error,
      ...(header && { header: shownCell(header) }),
      ...(value && { value: shownCell(value) }),
    };
  });
  const described = { ...details, ...(found && { errors: found }) };
  return { code, message, details: described as v.InferOutput<typeof laneError>['details'] };
}

/** Whether a price comes from the market's, so that it contains the tolls. */
const hasMarketPrice = (set: SetPrice | undefined): boolean =>
  set === undefined || set.manual.set === 'margin_percent';

/** A lane as callers see it. @param rfp how the columns of its file were read */
export function describeLaneView(
  { index, draft, terms, priced, weeklyCents }: LaneView,
  rfp: LaneFileColumns,
): LaneDocument {
  const { result, price, setPrice } = priced;
  return {
    index,
    lane_id: draft.laneId,
    status: result.status,
    origin: draft.origin,
    destination: draft.destination,
    equipment_type: draft.equipment ?? null,
    special_requirements: [...(draft.requirements ?? [])],
    ...(Object.keys(draft.quantities).length > 0 && { quantities: { ...draft.quantities } }),
    stops: [...draft.stops],
    weight_lbs: draft.weightLbs,
    commodity: draft.commodity,
    weekly_volume: draft.weeklyVolume ?? null,
    route:
      result.status === 'priced'
        ? { origin: result.origin, destination: result.destination, stops: [...result.stops] }
        : null,
    analysis: result.status === 'priced' ? result.analysis : null,
    pricing:
      price === undefined
        ? null
        : {
            ...describePrice(price),
            tolls: result.status === 'priced' && hasMarketPrice(setPrice) ? result.tolls : null,
            rate_source:
              setPrice === undefined
                ? { type: 'market' }
                : {
                    ...{ type: 'manual', set: setPrice.manual.set },
                    strategy_total: usd(setPrice.strategyTotalCents),
                  },
            ...(price.rule && { pricing_rule: { name: price.rule.name, reason: price.rule.reason } }),
            margin_percent: price.marginPercent,
            weekly_spend: usd(weeklyCents),
            annual_spend: usd(annualCents(price.totalCents, draft.weeklyVolume ?? 0)),
          },
    warnings: result.status === 'priced' ? [...result.warnings] : [],
    simulated: isSimulated(result),
    price: draft.price && priceRequest(draft.price),
    excluded: terms.excluded === true,
    outcome: terms.outcome ?? null,
    outcome_reason: terms.reason ?? '',
    ...(result.status === 'failed' ? { error: describeLaneError(result.error, draft, rfp) } : {}),
  };
}
