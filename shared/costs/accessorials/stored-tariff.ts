import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../equipment/equipment-type.ts';
import { FREQUENCIES, OCCASIONS } from './accessorial.ts';

export const storedCount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const storedAmount = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A charge as stored. */
export const storedCharge = v.union([
  v.object({ cents: storedCount }),
  v.object({ percentOfBase: storedAmount }),
]);

/** A tariff as stored. Less strict than the request schema, so that it stays readable after a limit is removed. */
export const storedTariff = v.object({
  version: v.pipe(storedCount, v.minValue(1)),
  updatedAt: v.string(),
  accessorials: v.array(
    v.object({
      name: v.string(),
      title: v.string(),
      charge: v.union([
        ...storedCharge.options,
        v.object({ tiers: v.array(v.object({ fromDay: storedCount, cents: storedCount })) }),
      ]),
      frequency: v.picklist(FREQUENCIES),
      defaultQuantity: storedCount,
      freeTime: storedCount,
      occasion: v.picklist(OCCASIONS),
      equipment: v.array(v.picklist(EQUIPMENT_TYPES)),
      places: v.exactOptional(
        v.object({
          ports: v.array(v.string()),
          terminals: v.array(v.object({ key: v.string(), name: v.string() })),
        }),
      ),
      from: v.exactOptional(v.string()),
      to: v.exactOptional(v.string()),
      enabled: v.boolean(),
    }),
  ),
});
