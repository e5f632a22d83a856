import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { mondayOfWeek, utcDay, weekNumber } from '../../platform/time/utc-calendar.ts';
import { ascending, type CellWeek, kindOfSlot, loadsOf, slotsOf } from '../cells/market-cell.ts';
import { KEPT_WEEKS } from '../importing/refresh-cells.ts';
import { FREIGHT_MARKETS, roadMarket, unlearnedName } from '../loads/freight-markets.ts';
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
 * is in exactly one cell of a freight market, so that three reads suffice for any number of loads. Unlearned loads have
 * cells of their own.
 * Cells keep older weeks than `KEPT_WEEKS` until they are written again; these do not count.
 */
export function readContributionUseCase(store: Pick<MarketStore, 'cells' | 'sharing'>, now: () => Date) {
  return async ({ orgId, mode }: Account): Promise<ContributionAnswer> => {
    const owner = organizationOwner(orgId, mode);
    const tooOld = weekNumber(utcDay(now())) - KEPT_WEEKS;
    const read = async (nameOf: (freightMarket: string) => string) => {
      const cells = await store.cells(owner, FREIGHT_MARKETS.map(nameOf).map(freightMarketKey));
      return cells.map(({ cell }) => ascending(cell.weeks).filter(([week]) => week > tooOld));
    };
    const [containers, trailers, unlearned, sharing] = await Promise.all([
      read((name) => name),
      read(roadMarket),
      read(unlearnedName),
      store.sharing(),
    ]);
    const freightMarkets = FREIGHT_MARKETS.flatMap((name, position) => {
      const weeks = containers[position] ?? [];
      const [first, last] = [weeks[0], weeks.at(-1)];
      if (first === undefined || last === undefined) return [];
      const ends = { firstWeek: mondayOfWeek(first[0]), lastWeek: mondayOfWeek(last[0]) };
      return [{ name, observations: sumOf(weeks), ...ends }];
    });
    const byWeek = ascending(Map.groupBy(containers.flat(), ([week]) => week));
    const byEquipment = { dryvan: 0, reefer: 0, flatbed: 0 };
    for (const [slot, count] of trailers.flat().flatMap(([, stored]) => [...slotsOf(stored)])) {
      const names = equipmentNamesOfKind(kindOfSlot(slot));
      const trailer = TRAILER_CLASSES.find((equipment) => names.includes(equipment));
      if (trailer !== undefined) byEquipment[trailer] += count;
    }
    return {
      status: 'success',
      data: {
        ...{ mode, shared: isShared(owner, sharing), observations: sumOf(containers.flat()) },
        freightMarkets: freightMarkets.sort(
          (a, b) => b.observations - a.observations || (a.name < b.name ? -1 : 1),
        ),
        weeks: byWeek.map(([week, of]) => ({ weekOf: mondayOfWeek(week), observations: sumOf(of) })),
        trailers: { observations: sumOf(trailers.flat()), byEquipment },
        fuelUnknown: sumOf(unlearned.flat()),
      },
    };
  };
}

type Weeks = readonly (readonly [week: number, stored: CellWeek])[];

const sumOf = (weeks: Weeks): number => weeks.reduce((sum, [, stored]) => sum + loadsOf(stored), 0);
