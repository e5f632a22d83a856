import {
  type Criterion,
  firstMatch,
  type LaneScope,
  scopeCriteria,
} from '../../contracts/rate/select-contract-rate.ts';
import {
  type ApplicableCharge,
  applicableCharges,
  type ChargedMove,
  chargeAmount,
  excludedFrom,
  ownEntriesOn,
  scheduledCharges,
} from '../../costs/accessorials/own-tariff.ts';
import { isTimed } from '../../costs/accessorials/tariff.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { hundredths, percentageOf, percentOf, usd, WHOLE } from '../../costs/model/cents.ts';
import { isCustomer, NO_CUSTOMER } from '../../customers/customer-names.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { weekdayOf } from '../../platform/time/utc-calendar.ts';
import type { ManualPrice } from '../record/manual-price.ts';
import {
  type AppliedRule,
  DEFAULT_STRATEGY,
  type ExcludedFromQuote,
  type MarginBand,
  type PricingRule,
  type PricingStrategy,
  type QuotedAccessorial,
  type QuotedMove,
  type QuotePrice,
  type RuleTerms,
  type ScheduledCharge,
  WEEKDAYS,
  type Weekday,
} from '../strategy/pricing-strategy.ts';

interface SelectedRule {
  readonly rule: PricingRule;
  readonly reason: string;
}

interface Match extends LaneScope {
  readonly rule: PricingRule;
  readonly at: number;
}

const PLACE_IN_LIST: Criterion<Match> = {
  compare: (one, other) => one.at - other.at,
  reason: (_, { rule }) => `The rule is before the next match (${rule.name}) in the list.`,
};

/**
 * Selects the rule of a move: by the customer, the narrower origin, the narrower destination, and the place in the list,
 * as with contract rates.
 * @returns undefined if no rule matches, or if the move was stored without the input of rules.
 */
export function selectRule(rules: readonly PricingRule[], move: QuotedMove): SelectedRule | undefined {
  const matches = rules.flatMap((rule, at): readonly Match[] => {
    const { customer, origin, destination } = rule.when;
    return matchesMove(rule, move) ? [{ customer, origin, destination, rule, at }] : [];
  });
  const criteria = [...scopeCriteria('rule', move.ruleInput?.customer ?? NO_CUSTOMER), PLACE_IN_LIST];
  const selected = firstMatch(matches, criteria, 'rule');
  return selected && { rule: selected.first.rule, reason: selected.reason };
}

function matchesMove({ when }: PricingRule, move: QuotedMove): boolean {
  const { equipment, miles, pickupDay, ruleInput } = move;
  if (ruleInput === undefined || pickupDay === undefined) return false;
  const isOn = (weekdays: readonly Weekday[]) => {
    const weekday = WEEKDAYS[weekdayOf(pickupDay)];
    return weekday !== undefined && weekdays.includes(weekday);
  };
  const isWithin = (value: number, least = 0, most = Number.POSITIVE_INFINITY) =>
    value >= least && value <= most;
  return (
    (when.customer === '' || isCustomer(ruleInput.customer, when.customer)) &&
    ruleInput.origin.includes(when.origin.key) &&
    ruleInput.destination.includes(when.destination.key) &&
    (when.equipment === undefined || when.equipment.includes(equipment)) &&
    isWithin(miles, when.minMiles, when.maxMiles) &&
    (when.weekdays === undefined || isOn(when.weekdays)) &&
    isWithin(ruleInput.leadDays, when.minLeadDays, when.maxLeadDays)
  );
}

export interface RuledStrategy {
  readonly strategy: PricingStrategy;
  readonly applied: Pick<QuotePrice, 'rule'>;
}

/**
 * The strategy with the terms of the rule that the move selects.
 * @param priced terms that apply to the price; the others stay as in the strategy. A rule without any of them is not reported.
 */
