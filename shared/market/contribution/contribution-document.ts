import * as v from 'valibot';
import { KEY_MODES } from '../../platform/account/account.ts';
import { FREIGHT_MARKETS } from '../loads/freight-markets.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const monday = v.pipe(v.string(), v.isoDate());

export const contributedMarketFields = v.object({
  name: v.picklist(FREIGHT_MARKETS),
  observations: count,
  firstWeek: monday,
  lastWeek: monday,
});

export const contributedWeekFields = v.object({ weekOf: monday, observations: count });

export const contributedTrailersFields = v.object({
  observations: count,
  byEquipment: v.object({ dryvan: count, reefer: count, flatbed: count }),
});

/** The 200 body. */
export const contributionAnswer = v.object({
  status: v.literal('success'),
  data: v.object({
    mode: v.picklist(KEY_MODES),
    shared: v.boolean(),
    observations: count,
    freightMarkets: v.pipe(v.array(contributedMarketFields), v.maxLength(FREIGHT_MARKETS.length)),
    weeks: v.array(contributedWeekFields),
    trailers: contributedTrailersFields,
    fuelUnknown: count,
  }),
});

export type ContributionAnswer = v.InferOutput<typeof contributionAnswer>;
