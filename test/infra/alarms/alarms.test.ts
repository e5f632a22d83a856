import { beforeAll, describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../../lib/functions/endpoints.ts';
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../../lib/settings/environments.ts';
import {
  type Alarm,
  alarmsOf,
  type CompositeAlarm,
  compositeAlarmsOf,
} from '../../support/cloudwatch/alarms.ts';
import { minutesActive, statesOver } from '../../support/cloudwatch/evaluate-alarm.ts';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';
import { BEHAVIOURS, PAGE_BEHAVIOURS } from './alarm-behaviours.ts';

/** Alarms of an account with many cost money and attention. */
const MAX_ALARMS = 90;

/** CloudWatch's limit for an expression. */
const MAX_EXPRESSION = 1_024;

const DOMAIN = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c',
};

let byEnvironment: ReadonlyMap<EnvironmentName, Templates>;
/** Of prod, without the windows of pages. */
let alarms: readonly Alarm[];
let pages: readonly CompositeAlarm[];

beforeAll(async () => {
  byEnvironment = new Map(
    await Promise.all(
      ENVIRONMENT_NAMES.map(
        async (name) => [name, await synthesizedTemplates(name, { customDomain: DOMAIN })] as const,
      ),
    ),
  );
  alarms = alarmsOf(templatesOf('prod')).filter(({ name }) => !isWindow(name));
  pages = compositeAlarmsOf(templatesOf('prod'));
});

function templatesOf(environment: EnvironmentName): Templates {
  const found = byEnvironment.get(environment);
  if (found === undefined) throw new Error(`${environment} was not synthesized`);
  return found;
}

const isWindow = (name: string) => /^freight-[a-z]+-window-/.test(name);
const placeOf = ({ name }: Pick<Alarm, 'name'>) => name.replace(/^freight-prod-(page|ticket)-/, '');
const matching = (pattern: RegExp) => alarms.filter((alarm) => pattern.test(placeOf(alarm)));

describe('alarms over recorded metrics', () => {
  it('are each described once', () => {
    const described = alarms.map((alarm) => [
      alarm.name,
      BEHAVIOURS.filter((behaviour) => behaviour.alarms.test(placeOf(alarm))).length,
    ]);
    expect(described.filter(([, times]) => times !== 1)).toEqual([]);
  });

  describe.each(BEHAVIOURS.map((behaviour) => [behaviour.alarms.source, behaviour] as const))(
    '%s',
    (_source, { alarms: pattern, isActive, isSilent, quota }) => {
      it('is there', () => {
        expect(matching(pattern)).not.toEqual([]);
      });

      it.each(Object.entries(isActive))('is active: %s', (_case, [recording, minute]) => {
        for (const alarm of matching(pattern)) {
          const first = statesOver(alarm, recording, quota).find(({ state }) => state === 'ALARM');
          expect([alarm.name, first?.minute]).toEqual([alarm.name, minute]);
        }
      });

      it.each(Object.entries(isSilent))('is silent: %s', (_case, recording) => {
        for (const alarm of matching(pattern)) {
          const states = statesOver(alarm, recording, quota);
          expect(states.length).toBeGreaterThan(0);
          expect([alarm.name, states.filter(({ state }) => state === 'ALARM')]).toEqual([alarm.name, []]);
        }
      });
    },
  );
});

