import type { EquipmentType } from '../equipment/equipment-type.ts';
import { percentOf } from '../model/cents.ts';
import {
  type Accessorial,
  type Charge,
  chargesAt,
  type Frequency,
  type Occasion,
  quotableCharges,
  type ServedTerminal,
  TARIFF,
} from './tariff.ts';

/** An entry of an organization's own tariff. It replaces the base entries of its name where it applies. */
export interface OwnAccessorial {
  readonly name: string;
  readonly title: string;
  readonly charge: Charge | { readonly tiers: readonly DayTier[] };
  readonly frequency: Frequency;
  readonly defaultQuantity: number;
  /** Hours or days that are not charged; 0 with tiers. */
  readonly freeTime: number;
  readonly occasion: Occasion;
  readonly equipment: readonly EquipmentType[];
  /** Ports and terminals where it applies; absent: everywhere. */
  readonly places?: {
    /** UN/LOCODEs. */
    readonly ports: readonly string[];
    readonly terminals: readonly { readonly key: string; readonly name: string }[];
  };
  /** First and last day of pickup, YYYY-MM-DD, both included; absent: no limit. */
  readonly from?: string;
  readonly to?: string;
  /** false: the charge does not exist where the entry applies. */
  readonly enabled: boolean;
}

/** The accessorial tariff of an organization, as of one version. */
export interface OwnTariff {
  /** 0: none was set; each replacement adds 1. */
  readonly version: number;
  /** ISO 8601 UTC; "" for version 0. */
  readonly updatedAt: string;
  readonly accessorials: readonly OwnAccessorial[];
}

/** The tariff of an organization without its own: the base tariff applies. */
export const UNSET_TARIFF: OwnTariff = { version: 0, updatedAt: '', accessorials: [] };

/** A charge of the base tariff or of an organization's own. */
export interface ApplicableCharge extends Omit<Accessorial, 'charge' | 'at'> {
  readonly charge: OwnAccessorial['charge'];
  /** Whether it is of the organization's own tariff. */
  readonly isOwn?: true;
}

/** The own entries for a day of pickup; undefined: those without a first and last day. */
export const ownEntriesOn = (
  tariff: OwnTariff | undefined,
  day: string | undefined,
): readonly OwnAccessorial[] =>
  (tariff?.accessorials ?? []).filter(({ from, to }) =>
    day === undefined
      ? from === undefined && to === undefined
      : (from === undefined || from <= day) && (to === undefined || day <= to),
  );

/** How narrowly an entry names the terminal: 2 terminal, 1 port, 0 everywhere; undefined: it does not apply there. */
function narrownessAt({ places }: OwnAccessorial, terminal: ServedTerminal | undefined): number | undefined {
  if (places === undefined) return 0;
  if (terminal === undefined || terminal.type === 'city') return undefined;
  if (places.terminals.some(({ key }) => key === terminal.terminalKey)) return 2;
  return terminal.port !== undefined && places.ports.includes(terminal.port) ? 1 : undefined;
}

/** An own entry with what only the base tariff states about its name: why it is usual, what it replaces, fuel. */
const withBaseFacts = (entry: OwnAccessorial): ApplicableCharge => ({
  ...TARIFF.find(({ name }) => name === entry.name),
  ...entry,
  source: 'accessorial tariff of the organization',
  isOwn: true,
});

const isQuotable = ({ enabled, occasion }: OwnAccessorial): boolean =>
  enabled && occasion !== 'after the move';

/**
 * The quotable charges of a move, in the order of the base tariff, then of the own one. Of several own entries of a name,
 * the narrowest place counts: terminal, then port, then everywhere.
 * @param own entries for the day of pickup.
 */
export const applicableCharges = (
  equipment: EquipmentType,
  terminal: ServedTerminal | undefined,
  own: readonly OwnAccessorial[],
): readonly ApplicableCharge[] =>
  chargesOf(chargesAt(equipment, terminal), isQuotable, { equipment, terminal }, own);

/**
 * The charges of a move that can arise after its price, in the same order and with the same choice of own entries.
 * @param own entries for the day of pickup.
 */
export const scheduledCharges = (
  equipment: EquipmentType,
  terminal: ServedTerminal | undefined,
  own: readonly OwnAccessorial[],
): readonly ApplicableCharge[] =>
  chargesOf(
    TARIFF.filter((entry) => entry.applies !== undefined && entry.equipment.includes(equipment)),
    ({ enabled, occasion, name }) =>
      enabled &&
      (occasion === 'after the move' ||
        TARIFF.some((entry) => entry.name === name && entry.applies !== undefined)),
    { equipment, terminal },
    own,
  );

/** Base entries, each replaced by the own entry of its name, and the other own entries; only included own entries. */
function chargesOf(
  base: readonly Accessorial[],
  isIncluded: (entry: OwnAccessorial) => boolean,
  {
    equipment,
    terminal,
  }: { readonly equipment: EquipmentType; readonly terminal: ServedTerminal | undefined },
  own: readonly OwnAccessorial[],
): readonly ApplicableCharge[] {
  if (own.length === 0) return base;
  const narrowest = new Map<string, { entry: OwnAccessorial; narrowness: number }>();
  for (const entry of own) {
    const narrowness = entry.equipment.includes(equipment) ? narrownessAt(entry, terminal) : undefined;
    if (narrowness === undefined) continue;
    const known = narrowest.get(entry.name);
    if (known === undefined || narrowness > known.narrowness)
      narrowest.set(entry.name, { entry, narrowness });
  }
  const baseNames = new Set(base.map(({ name }) => name));
  const added = [...narrowest.values()].filter(({ entry }) => !baseNames.has(entry.name));
  const replaced = base.map((accessorial) => narrowest.get(accessorial.name) ?? accessorial);
  return [...replaced, ...added].flatMap((charge): readonly ApplicableCharge[] => {
    if (!('entry' in charge)) return [charge];
    const { entry } = charge;
    return isIncluded(entry) ? [withBaseFacts(entry)] : [];
  });
}

