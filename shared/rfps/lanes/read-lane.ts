import * as v from 'valibot';
import type { OwnAccessorial } from '../../costs/accessorials/own-tariff.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import { isLeftOut, optionalField } from '../../platform/http/body-fields.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { readFields } from '../../platform/http/request-fields.ts';
import { boundedText, NO_CONTROL } from '../../platform/text/bounded-text.ts';
import { manualPrice } from '../../quotes/record/manual-price.ts';
import { quoteFields, readRequirements, volumeWith } from '../../quotes/request/read-quote-request.ts';
import type { Quantities } from '../../quotes/strategy/pricing-strategy.ts';
import { type LaneDraft, WEEKLY_DECIMALS } from './lane-draft.ts';

export const MAX_LANE_ID_LENGTH = 100;
/** Of the errors of one lane, so that a chunk fits into an item. */
const MAX_MESSAGE_LENGTH = 1_000;

/** What lanes without own values get. */
export interface LaneDefaults {
  readonly equipment: EquipmentType;
  readonly requirements: readonly string[];
  /** Of the requirements with a quantity of their own. Default: none. */
  readonly quantities?: Quantities | undefined;
  /** Entries of the organization's own tariff for the day of pickup, whose names lanes can have. */
  readonly own?: readonly OwnAccessorial[];
}

const { origin, destination, equipment_type, stops, weight_lbs, commodity } = quoteFields.entries;

const laneEnds = {
  lane_id: optionalField(
    boundedText(MAX_LANE_ID_LENGTH, 'must be a string', (fault) =>
      fault === 'control' ? NO_CONTROL : `must have at most ${MAX_LANE_ID_LENGTH} characters`,
    ),
  ),
  origin,
  destination,
  equipment_type: optionalField(equipment_type),
  weekly_volume: optionalField(volumeWith(WEEKLY_DECIMALS)),
};
const freightFields = { stops, weight_lbs, commodity };

/** Fields of a lane, except `special_requirements`. */
export const laneFields = v.object({ ...laneEnds, ...freightFields, price: manualPrice });

/** A text of a lane for display, also if the lane is invalid. Control characters would corrupt files and terminals. */
const shownText = (value: unknown, longest: number): string =>
  typeof value === 'string'
    ? value
        .slice(0, longest)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
    : '';

/**
 * Reads one lane. Every value gives a draft: an invalid lane has errors and never fails its RFP. The draft is bounded in
 * size, whatever the value.
 */
export function readLane(item: unknown, defaults: LaneDefaults): LaneDraft {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  const given: Readonly<Record<string, unknown>> = isObject ? { ...item } : {};
  const shown = {
    laneId: shownText(given.lane_id, MAX_LANE_ID_LENGTH),
    origin: shownText(given.origin, MAX_PLACE_TEXT_LENGTH),
    destination: shownText(given.destination, MAX_PLACE_TEXT_LENGTH),
  };
  if (!isObject) {
    const errors = [{ field: 'lane', message: 'must be an object with origin and destination' }];
    const { equipment, requirements, quantities = {} } = defaults;
    const none = { weeklyVolume: undefined, stops: [], weightLbs: null, commodity: '', price: null };
    return { ...shown, ...none, equipment, requirements, quantities, errors };
  }
  const errors: FieldError[] = [];
  const fields = readFields(given, { ...laneEnds, price: manualPrice, ...freightFields }, errors);
  const equipment = isLeftOut(given.equipment_type) ? defaults.equipment : fields.equipment_type;
  const freight = {
    stops: fields.stops ?? [],
    weightLbs: fields.weight_lbs ?? null,
    commodity: fields.commodity ?? '',
    price: fields.price ?? null,
  };
  const hasOwn = !isLeftOut(given.special_requirements);
  const units = new Map(hasOwn ? [] : Object.entries(defaults.quantities ?? {}));
  const requested = hasOwn ? given.special_requirements : defaults.requirements;
  const requirements = readRequirements(requested, equipment, errors, defaults.own, units);
  const bounded = errors.map(({ field, message }) => ({
    field,
    message: message.slice(0, MAX_MESSAGE_LENGTH),
  }));
  const quantities = Object.fromEntries(units);
  const weeklyVolume = fields.weekly_volume;
  return { ...shown, equipment, weeklyVolume, requirements, quantities, ...freight, errors: bounded };
}