describe('pages on error budgets over recorded metrics', () => {
  it('are each described once', () => {
    const described = pages.map((page) => [
      page.name,
      PAGE_BEHAVIOURS.filter((behaviour) => behaviour.page.test(placeOf(page))).length,
    ]);
    expect(described).toHaveLength(PAGE_BEHAVIOURS.length);
    expect(described.filter(([, times]) => times !== 1)).toEqual([]);
  });

  describe.each(PAGE_BEHAVIOURS.map((behaviour) => [behaviour.page.source, behaviour] as const))(
    '%s',
    (_source, { page, isActive, isSilent }) => {
      const found = () => pages.filter((each) => page.test(placeOf(each)));

      it.each(Object.entries(isActive))('is active: %s', (_case, [recording, minute]) => {
        expect(found().map((each) => minutesActive(each, recording)[0])).toEqual([minute]);
      });

      it.each(Object.entries(isSilent))('is silent: %s', (_case, recording) => {
        expect(found().map((each) => minutesActive(each, recording))).toEqual([[]]);
      });
    },
  );

  it('end half an hour after the cause of a fast burn', () => {
    const [page] = pages.filter((each) => placeOf(each) === 'api-objective-pricing-available');
    const errors0 = Array.from({ length: 180 }, (_, minute) => (minute < 30 ? [1, 1] : [0, 0]));
    const active = minutesActive({ anyOf: page?.anyOf ?? [] }, { errors0, calls0: errors0 });
    expect(active.at(-1)).toBeLessThan(60);
  });
});

describe('the alarms of each environment', () => {
  it.each(ENVIRONMENT_NAMES)('are at most 90 with a custom domain: %s', (environment) => {
    const templates = templatesOf(environment);
    const count = alarmsOf(templates).length + compositeAlarmsOf(templates).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(MAX_ALARMS);
  });

  it('are only pages in dev, and both kinds in staging and prod', () => {
    const severities = (environment: EnvironmentName) => {
      const templates = templatesOf(environment);
      const names = [...alarmsOf(templates), ...compositeAlarmsOf(templates)].map(({ name }) => name);
      return [...new Set(names.map((name) => name.split('-')[2]))].toSorted();
    };
    expect(severities('dev')).toEqual(['page', 'window']);
    expect(severities('staging')).toEqual(['page', 'ticket', 'window']);
    expect(severities('prod')).toEqual(['page', 'ticket', 'window']);
  });

  it.each(ENVIRONMENT_NAMES)(
    'have expressions and metrics within the limits of CloudWatch: %s',
    (environment) => {
      for (const { name, expression, metrics, description } of alarmsOf(templatesOf(environment))) {
        expect([name, expression.length <= MAX_EXPRESSION]).toEqual([name, true]);
        expect([name, Object.keys(metrics).length <= 10]).toEqual([name, true]);
        expect([name, description.length <= MAX_EXPRESSION]).toEqual([name, true]);
      }
    },
  );

  it('notify no topic by a window, and each window belongs to a page', () => {
    const windows = alarmsOf(templatesOf('prod')).filter(({ name }) => isWindow(name));
    expect(windows.filter(({ actions }) => actions !== undefined)).toEqual([]);
    const used = pages.flatMap(({ anyOf }) => anyOf.flat().map(({ name }) => name));
    expect(windows.map(({ name }) => name).toSorted()).toEqual(used.toSorted());
  });
});

describe('a failure of a function', () => {
  it('is watched, by its own errors or by the 500 that its callers get', () => {
    const texts = alarms.filter(({ name }) => name.endsWith('-functions-error'));
    const watched = texts.flatMap(({ description }) => {
      const [, names = ''] = /failed: ([^.]+)\./.exec(description) ?? [];
      return names.split(', ');
    });
    const ofApi = ({ function: name, ...definition }: (typeof FUNCTIONS)[number]) =>
      name === 'authorizer' || 'method' in definition;
    expect(watched.toSorted()).toEqual(
      FUNCTIONS.filter((definition) => !ofApi(definition))
        .map((definition) => definition.function)
        .toSorted(),
    );
    const counted = texts.flatMap(({ metrics }) => Object.values(metrics));
    expect(counted).toHaveLength(watched.length);
    expect(counted.filter(({ name }) => name !== 'Errors')).toEqual([]);
  });

  it('of the API is watched by operation, in this stage of this API', () => {
    const [alarm] = alarms.filter(({ name }) => name.endsWith('api-server-error'));
    expect(alarm?.query).toBe(true);
    expect(alarm?.metrics.metric).toEqual({
      namespace: 'AWS/ApiGateway',
      name: '5XXError',
      dimensions: { ApiName: 'freight-prod', Stage: 'prod', Method: 'one', Resource: 'one' },
      period: 300,
      statistic: 'Sum',
    });
  });
});
