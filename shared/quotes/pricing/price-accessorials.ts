import { centsOfDays } from '../../costs/accessorials/day-tiers.ts';
import { excludedFrom } from '../../costs/accessorials/excluded-charges.ts';
import {
  type ApplicableCharge,
  applicableCharges,
  ownEntriesOn,
} from '../../costs/accessorials/own-tariff.ts';
import { DEFAULT_STRATEGY } from '../strategy/default-strategy.ts';
import { percentOf } from '../strategy/percentage.ts';
import type {
  ExcludedFromQuote,
  PricingStrategy,
  QuotedAccessorial,
  QuotedMove,
} from '../strategy/pricing-strategy.ts';

/** The amounts to which percentages apply, in integer cents. */
interface MovePrice {
  readonly baseRateCents: number;
  readonly fuelSurchargeCents: number;
}

function isCharged(
  { name, occasion }: ApplicableCharge,
  move: QuotedMove,
  strategy: PricingStrategy,
): boolean {
  if (occasion === 'by equipment' || move.requirements.includes(name)) return true;
  return occasion === 'port fee' && strategy.portFees;
}

interface ChosenCharge {
  readonly charge: ApplicableCharge['charge'];
  readonly source?: QuotedAccessorial['source'];
}

/** Percent of the base rate for guaranteed service in the base tariff. */
const BASE_GUARANTEED_PERCENT = DEFAULT_STRATEGY.guaranteedPercent;

/** The strategy's charge for an accessorial, or else the tariff's. */
function chooseCharge({ name, charge, isOwn }: ApplicableCharge, strategy: PricingStrategy): ChosenCharge {
  const override = Object.hasOwn(strategy.accessorialOverrides, name)
    ? strategy.accessorialOverrides[name]
    : undefined;
  if (override !== undefined) return { charge: override, source: 'pricing_strategy' };
  const { guaranteedPercent: percentOfBase } = strategy;
  if (name === 'guaranteed' && percentOfBase !== BASE_GUARANTEED_PERCENT) {
    return { charge: { percentOfBase }, source: 'pricing_strategy' };
  }
  return isOwn ? { charge, source: 'own_tariff' } : { charge };
}

function priceAccessorial(
  accessorial: ApplicableCharge,
  miles: number,
  { baseRateCents, fuelSurchargeCents }: MovePrice,
  strategy: PricingStrategy,
): QuotedAccessorial {
  const { name, title, frequency, defaultQuantity, freeTime = 0, includesFuel } = accessorial;
  const { charge, source } = chooseCharge(accessorial, strategy);
  const origin = source === undefined ? { type: 'default' as const } : { type: 'custom' as const, source };
  if ('cents' in charge) {
    const quantity = frequency === 'per mile' ? miles : Math.max(0, defaultQuantity - freeTime);
    const amountCents = Math.round(charge.cents * quantity);
    return { name, title, frequency, quantity, rateCents: charge.cents, amountCents, ...origin };
  }
  const whole = (amountCents: number, ofTheMove: string) => ({
    ...{ name, title, frequency: ofTheMove, quantity: 1, rateCents: amountCents, amountCents, ...origin },
  });
  if ('tiers' in charge) return whole(centsOfDays(charge.tiers, defaultQuantity), 'per load');
  const wholeCents = baseRateCents + (includesFuel ? fuelSurchargeCents : 0);
  return whole(
    percentOf(wholeCents, charge.percentOfBase),
    'percentOfBase' in accessorial.charge ? frequency : 'per load',
  );
}

/**
 * All charges in addition to base rate and fuel, in the tariff's order: charges of the equipment, requested ones, and
 * terminal fees if the strategy charges them. A percentage applies to the base rate, once for the whole move; for another
 * trip it applies to base rate plus fuel surcharge. Days by tiers are one amount for the whole move. `excluded`: usual
 * charges that the quote does not include, at the strategy's prices.
 */
export function priceAccessorials(move: QuotedMove, strategy: PricingStrategy, price: MovePrice) {
  const { equipment, terminal, miles, pickupDay } = move;
  const priced = (accessorial: ApplicableCharge) => priceAccessorial(accessorial, miles, price, strategy);
  const applicable = applicableCharges(equipment, terminal, ownEntriesOn(strategy.tariff, pickupDay));
  const charged = applicable.filter((accessorial) => isCharged(accessorial, move, strategy));
  const names = charged.map(({ name }) => name);
  const accessorials: readonly QuotedAccessorial[] = charged.map(priced);
  const excluded: readonly ExcludedFromQuote[] = excludedFrom(applicable, names).map(
    ({ accessorial, reason }) => ({ ...priced(accessorial), reason }),
  );
  return { accessorials, excluded };
}
