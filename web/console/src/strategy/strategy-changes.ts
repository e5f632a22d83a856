import type { EquipmentType, PricingStrategy, PricingStrategyTerms } from '../api/client.ts';
import { canonical, valueAt, withValue } from '../form/form-values.ts';
import { counted, dollars } from '../format/numbers.ts';
import { EQUIPMENT, equipmentName } from '../rates/equipment.ts';
import { requirementName } from '../rates/special-requirements.ts';

export interface StrategyChange {
  readonly key: string;
  readonly label: string;
  /** One line for each band or discount. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

type Bands = PricingStrategyTerms['margins'];
type Charge = NonNullable<
  PricingStrategyTerms['accessorial_overrides'][keyof PricingStrategyTerms['accessorial_overrides']]
>;
type Rule = NonNullable<PricingStrategyTerms['rules']>[number];

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

const bandLines = (bands: Bands | undefined): string[] =>
  bands?.map(
    ({ from_miles, percent, floor }) =>
      `From ${number(from_miles)} mi: ${number(percent)}%, at least ${dollars(floor)}`,
  ) ?? ['General margin'];

function chargeLine(charge: Charge | undefined): string {
  if (charge === undefined) return 'Standard price';
  const { rate, percent_of_base = 0, free_time: free } = charge;
  if (rate === undefined) return `${number(percent_of_base)}% of the base rate`;
  return `${dollars(rate)} per unit${free === undefined ? '' : `, ${free} free`}`;
}

const RULE_WORDS: Readonly<Record<string, string>> = {
  equipment_types: 'equipment',
  min_miles: 'from miles',
  max_miles: 'to miles',
  min_lead_days: 'from days before pickup',
  max_lead_days: 'to days before pickup',
  percent: '%',
  floor: 'at least $',
  validity_days: 'days of validity',
  accessorial_overrides: 'prices',
  rate: '$',
  percent_of_base: '% of base',
  free_time: 'free',
};

const ruleLine = ({ name, when, terms }: Rule): string =>
  `${name}: if ${membersText(when)}: ${membersText(terms)}`;

/** "customer Acme, margin % 12 at least $ 40". */
const membersText = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${RULE_WORDS[name] ?? name.replaceAll('_', ' ')} ${valueText(value)}`)
    .join(', ');

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => equipmentName(String(one))).join(' or ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, entry]) => `${RULE_WORDS[name] ?? requirementName(name)} ${valueText(entry)}`)
    .join(' ');
}

/** In the order of the API, which sorts them. */
const sorted = (discounts: PricingStrategyTerms['volume_discounts']) =>
  [...discounts].sort((one, other) => other.percent - one.percent || other.containers - one.containers);

/** The parts that one person can change while another changes the others, by their paths, in the order of the form. */
const PARTS: Readonly<
  Record<string, readonly [label: string, lines: (terms: PricingStrategyTerms) => readonly string[]]>
> = {
  margins: ['Margin', ({ margins }) => bandLines(margins)],
  ...Object.fromEntries(
    (Object.keys(EQUIPMENT) as EquipmentType[]).map((type) => [
      `margins_by_equipment.${type}`,
      [
        `Margin: ${equipmentName(type)}`,
        ({ margins_by_equipment: bands }: PricingStrategyTerms) => bandLines(bands[type]),
      ],
    ]),
  ),
  fuel: ['Fuel', ({ fuel }) => [FUEL[fuel]]],
  rounding: ['Rounding of the base rate', ({ rounding: { mode, to } }) => [`${MODES[mode]} ${dollars(to)}`]],
  guaranteed_percent: [
    'Guaranteed service',
    ({ guaranteed_percent: percent }) => [`${number(percent)}% of the base rate`],
  ],
  port_fees: ['Fees of terminals', ({ port_fees: charged }) => [charged ? 'Charged' : 'On request']],
  validity_days: ['Validity', ({ validity_days: days }) => [counted(days, 'day')]],
  volume_discounts: [
    'Volume discounts',
    ({ volume_discounts: discounts }) =>
      orNone(
        sorted(discounts).map(
          ({ percent, containers }) => `${number(percent)}% from ${counted(containers, 'container')}`,
        ),
      ),
  ],
  converted_quotes_as_loads: [
    'Converted quotes in your market data',
    ({ converted_quotes_as_loads: asLoads }) => [asLoads ? 'Yes' : 'No'],
  ],
  sheet_terms: ['Terms on quote sheets', ({ sheet_terms: text }) => orNone(text?.split('\n') ?? [])],
  rules: ['Rules', ({ rules = [] }) => orNone(rules.map(ruleLine))],
};

const orNone = (lines: readonly string[]) => (lines.length === 0 ? ['None'] : lines);

const CHARGES = 'accessorial_overrides';
const chargePart = (name: string): (typeof PARTS)[string] => [
  `Price: ${requirementName(name)}`,
  ({ [CHARGES]: charges }) => [chargeLine(charges[name as keyof typeof charges])],
];

/** The terms as the API answers with them: optional ones are absent without a value. */
export function termsOf(strategy: PricingStrategyTerms | PricingStrategy): PricingStrategyTerms {
  const { version: _, updated_at: __, ...terms } = strategy as PricingStrategy;
  const { rules, sheet_terms: text, converted_quotes_as_loads: asLoads, ...others } = terms;
  return {
    ...others,
    margins_by_equipment: terms.margins_by_equipment ?? {},
    accessorial_overrides: terms.accessorial_overrides ?? {},
    volume_discounts: sorted(terms.volume_discounts),
    ...(asLoads && { converted_quotes_as_loads: true }),
    ...(text?.trim() && { sheet_terms: text }),
    ...(rules?.length && {
      rules: rules.map(({ name, when, terms: own }) => ({
        name: name ?? '',
        when: when ?? {},
        terms: own ?? {},
      })),
    }),
  };
}

/** The differences between two versions; [] if their terms are the same. */
export function strategyChanges(
  before: PricingStrategyTerms,
  after: PricingStrategyTerms,
): readonly StrategyChange[] {
  const [old, next] = [termsOf(before), termsOf(after)];
  const names = new Set([...Object.keys(old[CHARGES]), ...Object.keys(next[CHARGES])]);
  const charges = [...names].map((name) => [`${CHARGES}.${name}`, chargePart(name)] as const);
  return [...Object.entries(PARTS), ...charges].flatMap(([key, [label, lines]]) =>
    canonical(valueAt(old, key)) === canonical(valueAt(next, key))
      ? []
      : [{ key, label, before: lines(old), after: lines(next) }],
  );
}

interface MergedStrategy {
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
  const ownKeys = strategyChanges(base, own).map(({ key }) => key);
  const theirKeys = strategyChanges(base, theirs).map(({ key }) => key);
  return {
    terms: termsOf(ownKeys.reduce((terms, key) => withValue(terms, key, valueAt(own, key)), theirs)),
    conflicts: strategyChanges(theirs, own)
      .filter(({ key }) => ownKeys.includes(key) && theirKeys.includes(key))
      .map(({ label }) => label),
  };
}
