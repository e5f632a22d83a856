import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { costOfMove } from '../../costs/model/cost-model.ts';
import { costOfRoadMove } from '../../costs/model/road-cost-model.ts';
import { mondayOfWeek } from '../../platform/time/utc-week.ts';
import type { MarketLane } from './market-load.ts';

/** The cost model's linehaul and fuel for a lane in a week. The market's level multiplies only the linehaul. */
export interface LaneCost {
  readonly linehaulCents: number;
  readonly fuelCents: number;
}

/** The cost of a lane in a week, at that week's diesel price. */
export const laneCost = (lane: MarketLane, week: number, dieselFor: DieselLookup): LaneCost =>
  costAt(lane, dieselFor(lane.originState, mondayOfWeek(week)).pricePerGallon);

function costAt(lane: MarketLane, dieselPrice: number): LaneCost {
  const { miles, terminalType, originState: state, trailer, wage, tolls } = lane;
  const { linehaulCents, fuelCents } =
    trailer === undefined
      ? costOfMove({ miles, terminalType, state, wage, tolls, dieselPrice })
      : costOfRoadMove({ equipment: trailer, miles, tolls, dieselPrice });
  return { linehaulCents, fuelCents };
}

/** The linehaul of a lane's move at another distance, in cents; it does not depend on the price of diesel. */
export const linehaulAt = (lane: MarketLane, miles: number): number =>
  costAt({ ...lane, miles }, 0).linehaulCents;
