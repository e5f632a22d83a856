import { contextText } from '../settings/context-text.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

type MonitoringSettings = Pick<EnvironmentSettings, 'runbookUrl' | 'alarmSubscribers' | 'monthlyBudgetUsd'>;

const ADDRESS = /^(https:\/\/[^\s,]+|[^\s@,]+@[^\s@,]+\.[^\s@,]+)$/;

/**
 * What a deployment's context says of monitoring: `-c runbook=URL -c page=A,B -c ticket=C -c budget=USD`.
 * @returns the settings that it changes.
 * @throws Error naming what cannot be used.
 */
export function monitoringOptions(context: Readonly<Record<string, unknown>>): Partial<MonitoringSettings> {
  const textOf = contextText(context);
  const [runbookUrl, page, ticket, budget] = ['runbook', 'page', 'ticket', 'budget'].map(textOf);
  if (runbookUrl !== undefined && !/^https?:\/\/[^\s#]+$/.test(runbookUrl)) {
    throw new Error(
      `-c runbook=${runbookUrl}: give the address that docs/runbook.md is read at, without an anchor.`,
    );
  }
  const monthlyBudgetUsd = budget === undefined ? undefined : Number(budget);
  if (monthlyBudgetUsd !== undefined && !(monthlyBudgetUsd > 0 && Number.isFinite(monthlyBudgetUsd))) {
    throw new Error(`-c budget=${budget}: give USD a month, such as 500.`);
  }
  return {
    ...(runbookUrl === undefined ? {} : { runbookUrl }),
    ...(monthlyBudgetUsd === undefined ? {} : { monthlyBudgetUsd }),
    ...(page === undefined && ticket === undefined
      ? {}
      : { alarmSubscribers: { page: addresses('page', page), ticket: addresses('ticket', ticket) } }),
  };
}

function addresses(name: string, text = ''): readonly string[] {
  const given = text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const wrong = given.find((address) => !ADDRESS.test(address));
  if (wrong !== undefined) {
    throw new Error(`-c ${name}=${wrong}: give e-mail addresses and https URLs, with commas between them.`);
  }
  return given;
}
