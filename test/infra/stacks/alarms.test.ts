import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SAVED_QUERIES } from '../../../lib/monitoring/saved-queries.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import * as LOG from '../../../shared/platform/logging/log-messages.ts';
import { anchorsOf } from '../../support/document-links.ts';
import { SAMPLE_BACKUPS } from '../../support/sample-backups.ts';
import { synthesizedTemplates, type Template, type Templates } from '../../support/synthesized-templates.ts';
import { resourcesOf } from '../properties/property.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const WIKI = 'https://wiki.example/freight/runbook.md';
const ALARM = 'AWS::CloudWatch::Alarm';
/** Alarms cost money and attention. */
const MAX_ALARMS = 25;
/** CloudWatch's limit for an expression and for a description. */
const MAX_CHARACTERS = 1_024;

/** Links of all sections that alarms and the dashboard can name. */
const LINKS = new Set(
  [...anchorsOf(readFileSync(`${ROOT}docs/operators/runbook.md`, 'utf8'))].map(
    (anchor) => `${WIKI}#${anchor}`,
  ),
);
const SOURCES = globSync('{functions,shared}/**/*.ts', { cwd: ROOT })
  .map((file) => readFileSync(`${ROOT}${file}`, 'utf8'))
  .join('\n');

/** Limits of alarms of prod that do not become active at the first failure; in milliseconds, seconds or percent. */
const LIMITS: Readonly<Record<string, string>> = {
  'page-api-domain-certificate': '<= 30 in 1 of 1',
  'page-api-objective-other-available-1h': '>= 7.2 in 1 of 1',
  'page-api-objective-other-available-6h': '>= 3 in 1 of 1',
  'page-api-objective-other-fast-6h': '>= 6 in 1 of 1',
  'page-api-objective-pricing-available-1h': '>= 1.44 in 1 of 1',
  'page-api-objective-pricing-available-6h': '>= 0.6 in 1 of 1',
  'page-api-objective-pricing-fast-6h': '>= 6 in 1 of 1',
  'page-api-work-probe': '>= 1 in 3 of 3 or missing',
  'page-workers-deliveries-late': '>= 300 in 2 of 3 or missing',
  'page-workers-objective-in-time-1h': '>= 14.4 in 1 of 1',
  'page-workers-objective-in-time-6h': '>= 6 in 1 of 1',
  'ticket-api-other-functions-release-authorizer-1': '>= 10 in 1 of 1',
  'ticket-api-quote-functions-release-create-quote-1': '>= 10 in 1 of 1',
  'ticket-api-other-functions-release-price-lanes-1': '>= 10 in 1 of 1',
  'ticket-api-other-functions-release-search-terminals-1': '>= 10 in 1 of 1',
  'ticket-api-work-concurrency': '>= 80 in 2 of 3',
  'ticket-api-work-tables-throttled': '>= 100 in 2 of 3',
  'ticket-api-work-waiting': '>= 3600 in 3 of 3',
  'ticket-search-unhealthy': '>= 1 in 6 of 6',
  'ticket-workers-attempts-fail': '< 50 in 3 of 3',
  'ticket-workers-release-deliver-webhook-1': '>= 10 in 1 of 1',
};
const COMPARISONS: Readonly<Record<string, string>> = {
  GreaterThanOrEqualToThreshold: '>=',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '<=',
};

interface Alarm {
  readonly name: string;
  readonly description: string;
  readonly actions: string;
  readonly okActions: string;
  /** Names of metrics by their namespace. */
  readonly metrics: readonly (readonly [namespace: string, name: string])[];
  readonly properties: Readonly<Record<string, unknown>>;
}

