import { authorOf } from '../../accounts/audit/audit-event.ts';
import type { Caller } from '../../platform/account/account.ts';
import { type Outcome, reject } from '../../platform/http/outcome.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import { answerStrategy } from './convert-strategy.ts';
import type { StrategyReplacements } from './dynamodb-strategy-replacements.ts';
import { readReplacement } from './read-strategy.ts';
import type { ReplacedStrategy } from './strategy-document.ts';

interface Ports {
  readonly placeSources: () => Promise<PlaceSources>;
  readonly strategies: Pick<StrategyReplacements, 'replace'>;
  readonly now: () => Date;
}

/** Replaces a caller's strategy; 409 if the current version is not the expected one. */
export function replaceStrategyUseCase({ placeSources, strategies, now }: Ports) {
  return async (
    body: unknown,
    ifMatch: string | undefined,
    caller: Caller,
  ): Promise<Outcome<ReplacedStrategy>> => {
    const replacement = readReplacement(body, ifMatch, await placeSources());
    if (!replacement.ok) return replacement;
    const { warnings, ...wanted } = replacement.body;
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
