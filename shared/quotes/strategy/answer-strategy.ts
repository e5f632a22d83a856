import type { Outcome } from '../../platform/http/outcome.ts';
import { toDocument } from './convert-strategy.ts';
import type { StrategyDocument } from './strategy-document.ts';
import type { KeptStrategy } from './strategy-store.ts';

/** A version with its ETag, which If-Match takes. */
export const answerStrategy = (strategy: KeptStrategy): Outcome<StrategyDocument> => ({
  ok: true,
  body: toDocument(strategy),
  headers: { ETag: `"${strategy.version}"` },
});
