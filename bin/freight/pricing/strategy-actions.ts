import type { KeyMode } from '../../../shared/platform/account/account.ts';
import { toDocument } from '../../../shared/quotes/strategy/convert-strategy.ts';
import type { StrategyStore } from '../../../shared/quotes/strategy/strategy-store.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { knownOrganization } from '../session/org-lookups.ts';
import type { Session } from '../session/session.ts';
import { readStrategyFile } from './strategy-file.ts';
import { describeStrategy, lineOfStrategy } from './strategy-text.ts';

/** Does work on the strategies of an organization that there is. */
const onStrategiesOf = (
  session: Session,
  orgId: string,
  task: (strategies: StrategyStore, now: () => Date) => Promise<void>,
): Promise<void> =>
  session.workOnStrategies(async (strategies, provisioning) => {
    await knownOrganization(provisioning, orgId);
    await task(strategies, provisioning.now);
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
      throw new CommandFailedError(`There is no version ${version} of the ${mode} strategy of ${orgId}.`);
    }
    session.report(toDocument(found), describeStrategy(found));
  });

export async function setStrategy(
  session: Session,
  orgId: string,
  mode: KeyMode,
  file: string,
): Promise<void> {
  const terms = await readStrategyFile(file);
  await onStrategiesOf(session, orgId, async (strategies, now) => {
    const result = await strategies.replace(orgId, mode, { terms, updatedAt: now().toISOString() });
    if (result.outcome === 'changed-meanwhile') {
      throw new CommandFailedError(
        `Others kept changing it: version ${result.currentVersion} is in force. Try again.`,
      );
    }
    const { strategy, outcome } = result;
    session.report({ ...toDocument(strategy), changed: outcome === 'replaced' }, [
      ...describeStrategy(strategy),
      outcome === 'replaced' ? 'New quotes are priced by it from now on.' : 'It was so already.',
    ]);
  });
}

export const showHistory = (session: Session, orgId: string, mode: KeyMode): Promise<void> =>
  onStrategiesOf(session, orgId, async (strategies) => {
    const versions = await strategies.history(orgId, mode);
    session.report(
      versions.map(toDocument),
      versions.length === 0 ? ['It was never set: version 0 is in force.'] : versions.map(lineOfStrategy),
    );
  });
