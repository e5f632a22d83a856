import * as v from 'valibot';
import { TOLL_SCHEMAS } from '../../costs/tolls/toll-facilities.ts';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { priceFields } from './manual-price.ts';
import { createdQuote, quoteFuel, quotePreview, readQuote, routeStop } from './quote-document.ts';
import { MARGIN_FIELDS } from './quote-margin.ts';
import { OUTCOME_TEXT } from './stored-quote.ts';

export const BASIS_FIELDS = {
  basis: 'Evidence for the rate.',
  'basis.level':
    'Narrowest market level with enough loads: lane, zone, state, region; model if no level has enough.',
  'basis.observations': 'Loads of that level; null if the count must not be shown.',
  'basis.since': 'Monday of the first week with such loads; empty if the basis is the cost model.',
  'basis.as_of':
    'Monday of the last week with such loads, day of the published rates, or Monday of the diesel price.',
  'basis.source': '`cost model`, `published rates`, `reported loads`, `own loads` or `simulated`.',
  'basis.model_version': 'Version of the model.',
  'basis.published':
    'Published rates of refrigerated trucks near the lane, if `source` is `published rates`; else absent. Their weight halves every 6 weeks.',
  'basis.published.report': 'Name of the report.',
  'basis.published.date': 'Day of the newest report with such rates.',
  'basis.published.age_days': 'Days from then to the price.',
  'basis.published.lanes': 'Lanes of that report with both ends near those of this lane.',
  'basis.published.lanes[].origin': 'Town of the shipping district.',
  'basis.published.lanes[].destination': 'Destination of the report.',
  'basis.published.lanes[].low': 'USD a load, with fuel.',
  'basis.published.lanes[].high': 'USD a load, with fuel.',
};

const { pricing, service_details, route, market } = createdQuote.entries;

const CREATED: FieldTexts = {
  quote_id: '`Q-` and 27 base-32 digits. Ids sort by creation time.',
  status:
    '`active` until 23:59:59Z of the last day, then `expired`; `converted` permanently after a conversion. Derived at each read.',
  expiry_date: 'Last second in which the quote is valid, UTC.',
  pricing: 'Amounts of the quote.',
  schedule_of_charges:
    'Charges that can arise after the move. They are not in the total. A charge with amounts by day has an entry for each tier.',
  'schedule_of_charges[].name': 'Tariff name.',
  'schedule_of_charges[].title': 'Name for people.',
  'schedule_of_charges[].rate': 'USD for each unit.',
  'schedule_of_charges[].unit': 'What the rate is charged for.',
  'schedule_of_charges[].free': 'Hours or days that are free, by the unit; 0 for none.',
  'schedule_of_charges[].applies': 'When the charge applies, as a sentence.',
  service_details: 'Schedule of the move.',
  equipment_type: 'Canonical name of the requested equipment.',
  special_requirements: 'Tariff names of the requested accessorials, each once.',
  quantities: 'Quantities of the request by tariff name. Absent if it gave none.',
  'quantities.*': 'Units before free time.',
  route: 'Resolved origin and destination.',
  stops: 'Stops between origin and destination, in order. Each is charged as `stop_off`.',
  terminals:
    'Every priced terminal, cheapest first; the quote is for the lower median. Empty for over-the-road moves.',
  'terminals[].name': 'Exact terminal name.',
  'terminals[].distance': 'One-way road miles to the door.',
  'terminals[].total_rate': 'Total in USD with this terminal.',
  customer_id: 'Id of the customer that the name stood for when the quote was made; null if there was none.',
  customer: 'Name of the customer; empty if the request had none.',
  weekly_volume: 'Loads a week of the request; null if the request had none.',
  weight_lbs: 'Pounds of cargo of the request; null if it had none.',
  commodity: 'What is moved; empty if the request did not say it.',
  rate_source: 'What the base rate comes from.',
  'rate_source.type':
    '`contract`: a contract rate of the organization. `market`: the market, with the margin of the pricing strategy. `manual`: `price` of the request.',
  'rate_source.pricing_type': '`pricing_type` of the request.',
  'rate_source.contract_rate_id': 'Contract rate of the lane, also if a person set another price.',
  'rate_source.version': 'Version of the contract rate.',
  'rate_source.reason': 'Why this contract rate was selected, as a sentence.',
  'rate_source.tier':
    'Volume tier of the contract rate whose amount is used. Absent if the amount below the first tier is used, or if the rate has no tiers.',
  'rate_source.tier.from_volume': 'Loads a week from which the amount applies.',
  'rate_source.tier.amount': 'In the unit of `amount` of the contract rate.',
  'rate_source.set': 'The member of `price` that was set. Only with the type `manual`.',
  'rate_source.value': 'Its value in USD or percent.',
  'rate_source.set_reason': '`price.reason` of the request, if it had one.',
  'rate_source.strategy_total': 'Total in USD that the pricing strategy or the contract rate gives.',
  pricing_rule: 'Rule of the pricing strategy that changed terms of the quote. Absent if no rule applied.',
  'pricing_rule.name': 'Name of the rule.',
  'pricing_rule.reason': 'Why this rule was selected, as a sentence.',
  ...MARGIN_FIELDS,
  market: 'Market cost of the move.',
  revises: 'The quote that this one supersedes. Absent if it revises none.',
  pricing_strategy_version: 'Version of the pricing strategy that priced the quote.',
  warnings: 'Assumptions that the caller should check, as full sentences.',
};

