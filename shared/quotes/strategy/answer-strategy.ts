import { toDocument } from './convert-strategy.ts';
import type { StrategyVersion } from './strategy-store.ts';

/** The response of a strategy version. Callers can send its ETag in If-Match. */
export const answerStrategy = (strategy: StrategyVersion) => ({
  ok: true as const,
  body: toDocument(strategy),
  headers: { ETag: `"${strategy.version}"` },
});
