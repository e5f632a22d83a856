import { TOLL_SCHEMAS } from '../../shared/costs/tolls/toll-facilities.ts';
import type { NamedSchemas } from '../../shared/platform/http/operation-description.ts';
import { BASIS_FIELDS, CHARGE_FIELDS, QUOTE_SCHEMAS } from '../../shared/quotes/record/quote-description.ts';
import {
  laneDocument,
  laneError,
  lanePricing,
  laneRoute,
  listLanesAnswer,
} from '../../shared/rfps/documents/lane-document.ts';
import { laneAnalysis } from '../../shared/rfps/lanes/lane-result.ts';
import { listLanesParameters } from '../../shared/rfps/listing/list-lanes.ts';
import { RFP_NOT_FOUND } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

const { QuoteStop, QuotePrice } = QUOTE_SCHEMAS;
if (!QuoteStop || !QuotePrice) throw new Error('A schema of quotes does not exist');

/** Schemas of lanes with results. */
const LANE_SCHEMAS: NamedSchemas = {
  ...TOLL_SCHEMAS,
  QuoteStop,
  QuotePrice,
  RfpLaneResult: {
    schema: laneDocument,
    description: 'A lane of an RFP with its result.',
    fields: {
      index: 'Position of the lane in the RFP, from 0.',
      lane_id: 'Your own id of the lane; empty if it has none. It may repeat.',
      status: '`priced`, or `failed` with an `error`.',
      origin: 'Origin as requested.',
      destination: 'Destination as requested.',
      equipment_type: 'Equipment of the lane, or else of the RFP; null if it is invalid.',
      special_requirements: 'Tariff names of the accessorials of the lane, or else of the RFP.',
      quantities: 'Units of accessorials that the request gave, by tariff name. Absent if there are none.',
      'quantities.*': 'Units.',
      stops: 'Places between origin and destination as requested, in order.',
      weight_lbs: 'Pounds of cargo; null if they are not known.',
      commodity: 'What is moved; empty if it is not known.',
      weekly_volume: 'Loads a week; null if there is no valid volume.',
      route: 'Resolved origin, destination and stops; null for a failed lane.',
      analysis: 'Market rate of the lane; null for a failed lane.',
      pricing:
        "Price for the customer, by the pricing strategy of the version and the lane's margin; null for a failed lane.",
      warnings: 'Assumptions that the caller should check, as full sentences.',
      simulated: 'Whether the loads behind the rate are simulated: the price is an example and not an offer.',
      price: 'The price that a person set; null if the pricing strategy prices the lane.',
      excluded: 'Whether the lane is in no sum.',
      outcome: '`won` or `lost`; null if the lane is not awarded.',
      outcome_reason: 'Why the lane was won or lost, as you wrote it; empty if there is no reason.',
      error: 'Why the lane has no price. Absent for a priced lane.',
    },
  },
  RfpLaneRoute: {
    schema: laneRoute,
    description: 'Resolved places of a lane.',
    fields: {
      origin: 'Where the load is picked up.',
      destination: 'Where the load is delivered.',
      stops: 'Stops between them, in order.',
    },
  },
  RfpLanePricing: {
    schema: lanePricing,
    description:
      'Amounts in USD. `total_rate` is the sum of base rate, fuel surcharge and accessorial charges, as in a quote.',
    fields: {
      base_rate: 'Linehaul with the margin of the pricing strategy.',
      fuel_surcharge: 'Fuel surcharge; 0 if the pricing strategy includes fuel in the base rate.',
      accessorial_charges: 'Charge of each accessorial by its tariff name.',
      'accessorial_charges.*': 'USD.',
      total_rate: 'Price of the move.',
      currency: 'Always USD.',
      ...CHARGE_FIELDS,
      tolls: 'The tolls in the base rate; null if a person set an amount.',
      rate_source: 'What the base rate comes from.',
      'rate_source.type': '`market`: by the pricing strategy. `manual`: by a person.',
      'rate_source.set': 'The member of `price` that was set. Only with the type `manual`.',
      'rate_source.strategy_total': 'Total in USD that the pricing strategy gives.',
      pricing_rule:
        'Rule of the pricing strategy that changed terms of the price. Absent if no rule applied.',
      'pricing_rule.name': 'Name of the rule.',
      'pricing_rule.reason': 'Why this rule was selected, as a sentence.',
      margin_percent: 'Effective markup of the base rate on its cost in percent, after minimum and rounding.',
      weekly_spend: '`total_rate` times loads a week; 0 without a volume.',
      annual_spend: '`total_rate` times loads a year, rounded once; a year has 52 weeks.',
    },
  },
  RfpLaneAnalysis: {
    schema: laneAnalysis,
    description:
      'Market rate without margin and accessorials. Amounts are in USD, distances are one-way road miles.',
    fields: {
      suggested_rate: 'Linehaul plus fuel.',
      rate_per_mile: '`suggested_rate` divided by `distance`.',
      confidence_score: 'Confidence in the rate from 0 to 100.',
      distance: 'One-way road miles.',
      distance_source: 'Source of the distance.',
      rate_range: 'The middle 80% of what is expected.',
      'rate_range.min': 'USD.',
      'rate_range.max': 'USD.',
      trend: 'Direction of the rate over recent weeks.',
      activity: 'Loads of the market.',
      fuel: 'The fuel part of the rate.',
      'fuel.amount': 'USD.',
      'fuel.diesel_price': 'USD per gallon.',
      'fuel.diesel_region': 'Region of the diesel price, such as `California`.',
      'fuel.diesel_date': 'Monday of the diesel price.',
      'fuel.estimated': 'Set if the price is estimated from that of the West Coast (PADD5).',
      ...BASIS_FIELDS,
    },
  },
  RfpLaneError: {
    schema: laneError,
    description: 'Why a lane has no price. Correct the lane with PATCH.',
    fields: {
      code: 'Identifies the condition. Lanes with INTERNAL_ERROR are not counted as usage.',
      message: 'What to change, as a sentence. Do not parse it.',
      details: 'Members depend on the code.',
      'details.errors': 'Invalid fields (LANE_INVALID).',
      'details.errors[].field': 'Field of the lane.',
      'details.errors[].message': 'What is wrong, without the name of the field.',
      'details.errors[].header':
        'Header of the column that the field was read from, if the lane came in a file.',
      'details.errors[].value':
        'Text of its cell, of at most 100 characters and without control characters. Absent if it is empty.',
      'details.field': 'Field of the lane that names the place.',
      'details.value': 'Value of the field.',
      'details.candidates': 'Places that match an ambiguous text.',
      'details.candidates[].name': 'Name of the place.',
      'details.candidates[].state': '2-letter state code.',
      'details.candidates[].zip': 'ZIP code; may be empty.',
      'details.suggestions': 'Up to three places that an unknown text can mean.',
      'details.origin': 'Resolved origin.',
      'details.destination': 'Resolved destination.',
    },
  },
};

