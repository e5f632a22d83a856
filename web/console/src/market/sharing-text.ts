import type { ReadMarketSummaryResponse } from '../api/client.ts';

/** What the sharing of loads means for the organization. */
export function sharingText({
  mode,
  shared,
}: Pick<ReadMarketSummaryResponse['data'], 'mode' | 'shared'>): string {
  if (mode === 'test') {
    return 'Loads of test keys are never shared. Only rates of your test keys use them.';
  }
  return shared
    ? 'Your loads are part of the rates of all organizations. Others see them only together with the loads of at least two other contributors, never one by one, and never with your name.'
    : 'Only your own rates use your loads. If you want to share them with the market, ask the operator of the service.';
}
