import type { PricingStrategy } from './pricing-strategy.ts';

/**
 * The initial strategy of every organization: a usual brokerage margin with a floor for short moves, and no other change
 * to the market rate except rounding to cents.
 */
export const DEFAULT_STRATEGY: PricingStrategy = {
  version: 0,
  margins: [{ fromMiles: 0, percent: 15, floorCents: 50_00 }],
  marginsByEquipment: {},
  fuel: 'separate',
  accessorialOverrides: {},
  portFees: false,
  volumeDiscounts: [],
  rounding: { toCents: 1, mode: 'nearest' },
  validityDays: 7,
  guaranteedPercent: 15,
};
