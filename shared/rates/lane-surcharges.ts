import type { Accessorial } from '../costs/accessorials/accessorial.ts';
import { excludedCharges } from '../costs/accessorials/excluded-charges.ts';
import { servedTerminal } from '../costs/accessorials/served-terminal.ts';
import { quotableCharges } from '../costs/accessorials/tariff.ts';
import { usd } from '../costs/model/cents.ts';
import type { Terminal } from '../terminals/catalogue/terminal.ts';
import type { LaneTerms } from './lane.ts';
import type { ExcludedFromRate, Surcharge } from './rate-result.ts';

/** Names of the tariff's charges that a lane requests. */
export const requestedCharges = ({ hazmat, overweight }: LaneTerms): readonly string[] => [
  ...(hazmat ? ['hazmat'] : []),
  ...(overweight ? ['overweight'] : []),
];

/**
 * The tariff's charges for the equipment and for hazmat and overweight if requested.
 * @param linehaulCents base of percentage charges.
 */
export function laneSurcharges(terms: LaneTerms, linehaulCents: number): readonly Surcharge[] {
  const charges = quotableCharges(terms.equipment);
  const accessorials = [
    ...charges.filter(({ occasion }) => occasion === 'by equipment'),
    ...requestedCharges(terms).flatMap((requested) => charges.filter(({ name }) => name === requested)),
  ];
  return accessorials.map((accessorial) => ({
    ...priceCharge(accessorial, linehaulCents),
    source: accessorial.source,
  }));
}

/** Usual charges of a move from the terminal that are not in the surcharges: chassis, port fees. */
export const laneExclusions = (
  terms: LaneTerms,
  terminal: Terminal,
  linehaulCents: number,
): readonly ExcludedFromRate[] =>
  excludedCharges(terms.equipment, requestedCharges(terms), servedTerminal(terminal)).map(
    ({ accessorial, reason }) => ({
      ...priceCharge(accessorial, linehaulCents),
      reason,
    }),
  );

function priceCharge(accessorial: Accessorial, linehaulCents: number) {
  const { name, title, charge, frequency, defaultQuantity: quantity } = accessorial;
  const cents = 'cents' in charge ? charge.cents : Math.round((linehaulCents * charge.percentOfBase) / 100);
  return { name, title, amount: usd(cents * quantity), rate: usd(cents), quantity, frequency };
}

/** Sum of the amounts in USD. */
export const surchargesTotal = (surcharges: readonly Surcharge[]): number =>
  usd(surcharges.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0));
