import type { BandDraft, StrategyDraft } from './strategy-draft.ts';
import { type NumberRange, numberError, numberIn } from './typed-number.ts';

/** The limits of the API. A test compares them with its schema. */
const PERCENT: NumberRange = { min: 0, max: 500, decimals: 2 };
const USD: NumberRange = { min: 0, max: 100_000, decimals: 2 };
const MILES: NumberRange = { min: 0, max: 10_000, decimals: 1 };
const DISCOUNT: NumberRange = { min: 0, max: 100, decimals: 2 };
const CONTAINERS: NumberRange = { min: 1, max: 10_000, decimals: 0 };
const STEP: NumberRange = { min: 0.01, max: 1_000, decimals: 2 };
const DAYS: NumberRange = { min: 1, max: 90, decimals: 0 };

/** Entries of a list of bands or of discounts. */
export const MAX_ENTRIES = 20;
/** Characters of a note. */
export const MAX_NOTE_LENGTH = 500;

/** What is wrong, by the name that the API gives the field, such as `margins[1].percent`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What is wrong with a draft; {} if the API accepts its terms. */
export function strategyErrors(draft: StrategyDraft): FieldErrors {
  const containers = draft.discounts.map((discount) => numberIn(discount.containers));
  const found: (readonly [field: string, message: string | undefined])[] = [
    ...bandErrors('margins', draft.margins),
    ...draft.byEquipment.flatMap(({ equipment, bands }) =>
      bandErrors(`margins_by_equipment.${equipment}`, bands),
    ),
    ...draft.charges.map(
      ({ name, unit, amount }) =>
        [
          `accessorial_overrides.${name}.${unit}`,
          numberError(amount, unit === 'rate' ? USD : PERCENT),
        ] as const,
    ),
    ...draft.discounts.flatMap((discount, index) => [
      [`volume_discounts[${index}].percent`, numberError(discount.percent, DISCOUNT)] as const,
      [
        `volume_discounts[${index}].containers`,
        numberError(discount.containers, CONTAINERS) ??
          (containers.indexOf(containers[index] ?? 0) < index
            ? 'Another discount has the same number of containers.'
            : undefined),
      ] as const,
    ]),
    ['rounding.to', numberError(draft.roundingStep, STEP)],
    ['validity_days', numberError(draft.validityDays, DAYS)],
    ['guaranteed_percent', numberError(draft.guaranteedPercent, PERCENT)],
  ];
  return Object.fromEntries(
    found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

function bandErrors(path: string, bands: readonly BandDraft[]) {
  return bands.flatMap(({ fromMiles, percent, floor }, index) => {
    const start = index === 0 ? undefined : startError(fromMiles, bands[index - 1], index - 1);
    return [
      [`${path}[${index}].from_miles`, start] as const,
      [`${path}[${index}].percent`, numberError(percent, PERCENT)] as const,
      [`${path}[${index}].floor`, numberError(floor, USD)] as const,
    ];
  });
}

function startError(
  fromMiles: string,
  before: BandDraft | undefined,
  indexBefore: number,
): string | undefined {
  const previous = indexBefore === 0 ? 0 : numberIn(before?.fromMiles ?? '');
  return (
    numberError(fromMiles, MILES) ??
    (numberIn(fromMiles) <= previous
      ? `Enter more than ${previous} miles: the band before starts there.`
      : undefined)
  );
}
