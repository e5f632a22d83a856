import {
  contributedMarketFields,
  contributedTrailersFields,
  contributedWeekFields,
  contributionAnswer,
} from '../../shared/market/contribution/read-contribution.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-market-summary',
  method: 'GET',
  path: '/api/v1/market/summary',
  tag: 'Market',
  summary: 'Read what the organization contributes to the market',
  description:
    'Returns the number of imported loads of the organization, in the mode of the key, by freight market and by week, and whether other organizations can benefit from them. The counts cover the last 78 weeks and include an import when it has ended. Loads of trailers are counted by equipment. Loads that do not say whether fuel is inside are counted apart: prices do not use them.',
  response: {
    schema: contributionAnswer,
    description: 'The contribution.',
    fields: {
      data: 'The contribution in the mode of the key.',
      'data.mode': 'Mode of the key.',
      'data.shared':
        'Whether the loads are in the market of all organizations, where counts and rates are disclosed only with three contributors. Always false for test keys.',
      'data.observations': 'All loads that prices use.',
      'data.freightMarkets': 'Freight markets with loads, by their number of loads, largest first.',
      'data.weeks': 'Weeks with loads, oldest first.',
      'data.trailers': 'Loads of trailers.',
      'data.fuelUnknown':
        'Loads of containers and trailers that do not say whether fuel is inside. Prices do not use them.',
    },
  },
  errors: [],
  schemas: {
    ContributedMarket: {
      schema: contributedMarketFields,
      description: 'The loads of the organization in a freight market.',
      fields: {
        name: 'Name of the freight market.',
        observations: 'Number of loads.',
        firstWeek: 'Monday of the first week with loads.',
        lastWeek: 'Monday of the last week with loads.',
      },
    },
    ContributedTrailers: {
      schema: contributedTrailersFields,
      description: 'The loads of trailers of the organization.',
      fields: {
        observations: 'Number of loads.',
        byEquipment: 'Number of loads by equipment.',
        'byEquipment.dryvan': 'Loads of dry vans and power only.',
        'byEquipment.reefer': 'Loads of refrigerated trailers.',
        'byEquipment.flatbed': 'Loads of flatbeds, step decks, conestogas and hot shots.',
      },
    },
    ContributedWeek: {
      schema: contributedWeekFields,
      description: 'The loads of the organization in a week.',
      fields: { weekOf: 'Monday of the week.', observations: 'Number of loads.' },
    },
  },
  tables: { market: ['GetItem', 'BatchGetItem'] },
  leadingKeys: { market: ['cell#*', 'market'] },
  impact: 'Callers cannot read what they contribute to the market; rates are not affected.',
} satisfies Operation;