/**
 * Names that a request with this equipment can have at some terminal, each once; undefined: with any equipment. A name
 * that the own tariff switches off is known, and no terminal offers it.
 * @param own entries for the day of pickup.
 */
export const quotableNames = (
  equipments: readonly EquipmentType[],
  own: readonly OwnAccessorial[],
): readonly string[] => [
  ...new Set([
    ...equipments.flatMap((equipment) => quotableCharges(equipment).map(({ name }) => name)),
    ...own
      .filter(
        (entry) => isQuotable(entry) && entry.equipment.some((equipment) => equipments.includes(equipment)),
      )
      .map(({ name }) => name),
  ]),
];

/** The names of `quotableNames` that some terminal offers: not those that the own tariff switches off everywhere. */
export const offeredNames = (
  equipments: readonly EquipmentType[],
  own: readonly OwnAccessorial[],
): readonly string[] => [
  ...new Set(
    equipments.flatMap((equipment) => {
      const entries = own.filter((entry) => entry.equipment.includes(equipment));
      return quotableNames([equipment], own).filter((name) => {
        const named = entries.filter((entry) => entry.name === name);
        return named.some(isQuotable) || named.every(({ places }) => places !== undefined);
      });
    }),
  ),
];

/** The amount of each day from `fromDay` until the next tier. Days are counted from 1; days before the first tier are free. */
interface DayTier {
  readonly fromDay: number;
  readonly cents: number;
}

/**
 * The sum of days 1 to `days`, in cents.
 * @param tiers in order of strictly increasing days.
 */
export const centsOfDays = (tiers: readonly DayTier[], days: number): number =>
  tiers.reduce((sum, { fromDay, cents }, index) => {
    const next = Math.min(days + 1, tiers[index + 1]?.fromDay ?? Number.POSITIVE_INFINITY);
    return sum + Math.max(0, next - fromDay) * cents;
  }, 0);

/** What the amount of a charge depends on. Integer cents. */
export interface ChargedMove {
  /** One way. */
  readonly miles: number;
  /** The amounts to which percentages apply. */
  readonly baseRateCents: number;
  readonly fuelSurchargeCents: number;
}

/** The amount of a charge for a move, and what it is the product of. Integer cents. */
export interface ChargeAmount {
  readonly frequency: Frequency;
  readonly quantity: number;
  readonly rateCents: number;
  readonly amountCents: number;
}

/**
 * The amount of a charge for its default quantity. A percentage applies to the base rate, once for the whole move; for
 * another trip it applies to base rate plus fuel surcharge. Days by tiers are one amount for the whole move.
 * @param charge that of the accessorial, or another that replaces it.
 */
export function chargeAmount(
  accessorial: ApplicableCharge,
  charge: ApplicableCharge['charge'],
  { miles, baseRateCents, fuelSurchargeCents }: ChargedMove,
): ChargeAmount {
  const { frequency, defaultQuantity, freeTime = 0, includesFuel } = accessorial;
  if ('cents' in charge) {
    const quantity = frequency === 'per mile' ? miles : Math.max(0, defaultQuantity - freeTime);
    const amountCents = Math.round(charge.cents * quantity);
    return { frequency, quantity, rateCents: charge.cents, amountCents };
  }
  const whole = (amountCents: number, ofTheMove: Frequency): ChargeAmount => ({
    frequency: ofTheMove,
    quantity: 1,
    rateCents: amountCents,
    amountCents,
  });
  if ('tiers' in charge) return whole(Math.round(centsOfDays(charge.tiers, defaultQuantity)), 'per load');
  const wholeCents = baseRateCents + (includesFuel ? fuelSurchargeCents : 0);
  return whole(
    percentOf(wholeCents, charge.percentOfBase),
    'percentOfBase' in accessorial.charge ? frequency : 'per load',
  );
}

/** A charge that a move usually has and that its price does not include. */
export interface ExcludedCharge<Charge> {
  readonly accessorial: Charge;
  /** Why the move usually has it: a sentence for callers. */
  readonly reason: string;
}

/** The usual charges that are not in `charged`. A charge in `charged` also covers the charges that it replaces. */
export function excludedFrom<Charge extends Pick<Accessorial, 'name' | 'replaces' | 'usualReason'>>(
  applicable: readonly Charge[],
  charged: readonly string[],
): readonly ExcludedCharge<Charge>[] {
  const covered = new Set([
    ...charged,
    ...applicable.filter(({ name }) => charged.includes(name)).flatMap(({ replaces = [] }) => replaces),
  ]);
  return applicable.flatMap((accessorial) =>
    accessorial.usualReason === undefined || covered.has(accessorial.name)
      ? []
      : [{ accessorial, reason: accessorial.usualReason }],
  );
}
