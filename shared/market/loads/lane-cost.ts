import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import type { RoadEquipment } from '../../costs/equipment/equipment-type.ts';
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
export function laneCost(lane: MarketLane, week: number, dieselFor: DieselLookup): LaneCost {
  const { linehaulCents, fuelCents } = costOfMove({
    miles: lane.miles,
    terminalType: lane.terminalType,
    state: lane.originState,
    dieselPrice: dieselFor(lane.originState, mondayOfWeek(week)).pricePerGallon,
  });
  return { linehaulCents, fuelCents };
}

/** The same for a trailer. */
export function trailerCost(
  { miles, originState }: Pick<MarketLane, 'miles' | 'originState'>,
  equipment: RoadEquipment,
  week: number,
  dieselFor: DieselLookup,
): LaneCost {
  const dieselPrice = dieselFor(originState, mondayOfWeek(week)).pricePerGallon;
  const { linehaulCents, fuelCents } = costOfRoadMove({ equipment, miles, dieselPrice });
  return { linehaulCents, fuelCents };
}

/** The linehaul of a lane's move at another distance, in cents; it does not depend on the price of diesel. */
export const linehaulAt = (lane: Pick<MarketLane, 'terminalType' | 'originState'>, miles: number): number =>
  costOfMove({ miles, terminalType: lane.terminalType, state: lane.originState, dieselPrice: 0 })
    .linehaulCents;
