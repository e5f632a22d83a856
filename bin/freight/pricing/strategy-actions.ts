import { OPERATOR } from '../../../shared/accounts/audit/audit-event.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import type { KeyMode } from '../../../shared/platform/account/account.ts';
import { toDocument } from '../../../shared/quotes/strategy/convert-strategy.ts';
import type { StrategyStore } from '../../../shared/quotes/strategy/strategy-store.ts';
import { toListedTerminal } from '../../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import type { TerminalWritePorts } from '../../../shared/terminals/snapshots/terminal-write-ports.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { knownOrganization } from '../session/org-lookups.ts';
import { placeFilesReady } from '../session/place-files-ready.ts';
import type { Session } from '../session/session.ts';
import { tableLines } from '../session/table.ts';
import { readJsonFile } from './json-file.ts';
import { strategyOfFile } from './strategy-file.ts';
import { describeStrategy } from './strategy-text.ts';

/** Runs a task on the strategies of an existing organization. */
const onStrategiesOf = (
  session: Session,
  orgId: string,
  task: (
    strategies: StrategyStore,
    now: () => Date,
    terminals: Pick<TerminalWritePorts, 'store'>,
  ) => Promise<void>,
): Promise<void> =>
  session.workOnStrategies(async (strategies, provisioning, terminals) => {
    await knownOrganization(provisioning, orgId);
    await task(strategies, provisioning.now, terminals);
  });

export const showStrategy = (
  session: Session,
  orgId: string,
  mode: KeyMode,
  version: number | undefined,
): Promise<void> =>
  onStrategiesOf(session, orgId, async (strategies) => {
    const found =
      version === undefined
        ? await strategies.current(orgId, mode)
        : await strategies.version(orgId, mode, version);
    if (found === undefined) {
      throw new CommandFailedError(`Unknown version ${version} of the ${mode} strategy of ${orgId}.`);
    }
    session.report(toDocument(found), describeStrategy(found));
  });

export async function setStrategy(
  session: Session,
  orgId: string,
  mode: KeyMode,
  file: string,
): Promise<void> {
  const body = await readJsonFile(file);
  await placeFilesReady();
  await onStrategiesOf(session, orgId, async (strategies, now, { store }) => {
    const terminals = buildEmbeddedDirectory((await store.all()).map(toListedTerminal));
    const terms = strategyOfFile(body, { terminals, places: createEmbeddedGeocoder() });
    const result = await strategies.replace(orgId, mode, {
      terms,
      updatedAt: now().toISOString(),
      author: OPERATOR,
    });
    if (result.outcome === 'changed-meanwhile') {
      throw new CommandFailedError(
        `The strategy was changed at the same time and is now at version ${result.currentVersion}. Run the command again.`,
      );
    }
    const { strategy, outcome } = result;
    session.report({ ...toDocument(strategy), changed: outcome === 'replaced' }, [
      ...describeStrategy(strategy),
      outcome === 'replaced'
        ? 'New quotes use this strategy.'
        : 'No change: the strategy already has this content.',
    ]);
  });
}

export const showHistory = (session: Session, orgId: string, mode: KeyMode): Promise<void> =>
  onStrategiesOf(session, orgId, async (strategies) => {
    const versions = await strategies.history(orgId, mode);
    session.report(
      versions.map(toDocument),
      versions.length === 0
        ? ['No versions. The default strategy (version 0) applies.']
        : tableLines(
            ['version', 'set', 'by', 'note'],
            versions.map(({ version, updatedAt, updatedBy = '', note = '' }) => [
              version,
              updatedAt,
              updatedBy,
              note.replaceAll(/\s+/g, ' '),
            ]),
          ),
    );
  });
