import { toDocument } from '../../../shared/quotes/strategy/convert-strategy.ts';
import type { StrategyDocument } from '../../../shared/quotes/strategy/strategy-document.ts';
import type { StrategyVersion } from '../../../shared/quotes/strategy/strategy-store.ts';

type Bands = StrategyDocument['margins'];
type Rule = NonNullable<StrategyDocument['rules']>[number];

const linesOfBands = (title: string, bands: Bands): string[] =>
  bands.map(
    ({ from_miles, percent, floor }, index) =>
      `${(index === 0 ? title : '').padEnd(20)}  ${percent}%, at least $${floor}, from ${from_miles} miles`,
  );

const line = (title: string, text: string): string => `${title.padEnd(20)}  ${text}`;

const strategyHeading = ({ version, updatedAt }: StrategyVersion): string =>
  version === 0 ? 'version 0 (default strategy)' : `version ${version}, set ${updatedAt}`;

/** A strategy as text lines. */
export function describeStrategy(strategy: StrategyVersion): string[] {
  const document = toDocument(strategy);
  const { rounding, volume_discounts: discounts } = document;
  const overrides = Object.entries(document.accessorial_overrides).map(([name, charge]) =>
    line(name, charge.rate === undefined ? `${charge.percent_of_base}% of the base rate` : `$${charge.rate}`),
  );
  return [
    strategyHeading(strategy),
    ...linesOfBands('margin', document.margins),
    ...Object.entries(document.margins_by_equipment).flatMap(([equipment, bands = []]) =>
      linesOfBands(`margin, ${equipment}`, bands),
    ),
    line('fuel', document.fuel),
    line('rounding', `to $${rounding.to}, ${rounding.mode}`),
    line('port fees', document.port_fees ? 'charged' : 'only on request'),
    line('guaranteed', `${document.guaranteed_percent}% of the base rate`),
    line('valid', `${document.validity_days} days`),
    ...(document.converted_quotes_as_loads
      ? [line('converted quotes', 'become loads in the own market data')]
      : []),
    ...discounts.map(({ percent, containers }) =>
      line('volume discount', `${percent}% from ${containers} containers`),
    ),
    ...(overrides.length === 0 ? [] : ['accessorial charges that differ from the tariff:', ...overrides]),
    ...rulesLines(document.rules ?? []),
    ...sheetTermsLines(document.sheet_terms),
  ];
}

const rulesLines = (rules: readonly Rule[]): string[] =>
  rules.length === 0
    ? []
    : ['rules, of which the first match applies:', ...rules.map((rule) => line(rule.name, ruleText(rule)))];

const sheetTermsLines = (terms = ''): string[] =>
  terms === '' ? [] : ['terms on sheets of quotes:', ...terms.split('\n').map((text) => `  ${text}`)];

const ruleText = ({ when, terms }: Rule): string => `if ${membersText(when)}: ${membersText(terms)}`;

/** Members with their values: "customer Acme, weekdays saturday sunday, margin percent 12 floor 40". */
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
