import type { CostItem } from '../../../shared/costs/model/cost-model.ts';
import { MILES_PER_GALLON, PEG_USD } from '../../../shared/costs/model/fuel-surcharge.ts';
import {
  DRIVER_SHARE,
  MILEAGE_SHARE,
  NIGHT_CENTS,
  NON_FUEL_USD_PER_HOUR,
  NON_FUEL_USD_PER_MILE,
  OPERATING_RATIO,
} from '../../../shared/costs/model/truck-operating-cost.ts';

/** Texts for one line of the cost model. */
interface CostLineFacts {
  readonly title: string;
  /** Unit of the quantity; "" if the line has no quantity. */
  readonly unit: string;
  readonly formula: string;
  readonly source: string;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const SHARE_OF_TRUCK = 1 - MILEAGE_SHARE - DRIVER_SHARE;

const ATRI = 'ATRI, Operational Costs of Trucking, 2025 (data of 2024)';
const ATRI_SHARES = `${ATRI}; shares of the mileage cost: 2018 update`;

export const COST_LINE_FACTS: Readonly<Record<CostItem, CostLineFacts>> = {
  driver: {
    title: 'driver',
    unit: 'h',
    formula: `hours x ${NON_FUEL_USD_PER_HOUR} x ${percent(DRIVER_SHARE)} x the state's wage / the U.S. mean`,
    source: `${ATRI}; wages by state: BLS, OEWS, May 2025, occupation 53-3032`,
  },
  truck: {
    title: 'truck',
    unit: 'h',
    formula: `hours x ${NON_FUEL_USD_PER_HOUR} x ${percent(SHARE_OF_TRUCK)}: payments, insurance, permits`,
    source: ATRI_SHARES,
  },
  wear: {
    title: 'wear',
    unit: 'mi',
    formula: `truck miles x ${NON_FUEL_USD_PER_MILE} x ${percent(MILEAGE_SHARE)}: repair, tires, tolls`,
    source: ATRI_SHARES,
  },
  'peg-fuel': {
    title: 'fuel up to the peg',
    unit: 'mi',
    formula: `truck miles x ${PEG_USD} / ${MILES_PER_GALLON}`,
    source: "DAT's fuel formula: peg $1.25, 5.5 mpg",
  },
  nights: {
    title: 'nights on the road',
    unit: 'nights',
    formula: `nights x ${NIGHT_CENTS / 100}`,
    source: 'IRS Notice 2024-68, meals of the transportation industry',
  },
  margin: {
    title: 'margin',
    unit: 'USD',
    formula: `cost / ${OPERATING_RATIO} - cost`,
    source: 'operating ratio derived from the published 33-mile sample',
  },
  minimum: {
    title: 'up to the minimum',
    unit: '',
    formula: 'max(0, minimum linehaul x regional factor - cost - margin)',
    source:
      'planning tables, $350-500 up to 30 miles: $400 from a port, $350 from other terminals (general knowledge)',
  },
  fuel: {
    title: 'fuel surcharge',
    unit: 'mi',
    formula: `truck miles x max(0, diesel - ${PEG_USD}) / ${MILES_PER_GALLON}`,
    source: "DAT's fuel formula; diesel: U.S. Energy Information Administration, weekly on-highway prices",
  },
};
