import { contextText } from '../settings/context-text.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

type MonitoringSettings = Pick<EnvironmentSettings, 'runbookUrl' | 'alarmSubscribers' | 'monthlyBudgetUsd'>;

const ADDRESS = /^(https:\/\/[^\s,]+|[^\s@,]+@[^\s@,]+\.[^\s@,]+)$/;

/**
 * Reads the monitoring options of the CDK context: `-c runbook=URL -c page=A,B -c ticket=C -c budget=USD`.
 * @returns the settings that the options override.
 * @throws Error naming the first invalid option.
 */
export function monitoringOptions(context: Readonly<Record<string, unknown>>): Partial<MonitoringSettings> {
  const textOf = contextText(context);
  const [runbookUrl, page, ticket, budget] = ['runbook', 'page', 'ticket', 'budget'].map(textOf);
  if (runbookUrl !== undefined && !/^https?:\/\/[^\s#]+$/.test(runbookUrl)) {
    throw new Error(`-c runbook=${runbookUrl}: give the URL of docs/runbook.md, without an anchor.`);
  }
  const monthlyBudgetUsd = budget === undefined ? undefined : Number(budget);
  if (monthlyBudgetUsd !== undefined && !(monthlyBudgetUsd > 0 && Number.isFinite(monthlyBudgetUsd))) {
    throw new Error(`-c budget=${budget}: give an amount in USD per month, such as 500.`);
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
  const invalid = given.find((address) => !ADDRESS.test(address));
  if (invalid !== undefined) {
    throw new Error(`-c ${name}=${invalid}: give a comma-separated list of e-mail addresses and https URLs.`);
  }
  return given;
}
