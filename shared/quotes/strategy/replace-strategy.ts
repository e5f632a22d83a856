import { authorOf } from '../../accounts/audit/audit-event.ts';
import type { Caller } from '../../platform/account/account.ts';
import { type Outcome, reject } from '../../platform/http/outcome.ts';
import { answerStrategy } from './convert-strategy.ts';
import type { Replacement, StrategyReplacements } from './dynamodb-strategy-replacements.ts';
import type { ReplacedStrategy } from './strategy-document.ts';

interface Ports {
  readonly strategies: Pick<StrategyReplacements, 'replace'>;
  readonly now: () => Date;
}

/** Replaces a caller's strategy; 409 if the current version is not the expected one. */
export function replaceStrategyUseCase({ strategies, now }: Ports) {
  return async (
    caller: Caller,
    { warnings, ...wanted }: Omit<Replacement, 'updatedAt' | 'author'> & Pick<ReplacedStrategy, 'warnings'>,
  ): Promise<Outcome<ReplacedStrategy>> => {
    const result = await strategies.replace(caller, {
      ...wanted,
      updatedAt: now().toISOString(),
      author: authorOf(caller),
    });
    if (result.outcome !== 'changed-meanwhile') {
      const answer = answerStrategy(result.strategy);
      return { ...answer, body: { ...answer.body, warnings } };
    }
    const { currentVersion } = result;
    return reject({
      kind: 'conflict',
      message: `The pricing strategy has changed. The current version is ${currentVersion}. Read it, then try again.`,
      code: 'STRATEGY_CHANGED',
      details: { current_version: currentVersion },
    });
  };
}
