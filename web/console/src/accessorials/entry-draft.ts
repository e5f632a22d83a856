import type { Accessorial, ReplaceAccessorialsBody } from '../api/client.ts';
import { type NumberRange, numberError, numberIn } from '../format/typed-number.ts';
import { type FieldErrors, PERCENT, USD } from '../strategy/strategy-limits.ts';

export type TariffEntry = ReplaceAccessorialsBody['accessorials'][number];
export type Unit = Accessorial['unit'];
export type Occasion = Accessorial['occasion'];
/** What the price of an entry is. */
export type PriceKind = 'amount' | 'percent' | 'tiers';

export interface DayTierDraft {
  readonly key: string;
  readonly fromDay: string;
  readonly amount: string;
}

/** An entry of the own tariff as it is typed. */
export interface EntryDraft {
  readonly name: string;
  readonly title: string;
  readonly isEnabled: boolean;
  readonly kind: PriceKind;
  readonly amount: string;
  readonly percent: string;
  readonly tiers: readonly DayTierDraft[];
  readonly unit: Unit;
  readonly quantity: string;
  readonly freeTime: string;
  readonly occasion: Occasion;
  readonly equipment: readonly string[];
  /** UN/LOCODEs, separated by commas or spaces. */
  readonly ports: string;
  /** Exact names, one in each line. */
  readonly terminals: string;
  /** YYYY-MM-DD, or empty. */
  readonly from: string;
  readonly to: string;
}

/** The limits of the API. */
const QUANTITY: NumberRange = { min: 1, max: 1_000, decimals: 0 };
const FREE_TIME: NumberRange = { min: 0, max: 1_000, decimals: 0 };
const DAY: NumberRange = { min: 1, max: 365, decimals: 0 };
const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
export const MAX_NAME_LENGTH = 60;
export const MAX_TITLE_LENGTH = 100;
export const MAX_TIERS = 20;

export const emptyTier = (): DayTierDraft => ({ key: crypto.randomUUID(), fromDay: '', amount: '' });

export const emptyEntry = (): EntryDraft => ({
  ...{ name: '', title: '', isEnabled: true, kind: 'amount', amount: '', percent: '', tiers: [] },
  ...{ unit: 'flat', quantity: '1', freeTime: '0', occasion: 'on request', equipment: [] },
  ...{ ports: '', terminals: '', from: '', to: '' },
});

/** An accessorial as texts, for the form. One of the base tariff becomes the start of an own entry. */
export const draftOfEntry = (entry: Accessorial): EntryDraft => ({
  name: entry.name,
  title: entry.title,
  isEnabled: entry.enabled,
  kind: entry.tiers.length > 0 ? 'tiers' : entry.percent === null ? 'amount' : 'percent',
  amount: String(entry.amount ?? ''),
  percent: String(entry.percent ?? ''),
  tiers: entry.tiers.map(({ from_day, amount }) => ({
    key: crypto.randomUUID(),
    fromDay: String(from_day),
    amount: String(amount),
  })),
  unit: entry.unit,
  quantity: String(entry.quantity),
  freeTime: String(entry.free_time),
  occasion: entry.occasion,
  equipment: entry.equipment_types,
  ports: entry.ports.join(', '),
  terminals: entry.terminals.join('\n'),
  from: entry.effective_from,
  to: entry.effective_to,
});

/** Whether part of the quantity can be free: days and hours with one amount. */
export const hasFreeTime = ({ kind, unit }: Pick<EntryDraft, 'kind' | 'unit'>): boolean =>
  kind === 'amount' && (unit === 'per day' || unit === 'per hour');

/** What is wrong, by the name that the API gives the field; {} if the API can decide. */
export function entryErrors(draft: EntryDraft): FieldErrors {
  const found: (readonly [field: string, message: string | undefined])[] = [
    [
      'name',
      NAME.test(draft.name.trim())
        ? undefined
        : 'Enter small letters, digits and underscores, such as gate_fee.',
    ],
    ['title', titleError(draft.title)],
    ...(draft.isEnabled ? priceErrors(draft) : []),
    [
      'effective_to',
      draft.from !== '' && draft.to !== '' && draft.to < draft.from
        ? 'Enter a day that is not before the first day.'
        : undefined,
    ],
  ];
  return Object.fromEntries(
    found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

function titleError(title: string): string | undefined {
  if (title.trim() === '') return 'Enter the name for people.';
  return /[<>]/.test(title) ? 'Leave out < and >.' : undefined;
}

function priceErrors(draft: EntryDraft): (readonly [field: string, message: string | undefined])[] {
  const { kind, tiers } = draft;
  if (kind === 'percent') return [['percent', numberError(draft.percent, PERCENT)]];
  const quantity = ['quantity', numberError(draft.quantity, QUANTITY)] as const;
  if (kind === 'tiers')
    return [
      quantity,
      ['tiers', tiers.length === 0 ? 'Add at least one tier.' : undefined],
      ...tiers.flatMap((tier, index) => [
        [`tiers[${index}].from_day`, dayError(tier, tiers[index - 1])] as const,
        [`tiers[${index}].amount`, numberError(tier.amount, USD)] as const,
      ]),
    ];
  return [
    ['amount', numberError(draft.amount, USD)],
    quantity,
    ['free_time', hasFreeTime(draft) ? numberError(draft.freeTime, FREE_TIME) : undefined],
  ];
}

function dayError({ fromDay }: DayTierDraft, before: DayTierDraft | undefined): string | undefined {
  const least = before === undefined ? 0 : numberIn(before.fromDay);
  return (
    numberError(fromDay, DAY) ??
    (numberIn(fromDay) <= least ? `Enter a day after day ${least}, where the tier before starts.` : undefined)
  );
}

const listOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The entry that a draft without errors states. */
export const readEntry = (draft: EntryDraft): TariffEntry => ({
  name: draft.name.trim(),
  title: draft.title.trim(),
  enabled: draft.isEnabled,
  ...(draft.isEnabled ? priceOf(draft) : {}),
  occasion: draft.occasion,
  ...(draft.equipment.length === 0
    ? {}
    : { equipment_types: draft.equipment as TariffEntry['equipment_types'] }),
  ports: listOf(draft.ports, /[\s,;]+/).map((port) => port.toUpperCase()),
  terminals: listOf(draft.terminals, /\n/),
  ...(draft.from === '' ? {} : { effective_from: draft.from }),
  ...(draft.to === '' ? {} : { effective_to: draft.to }),
});

function priceOf(draft: EntryDraft): Partial<TariffEntry> {
  if (draft.kind === 'percent') return { percent: numberIn(draft.percent) };
  const quantity = numberIn(draft.quantity);
  if (draft.kind === 'tiers') {
    const tiers = draft.tiers.map(({ fromDay, amount }) => ({
      from_day: numberIn(fromDay),
      amount: numberIn(amount),
    }));
    return { tiers, unit: 'per day', quantity };
  }
  return {
    amount: numberIn(draft.amount),
    unit: draft.unit,
    quantity,
    ...(hasFreeTime(draft) ? { free_time: numberIn(draft.freeTime) } : {}),
  };
}
