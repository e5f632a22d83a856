import type { Command } from 'commander';
import { UNSET_TARIFF } from '../../shared/costs/accessorials/own-tariff.ts';
import { mergeBundledWeeks, readDieselBook } from '../../shared/costs/diesel/diesel-book.ts';
import { dieselFor, dieselLookup } from '../../shared/costs/diesel/diesel-lookup.ts';
import { readContainerEquipment } from '../../shared/costs/equipment/read-equipment-type.ts';
import type { CostItem, CostLine, MoveCost } from '../../shared/costs/model/cost-model.ts';
import { meanWage, US_MEAN_WAGE } from '../../shared/costs/model/driver-wages.ts';
import { MILES_PER_GALLON, PEG_USD } from '../../shared/costs/model/fuel-surcharge.ts';
import {
  DRIVER_SHARE,
  MILEAGE_SHARE,
  NIGHT_CENTS,
  NON_FUEL_USD_PER_HOUR,
  NON_FUEL_USD_PER_MILE,
  OPERATING_RATIO,
  stateCostFactor,
} from '../../shared/costs/model/truck-operating-cost.ts';
import { sameDayMiles } from '../../shared/costs/model/truck-work.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { organizationOwner } from '../../shared/market/loads/load-owner.ts';
import { laneReaderOfStore, marketOfStore } from '../../shared/market/published/market-of-store.ts';
import type { KeyMode } from '../../shared/platform/account/account.ts';
import { readDay } from '../../shared/platform/time/utc-day.ts';
import {
  type Explained,
  type ExplainPorts,
  explainRate,
  type RateExplanation,
} from '../../shared/rates/explain-rate.ts';
import { LANE_ERRORS } from '../../shared/rates/lane-errors.ts';
import type { MarketView } from '../../shared/rates/view-lane.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { toListedTerminal } from '../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { placeFilesReady } from '../build/data-files.ts';
import { example, modeOption, parsed } from './arguments.ts';
import { CommandFailedError, NoLocalServiceError } from './failures.ts';
import { tableLines, textOf } from './printing.ts';
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
          published: await marketOfStore(market.store),
          lanes: laneReaderOfStore(market.store),
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