export const definition = {
  function: 'list-rfp-lanes',
  method: 'GET',
  path: '/api/v1/rfps/{rfp_id}/lanes',
  tag: 'RFPs',
  summary: 'List the lanes of an RFP',
  description:
    'Lists the lanes with their market rates and prices. While the status is `pricing`, lanes without a result, and corrected lanes without their new one, are left out, and lanes that get their result behind the cursor are not in later pages: read the list again when the RFP is priced.',
  query: {
    schema: listLanesParameters,
    fields: {
      status: 'Only lanes with this status.',
      min_confidence: {
        description: 'Only lanes with at least this confidence. Failed lanes have confidence 0.',
        minimum: 0,
        maximum: 100,
      },
      max_confidence: {
        description: 'Only lanes with at most this confidence. Must not be below `min_confidence`.',
        minimum: 0,
        maximum: 100,
      },
      origin: 'Only lanes whose origin, as requested, contains this text, without case and accents.',
      sort: '`index`, the highest weekly spend or confidence first, or the lowest confidence first. Lanes with equal values are sorted by index.',
      version: 'An earlier version of the RFP. Default: the current one.',
      cursor: '`next_cursor` of the previous page, with the same parameters.',
      limit: 'Maximum lanes of the page.',
    },
  },
  response: {
    schema: listLanesAnswer,
    description: 'A page of lanes.',
    fields: {
      lanes: 'In the order of `sort`.',
      version: 'Version of the results.',
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }, RFP_NOT_FOUND],
  schemas: LANE_SCHEMAS,
  tables: { rfps: ['GetItem', 'BatchGetItem', 'Query'], strategies: ['GetItem'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot read the results of lanes; lanes are priced.',
} satisfies Operation;
