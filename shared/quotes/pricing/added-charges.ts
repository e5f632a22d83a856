import type { QuoteFields } from '../request/quote-request.ts';
import type { Quantities, QuotePrice } from '../strategy/pricing-strategy.ts';

const STOP_OFF = 'stop_off';

/** Charges that a request needs, and those that it names. */
export interface WantedCharges {
  readonly requirements: readonly string[];
  readonly quantities: Quantities;
}

/** The charges of a request: those that it names, and a stop-off for each stop. */
export function wantedCharges({ requirements, quantities, stops }: QuoteFields): WantedCharges {
  if (stops.length === 0) return { requirements, quantities };
  return {
    requirements: [...new Set([...requirements, STOP_OFF])],
    quantities: { [STOP_OFF]: stops.length, ...quantities },
  };
}

/** Warnings if the price does not have one stop-off for each stop. */
export function stopOffWarnings(
  { stops, quantities }: Pick<QuoteFields, 'stops' | 'quantities'>,
  { accessorials }: QuotePrice,
): readonly string[] {
  const { [STOP_OFF]: asked = stops.length } = quantities;
  if (stops.length === 0) return [];
  if (!accessorials.some(({ name }) => name === STOP_OFF)) {
    return ['The accessorial tariff has no stop_off here: the stops are not charged.'];
  }
  return asked === stops.length
    ? []
    : [`stop_off is charged for ${asked} stops, as requested; the move has ${stops.length}.`];
}
