import { type OwnTariff, UNSET_TARIFF } from '../../../shared/costs/accessorials/own-tariff.ts';
import { mergeBundledWeeks, readDieselBook } from '../../../shared/costs/diesel/diesel-book.ts';
import {
  dieselFor as bundledDiesel,
  type DieselLookup,
  dieselLookup,
} from '../../../shared/costs/diesel/diesel-lookup.ts';
import type { ContainerEquipment } from '../../../shared/costs/equipment/equipment-type.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import { organizationOwner } from '../../../shared/market/loads/load-owner.ts';
import type { LaneReader } from '../../../shared/market/published/lane-market.ts';
import { laneReaderOfStore, marketOfStore } from '../../../shared/market/published/market-of-store.ts';
import type { PublishedMarket } from '../../../shared/market/published/published-market.ts';
import type { KeyMode } from '../../../shared/platform/account/account.ts';
import { type Explained, explainRate, type RateExplanation } from '../../../shared/rates/explain-rate.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { toListedTerminal } from '../../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import type { TerminalDirectory } from '../../../shared/terminals/search/terminal-directory.ts';
import { CommandFailedError, NoLocalServiceError } from '../failures/command-errors.ts';
import { placeFilesReady } from '../session/place-files-ready.ts';
import type { Session } from '../session/session.ts';
import { explanationLines } from './rate-text.ts';
import { explanationValue } from './rate-value.ts';

export interface ExplainOptions {
  readonly equipment: ContainerEquipment;
  readonly hazmat?: boolean;
  readonly overweight?: boolean;
  readonly date?: string;
  readonly org?: string;
  readonly mode: KeyMode;
}

export async function explain(
  session: Session,
  originTerminal: string,
  destination: string,
  { equipment, hazmat = false, overweight = false, date, org, mode }: ExplainOptions,
): Promise<void> {
  const { terminals, dieselFor, source, market, now } = await factsInForce(session);
  await placeFilesReady();
  const places = createEmbeddedGeocoder();
  const roadDistances = createEmbeddedRoadDistances();
  const owner = org === undefined ? 'operator' : organizationOwner(org, mode);
  const known = market && { market: { ...market, owner } };
  const tariff =
    org === undefined || source === 'catalogue' ? UNSET_TARIFF : await tariffOf(session, org, mode);
  const ports = { terminals, places, roadDistances, dieselFor, tariff, now, ...known };
  const terms = { equipment, hazmat, overweight, date };
  const explained = await explainRate(ports, { originTerminal, destination, terms });
  const explanation = orReject(explained, terminals, originTerminal, destination);
  session.report({ terminals: source, ...explanationValue(explanation) }, explanationLines(explanation));
}

interface FactsInForce {
  readonly terminals: TerminalDirectory;
  readonly dieselFor: DieselLookup;
  readonly source: 'service' | 'catalogue';
  readonly market: { readonly published: PublishedMarket; readonly lanes: LaneReader } | undefined;
  readonly now: Date;
}

/** Those of the service that the command line names; without one on this machine, those shipped with the code. */
async function factsInForce(session: Session): Promise<FactsInForce> {
  let terminals: TerminalDirectory | undefined;
  let dieselFor = bundledDiesel;
  let market: FactsInForce['market'];
  let now = new Date();
  try {
    await session.workOnTerminals(async ({ store }) => {
      terminals = buildEmbeddedDirectory((await store.all()).map(toListedTerminal));
    });
    await session.workOnDiesel(async ({ store }) => {
      const book = await readDieselBook(store);
      if (book !== undefined) dieselFor = dieselLookup(mergeBundledWeeks(book.weeks));
    });
    await session.workOnMarket(async ({ store, now: clock }) => {
      market = { published: await marketOfStore(store), lanes: lanesOf(session) };
      now = clock();
    });
  } catch (error) {
    if (!(error instanceof NoLocalServiceError)) throw error;
    session.notify('No local service is running. The bundled terminals and diesel prices are used.');
  }
  if (terminals !== undefined) return { terminals, dieselFor, source: 'service', market, now };
  return { terminals: buildEmbeddedDirectory(loadTerminals()), dieselFor, source: 'catalogue', market, now };
}

async function tariffOf(session: Session, org: string, mode: KeyMode): Promise<OwnTariff> {
  let tariff = UNSET_TARIFF;
  await session.workOnStrategies(async (strategies) => {
    tariff = (await strategies.current(org, mode)).tariff ?? UNSET_TARIFF;
  });
  return tariff;
}

/** Each reading has a connection of its own: which lane is asked for is known only after all else was read. */
const lanesOf = (session: Session): LaneReader => ({
  read: async (owner, lanes, published) => {
    let kept: Awaited<ReturnType<LaneReader['read']>> = [];
    await session.workOnMarket(async ({ store }) => {
      kept = await laneReaderOfStore(store).read(owner, lanes, published);
    });
    return kept;
  },
});

/** @throws CommandFailedError saying why there is no rate. */
function orReject(
  explained: Explained,
  terminals: TerminalDirectory,
  originTerminal: string,
  destination: string,
): RateExplanation {
  switch (explained.outcome) {
    case 'explained':
      return explained;
    case 'date-out-of-range':
      throw new CommandFailedError(`${explained.fault}.`);
    case 'unknown-terminal': {
      const near = terminals.suggest(originTerminal, 3).map((name) => `"${name}"`);
      const suggestion = near.length === 0 ? '' : ` Similar names: ${near.join(', ')}.`;
      throw new CommandFailedError(`There is no terminal "${originTerminal}".${suggestion}`);
    }
    case 'unknown-place':
      throw new CommandFailedError(`Unknown destination "${destination}".`);
    case 'ambiguous-place': {
      const names = explained.candidates.map(({ name, state, zip }) => `${name}, ${state} ${zip}`.trimEnd());
      throw new CommandFailedError(
        `Ambiguous destination "${destination}". Use one of: ${names.join('; ')}.`,
      );
    }
    case 'no-road':
      throw new CommandFailedError(`No road connects ${originTerminal} and ${destination}.`);
  }
}