export function applyRule(
  move: QuotedMove,
  strategy: PricingStrategy,
  priced: readonly (keyof RuleTerms)[] = [
    'margin',
    'rounding',
    'validityDays',
    'fuel',
    'accessorialOverrides',
  ],
): RuledStrategy {
  const selected = strategy.rules && selectRule(strategy.rules, move);
  if (selected === undefined) return { strategy, applied: {} };
  const { name, terms } = selected.rule;
  const given = priced.filter((term) => terms[term] !== undefined);
  if (given.length === 0) return { strategy, applied: {} };
  const { margin, accessorialOverrides, ...others } = Object.fromEntries(
    given.map((term) => [term, terms[term]]),
  ) as RuleTerms;
  const { validityDays } = others;
  const rule: AppliedRule = {
    ...{ name, reason: selected.reason },
    ...(validityDays !== undefined && { validityDays }),
  };
  return {
    strategy: {
      ...strategy,
      ...others,
      ...(margin && { margins: [{ fromMiles: 0, ...margin }], marginsByEquipment: {} }),
      accessorialOverrides: { ...strategy.accessorialOverrides, ...accessorialOverrides },
    },
    applied: { rule },
  };
}

type Rounding = PricingStrategy['rounding'];

/** The margin band for these one-way miles, from the equipment's own bands or else the general ones. */
function marginBand(
  { margins, marginsByEquipment }: Pick<PricingStrategy, 'margins' | 'marginsByEquipment'>,
  equipment: EquipmentType,
  miles: number,
): MarginBand {
  const bands = marginsByEquipment[equipment] ?? margins;
  const band = bands.findLast(({ fromMiles }) => fromMiles <= miles);
  if (band === undefined) throw new RangeError(`No margin band of ${equipment} covers ${miles} miles`);
  return band;
}

/** Rounds `amount` to a multiple of `step`, both integers; "nearest" rounds half a step up. */
function toMultiple(amount: number, step: number, mode: Rounding['mode']): number {
  const over = amount % step;
  const up = mode === 'up' ? over > 0 : mode === 'nearest' && over * 2 >= step;
  return amount - over + (up ? step : 0);
}

/**
 * The base rate for a cost, both in integer cents: cost plus the larger of the band's percentage and floor, rounded once.
 * If rounding gives less than cost plus floor, it rounds up instead.
 */
function roundedBaseRate(costCents: number, band: MarginBand, { toCents, mode }: Rounding): number {
  const step = toCents * WHOLE;
  const least = (costCents + band.floorCents) * WHOLE;
  const marked = costCents * (WHOLE + hundredths(band.percent));
  const rounded = toMultiple(Math.max(marked, least), step, mode);
  return Math.max(rounded, toMultiple(least, step, 'up')) / WHOLE;
}

type MovePrice = Omit<ChargedMove, 'miles'>;

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
  /** Hours or days that are not charged. */
  readonly freeTime: number;
  readonly source?: QuotedAccessorial['source'];
}

/** Percent of the base rate for guaranteed service in the base tariff. */
const BASE_GUARANTEED_PERCENT = DEFAULT_STRATEGY.guaranteedPercent;

function chooseCharge(
  { name, charge, frequency, freeTime = 0, isOwn }: ApplicableCharge,
  strategy: PricingStrategy,
): ChosenCharge {
  const override = Object.hasOwn(strategy.accessorialOverrides, name)
    ? strategy.accessorialOverrides[name]
    : undefined;
  if (override !== undefined) {
    const own = 'cents' in override && isTimed(frequency) ? override.freeTime : undefined;
    const free = 'tiers' in charge ? (charge.tiers[0]?.fromDay ?? 1) - 1 : freeTime;
    return { charge: override, freeTime: own ?? free, source: 'pricing_strategy' };
  }
  const { guaranteedPercent: percentOfBase } = strategy;
  if (name === 'guaranteed' && percentOfBase !== BASE_GUARANTEED_PERCENT) {
    return { charge: { percentOfBase }, freeTime, source: 'pricing_strategy' };
  }
  return isOwn ? { charge, freeTime, source: 'own_tariff' } : { charge, freeTime };
}

