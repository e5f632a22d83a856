import { describe, expect, it } from '@jest/globals';
import { monitoringOptions } from '../../../lib/monitoring/monitoring-options.ts';

describe('what a deployment says of monitoring', () => {
  it('changes nothing where nothing is set', () => {
    expect(monitoringOptions({})).toEqual({});
    expect(monitoringOptions({ environment: 'prod', page: '' })).toEqual({});
  });

  it('is who hears of alarms, where the runbook is, and the budget', () => {
    const context = {
      runbook: 'https://wiki.example/runbook',
      page: 'https://events.example/x, on-call@example.com',
      budget: '12.5',
    };
    expect(monitoringOptions(context)).toEqual({
      runbookUrl: 'https://wiki.example/runbook',
      alarmSubscribers: { page: ['https://events.example/x', 'on-call@example.com'], ticket: [] },
      monthlyBudgetUsd: 12.5,
    });
    expect(monitoringOptions({ budget: 40 })).toEqual({ monthlyBudgetUsd: 40 });
  });

  it.each([
    [{ page: 'nobody' }, 'page=nobody'],
    [{ ticket: 'a@example.com,http://plain.example' }, 'ticket=http://plain.example'],
    [{ runbook: 'docs' }, 'runbook=docs'],
    [{ runbook: 'https://wiki.example/x#y' }, 'without an anchor'],
    [{ budget: 'much' }, 'budget=much'],
    [{ budget: '-1' }, 'budget=-1'],
  ])('rejects %j in one line', (context, words) => {
    expect(() => monitoringOptions(context)).toThrow(words);
  });
});
