import * as v from 'valibot';
import type { GeographyKey } from '../../contracts/rate/contract-geography.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { TERMINAL_TYPES } from '../../terminals/catalogue/terminal.ts';
import type { QuotedMove } from '../strategy/pricing-strategy.ts';

const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const geographyKey = v.custom<GeographyKey>((key) => typeof key === 'string');

const storedMove = v.object({
  equipment: v.picklist(EQUIPMENT_TYPES),
  miles: v.pipe(v.number(), v.minValue(0)),
  linehaulCents: cents,
  fuelCents: cents,
  terminal: v.optional(
    v.object({
      type: v.picklist([...TERMINAL_TYPES, 'city']),
      name: v.string(),
      port: v.exactOptional(v.string()),
      terminalKey: v.exactOptional(v.string()),
    }),
  ),
  requirements: v.array(v.string()),
  quantities: v.exactOptional(v.record(v.string(), v.number())),
  pickupDay: v.exactOptional(v.string()),
  ruleInput: v.exactOptional(
    v.object({
      customer: v.object({
        customerId: v.nullable(v.string()),
        keys: v.array(v.string()),
        looseKeys: v.array(v.string()),
        otherKeys: v.array(v.string()),
      }),
      origin: v.array(geographyKey),
      destination: v.array(geographyKey),
      leadDays: v.number(),
    }),
  ),
});

const withMove = v.looseObject({ pricedMove: v.exactOptional(storedMove) });

/**
 * The stored detail of a quote with the input of its price. Another strategy then prices the same move exactly, with the
 * market of the day of the quote. Answers leave this member out.
 */
export const withPricedMove = <Detail extends object>(detail: Detail, pricedMove: QuotedMove) => ({
  ...detail,
  pricedMove,
});

/**
 * The input of the price in the stored detail of a quote; undefined for a quote that was stored before it was a part.
 * @throws ValiError if the detail is invalid.
 */
export function readPricedMove(detail: unknown): QuotedMove | undefined {
  const { pricedMove } = v.parse(withMove, detail);
  return pricedMove && { ...pricedMove, terminal: pricedMove.terminal };
}
