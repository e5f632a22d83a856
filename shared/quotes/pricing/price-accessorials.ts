import type { Accessorial, Charge } from '../../costs/accessorials/accessorial.ts';
import { excludedCharges } from '../../costs/accessorials/excluded-charges.ts';
import { chargesAt } from '../../costs/accessorials/tariff.ts';
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

function isCharged({ name, occasion }: Accessorial, move: QuotedMove, strategy: PricingStrategy): boolean {
  if (occasion === 'by equipment' || move.requirements.includes(name)) return true;
  return occasion === 'port fee' && strategy.portFees;
}

interface ChosenCharge {
  readonly charge: Charge;
  readonly type: QuotedAccessorial['type'];
}

/** The strategy's charge for an accessorial, or else the tariff's. */
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
  miles: number,
  { baseRateCents, fuelSurchargeCents }: MovePrice,
  strategy: PricingStrategy,
): QuotedAccessorial {
  const { name, title, frequency, defaultQuantity, includesFuel } = accessorial;
  const { charge, type } = chooseCharge(accessorial, strategy);
  if ('percentOfBase' in charge) {
    const wholeCents = baseRateCents + (includesFuel ? fuelSurchargeCents : 0);
    const amountCents = percentOf(wholeCents, charge.percentOfBase);
    const ofTheMove = 'percentOfBase' in accessorial.charge ? frequency : 'per load';
    return { name, title, frequency: ofTheMove, quantity: 1, rateCents: amountCents, amountCents, type };
  }
  const quantity = frequency === 'per mile' ? miles : defaultQuantity;
  const amountCents = Math.round(charge.cents * quantity);
  return { name, title, frequency, quantity, rateCents: charge.cents, amountCents, type };
}

/**
 * All charges in addition to base rate and fuel, in the tariff's order: charges of the equipment, requested ones, and
 * terminal fees if the strategy charges them. A percentage applies to the base rate, once for the whole move; for another
 * trip it applies to base rate plus fuel surcharge. `excluded`: usual charges that the quote does not include, at the
 * strategy's prices.
 */
export function priceAccessorials(move: QuotedMove, strategy: PricingStrategy, price: MovePrice) {
  const { equipment, terminal, miles } = move;
  const priced = (accessorial: Accessorial) => priceAccessorial(accessorial, miles, price, strategy);
  const charged = chargesAt(equipment, terminal).filter((accessorial) =>
    isCharged(accessorial, move, strategy),
  );
  const names = charged.map(({ name }) => name);
  const accessorials: readonly QuotedAccessorial[] = charged.map(priced);
  const excluded: readonly ExcludedFromQuote[] = excludedCharges(equipment, names, terminal).map(
    ({ accessorial, reason }) => ({ ...priced(accessorial), reason }),
  );
  return { accessorials, excluded };
}
