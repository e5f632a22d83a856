import {
  type ApplicableCharge,
  applicableCharges,
  type ChargedMove,
  chargeAmount,
  excludedFrom,
  type OwnTariff,
  ownEntriesOn,
} from '../costs/accessorials/own-tariff.ts';
import { quotableCharges, servedTerminal } from '../costs/accessorials/tariff.ts';
import { usd } from '../costs/model/cents.ts';
import type { LaneTerms, RoutedLane } from './lane.ts';
import type { ExcludedFromRate, Surcharge } from './rates-document.ts';

/** Names of the tariff's charges that a lane requests. */
export const requestedCharges = ({ hazmat, overweight }: LaneTerms): readonly string[] => [
  ...(hazmat ? ['hazmat'] : []),
  ...(overweight ? ['overweight'] : []),
];

/** The charges that can apply to a lane, by the organization's own tariff and the base tariff. */
export const laneTariff = (
  { terms, terminal }: Pick<RoutedLane, 'terms' | 'terminal'>,
  tariff: OwnTariff,
): readonly ApplicableCharge[] =>
  applicableCharges(terms.equipment, servedTerminal(terminal), ownEntriesOn(tariff, terms.date));

/**
 * The charges for the equipment, and for hazmat and overweight if requested.
 * @param charges those that can apply to the lane.
 */
export const laneSurcharges = (
  terms: LaneTerms,
  charges: readonly ApplicableCharge[],
  move: ChargedMove,
): Surcharge[] =>
  surchargesOf(terms, charges).map((charge) => ({ ...priceCharge(charge, move), source: charge.source }));

const surchargesOf = (
  terms: LaneTerms,
  charges: readonly ApplicableCharge[],
): readonly ApplicableCharge[] => {
  const requested = requestedCharges(terms).flatMap((name) =>
    charges.filter((charge) => charge.name === name),
  );
  const byEquipment = charges.filter(
    (charge) => charge.occasion === 'by equipment' && !requested.includes(charge),
  );
  return [...byEquipment, ...requested];
};

/** Usual charges that are not in the surcharges: chassis, port fees. */
export const laneExclusions = (
  terms: LaneTerms,
  charges: readonly ApplicableCharge[],
  move: ChargedMove,
): ExcludedFromRate[] => {
  const charged = surchargesOf(terms, charges).map(({ name }) => name);
  return excludedFrom(charges, charged).map(({ accessorial, reason }) => ({
    ...priceCharge(accessorial, move),
    reason,
  }));
};

/** Names requested charges that the own tariff switches off, as full sentences. */
export const surchargeWarnings = (
  terms: LaneTerms,
  charges: readonly ApplicableCharge[],
): readonly string[] =>
  requestedCharges(terms)
    .filter(
      (requested) =>
        quotableCharges(terms.equipment).some(({ name }) => name === requested) &&
        !charges.some(({ name }) => name === requested),
    )
    .map((name) => `Your accessorial tariff has no charge "${name}" for this lane.`);

function priceCharge(accessorial: ApplicableCharge, move: ChargedMove) {
  const { name, title, charge } = accessorial;
  const { amountCents, rateCents, quantity, frequency } = chargeAmount(accessorial, charge, move);
  return { name, title, amount: usd(amountCents), rate: usd(rateCents), quantity, frequency };
}

/** Sum of the amounts in USD. */
export const surchargesTotal = (surcharges: readonly Surcharge[]): number =>
  usd(surcharges.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0));
