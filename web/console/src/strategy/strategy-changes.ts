import type { EquipmentType, PricingStrategyTerms } from '../api/client.ts';
import { dollars } from '../format/money.ts';
import { counted } from '../format/numbers.ts';
import { EQUIPMENT, equipmentName } from '../rates/equipment.ts';
import { requirementName } from '../rates/special-requirements.ts';
import { type PricingRule, rulesMember } from './rule-draft.ts';
import { asLoadsMember, sheetTermsMember } from './strategy-draft.ts';

/** A part of a strategy that differs between two versions. */
export interface StrategyChange {
  readonly key: string;
  readonly label: string;
  /** One line for each band or discount. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

type Bands = PricingStrategyTerms['margins'];
type Charges = PricingStrategyTerms['accessorial_overrides'];
type Charge = NonNullable<Charges[keyof Charges]>;
type Discounts = PricingStrategyTerms['volume_discounts'];

/** Parts that one person can change while another changes the others. */
interface Part {
  readonly label: string;
  readonly lines: readonly string[];
  /** Equal texts mean equal values. */
  readonly value: string;
}

const UP_TO_2_DECIMALS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const number = (value: number) => UP_TO_2_DECIMALS.format(value);

const FUEL = {
  separate: 'Separate surcharge at cost; the margin is on linehaul',
  included: 'Included in the base rate; the margin is on linehaul and fuel',
} as const;
const MODES = {
  nearest: 'To the nearest',
  up: 'Up to a multiple of',
  down: 'Down to a multiple of',
} as const;

const bandLines = (bands: Bands): string[] =>
  bands.map(
    ({ from_miles, percent, floor }) =>
      `From ${number(from_miles)} mi: ${number(percent)}%, at least ${dollars(floor)}`,
  );

const chargeLine = ({ rate, percent_of_base = 0 }: Charge): string =>
  rate === undefined ? `${number(percent_of_base)}% of the base rate` : `${dollars(rate)} per unit`;

/** A rule in one line, with the names of the API. */
const ruleLine = ({ name, when, terms }: PricingRule): string =>
  `${name}: if ${membersText(when)}: ${membersText(terms)}`;

/** "customer Acme, margin percent 12 floor 40". */
const membersText = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${valueText(value)}`)
    .join(', ');

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, entry]) => `${name} ${valueText(entry)}`)
    .join(' ');
};

/** In the order of the API, which sorts them. */
const sorted = (discounts: Discounts): Discounts =>
  [...discounts].sort((one, other) => other.percent - one.percent || other.containers - one.containers);

const NO_BANDS = ['General margin'];
const NO_CHARGE = ['Standard price'];

/** Fields in the order of the form. */
const ORDER = [
  'margins',
  'margins_by_equipment',
  'fuel',
  'rounding',
  'accessorial_overrides',
  'guaranteed_percent',
  'port_fees',
  'validity_days',
  'volume_discounts',
  'converted_quotes_as_loads',
  'sheet_terms',
  'rules',
];

/** The parts of a strategy by key. A missing part of a map is absent. */
function partsOf(terms: PricingStrategyTerms): ReadonlyMap<string, Part> {
  const { rounding } = terms;
  const part = (label: string, lines: readonly string[], value: unknown): Part => ({
    label,
    lines,
    value: JSON.stringify(value),
  });
  const equipment = (Object.keys(EQUIPMENT) as EquipmentType[]).flatMap((type) => {
    const bands = terms.margins_by_equipment[type];
    return bands === undefined
      ? []
      : [[equipmentKey(type), part(equipmentLabel(type), bandLines(bands), bands)] as const];
  });
  const charges = Object.entries(terms.accessorial_overrides).map(
    ([name, charge]) =>
      [chargeKey(name), part(chargeLabel(name), [chargeLine(charge)], chargeLine(charge))] as const,
  );
  const { rules = [], sheet_terms: sheetTerms = '', converted_quotes_as_loads: asLoads = false } = terms;
  const discounts = sorted(terms.volume_discounts).map(
    ({ percent, containers }) => `${number(percent)}% from ${counted(containers, 'container')}`,
  );
  return new Map<string, Part>([
    ['margins', part('Margin', bandLines(terms.margins), terms.margins)],
    ...equipment,
    ['fuel', part('Fuel', [FUEL[terms.fuel]], terms.fuel)],
    [
      'rounding',
      part(
        'Rounding of the base rate',
        [`${MODES[rounding.mode]} ${dollars(rounding.to)}`],
        [rounding.to, rounding.mode],
      ),
    ],
    ...charges,
    [
      'guaranteed_percent',
      part(
        'Guaranteed service',
        [`${number(terms.guaranteed_percent)}% of the base rate`],
        terms.guaranteed_percent,
      ),
    ],
    ['port_fees', part('Fees of terminals', [terms.port_fees ? 'Charged' : 'On request'], terms.port_fees)],
    ['validity_days', part('Validity', [counted(terms.validity_days, 'day')], terms.validity_days)],
    ['volume_discounts', part('Volume discounts', discounts.length === 0 ? ['None'] : discounts, discounts)],
    ['sheet_terms', part('Terms on quote sheets', (sheetTerms || 'None').split('\n'), sheetTerms)],
    [
      'converted_quotes_as_loads',
      part('Converted quotes in your market data', [asLoads ? 'Yes' : 'No'], asLoads),
    ],
    ['rules', part('Rules', rules.length === 0 ? ['None'] : rules.map(ruleLine), rules)],
  ]);
}

const equipmentKey = (type: string) => `margins_by_equipment.${type}`;
const equipmentLabel = (type: string) => `Margin: ${equipmentName(type)}`;
const chargeKey = (name: string) => `accessorial_overrides.${name}`;
const chargeLabel = (name: string) => `Price: ${requirementName(name)}`;

/** The differences between two versions; [] if their terms are the same. */
export function strategyChanges(
  before: PricingStrategyTerms,
  after: PricingStrategyTerms,
): readonly StrategyChange[] {
  const [old, next] = [partsOf(before), partsOf(after)];
  const keys = [...new Set([...old.keys(), ...next.keys()])];
  const position = (key: string) => ORDER.indexOf(key.split('.')[0] ?? '');
  return keys
    .sort((one, other) => position(one) - position(other))
    .flatMap((key) => {
      const [from, to] = [old.get(key), next.get(key)];
      if (from?.value === to?.value) return [];
      const absent = key.startsWith('margins_by_equipment.') ? NO_BANDS : NO_CHARGE;
      return [
        {
          key,
          label: from?.label ?? to?.label ?? key,
          before: from?.lines ?? absent,
          after: to?.lines ?? absent,
        },
      ];
    });
}

export interface MergedStrategy {
  readonly terms: PricingStrategyTerms;
  /** Labels of parts that both persons changed, to different values. `terms` has the own values. */
  readonly conflicts: readonly string[];
}

/** The own changes to a base version, applied to the version that another person saved meanwhile. */
export function mergeStrategy(
  base: PricingStrategyTerms,
  own: PricingStrategyTerms,
  theirs: PricingStrategyTerms,
): MergedStrategy {
  const ownKeys = new Set(strategyChanges(base, own).map(({ key }) => key));
  const theirKeys = new Set(strategyChanges(base, theirs).map(({ key }) => key));
  const pick = <Key extends keyof PricingStrategyTerms>(key: Key): PricingStrategyTerms[Key] =>
    ownKeys.has(key) ? own[key] : theirs[key];
  const pickEntries = <Value>(
    prefix: string,
    one: Readonly<Record<string, Value>>,
    other: Readonly<Record<string, Value>>,
  ): Record<string, Value> =>
    Object.fromEntries(
      [...new Set([...Object.keys(other), ...Object.keys(one)])].flatMap((name) => {
        const from = ownKeys.has(`${prefix}.${name}`) ? one : other;
        const value = Object.hasOwn(from, name) ? from[name] : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return {
    terms: {
      margins: pick('margins'),
      margins_by_equipment: pickEntries(
        'margins_by_equipment',
        own.margins_by_equipment,
        theirs.margins_by_equipment,
      ),
      fuel: pick('fuel'),
      accessorial_overrides: pickEntries(
        'accessorial_overrides',
        own.accessorial_overrides,
        theirs.accessorial_overrides,
      ),
      port_fees: pick('port_fees'),
      volume_discounts: pick('volume_discounts'),
      rounding: pick('rounding'),
      validity_days: pick('validity_days'),
      guaranteed_percent: pick('guaranteed_percent'),
      ...rulesMember(pick('rules')),
      ...sheetTermsMember(pick('sheet_terms')),
      ...asLoadsMember(pick('converted_quotes_as_loads')),
    },
    conflicts: strategyChanges(theirs, own)
      .filter(({ key }) => ownKeys.has(key) && theirKeys.has(key))
      .map(({ label }) => label),
  };
}
