import { type NumberRange, numberError, numberIn } from '../format/typed-number.ts';
import { chargeErrors } from './charge-errors.ts';
import { ruleErrors } from './rule-errors.ts';
import type { BandDraft, StrategyDraft } from './strategy-draft.ts';
import { type FieldErrors, MILES, PERCENT, STEP, USD, VALIDITY_DAYS } from './strategy-limits.ts';

/** The limits of the API. A test compares them with its schema. */
const DISCOUNT: NumberRange = { min: 0, max: 100, decimals: 2 };
const CONTAINERS: NumberRange = { min: 1, max: 10_000, decimals: 0 };

/** Entries of a list of bands or of discounts. */
export const MAX_ENTRIES = 20;
/** Characters of a note. */
export const MAX_NOTE_LENGTH = 500;
/** Characters of the terms on sheets of quotes. */
export const MAX_SHEET_TERMS_LENGTH = 4_000;

/** What is wrong with a draft; {} if the API accepts its terms. */
export function strategyErrors(draft: StrategyDraft): FieldErrors {
  const containers = draft.discounts.map((discount) => numberIn(discount.containers));
  const found: (readonly [field: string, message: string | undefined])[] = [
    ...bandErrors('margins', draft.margins),
    ...draft.byEquipment.flatMap(({ equipment, bands }) =>
      bandErrors(`margins_by_equipment.${equipment}`, bands),
    ),
    ...chargeErrors('accessorial_overrides', draft.charges),
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
    ...ruleErrors(draft.rules),
    ['rounding.to', numberError(draft.roundingStep, STEP)],
    ['validity_days', numberError(draft.validityDays, VALIDITY_DAYS)],
    ['guaranteed_percent', numberError(draft.guaranteedPercent, PERCENT)],
    ['sheet_terms', sheetTermsError(draft.sheetTerms.trim())],
  ];
  return Object.fromEntries(
    found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

/** Control characters other than line breaks. */
const CONTROL = /[^\P{Cc}\n\r]/u;

function sheetTermsError(text: string): string | undefined {
  const excess = [...text].length - MAX_SHEET_TERMS_LENGTH;
  if (excess > 0) return `Remove ${excess} ${excess === 1 ? 'character' : 'characters'}.`;
  return CONTROL.test(text) ? 'Remove tabs and other control characters.' : undefined;
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
