import * as v from 'valibot';
import { TOLL_SCHEMAS } from '../../shared/costs/tolls/toll-facilities.ts';
import { ROUTE_SCHEMAS } from '../../shared/geography/routes/route-document.ts';
import { CITY_MAX_LENGTH } from '../../shared/rates/lane.ts';
import { MAX_LANES } from '../../shared/rates/rate-rejections.ts';
import { analysis, priceLanesResponse, rateResult } from '../../shared/rates/rates-document.ts';
import { lane, priceLanesParameters } from '../../shared/rates/read-lanes.ts';
import type { Operation } from '../definition-types.ts';

const charge = (path: string) => ({
  [`${path}[].name`]: 'Tariff name.',
  [`${path}[].title`]: 'Name for people.',
  [`${path}[].amount`]: 'Rate x quantity in USD.',
  [`${path}[].rate`]: 'USD per unit.',
  [`${path}[].quantity`]: 'Units.',
  [`${path}[].frequency`]: 'Unit of the charge, such as per day.',
});

export const definition = {
  function: 'price-lanes',
  method: 'POST',
  path: '/api/v1/rates',
  objective: 'pricing',
  tag: 'Rates',
  summary: 'Price lanes',
  description: `Returns market rates for 1 to ${MAX_LANES} lanes, each from a terminal to a US destination. If one lane is invalid, the call prices none. A successful call counts once against the monthly usage limit.`,
  query: {
    schema: priceLanesParameters,
    fields: { include: '`route` adds the path of each lane on a map, with its highways.' },
  },
  requestHeaders: ['Idempotency-Key'],
  body: { schema: v.pipe(v.array(lane), v.minLength(1), v.maxLength(MAX_LANES)), fields: {} },
  response: {
    schema: priceLanesResponse,
    description: 'A rate for each lane, in the order of the request.',
    fields: { data: 'One result for each lane.' },
  },
  responseHeaders: ['Usage'],
  errors: [
    {
      status: 400,
      when: 'Lanes are invalid (`errors` has the index and the errors of each), a terminal or destination is unknown (`suggestions` has similar names), no road leads to a destination, or the organization has no billing information.',
    },
    {
      status: 409,
      when: 'The Idempotency-Key was used with another body, or a call with it is being answered.',
    },
    {
      status: 429,
      when: 'The monthly usage limit is reached: the message has usage and limit.',
    },
  ],
  schemas: {
    ...ROUTE_SCHEMAS,
    ...TOLL_SCHEMAS,
    Lane: {
      schema: lane,
      description: 'A lane to price. Unknown fields are ignored; `analysis.warnings` names them.',
      fields: {
        originTerminal: {
          description: 'Exact name of a terminal of the terminal search.',
          minLength: 1,
          examples: ['APM Elizabeth Terminal'],
        },
        originType: 'Type of the terminal. Default: any.',
        destinationCity: {
          description: 'Letters, spaces, hyphens and apostrophes, with at least one letter.',
          minLength: 1,
          maxLength: 4 * CITY_MAX_LENGTH,
          examples: ['Chicago'],
        },
        destinationState: {
          description: '2-letter US state code.',
          pattern: '^[A-Za-z]{2}$',
          maxLength: 2,
          examples: ['IL'],
        },
        destinationZip: {
          description: 'ZIP code of 5 digits, or ZIP+4. It improves the accuracy.',
          pattern: '^\\d{5}(-?\\d{4})?$',
          maxLength: 10,
          examples: ['60632'],
        },
        equipment: {
          description: 'A container, in a usual spelling. Default: container_40.',
          examples: ['container_40hc'],
        },
        hazmat: 'Adds the surcharge for hazardous goods. Default: false.',
        overweight: 'Adds the surcharge for an overweight container. Default: false.',
        date: {
          description:
            'Day to price for, from 365 days before today (UTC) to 365 days after. Default: today.',
          format: 'date',
          maxLength: 10,
          pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        },
      },
    },
    RateResult: {
      schema: rateResult,
      description: 'The rate of a lane.',
      fields: {
        origin: 'The terminal.',
        'origin.terminal': 'Exact name.',
        'origin.type': 'Type of the terminal.',
        'origin.city': 'City.',
        'origin.state': '2-letter state code.',
        'origin.coordinates': 'Latitude, then longitude, in degrees.',
        destination: 'The resolved destination.',
        'destination.city': 'City.',
        'destination.state': '2-letter state code.',
        'destination.zip': 'ZIP code; empty for a city without one of its own.',
        'destination.coordinates': 'Latitude, then longitude, in degrees.',
        equipment: 'The priced container.',
        date: 'The priced day.',
        analysis: 'The rate and its basis.',
        route: 'The path of the lane. Only with `include=route`.',
      },
    },
    RateAnalysis: {
      schema: analysis,
      description: 'A market rate. Amounts are in USD, distances are one-way road miles.',
      fields: {
        suggestedRate: 'Linehaul and fuel, without surcharges.',
        ratePerMile: '`suggestedRate` divided by `distance`.',
        confidenceScore: 'Confidence in the rate from 0 to 100.',
        distance: 'One-way road miles.',
        rateRange: 'The middle 80% of what is expected.',
        'rateRange.min': 'USD.',
        'rateRange.max': 'USD.',
        trend: 'Direction of the rate over recent weeks.',
        activity: 'Loads of the market.',
        timeline: 'Rates of the past weeks.',
        'timeline.entries': 'Oldest first.',
        'timeline.entries[].date': 'Monday of the week.',
        'timeline.entries[].rate': 'USD.',
        'timeline.entries[].estimated': 'Present in weeks after the last observation, `basis.asOf`.',
        forecast: 'Expected rates of the next weeks.',
        'forecast.entries': 'Oldest first.',
        'forecast.entries[].date': 'Monday of the week.',
        'forecast.entries[].rate': 'USD.',
        'forecast.entries[].min': 'USD.',
        'forecast.entries[].max': 'USD.',
        basis: 'Evidence for the rate.',
        'basis.level': 'Narrowest market level with enough loads; model if no level has enough.',
        'basis.observations': 'Loads of that level; null if the count must not be shown.',
        'basis.since': 'Monday of the first week with such loads; empty if the basis is the cost model.',
        'basis.asOf': 'Monday of the last week with such loads, or of the diesel price.',
        'basis.source': '`cost model`, `reported loads`, `own loads` or `simulated`.',
        'basis.modelVersion': 'Version of the model.',
        fuel: 'The fuel part of the rate.',
        'fuel.amount': 'USD.',
        'fuel.perMile': 'USD per mile.',
        'fuel.dieselPrice': 'USD per gallon.',
        'fuel.dieselRegion': 'Region of the diesel price, such as `California`.',
        'fuel.dieselDate': 'Monday of the diesel price.',
        'fuel.estimated': 'Set if the price is estimated from that of the West Coast (PADD5).',
        'fuel.included': 'Whether `suggestedRate` includes the amount.',
        tolls: 'The tolls in the rate.',
        surcharges:
          "Charges in addition to `suggestedRate`: those of the equipment, hazmat and overweight, by the organization's own accessorial tariff or the base tariff.",
        ...charge('surcharges'),
        'surcharges[].source':
          'Source of the amount; `accessorial tariff of the organization` for a charge of its own tariff.',
        surchargesTotal: 'Sum of the surcharges.',
        excluded: 'Charges that are usual for the move and that `suggestedRate` does not include.',
        ...charge('excluded'),
        'excluded[].reason': 'Why the charge is usual for the move.',
        distanceSource: 'Source of the distance.',
        warnings: 'Assumptions that the caller should check, as full sentences.',
      },
    },
  },
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'UpdateItem'],
    strategies: ['BatchGetItem'],
    idempotency: ['GetItem', 'PutItem'],
    terminals: ['GetItem'],
    market: ['GetItem', 'BatchGetItem'],
  },
  data: ['terminals', 'places'],
  roadDistances: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers get no market rates.',
} satisfies Operation;
