import type { PricingStrategy } from '../api/client.ts';
import type { StrategyDraft } from './strategy-draft.ts';

/** Unsaved input, and the version that it changes. */
export interface EditedStrategy {
  readonly base: PricingStrategy;
  readonly draft: StrategyDraft;
}

/** Only in the memory of the tab. It survives a key that expires during the input. */
let kept: { readonly account: string; readonly edited: EditedStrategy } | undefined;

/** @param account organization and mode: another organization never sees the draft. */
export const keepDraft = (account: string, edited: EditedStrategy | undefined): void => {
  kept = edited === undefined ? undefined : { account, edited };
};

export const keptDraft = (account: string): EditedStrategy | undefined =>
  kept?.account === account ? kept.edited : undefined;
