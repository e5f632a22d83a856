import type { Command } from 'commander';
import { UNSET_TARIFF } from '../../shared/costs/accessorials/own-tariff.ts';
import {
  dieselFor,
  dieselLookup,
  mergeBundledWeeks,
  readDieselBook,
} from '../../shared/costs/diesel/diesel-lookup.ts';
import { readContainerEquipment } from '../../shared/costs/equipment/read-equipment-type.ts';
import type { CostItem, CostLine, MoveCost } from '../../shared/costs/model/cost-model.ts';
import {
  MILES_PER_GALLON,
  OPERATING_RATIO,
  PEG_USD,
  sameDayMiles,
  US_MEAN_WAGE,
  wageAt,
  wageFactor,
} from '../../shared/costs/model/truck-operating-cost.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { organizationOwner } from '../../shared/market/loads/load-owner.ts';
import { readPublishedMarket } from '../../shared/market/published/dynamodb-market-source.ts';
import type { KeyMode } from '../../shared/platform/account/account.ts';
import { readDay } from '../../shared/platform/time/utc-calendar.ts';
import {
  type Explained,
  type ExplainPorts,
  explainRate,
  type RateExplanation,
} from '../../shared/rates/explain-rate.ts';
import { LANE_ERRORS } from '../../shared/rates/lane.ts';
import type { MarketView } from '../../shared/rates/lane-analysis.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { toListedTerminal } from '../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { placeFilesReady } from '../build/place-files.ts';
import { example, modeOption, parsed } from './arguments.ts';
import { CommandFailedError, NoLocalServiceError } from './connection/failures.ts';
import { textOf } from './printing.ts';
import type { Session } from './session.ts';
import { notATerminal } from './terminals.ts';

/** `freight rate ...`: how rates are computed. */
export function addRateCommands(program: Command, session: Session): void {
  program
    .command('rate')
    .description('Explain market rates')
    .command('explain <terminal> <destination>')
    .description(
      'Explain the rate of a lane line by line; the destination is a city, ZIP code, UN/LOCODE or terminal',
    )
    .option(
      '--equipment <type>',
      'container type',
      parsed(readContainerEquipment, `${LANE_ERRORS.equipment}.`),
      'container_40',
    )
    .option('--hazmat', 'hazardous materials')
    .option('--overweight', 'overweight container')
    .option(
      '--date <day>',
      'pickup date, YYYY-MM-DD (default: today, UTC)',
      parsed((text) => (readDay(text) === undefined ? undefined : text), `${LANE_ERRORS.date}.`),
    )
    .option('--org <org>', 'include the loads and the accessorial tariff of this organization')
    .addOption(modeOption('mode of the organization').default('test'))
    .addHelpText('after', example('freight rate explain "APM Terminals Pier 400" "Phoenix, AZ" --hazmat'))
    .action((terminal: string, destination: string, options: ExplainOptions) =>
      explain(session, terminal, destination, options),
    );
}

interface ExplainOptions {
  readonly equipment: NonNullable<ReturnType<typeof readContainerEquipment>>;
  readonly hazmat?: boolean;
  readonly overweight?: boolean;
  readonly date?: string;
  readonly org?: string;
  readonly mode: KeyMode;
}

/** With the facts of the service that the command line names; without one on this machine, with those of the code. */
async function explain(
  session: Session,
  originTerminal: string,
  destination: string,
  options: ExplainOptions,
): Promise<void> {
  const { equipment, hazmat = false, overweight = false, date } = options;
  const terms = { equipment, hazmat, overweight, date };
  await placeFilesReady();
  const show = async (
    source: 'service' | 'catalogue',
    facts: Omit<ExplainPorts, 'places' | 'roadDistances'>,
  ) => {
    const ports = {
      ...facts,
      places: createEmbeddedGeocoder(),
      roadDistances: createEmbeddedRoadDistances(),
    };
    const explained = await explainRate(ports, { originTerminal, destination, terms });
    if (explained.outcome !== 'explained') {
      throw new CommandFailedError(rejection(explained, facts, originTerminal, destination));
    }
    const value = { terminals: source, ...explanationValue(explained) };
    session.report(value, explanationLines(value));
  };
  try {
    await session.work(async ({ market, diesel, terminals, strategies }) => {
      const { org, mode } = options;
      const book = await readDieselBook(diesel.store);
      const records = await terminals.store.all();
      await show('service', {
        terminals: buildEmbeddedDirectory(records.map(toListedTerminal)),
        dieselFor: book === undefined ? dieselFor : dieselLookup(mergeBundledWeeks(book.weeks)),
        tariff:
          (org === undefined ? undefined : (await strategies.current(org, mode)).tariff) ?? UNSET_TARIFF,
        market: {
          published: await readPublishedMarket(market.store),
          lanes: market.lanes,
          owner: org === undefined ? 'operator' : organizationOwner(org, mode),
        },
        now: market.now(),
      });
    });
  } catch (error) {
    if (!(error instanceof NoLocalServiceError)) throw error;
    session.notify('No local service is running. The bundled terminals and diesel prices are used.');
    await show('catalogue', {
      terminals: buildEmbeddedDirectory(loadTerminals()),
      dieselFor,
      now: new Date(),
    });
  }
}

