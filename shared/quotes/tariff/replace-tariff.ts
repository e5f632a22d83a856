import { authorOf } from '../../accounts/audit/audit-event.ts';
import { UNSET_TARIFF } from '../../costs/accessorials/own-tariff.ts';
import type { Caller } from '../../platform/account/account.ts';
import { invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject } from '../../platform/http/outcome.ts';
import type { TerminalSource } from '../../terminals/catalogue/terminal-source.ts';
import { readExpectedVersion } from '../strategy/expected-version.ts';
import type { StrategyStore } from '../strategy/strategy-store.ts';
import { describeTariff } from './describe-tariff.ts';
import { answerTariff } from './list-accessorials.ts';
import { readTariff, type TariffPlaces } from './read-tariff.ts';
import type { TariffDocument } from './tariff-document.ts';

interface Ports {
  readonly strategies: Pick<StrategyStore, 'replaceTariff'>;
  readonly places: TerminalSource<TariffPlaces>;
  readonly now: () => Date;
}

/** Replaces a caller's accessorial tariff; 409 if the current version is not the expected one. */
export function replaceTariffUseCase({ strategies, places, now }: Ports) {
  return async (
    body: unknown,
    ifMatch: string | undefined,
    caller: Caller,
  ): Promise<Outcome<TariffDocument>> => {
    const { errors, ...expected } = readExpectedVersion(ifMatch, 'tariff');
    const reading = readTariff(body, await places.current());
    if (!reading.ok) return reject(invalidParameters([...errors, ...reading.errors]));
    if (errors.length > 0) return reject(invalidParameters(errors));
    const { ok, ...tariff } = reading;
    const result = await strategies.replaceTariff(caller.orgId, caller.mode, {
      ...tariff,
      ...expected,
      updatedAt: now().toISOString(),
      author: authorOf(caller),
    });
    if (result.outcome !== 'changed-meanwhile') {
      return answerTariff(describeTariff(result.strategy.tariff ?? UNSET_TARIFF));
    }
    const { currentVersion } = result;
    return reject({
      kind: 'conflict',
      message: `The accessorial tariff has changed. The current version is ${currentVersion}. Read it, then try again.`,
      code: 'TARIFF_CHANGED',
      details: { current_version: currentVersion },
    });
  };
}
