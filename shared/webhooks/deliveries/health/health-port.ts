import type { Webhook } from '../../store/webhook.ts';
import type { AttemptCounts } from './attempt-counts.ts';

/** Port: counts of the logged attempts of a webhook. */
export interface AttemptCountReader {
  /**
   * Counts by hour of the start of the attempts. Hours without attempts are absent.
   * @param from first hour, by its start; `to` the last one.
   * @returns keys are starts of hours, ms since 1970.
   */
  byHour(webhook: Pick<Webhook, 'id'>, from: Date, to: Date): Promise<ReadonlyMap<number, AttemptCounts>>;
}