const MARKET = {
  rate: 'Linehaul plus fuel in USD.',
  range: 'The middle 80% of what is expected.',
  'range.min': 'USD.',
  'range.max': 'USD.',
  confidence: 'Confidence in the rate from 0 to 100.',
  ...BASIS_FIELDS,
  simulated: 'Whether the loads behind the rate are simulated.',
  spread: 'Distance of the price from the market: base rate and fuel surcharge less `rate`.',
  'spread.amount': 'USD; less than 0 if the price is below the market.',
  'spread.percent': 'Percent of `rate`.',
  not_known: 'Factors that the price ignores, as full sentences.',
};

const { quote_id: _id, status: _status, expiry_date: _expiry, revises: _revises, ...PREVIEWED } = CREATED;

export const CHARGE_FIELDS: FieldTexts = {
  excluded_charges: 'Charges that are usual for the move and not included in `total_rate`.',
  'excluded_charges[].name': 'Tariff name.',
  'excluded_charges[].title': 'Name for people.',
  'excluded_charges[].rate': 'USD per unit.',
  'excluded_charges[].frequency': 'Unit of the charge, such as per day.',
  'excluded_charges[].quantity': 'Units that are usual for the move.',
  'excluded_charges[].amount': 'Rate x quantity in USD.',
  'excluded_charges[].reason': 'Why the charge is usual for the move.',
  accessorials: 'The charges of `accessorial_charges`.',
  'accessorials[].name': 'Tariff name.',
  'accessorials[].title': 'Name for people.',
  'accessorials[].rate': 'USD per unit; the whole amount of a percentage or of tiers.',
  'accessorials[].frequency': 'Unit of the charge, such as per day.',
  'accessorials[].quantity': 'Charged units, without free time.',
  'accessorials[].amount': 'Rate x quantity in USD.',
  'accessorials[].source':
    'What the amount comes from: the base tariff, the own tariff of the organization, its pricing strategy, or the contract rate.',
};

const { market: _market, customer_reference: _reference, ...moveEntries } = quotePreview.entries;
const { market: _text, ...MOVE } = PREVIEWED;

