import type { Outcome } from '../../platform/http/outcome.ts';
import { toDocument } from './convert-strategy.ts';
import type { StrategyDocument } from './strategy-document.ts';
import type { StrategyVersion } from './strategy-store.ts';

/** The response of a strategy version. Callers can send its ETag in If-Match. */
export const answerStrategy = (strategy: StrategyVersion): Outcome<StrategyDocument> => ({
  ok: true,
  body: toDocument(strategy),
  headers: { ETag: `"${strategy.version}"` },
});