function priceAccessorial(
  accessorial: ApplicableCharge,
  miles: number,
  price: MovePrice,
  strategy: PricingStrategy,
  quantity: number | undefined,
): QuotedAccessorial {
  const { name, title } = accessorial;
  const { charge, freeTime, source } = chooseCharge(accessorial, strategy);
  const origin = source === undefined ? { type: 'default' as const } : { type: 'custom' as const, source };
  const { defaultQuantity } = accessorial;
  const units = { ...accessorial, freeTime, defaultQuantity: quantity ?? defaultQuantity };
  const hasUnits = !('percentOfBase' in charge) && accessorial.frequency !== 'per mile';
  return {
    ...{ name, title, ...chargeAmount(units, charge, { miles, ...price }), ...origin },
    ...(quantity !== undefined && !hasUnits && { ignoresQuantity: true }),
  };
}

/**
 * All charges in addition to base rate and fuel, in the tariff's order: charges of the equipment that no requested charge
 * replaces, requested ones, and terminal fees if the strategy charges them. `excluded`: usual charges that the quote does not include, at the strategy's
 * prices.
 */
export function priceAccessorials(move: QuotedMove, strategy: PricingStrategy, price: MovePrice) {
  const { equipment, terminal, miles, pickupDay } = move;
  const priced = (accessorial: ApplicableCharge) =>
    priceAccessorial(accessorial, miles, price, strategy, move.quantities?.[accessorial.name]);
  const applicable = applicableCharges(equipment, terminal, ownEntriesOn(strategy.tariff, pickupDay));
  const requested = applicable.filter(({ name }) => move.requirements.includes(name));
  const replaced = new Set(requested.flatMap(({ replaces = [] }) => replaces));
  const charged = applicable.filter(
    (accessorial) =>
      isCharged(accessorial, move, strategy) &&
      (requested.includes(accessorial) || !replaced.has(accessorial.name)),
  );
  const names = charged.map(({ name }) => name);
  const accessorials: readonly QuotedAccessorial[] = charged.map(priced);
  const excluded: readonly ExcludedFromQuote[] = excludedFrom(applicable, names).map(
    ({ accessorial, reason }) => ({ ...priced(accessorial), reason }),
  );
  return { accessorials, excluded };
}

/** The charges that can arise after a move, with the strategy's prices; one with amounts by day is a line for each tier. */
function scheduleOf(
  { equipment, terminal, pickupDay, miles }: QuotedMove,
  strategy: PricingStrategy,
  price: MovePrice,
): readonly ScheduledCharge[] {
  const charges = scheduledCharges(equipment, terminal, ownEntriesOn(strategy.tariff, pickupDay));
  return charges.flatMap((accessorial): readonly ScheduledCharge[] => {
    const { name, title, applies = 'It arises during or after the move.' } = accessorial;
    const { charge, freeTime: free } = chooseCharge(accessorial, strategy);
    if ('tiers' in charge) {
      return charge.tiers.map(({ fromDay, cents }) => ({
        ...{ name, title, rateCents: cents, frequency: accessorial.frequency, free: fromDay - 1, applies },
      }));
    }
    const unit = { ...accessorial, defaultQuantity: 1, freeTime: 0 };
    const { rateCents, frequency } = chargeAmount(unit, charge, { miles, ...price });
    return [{ name, title, rateCents, frequency, free: 'cents' in charge ? free : 0, applies }];
  });
}

/**
 * The price of a quote, from the market cost of its move and the organization's strategy with its rules; integer cents.
 * @throws RangeError if the strategy has no band for the miles; validated strategies have a band from 0.
 */