export const QUOTE_SCHEMAS: NamedSchemas = {
  ...TOLL_SCHEMAS,
  QuotedMove: {
    schema: v.object(moveEntries),
    description: 'What a quote and its preview say about a move.',
    fields: MOVE,
  },
  CreatedQuote: {
    schema: createdQuote,
    description: 'A new quote. A read returns the same fields, the creation time and the reference.',
    fields: CREATED,
  },
  Quote: {
    schema: readQuote,
    description: 'A quote.',
    fields: {
      ...CREATED,
      created_at: 'Time of creation, UTC.',
      customer_reference: 'The reference of the request; empty if it had none.',
      outcome: OUTCOME_TEXT,
      conversion: 'How the quote was converted. Only of a converted quote.',
      'conversion.converted_at': 'Time of the first conversion, UTC.',
      'conversion.converted_by': 'Who converted the quote; empty if the call did not say it.',
      'conversion.order_reference': 'Order of the customer; empty if the call did not say it.',
      decline: 'Why the customer declined. Only of a declined quote, also after its revision.',
      'decline.declined_at': 'Time of the decline, UTC.',
      'decline.reason': 'Reason of the decline.',
      'decline.competitor_price': 'Price of the competitor in USD; null if it is not known.',
      'decline.note': 'Note; empty if the call had none.',
      superseded_by: 'The quote that revises this one. Only of a superseded quote.',
    },
  },
  QuoteFuel: {
    schema: quoteFuel,
    description: 'The diesel price that the fuel of a quote comes from.',
    fields: {
      diesel_price: 'USD per gallon.',
      diesel_region: 'Region of the diesel price, such as `California`.',
      diesel_date: 'Monday of the week of the diesel price.',
      estimated: 'Set if the price is estimated from that of the West Coast (PADD5).',
    },
  },
  QuotePricing: {
    schema: pricing,
    description:
      'Amounts in USD. `total_rate` is the sum of base rate, fuel surcharge and accessorial charges.',
    fields: {
      base_rate: 'Linehaul with the margin of the pricing strategy.',
      fuel_surcharge:
        'Fuel surcharge; 0 if the pricing strategy or the contract rate includes fuel in the base rate.',
      fuel: 'The diesel price that the fuel comes from; null if a contract rate includes fuel or has a fixed surcharge.',
      tolls:
        'The tolls in the base rate; null if a contract rate or a person sets an amount, which tolls do not change.',
      accessorial_charges: 'Charge of each accessorial by its tariff name.',
      'accessorial_charges.*': 'USD.',
      total_rate: 'Price of the move.',
      currency: 'Always USD.',
      ...CHARGE_FIELDS,
    },
  },
  QuoteServiceDetails: {
    schema: service_details,
    description: 'Schedule of the move.',
    fields: {
      estimated_transit_days: '0 if a round trip fits one shift.',
      guaranteed_service: 'Whether the quote has the accessorial `guaranteed`.',
      pickup_date: 'Requested day of pickup.',
      planned_pickup_date: 'First day from `pickup_date` on which the gate of the origin terminal is open.',
      estimated_delivery_date: 'Estimated day of delivery.',
    },
  },
  QuoteRoute: {
    schema: route,
    description: 'Resolved origin and destination.',
    fields: {
      origin: 'Where the load is picked up.',
      destination: 'Where the load is delivered.',
      distance: 'One-way road miles, through all stops.',
      distance_source: 'Source of the distance.',
      requested: 'The texts of the request.',
      'requested.origin': 'Origin as requested.',
      'requested.destination': 'Destination as requested.',
      'requested.stops': 'Stops as requested. Absent without stops.',
    },
  },
  QuoteStop: {
    schema: routeStop,
    description: 'A terminal or a city.',
    fields: {
      name: 'Name of the terminal, or city and state.',
      type: 'Type of the terminal, or `city`.',
      city: 'City.',
      state: '2-letter state code.',
      zip: 'ZIP code; empty for a city without one of its own.',
      coordinates: 'Latitude, then longitude, in degrees.',
    },
  },
  QuoteMarket: {
    schema: market,
    description: 'Market cost of linehaul and fuel, without margin and accessorials, and its basis.',
    fields: MARKET,
  },
  QuotePreview: {
    schema: quotePreview,
    description: 'The price that a quote would have.',
    fields: {
      ...PREVIEWED,
      customer_reference: 'The reference of the request; empty if it had none.',
      market: 'Evidence for the price. A preview does not show the market rate itself.',
      ...Object.fromEntries(
        Object.entries(MARKET)
          .filter(([name]) => !/^(?:rate|range|spread)(?:\.|$)/.test(name))
          .map(([name, text]) => [`market.${name}`, text]),
      ),
    },
  },
  QuotePrice: {
    schema: priceFields,
    description: 'A price that a person sets: exactly one of `total_rate`, `base_rate` and `margin_percent`.',
    fields: {
      total_rate: 'Total in USD. The base rate is what fuel surcharge and accessorials leave.',
      base_rate: 'Base rate in USD.',
      margin_percent:
        'Margin in percent of the market linehaul, with fuel if the strategy includes it; without floor and rounding.',
      reason: 'Why, for your own records. `rate_source.set_reason` returns it.',
    },
  },
};

export const QUOTE_SUPERSEDED = {
  status: 409,
  code: 'QUOTE_SUPERSEDED',
  when: 'Another quote revises this one: `details.superseded_by`. Use that quote.',
} as const;

export const QUOTE_ALREADY_CONVERTED = {
  status: 409,
  code: 'QUOTE_ALREADY_CONVERTED',
  when: 'The quote was converted, which is permanent.',
} as const;

export const QUOTE_ALREADY_DECLINED = {
  status: 409,
  code: 'QUOTE_ALREADY_DECLINED',
  when: 'The quote was declined. Revise it to continue the negotiation.',
} as const;
