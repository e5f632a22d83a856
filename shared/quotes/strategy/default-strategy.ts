import type { PricingStrategy } from './pricing-strategy.ts';

/**
 * What every organization begins with: a usual brokerage margin with a floor that a short move still pays for, and
 * otherwise as little done to the market rate as possible, rounding included.
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
