import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../lib/functions/endpoints.ts';
import { alarmsOf, chargedMetrics } from '../../support/cloudwatch/alarms.ts';
import { costAtRest, costTable, matchedMetrics } from '../../support/cost-at-rest.ts';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';

const page = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

let environments: Readonly<Record<'dev' | 'staging' | 'prod', Templates>>;
const total = (name: keyof typeof environments): number =>
  costAtRest(environments[name]).reduce((sum, { usd }) => sum + usd, 0);

beforeAll(async () => {
  const [dev, staging, prod] = await Promise.all(
    (['dev', 'staging', 'prod'] as const).map((name) => synthesizedTemplates(name)),
  );
  if (!(dev && staging && prod)) throw new Error('an environment was not synthesized');
  environments = { dev, staging, prod };
});

describe('the cost without calls', () => {
  it('is in docs/operators/cost-at-rest.md as the templates have it', () => {
    const lines = page('operators/cost-at-rest.md').split('\n');
    const table = costTable(environments);
    const start = lines.indexOf(table[0] ?? '');
    expect(lines.slice(start, start + table.length)).toEqual(table);
  });

  it('of alarms states the part of the windows of objectives', () => {
    const alarms = alarmsOf(environments.prod);
    const metricsOf = (some: typeof alarms) =>
      some.reduce((sum, alarm) => sum + chargedMetrics(alarm, matchedMetrics(ENDPOINTS.length)), 0);
    const windows = alarms.filter(({ name }) => name.includes('-window-'));
    expect(page('operators/cost-at-rest.md')).toContain(
      `evaluate ${metricsOf(windows)} of the ${metricsOf(alarms)} metrics of \`prod\``,
    );
  });

  it('of alarms, dashboard and metrics in prod is in docs/explanation/cost-of-calls.md', () => {
    const rows = costAtRest(environments.prod).slice(0, 5);
    const usd = Math.round(rows.reduce((sum, row) => sum + row.usd, 0));
    expect(page('explanation/cost-of-calls.md')).toContain(
      `alarms, dashboard and metrics about ${usd} USD in prod`,
    );
  });

  it('is low in dev, which has no metrics by operation and only pages', () => {
    const byTitle = new Map(costAtRest(environments.dev).map(({ title, usd }) => [title.split(',')[0], usd]));
    expect(byTitle.get('metrics of API Gateway by operation')).toBe(0);
    expect(byTitle.get('metrics that alarms evaluate')).toBeLessThan(5);
    expect(total('dev')).toBeLessThan(20);
    expect(total('dev')).toBeLessThan(total('staging'));
  });
});
