import { type Accessorial, TARIFF } from '../../shared/costs/accessorials/tariff.ts';
import { usd } from '../../shared/costs/model/cents.ts';
import { MODEL_VERSION, minimumLinehaulCents } from '../../shared/costs/model/cost-model.ts';
import {
  driverCentsPerHour,
  meanWage,
  NIGHT_CENTS,
  OPERATING_RATIO,
  PEG_FUEL_CENTS_PER_MILE,
  TRUCK_CENTS_PER_HOUR,
  WEAR_CENTS_PER_MILE,
} from '../../shared/costs/model/truck-operating-cost.ts';
import { US_STATES } from '../../shared/geography/places/us-states.ts';
import { TERMINAL_TYPES } from '../../shared/terminals/catalogue/terminal.ts';

/** USD with 4 decimals: costs per mile have fractions of a cent. */
const exactUsd = (cents: number): number => Math.round(cents * 100) / 10_000;

const describeAccessorial = ({ charge, ...accessorial }: Accessorial) => ({
  name: accessorial.name,
  title: accessorial.title,
  ...('cents' in charge ? { usd: usd(charge.cents) } : { percent_of_base_rate: charge.percentOfBase }),
  frequency: accessorial.frequency,
  default_quantity: accessorial.defaultQuantity,
  occasion: accessorial.occasion,
  equipment: accessorial.equipment,
  ...(accessorial.at === undefined ? {} : { only_at: accessorial.at }),
  ...(accessorial.includesFuel === true ? { percent_includes_fuel: true } : {}),
  ...(accessorial.usualReason === undefined ? {} : { usual_because: accessorial.usualReason }),
  ...(accessorial.replaces === undefined ? {} : { replaces: accessorial.replaces }),
  source: accessorial.source,
});

/** The tariff that prices use: all accessorials, and the figures of the cost model. Amounts are in USD. */
export const tariffDocument = () => ({
  currency: 'USD',
  cost_model: {
    version: MODEL_VERSION,
    truck_per_hour: exactUsd(TRUCK_CENTS_PER_HOUR),
    wear_per_truck_mile: exactUsd(WEAR_CENTS_PER_MILE),
    fuel_in_linehaul_per_truck_mile: exactUsd(PEG_FUEL_CENTS_PER_MILE),
    night: exactUsd(NIGHT_CENTS),
    operating_ratio: OPERATING_RATIO,
    by_state_of_terminal: Object.fromEntries(
      [...US_STATES.keys()].toSorted().map((state) => [
        state,
        {
          driver_per_hour: exactUsd(driverCentsPerHour(meanWage(state))),
          minimum_linehaul: Object.fromEntries(
            TERMINAL_TYPES.map((type) => [type, usd(minimumLinehaulCents(type, meanWage(state)))]),
          ),
        },
      ]),
    ),
  },
  accessorials: TARIFF.map(describeAccessorial),
});
