import type { Rejection } from '../platform/http/rejection.ts';
import type { ConversionResult, DeclineResult } from './record/quote-store.ts';
import {
  quoteAlreadyConverted,
  quoteAlreadyDeclined,
  quoteExpired,
  quoteNotFound,
  quoteSuperseded,
} from './request/quote-rejections.ts';

type Impossible = Exclude<ConversionResult | DeclineResult, { readonly outcome: 'converted' | 'declined' }>;

/** The rejection of a conversion, decline or revision that is not possible. */
export function rejectDecision(quoteId: string, result: Impossible): Rejection {
  switch (result.outcome) {
    case 'not-found':
      return quoteNotFound(quoteId);
    case 'already-converted':
      return quoteAlreadyConverted(quoteId);
    case 'superseded':
      return quoteSuperseded(quoteId, result.by);
    case 'already-declined':
      return quoteAlreadyDeclined(quoteId);
    case 'expired':
      return quoteExpired(quoteId);
  }
}
