import type { Accessorial } from '../costs/accessorials/accessorial.ts';
import { excludedCharges } from '../costs/accessorials/excluded-charges.ts';
import { servedTerminal } from '../costs/accessorials/served-terminal.ts';
import { quotableCharges } from '../costs/accessorials/tariff.ts';
import { usd } from '../costs/model/cents.ts';
import type { Terminal } from '../terminals/catalogue/terminal.ts';
import type { LaneTerms } from './lane.ts';
import type { ExcludedFromRate, Surcharge } from './rate-result.ts';

/** Names of the tariff that a lane asks for. */
export const askedCharges = ({ hazmat, overweight }: LaneTerms): readonly string[] => [
  ...(hazmat ? ['hazmat'] : []),
  ...(overweight ? ['overweight'] : []),
];

/**
 * What the tariff charges for the equipment itself, and for hazmat and overweight where the lane has them.
 * @param linehaulCents what a percentage is of.
 */
export function laneSurcharges(terms: LaneTerms, linehaulCents: number): readonly Surcharge[] {
  const charges = quotableCharges(terms.equipment);
  const accessorials = [
    ...charges.filter(({ occasion }) => occasion === 'by equipment'),
    ...askedCharges(terms).flatMap((wanted) => charges.filter(({ name }) => name === wanted)),
  ];
  return accessorials.map((accessorial) => ({
    ...priced(accessorial, linehaulCents),
    source: accessorial.source,
  }));
}

/** What a move from the terminal usually costs in addition and the rate's surcharges do not have: chassis, port fees. */
export const laneExclusions = (
  terms: LaneTerms,
  terminal: Terminal,
  linehaulCents: number,
): readonly ExcludedFromRate[] =>
  excludedCharges(terms.equipment, askedCharges(terms), servedTerminal(terminal)).map(
    ({ accessorial, reason }) => ({
      ...priced(accessorial, linehaulCents),
      reason,
    }),
  );

function priced(accessorial: Accessorial, linehaulCents: number) {
  const { name, title, charge, frequency, defaultQuantity: quantity } = accessorial;
  const cents = 'cents' in charge ? charge.cents : Math.round((linehaulCents * charge.percentOfBase) / 100);
  return { name, title, amount: usd(cents * quantity), rate: usd(cents), quantity, frequency };
}

/** USD of all of them. */
export const surchargesTotal = (surcharges: readonly Surcharge[]): number =>
  usd(surcharges.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0));
