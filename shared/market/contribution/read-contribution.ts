import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { mondayOfWeek, utcDay, weekNumber } from '../../platform/time/utc-calendar.ts';
import { ascending, kindOfSlot, loadsOf, slotsOf } from '../cells/market-cell.ts';
import { KEPT_WEEKS } from '../importing/refresh-cells.ts';
import { FREIGHT_MARKETS, roadMarket } from '../loads/freight-markets.ts';
import { isShared, organizationOwner } from '../loads/load-owner.ts';
import { equipmentNamesOfKind, freightMarketKey } from '../loads/market-levels.ts';
import type { MarketStore } from '../store/dynamodb-market-store.ts';

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

/** Trailers whose loads are counted apart; each stands for those that markets learn with it. */
const TRAILER_CLASSES = ['dryvan', 'reefer', 'flatbed'] as const;

/**
 * Reads what the loads of an organization contribute in the mode of the key, by freight market and by week. Every load
 * is in exactly one cell of a freight market, so that two reads suffice for any number of loads. Unlearned loads have
 * no cells, and counts of their own.
 * Cells keep older weeks than `KEPT_WEEKS` until they are written again; these do not count.
 */
export function readContributionUseCase(
  store: Pick<MarketStore, 'cells' | 'sharing' | 'unlearned'>,
  now: () => Date,
) {
  return async ({ orgId, mode }: Account): Promise<ContributionAnswer> => {
    const owner = organizationOwner(orgId, mode);
    const tooOld = weekNumber(utcDay(now())) - KEPT_WEEKS;
    const [cells, roadCells, sharing, unlearned] = await Promise.all([
      store.cells(owner, FREIGHT_MARKETS.map(freightMarketKey)),
      store.cells(
        owner,
        FREIGHT_MARKETS.map((name) => freightMarketKey(roadMarket(name))),
      ),
      store.sharing(),
      store.unlearned(owner, tooOld + 1),
    ]);
    const byWeek = new Map<number, number>();
    const freightMarkets = FREIGHT_MARKETS.flatMap((name, position) => {
      const weeks = ascending(cells[position]?.cell.weeks ?? []).filter(([week]) => week > tooOld);
      const [first, last] = [weeks[0], weeks.at(-1)];
      if (first === undefined || last === undefined) return [];
      let observations = 0;
      for (const [week, stored] of weeks) {
        const ofWeek = loadsOf(stored);
        observations += ofWeek;
        byWeek.set(week, (byWeek.get(week) ?? 0) + ofWeek);
      }
      return [{ name, observations, firstWeek: mondayOfWeek(first[0]), lastWeek: mondayOfWeek(last[0]) }];
    });
    const byEquipment = { dryvan: 0, reefer: 0, flatbed: 0 };
    for (const { cell } of roadCells) {
      for (const [week, stored] of cell.weeks) {
        if (week <= tooOld) continue;
        for (const [slot, count] of slotsOf(stored)) {
          const names = equipmentNamesOfKind(kindOfSlot(slot));
          const trailer = TRAILER_CLASSES.find((equipment) => names.includes(equipment));
          if (trailer !== undefined) byEquipment[trailer] += count;
        }
      }
    }
    return {
      status: 'success',
      data: {
        mode,
        shared: isShared(owner, sharing),
        observations: freightMarkets.reduce((sum, market) => sum + market.observations, 0),
        freightMarkets: freightMarkets.sort(
          (a, b) => b.observations - a.observations || (a.name < b.name ? -1 : 1),
        ),
        weeks: [...byWeek]
          .sort(([a], [b]) => a - b)
          .map(([week, observations]) => ({ weekOf: mondayOfWeek(week), observations })),
        trailers: {
          observations: TRAILER_CLASSES.reduce((sum, equipment) => sum + byEquipment[equipment], 0),
          byEquipment,
        },
        fuelUnknown: unlearned.fuelUnknown,
      },
    };
  };
}