function rejection(
  explained: Exclude<Explained, { outcome: 'explained' }>,
  { terminals }: Pick<ExplainPorts, 'terminals'>,
  originTerminal: string,
  destination: string,
): string {
  const { outcome } = explained;
  if (outcome === 'date-out-of-range') return `${explained.fault}.`;
  if (outcome === 'unknown-terminal')
    return notATerminal(originTerminal, terminals.suggest(originTerminal, 3));
  if (outcome === 'unknown-place') return `Unknown destination "${destination}".${explained.hint}`;
  if (explained.outcome !== 'ambiguous-place')
    return `No road connects ${originTerminal} and ${destination}.`;
  const names = explained.candidates.map(({ name, state, zip }) => `${name}, ${state} ${zip}`.trimEnd());
  return `Ambiguous destination "${destination}". Use one of: ${names.join('; ')}.`;
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** A line in USD. The amounts of all lines add up to the suggested rate. */
const lineOf = (item: CostItem | 'market', quantity: number, rate: number, cents: number) => ({
  ...{ item, quantity: rounded(quantity, 4), rate: rounded(rate, 6), amount: cents / 100 },
});

/** The margin is a share of the cost, which the model has in cents. */
const costLine = ({ item, quantity, centsEach, cents }: CostLine) =>
  item === 'margin'
    ? lineOf(item, quantity / 100, centsEach, cents)
    : lineOf(item, quantity, centsEach / 100, cents);

/** The derivation of a rate as JSON; `rate` is what the API answers. Money in USD. */
export function explanationValue({ lane, form, derivation, result }: RateExplanation) {
  const { terminal, distance } = lane;
  const { cost, doubts, market } = derivation;
  const lines = cost.lines.map(costLine);
  const linehaulCents = market?.analysis.linehaulCents ?? cost.linehaulCents;
  if (market) {
    const { factor } = market.analysis;
    const line = lineOf('market', cost.linehaulCents / 100, factor - 1, linehaulCents - cost.linehaulCents);
    const fuel = lines.findIndex(({ item }) => item === 'fuel');
    lines.splice(fuel, 0, line);
  }
  const wage = wageAt(terminal);
  const work = Object.entries(cost.work).map(([name, amount]) => [name, rounded(amount, 4)]);
  return {
    origin: { ...result.origin, precision: terminal.precision },
    destination: { ...result.destination, resolvedBy: form },
    distance: { miles: derivation.miles, unrounded: distance.miles, source: distance.source },
    work: { ...Object.fromEntries(work), sameDayMiles: rounded(sameDayMiles(terminal.type), 1) },
    region: {
      ...{ state: terminal.state, wageArea: wage.area, driverWage: wage.usdPerHour, usWage: US_MEAN_WAGE },
      factor: rounded(wageFactor(wage.usdPerHour), 4),
    },
    fuel: { ...result.analysis.fuel, peg: PEG_USD, milesPerGallon: MILES_PER_GALLON },
    lines,
    operatingRatio: OPERATING_RATIO,
    minimum: { linehaul: cost.minimumCents / 100, applied: cost.minimumApplied },
    linehaul: linehaulCents / 100,
    ...(market && { market: marketValue(market, cost) }),
    doubts,
    rate: result,
  };
}

function marketValue({ analysis, source }: MarketView, { linehaulCents }: MoveCost) {
  const { freightMarket: port, marketState: region, ...narrower } = analysis.loads;
  const loads = { port, region, ...narrower };
  const factor = rounded(analysis.factor, 4);
  return { source, costLinehaul: linehaulCents / 100, factor, loads, basis: analysis.basis };
}

function explanationLines(value: ReturnType<typeof explanationValue>): string[] {
  const { rate, minimum, linehaul, market, operatingRatio, doubts, lines, ...facts } = value;
  const { timeline, forecast, ...analysis } = rate.analysis;
  const outcome = { linehaul, minimum, market, doubts, equipment: rate.equipment, date: rate.date };
  return [
    ...textOf(facts),
    '',
    ...textOf(lines),
    'Formulas and sources: docs/explanation/cost-model.md and market-model.md',
    '',
    ...textOf({ ...outcome, ...analysis }),
  ];
}
