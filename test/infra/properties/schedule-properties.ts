import { definition as announceExpiries } from '../../../functions/announce-expiries/definition.ts';
import type { ScheduledFunction } from '../../../functions/definition-types.ts';
import { definition as probe } from '../../../functions/probe/definition.ts';
import { definition as refreshDiesel } from '../../../functions/refresh-diesel/definition.ts';
import type { Template } from '../../support/synthesized-templates.ts';
import {
  actionsOf,
  alarmTexts,
  at,
  firstOf,
  type Property,
  resourcesOf,
  type Statement,
  statementsOf,
  unless,
} from './property.ts';

const RULE = 'AWS::Events::Rule';
const INVOKE_CONFIG = 'AWS::Lambda::EventInvokeConfig';
const PERMISSION = 'AWS::Lambda::Permission';
const QUEUE = 'AWS::SQS::Queue';
const ALARM = 'AWS::CloudWatch::Alarm';

const secretStatements = (template: Template): Statement[] =>
  statementsOf(template)
    .map(([, statement]) => statement)
    .filter((statement) => actionsOf(statement).some((action) => action.startsWith('ssm:')));

const SCHEDULED: readonly ScheduledFunction[] = [announceExpiries, refreshDiesel];

const targetOf = (properties: Record<string, unknown>) => Object(at(properties, 'Targets', 0));

export const SCHEDULE_PROPERTIES: readonly Property[] = [
  {
    name: 'every scheduled function has its rule, and the rule may invoke it',
    violations: ({ api }) => {
      const rules = resourcesOf(api, RULE);
      const permissions = resourcesOf(api, PERMISSION).map(([, { Properties }]) =>
        JSON.stringify(Properties),
      );
      return SCHEDULED.filter(({ function: name, schedule }) => {
        const [id, rule] =
          rules.find(([, { Properties }]) => Properties.Description === name) ??
          ([undefined, undefined] as const);
        return (
          rule?.Properties.ScheduleExpression !== schedule ||
          rule.Properties.State !== 'ENABLED' ||
          !permissions.some((text) => text.includes('events.amazonaws.com') && text.includes(`"${id}","Arn"`))
        );
      }).map(({ function: name }) => name);
    },
    takeAway: ({ api }) => {
      firstOf(api, RULE).Properties.State = 'DISABLED';
    },
  },
  {
    name: 'an event that cannot be delivered, or whose function fails after all retries, is kept',
    violations: ({ api }) => [
      ...unless(
        api,
        RULE,
        ({ Properties }) => at(targetOf(Properties), 'DeadLetterConfig', 'Arn') !== undefined,
      ),
      ...unless(
        api,
        INVOKE_CONFIG,
        ({ Properties }) => at(Properties, 'DestinationConfig', 'OnFailure', 'Destination') !== undefined,
      ),
      ...(resourcesOf(api, INVOKE_CONFIG).length < SCHEDULED.length
        ? ['a function has no retries of ours']
        : []),
    ],
    takeAway: ({ api }) => {
      delete firstOf(api, INVOKE_CONFIG).Properties.DestinationConfig;
    },
  },
  {
    name: 'a queue is encrypted',
    violations: ({ api }) => unless(api, QUEUE, ({ Properties }) => Properties.SqsManagedSseEnabled === true),
    takeAway: ({ api }) => {
      delete firstOf(api, QUEUE).Properties.SqsManagedSseEnabled;
    },
  },
  {
    name: 'a secret is read by its one name, by the function that needs it',
    violations: ({ api }) => {
      const wanted = [...SCHEDULED, probe].flatMap(({ secrets = [] }) => secrets);
      const statements = secretStatements(api);
      if (statements.length !== wanted.length) return [`${statements.length} rights to read secrets`];
      return statements
        .filter(
          ({ Action, Resource }) =>
            Action !== 'ssm:GetParameter' ||
            !/:parameter\/freight\/prod\/(eia-api-key|probe)"/.test(JSON.stringify(Resource)),
        )
        .map(({ Resource }) => JSON.stringify(Resource));
    },
    takeAway: ({ api }) => {
      const [statement] = secretStatements(api);
      Object.assign(statement ?? {}, { Resource: 'arn:aws:ssm:::parameter/freight/*' });
    },
  },
  {
    name: 'diesel prices that are old, broken or out of reach, and a market out of reach, raise an alarm',
    violations: ({ api }) => {
      const alarms = alarmTexts(api);
      return ['DieselStale', 'DieselBroken', 'DieselUnreadable', 'MarketUnreadable'].filter(
        (metric) => !alarms.some((alarm) => alarm.includes(`"${metric}"`) && /Impact: \w+/.test(alarm)),
      );
    },
    takeAway: ({ api }) => {
      for (const [id, { Properties }] of resourcesOf(api, ALARM))
        if (JSON.stringify(Properties).includes('"MetricName":"DieselStale"')) delete api.Resources[id];
    },
  },
];