/** Why there is no rate. */
function rejection(
  explained: Exclude<Explained, { outcome: 'explained' }>,
  { terminals }: Pick<ExplainPorts, 'terminals'>,
  originTerminal: string,
  destination: string,
): string {
  switch (explained.outcome) {
    case 'date-out-of-range':
      return `${explained.fault}.`;
    case 'unknown-terminal':
      return notATerminal(originTerminal, terminals.suggest(originTerminal, 3));
    case 'unknown-place':
      return `Unknown destination "${destination}".`;
    case 'ambiguous-place': {
      const names = explained.candidates.map(({ name, state, zip }) => `${name}, ${state} ${zip}`.trimEnd());
      return `Ambiguous destination "${destination}". Use one of: ${names.join('; ')}.`;
    }
    case 'no-road':
      return `No road connects ${originTerminal} and ${destination}.`;
  }
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const ATRI = 'ATRI, Operational Costs of Trucking, 2025 (data of 2024)';
const ATRI_SHARES = `${ATRI}; shares of the mileage cost: 2018 update`;

/** Unit ("" if the line has no quantity), formula and source of each line of the cost model. */
const COST_LINES: Readonly<Record<CostItem, readonly [unit: string, formula: string, source: string]>> = {
  driver: [
    'h',
    `hours x ${NON_FUEL_USD_PER_HOUR} x ${percent(DRIVER_SHARE)} x the state's wage / the U.S. mean`,
    `${ATRI}; wages by state: BLS, OEWS, May 2025, occupation 53-3032`,
  ],
  truck: [
    'h',
    `hours x ${NON_FUEL_USD_PER_HOUR} x ${percent(1 - MILEAGE_SHARE - DRIVER_SHARE)}: payments, insurance, permits`,
    ATRI_SHARES,
  ],
  wear: [
    'mi',
    `truck miles x ${NON_FUEL_USD_PER_MILE} x ${percent(MILEAGE_SHARE)}: repair, tires, tolls`,
    ATRI_SHARES,
  ],
  'peg-fuel': [
    'mi',
    `truck miles x ${PEG_USD} / ${MILES_PER_GALLON}`,
    "DAT's fuel formula: peg $1.25, 5.5 mpg",
  ],
  nights: [
    'nights',
    `nights x ${NIGHT_CENTS / 100}`,
    'IRS Notice 2024-68, meals of the transportation industry',
  ],
  margin: [
    'USD',
    `cost / ${OPERATING_RATIO} - cost`,
    'operating ratio derived from the published 33-mile sample',
  ],
  minimum: [
    '',
    'max(0, minimum linehaul x regional factor - cost - margin)',
    'planning tables, $350-500 up to 30 miles: $400 from a port, $350 from other terminals (general knowledge)',
  ],
  fuel: [
    'mi',
    `truck miles x max(0, diesel - ${PEG_USD}) / ${MILES_PER_GALLON}`,
    "DAT's fuel formula; diesel: U.S. Energy Information Administration, weekly on-highway prices",
  ],
};

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

interface ExplainedLine {
  readonly item: CostItem | 'market';
  readonly quantity: number;
  readonly unit: string;
  readonly rate: number;
  readonly amount: number;
  readonly formula: string;
  readonly source: string;
}

/** A line in USD. The amounts of all lines add up to the suggested rate. */
function lineValue({ item, quantity, centsEach, cents }: CostLine): ExplainedLine {
  const [unit, formula, source] = COST_LINES[item];
  // The margin is a share of the cost, which the model has in cents.
  const isMargin = item === 'margin';
  return {
    ...{ item, quantity: rounded(isMargin ? quantity / 100 : quantity, 4), unit },
    rate: rounded(isMargin ? centsEach : centsEach / 100, 6),
    ...{ amount: cents / 100, formula, source },
  };
}

const marketLine = ({ analysis }: MarketView, { linehaulCents }: MoveCost): ExplainedLine => ({
  ...{ item: 'market', quantity: linehaulCents / 100, unit: 'USD', rate: rounded(analysis.factor - 1, 6) },
  amount: (analysis.linehaulCents - linehaulCents) / 100,
  formula: `linehaul x ${(analysis.factor - 1).toFixed(4)}: what loads are paid compared with the cost`,
  source: 'docs/explanation/market-model.md',
});

function marketValue({ analysis, source }: MarketView, { linehaulCents }: MoveCost) {
  const { freightMarket: port, marketState: region, ...narrower } = analysis.loads;
  return {
    source,
    costLinehaul: linehaulCents / 100,
    factor: rounded(analysis.factor, 4),
    loads: { port, region, ...narrower },
    basis: analysis.basis,
  };
}

/** The derivation of a rate as JSON; `rate` is what the API answers. Money in USD. */
export function explanationValue({ lane, form, derivation, result }: RateExplanation) {
  const { terminal, distance } = lane;
  const { cost, doubts, market } = derivation;
  const { work } = cost;
  const lines = cost.lines.map(lineValue);
  // The market line comes before the fuel line.
  if (market)
    lines.splice(
      lines.findIndex(({ item }) => item === 'fuel'),
      0,
      marketLine(market, cost),
    );
  return {
    origin: { ...result.origin, precision: terminal.precision },
    destination: { ...result.destination, resolvedBy: form },
    distance: { miles: derivation.miles, unrounded: distance.miles, source: distance.source },
    work: {
      loadedMiles: rounded(work.loadedMiles, 1),
      emptyMiles: rounded(work.emptyMiles, 4),
      drivingHours: rounded(work.drivingHours, 4),
      waitingHours: rounded(work.waitingHours, 4),
      nights: rounded(work.nights, 4),
      sameDayMiles: rounded(sameDayMiles(terminal.type), 1),
    },
    region: {
      state: terminal.state,
      driverWage: meanWage(terminal.state),
      usWage: US_MEAN_WAGE,
      factor: rounded(stateCostFactor(terminal.state), 4),
    },
    fuel: { ...result.analysis.fuel, peg: PEG_USD, milesPerGallon: MILES_PER_GALLON },
    lines,
    operatingRatio: OPERATING_RATIO,
    minimum: { linehaul: cost.minimumCents / 100, applied: cost.minimumApplied },
    linehaul: (market?.analysis.linehaulCents ?? cost.linehaulCents) / 100,
    ...(market && { market: marketValue(market, cost) }),
    doubts,
    rate: result,
  };
}

/** The lines of the cost as a table with numbered sources, between the facts and the answer of the API. */
function explanationLines(
  value: { readonly terminals: string } & ReturnType<typeof explanationValue>,
): string[] {
  const { lines, rate, minimum, linehaul, market, operatingRatio, doubts, ...facts } = value;
  const { timeline, forecast, ...analysis } = rate.analysis;
  const sources = [...new Set(lines.map(({ source }) => source))];
  return [
    ...textOf(facts),
    '',
    ...tableLines(lines.map((line) => ({ ...line, source: `[${sources.indexOf(line.source) + 1}]` }))),
    ...sources.map((source, index) => `[${index + 1}] ${source}`),
    '',
    ...textOf({ linehaul, minimum, market, doubts, equipment: rate.equipment, date: rate.date, ...analysis }),
  ];
}