export function applyStrategy(move: QuotedMove, general: PricingStrategy): QuotePrice {
  const { strategy, applied } = applyRule(move, general);
  const { equipment, miles, linehaulCents, fuelCents } = move;
  const fuelIncluded = strategy.fuel === 'included';
  const marginBaseCents = fuelIncluded ? linehaulCents + fuelCents : linehaulCents;
  const fuelSurchargeCents = fuelIncluded ? 0 : fuelCents;
  const band = marginBand(strategy, equipment, miles);
  const baseRateCents = roundedBaseRate(marginBaseCents, band, strategy.rounding);
  return {
    ...totalPrice(move, strategy, { baseRateCents, fuelSurchargeCents, fuelIncluded }),
    ...applied,
  };
}

/** The amounts that a strategy or a contract rate decides, in integer cents. */
type FreightPrice = Pick<QuotePrice, 'baseRateCents' | 'fuelSurchargeCents' | 'fuelIncluded'>;

/** The whole price of a move: its freight with accessorials, and its margin on the market cost. */
export function totalPrice(move: QuotedMove, strategy: PricingStrategy, freight: FreightPrice): QuotePrice {
  const { baseRateCents, fuelSurchargeCents, fuelIncluded } = freight;
  const { linehaulCents, fuelCents } = move;
  const marginBaseCents = fuelIncluded ? linehaulCents + fuelCents : linehaulCents;
  const { accessorials, excluded } = priceAccessorials(move, strategy, { baseRateCents, fuelSurchargeCents });
  const accessorialsCents = accessorials.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    baseRateCents,
    fuelSurchargeCents,
    fuelIncluded,
    accessorials,
    accessorialsCents,
    excluded,
    scheduled: scheduleOf(move, strategy, { baseRateCents, fuelSurchargeCents }),
    totalCents: baseRateCents + fuelSurchargeCents + accessorialsCents,
    marginBaseCents,
    marginPercent: percentageOf(baseRateCents - marginBaseCents, marginBaseCents),
  };
}

export interface SetPrice {
  readonly manual: ManualPrice;
  readonly strategyTotalCents: number;
}

/**
 * Replaces the base rate of a price. Fuel and accessorials stay those of the strategy or contract rate, so that a total that a
 * person sets is met to the cent. A margin applies to the cost of the price, without floor and rounding.
 * @returns undefined if fuel and accessorials are more than the total.
 */
export function setPrice(price: QuotePrice, { set, value }: ManualPrice): QuotePrice | undefined {
  const { fuelSurchargeCents, accessorialsCents, marginBaseCents } = price;
  const addedCents = fuelSurchargeCents + accessorialsCents;
  const cents = Math.round(value * 100);
  const baseRateCents = {
    total_rate: () => cents - addedCents,
    base_rate: () => cents,
    margin_percent: () => marginBaseCents + percentOf(marginBaseCents, value),
  }[set]();
  if (baseRateCents < 0) return undefined;
  return {
    ...price,
    baseRateCents,
    totalCents: baseRateCents + addedCents,
    marginPercent: percentageOf(baseRateCents - marginBaseCents, marginBaseCents),
  };
}

export function totalTooLow({ fuelSurchargeCents, accessorialsCents }: QuotePrice): FieldError {
  const added = usd(fuelSurchargeCents + accessorialsCents).toFixed(2);
  return {
    field: 'price.total_rate',
    message: `must be at least ${added}, which fuel surcharge and accessorials take`,
  };
}

/** The warning that a price by a person or a contract rate is below its market cost. */
export function lossWarnings(
  marketCents: number,
  { baseRateCents, fuelSurchargeCents }: QuotePrice,
): readonly string[] {
  const lossCents = marketCents - baseRateCents - fuelSurchargeCents;
  if (lossCents <= 0) return [];
  const percent = percentageOf(lossCents, marketCents);
  return [`The price is ${usd(lossCents).toFixed(2)} USD (${percent}%) below the market cost of the move.`];
}