const METRIC =
  /"MetricName":"([\w.]+)","Namespace":(?:\{"Fn::Join":\["",\[)?"([^"]+)"|"Namespace":"([^"]+)","MetricName":"([\w.]+)"/g;
const QUERY = /SELECT SUM\(\\"(\w+)\\"\) FROM SCHEMA\(\\"([\w/]+)\\"/g;

function alarmOf({ Properties }: Template['Resources'][string]): Alarm {
  const text = JSON.stringify(Properties);
  const metrics = [
    ...[...text.matchAll(METRIC)].map(([, name, space, first, second]) => [space ?? first, name ?? second]),
    ...[...text.matchAll(QUERY)].map(([, name, space]) => [space, name]),
  ] as [string, string][];
  return {
    name: typeof Properties.AlarmName === 'string' ? Properties.AlarmName : releaseName(Properties.AlarmName),
    description: String(Properties.AlarmDescription),
    actions: JSON.stringify(Properties.AlarmActions),
    okActions: JSON.stringify(Properties.OKActions),
    metrics,
    properties: Properties,
  };
}

/** The name of an alarm of a release, which contains the numbers of versions. */
function releaseName(name: unknown): string {
  const { 'Fn::Join': join } = name as { 'Fn::Join': [string, unknown[]] };
  return join[1].map((part) => (typeof part === 'string' ? part : '1')).join(join[0]);
}

const alarmsOf = (templates: Templates): Alarm[] =>
  Object.values(templates).flatMap((template) =>
    resourcesOf(template, ALARM).map(([, resource]) => alarmOf(resource)),
  );

const ENVIRONMENTS = ['dev', 'prod'] as const satisfies EnvironmentName[];
const synthesized = {} as Record<(typeof ENVIRONMENTS)[number], Templates>;

beforeAll(async () => {
  for (const environment of ENVIRONMENTS) {
    synthesized[environment] = await synthesizedTemplates(environment, {
      runbookUrl: WIKI,
      monthlyBudgetUsd: 50,
      ...(environment === 'dev' ? {} : { backups: SAMPLE_BACKUPS }),
      customDomain: {
        name: 'api.example.com',
        certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c',
      },
    });
  }
});

describe.each(ENVIRONMENTS)('each alarm of %s', (environment) => {
  it('states what happened, the impact, the first command, and an existing section of the runbook', () => {
    const alarms = alarmsOf(synthesized[environment]);
    expect(alarms.length).toBeGreaterThan(environment === 'dev' ? 4 : 20);
    const wrong = alarms.filter(({ description }) => {
      const [, happened, impact, first, link = ''] =
        /^(\S.+[.]) Impact: (\S.+[.]) First: ((?:freight|aws|saved quer).+[.]) Runbook: (\S+)$/.exec(
          description,
        ) ?? [];
      const elsewhere = first?.replaceAll(`freight --environment ${environment} `, '').includes('freight ');
      return !(happened && impact && first && LINKS.has(link)) || elsewhere;
    });
    expect(wrong.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });

  it('has a name for itself, and sends its start and its end to the topic of its severity', () => {
    const alarms = alarmsOf(synthesized[environment]);
    expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length);
    const wrong = alarms.filter(({ name, actions, okActions }) => {
      const [, severity] = /^freight-[a-z]+-(page|ticket)-[a-z0-9-]{1,200}$/.exec(name) ?? [];
      const topic = `:freight-${environment}-${severity}"`;
      return !(severity && actions.includes(topic) && okActions.includes(topic));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const severities = new Set(alarms.map(({ name }) => name.split('-')[2]));
    expect([...severities].toSorted()).toEqual(environment === 'dev' ? ['page'] : ['page', 'ticket']);
  });

  it('evaluates metrics that AWS, a function or a filter of logs emits', () => {
    const filters = JSON.stringify(
      Object.values(synthesized[environment]).map((template) =>
        resourcesOf(template, 'AWS::Logs::MetricFilter'),
      ),
    );
    const alarms = alarmsOf(synthesized[environment]);
    expect(alarms.filter(({ metrics }) => metrics.length === 0).map(({ name }) => name)).toEqual([]);
    const unknown = alarms.flatMap(({ metrics }) =>
      metrics.filter(
        ([namespace, name]) =>
          !namespace.startsWith('AWS/') &&
          !filters.includes(`"MetricName":"${name}"`) &&
          !new RegExp(`\\b${name}\\b`).test(SOURCES),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('labels the metrics of its graph, unless their names differ', () => {
    const unlabeled = alarmsOf(synthesized[environment]).flatMap(({ name, properties }) => {
      const metrics = (properties.Metrics ?? []) as { Id: string; Label?: string }[];
      return metrics
        .filter(({ Id, Label }) => !Label && !/^metric\d$/.test(Id))
        .map(({ Id }) => `${name}: ${Id}`);
    });
    expect(unlabeled).toEqual([]);
  });

  it('is within the limits of CloudWatch, and all are few', () => {
    const alarms = alarmsOf(synthesized[environment]);
    expect(alarms.length).toBeLessThanOrEqual(MAX_ALARMS);
    for (const { name, description, properties } of alarms) {
      const metrics = (properties.Metrics ?? []) as { Expression?: string; MetricStat?: object }[];
      const longest = Math.max(
        description.length,
        ...metrics.map(({ Expression = '' }) => Expression.length),
      );
      expect([name, longest <= MAX_CHARACTERS]).toEqual([name, true]);
      expect([name, metrics.filter(({ MetricStat }) => MetricStat).length <= 10]).toEqual([name, true]);
    }
  });
});

describe('alarms of prod', () => {
  it('become active at the first failure, except those with another limit', () => {
    const limits = alarmsOf(synthesized.prod).map(({ name, properties }) => {
      const { ComparisonOperator, Threshold, EvaluationPeriods: periods, DatapointsToAlarm } = properties;
      const missing = properties.TreatMissingData === 'notBreaching' ? '' : ' or missing';
      const comparison = COMPARISONS[String(ComparisonOperator)];
      const limit = `${comparison} ${Threshold} in ${DatapointsToAlarm ?? periods} of ${periods}${missing}`;
      return [name.replace('freight-prod-', ''), limit] as const;
    });
    expect(Object.fromEntries(limits.filter(([, limit]) => limit !== '>= 1 in 1 of 1'))).toEqual(LIMITS);
  });
});

it.each([
  ['watches', { mailDomain: 'mail.example.com' }, ['changes', 'mails', 'rfps', 'uploads']],
  ['does without', {}, ['changes', 'rfps', 'uploads']],
])('the alarm on waiting work %s the queue of mails', async (_, settings, expected) => {
  const { api } = await synthesizedTemplates('prod', settings);
  const [waiting] = resourcesOf(api, ALARM)
    .map(([, { Properties }]) => Properties)
    .filter(({ AlarmName }) => AlarmName === 'freight-prod-ticket-api-work-waiting');
  const metrics = (waiting?.Metrics ?? []) as { readonly Id: string; readonly MetricStat?: object }[];
  const watched = metrics.filter(({ MetricStat }) => MetricStat).map(({ Id }) => Id);
  expect(watched.toSorted()).toEqual(expected);
});

describe('pages for operators', () => {
  it('read only parameters that prod publishes, or that an operator stores', () => {
    const parameters = Object.values(synthesized.prod).flatMap((template) =>
      resourcesOf(template, 'AWS::SSM::Parameter').map(([, { Properties }]) => Properties.Name),
    );
    const read = globSync('docs/operators/*.md', { cwd: ROOT }).flatMap(
      (page) => readFileSync(`${ROOT}${page}`, 'utf8').match(/\/freight\/prod\/[\w/-]+/g) ?? [],
    );
    const stored = ['/freight/prod/eia-api-key', '/freight/prod/probe'];
    expect(read.filter((name) => !parameters.includes(name) && !stored.includes(name))).toEqual([]);
  });
});

describe('the runbook', () => {
  it('has queries that are saved, for codes that are logged', () => {
    const saved = resourcesOf(synthesized.prod.api, 'AWS::Logs::QueryDefinition').map(
      ([, { Properties }]) => Properties.QueryString,
    );
    expect(saved.toSorted()).toEqual(
      Object.values(SAVED_QUERIES)
        .map(({ text }) => text)
        .toSorted(),
    );
    const codes = [...saved.join('\n').matchAll(/"([A-Z]+(?:_[A-Z]+)+)"/g)].map(([, code = '']) => code);
    // Written by the gateway itself.
    const known = new Set([...Object.values(LOG).map(({ code }) => code as string), 'INVALID_API_KEY']);
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
  });
});

it('the removal of one subscriber of alarms leaves the resources of the others as they are', async () => {
  const subscribers = async (page: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    const { api } = await synthesizedTemplates('dev', { alarmSubscribers: { page, ticket: [] } });
    return Object.fromEntries(
      resourcesOf(api, 'AWS::SNS::Subscription').map(([id, { Properties }]) => [Properties.Endpoint, id]),
    );
  };
  const both = await subscribers(['first@example.com', 'second@example.com']);
  const second = await subscribers(['second@example.com']);
  expect(Object.keys(both)).toHaveLength(2);
  expect(second).toEqual({ 'second@example.com': both['second@example.com'] });
});
