import * as v from 'valibot';
import type { FieldTexts, NamedSchemas } from '../platform/http/operation-description.ts';
import { moveFields, QUOTE_REQUEST } from '../quotes/quote-request-description.ts';
import { QUOTE_SCHEMAS } from '../quotes/record/quote-description.ts';
import { MAX_WEEKLY_VOLUME } from '../quotes/request/read-quote-request.ts';
import { WEEKLY_DECIMALS } from './lanes/lane-draft.ts';
import { laneFields, MAX_LANE_ID_LENGTH } from './lanes/read-lane.ts';
import { laneChangeFields } from './read-rfp-change.ts';

const { QuotePrice } = QUOTE_SCHEMAS;
if (QuotePrice === undefined) throw new Error('The schema QuotePrice does not exist');

/** A lane of a new RFP. */
export const newLane = v.object({
  ...laneFields.entries,
  ...moveFields,
});

/** A change of a lane. */
export const changedLane = v.strictObject({
  ...laneChangeFields.entries,
  ...moveFields,
});

const LANE: FieldTexts = {
  origin: QUOTE_REQUEST.fields.origin,
  destination: QUOTE_REQUEST.fields.destination,
  equipment_type: {
    description: 'Equipment of the lane, as in quotes. Default, and with null: that of the RFP.',
    minLength: 1,
    examples: ['container_40hc'],
  },
  weekly_volume: {
    description: `Loads a week, at most ${MAX_WEEKLY_VOLUME}, with at most ${WEEKLY_DECIMALS} decimals. A lane without a volume has no spend.`,
    exclusiveMinimum: 0,
    maximum: MAX_WEEKLY_VOLUME,
    examples: [12],
  },
  special_requirements:
    'Names of accessorials that fit the equipment of the lane, as in quotes. An object gives the quantity, in the unit of the charge. Default, and with null: those of the RFP.',
  stops: QUOTE_REQUEST.fields.stops,
  'stops[]': QUOTE_REQUEST.fields['stops[]'],
  weight_lbs: QUOTE_REQUEST.fields.weight_lbs,
  commodity: QUOTE_REQUEST.fields.commodity,
  price:
    'The price that a person sets instead of the pricing strategy. Fuel surcharge and accessorials stay as calculated; a lane whose total is below them fails.',
};

const AS_IN_A_LANE = 'As in a new lane.';

/** The same fields in a change, which say once what they are. */
const CHANGED_LANE: FieldTexts = {
  ...LANE,
  origin: { description: AS_IN_A_LANE, minLength: 1 },
  destination: { description: AS_IN_A_LANE, minLength: 1 },
  equipment_type: { description: `${AS_IN_A_LANE} Null: that of the RFP.`, minLength: 1 },
  special_requirements: `${AS_IN_A_LANE} Null: those of the RFP.`,
  stops: AS_IN_A_LANE,
  'stops[]': { description: 'A stop.', minLength: 1 },
  weight_lbs: AS_IN_A_LANE,
  price: `${AS_IN_A_LANE} Null: the pricing strategy prices the lane.`,
};

/** Schemas of lanes in requests. */
export const NEW_LANE_SCHEMAS: NamedSchemas = {
  QuotePrice,
  RfpLane: {
    schema: newLane,
    description: 'A lane to price. Unknown fields are ignored; `warnings` of the answer names them.',
    fields: {
      lane_id: {
        description: `Your own id of the lane, at most ${MAX_LANE_ID_LENGTH} characters. It may repeat.`,
        examples: ['LA-PHX-01'],
      },
      ...LANE,
    },
  },
};

/** Schemas of changes of lanes. */
export const CHANGED_LANE_SCHEMAS: NamedSchemas = {
  QuotePrice,
  RfpLaneChange: {
    schema: changedLane,
    description: 'A change of a lane. Fields that are left out do not change; unknown fields are rejected.',
    fields: {
      index: 'Index of the lane in the RFP, from 0.',
      excluded: 'Whether the lane is excluded. An excluded lane keeps its price and is in no sum.',
      ...CHANGED_LANE,
    },
  },
};
