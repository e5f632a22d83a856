import type { Accessorial, Charge } from '../accessorials/accessorial.ts';
import { TARIFF } from '../accessorials/tariff.ts';
import { percentOf } from './percentage.ts';
import type { PricingStrategy, QuotedAccessorial, QuotedMove } from './pricing-strategy.ts';

function isCharged(accessorial: Accessorial, move: QuotedMove, strategy: PricingStrategy): boolean {
  const { name, occasion, equipment, portCities } = accessorial;
  if (!equipment.includes(move.equipment)) return false;
  if (occasion === 'by equipment' || move.requirements.includes(name)) return true;
  if (occasion !== 'port fee' || !strategy.portFees || move.portCity === undefined) return false;
  return portCities?.includes(move.portCity) ?? true;
}

interface ChosenCharge {
  readonly charge: Charge;
  readonly type: QuotedAccessorial['type'];
}

/** What the strategy charges in place of the tariff, or the tariff's own. */
function chooseCharge({ name, charge }: Accessorial, strategy: PricingStrategy): ChosenCharge {
  const override = Object.hasOwn(strategy.accessorialOverrides, name)
    ? strategy.accessorialOverrides[name]
    : undefined;
  if (override !== undefined) return { charge: override, type: 'custom' };
  if (name !== 'guaranteed') return { charge, type: 'default' };
  const { guaranteedPercent: percentOfBase } = strategy;
  const asInTariff = 'percentOfBase' in charge && charge.percentOfBase === percentOfBase;
  return { charge: { percentOfBase }, type: asInTariff ? 'default' : 'custom' };
}

function priceAccessorial(
  accessorial: Accessorial,
  { charge, type }: ChosenCharge,
  miles: number,
  baseRateCents: number,
): QuotedAccessorial {
  const { name, title, frequency, defaultQuantity } = accessorial;
  if ('percentOfBase' in charge) {
    const amountCents = percentOf(baseRateCents, charge.percentOfBase);
    const ofTheMove = 'percentOfBase' in accessorial.charge ? frequency : 'per load';
    return { name, title, frequency: ofTheMove, quantity: 1, rateCents: amountCents, amountCents, type };
  }
  const quantity = frequency === 'per mile' ? miles : defaultQuantity;
  const amountCents = Math.round(charge.cents * quantity);
  return { name, title, frequency, quantity, rateCents: charge.cents, amountCents, type };
}

/**
 * Every charge beside base rate and fuel, in the tariff's order: those that come with the equipment, those asked for,
 * and port fees where the strategy switches them on. A percentage is of `baseRateCents`, once for the whole move.
 */
export const priceAccessorials = (
  move: QuotedMove,
  strategy: PricingStrategy,
  baseRateCents: number,
): readonly QuotedAccessorial[] =>
  TARIFF.filter((accessorial) => isCharged(accessorial, move, strategy)).map((accessorial) =>
    priceAccessorial(accessorial, chooseCharge(accessorial, strategy), move.miles, baseRateCents),
  );
