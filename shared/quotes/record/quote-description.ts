import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { createdQuote, listedQuote, readQuote, routeStop } from './quote-document.ts';

const { pricing, service_details, route, market } = createdQuote.entries;

const CREATED: FieldTexts = {
  quote_id: '`Q-` and 27 base-32 digits. Ids sort by creation time.',
  status:
    '`active` until 23:59:59Z of the last day, then `expired`; `converted` permanently after a conversion. Derived at each read.',
  expiry_date: 'Last second in which the quote is valid, UTC.',
  pricing: 'Amounts of the quote.',
  service_details: 'Schedule of the move.',
  equipment_type: 'Canonical name of the requested equipment.',
  special_requirements: 'Tariff names of the requested accessorials, each once.',
  'special_requirements[]': 'Tariff name.',
  route: 'Resolved origin and destination.',
  terminals:
    'Every priced terminal, cheapest first; the quote is for the lower median. Empty for over-the-road moves. Absent in quotes that are older than the field.',
  'terminals[].name': 'Exact terminal name.',
  'terminals[].distance': 'One-way road miles to the door.',
  'terminals[].total_rate': 'Total in USD with this terminal.',
  market: 'Market cost of the move. Absent in quotes that are older than the field.',
  pricing_strategy_version: 'Version of the pricing strategy that priced the quote.',
  warnings: 'Assumptions that the caller should check, as full sentences.',
};

/** Schemas of quotes. */
export const QUOTE_SCHEMAS: NamedSchemas = {
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
    },
  },
  QuotePricing: {
    schema: pricing,
    description:
      'Amounts in USD. `total_rate` is the sum of base rate, fuel surcharge and accessorial charges.',
    fields: {
      base_rate: 'Linehaul with the margin of the pricing strategy.',
      fuel_surcharge: 'Fuel surcharge; 0 if the pricing strategy includes fuel in the base rate.',
      accessorial_charges: 'Charge of each accessorial by its tariff name.',
      'accessorial_charges.*': 'USD.',
      total_rate: 'Price of the move.',
      currency: 'Always USD.',
      excluded_charges:
        'Charges that are usual for the move and not included in `total_rate`. Absent in quotes that are older than the field.',
      'excluded_charges[].name': 'Tariff name.',
      'excluded_charges[].title': 'Name for people.',
      'excluded_charges[].rate': 'USD per unit.',
      'excluded_charges[].frequency': 'Unit of the charge, such as per day.',
      'excluded_charges[].quantity': 'Units that are usual for the move.',
      'excluded_charges[].amount': 'Rate x quantity in USD.',
      'excluded_charges[].reason': 'Why the charge is usual for the move.',
    },
  },
  QuoteServiceDetails: {
    schema: service_details,
    description: 'Schedule of the move.',
    fields: {
      estimated_transit_days: '0 if a round trip fits one shift.',
      guaranteed_service: 'Whether the quote has the accessorial `guaranteed`.',
      pickup_date: 'Requested day of pickup.',
      estimated_delivery_date: 'Estimated day of delivery.',
    },
  },
  QuoteRoute: {
    schema: route,
    description: 'Resolved origin and destination.',
    fields: {
      origin: 'Where the load is picked up.',
      destination: 'Where the load is delivered.',
      distance: 'One-way road miles.',
      distance_source: 'Source of the distance.',
      requested: 'The texts of the request. Absent in quotes that are older than the field.',
      'requested.origin': 'Origin as requested.',
      'requested.destination': 'Destination as requested.',
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
    schema: market.wrapped,
    description: 'Market cost of linehaul and fuel, without margin and accessorials, and its basis.',
    fields: {
      rate: 'Linehaul plus fuel in USD.',
      range: 'The middle 80% of what is expected.',
      'range.min': 'USD.',
      'range.max': 'USD.',
      confidence: 'Confidence in the rate from 0 to 100.',
      basis: 'Evidence for the rate.',
      'basis.level':
        'Narrowest market level with enough loads: lane, zone, state, region; model if no level has enough.',
      'basis.observations': 'Loads of that level; null if the count must not be shown.',
      'basis.since': 'Monday of the first week with such loads; empty if the basis is the cost model.',
      'basis.as_of': 'Monday of the last week with such loads, or of the diesel price.',
      'basis.source': '`cost model`, `reported loads`, `own loads` or `simulated`.',
      'basis.model_version': 'Version of the model.',
      not_known: 'Factors that the price ignores, as full sentences.',
    },
  },
  QuoteListItem: {
    schema: listedQuote,
    description: 'A quote in a list.',
    fields: {
      quote_id: 'Id of the quote.',
      status: 'Status at the time of the call.',
      created_at: 'Time of creation, UTC.',
      total_rate: 'Price of the move.',
      currency: 'Currency of `total_rate`.',
      route: 'Origin and destination.',
      'route.origin': 'Origin.',
      'route.destination': 'Destination.',
      customer_reference: 'The reference of the request; empty if it had none.',
    },
  },
};

export const QUOTE_NOT_FOUND = {
  status: 404,
  code: 'QUOTE_NOT_FOUND',
  when: 'The quote does not exist, was deleted, or belongs to another organization or mode.',
} as const;
