import type { Templates } from '../../support/synthesized-templates.ts';
import { firstOf, type Property, resourcesOf, unless } from './property.ts';

const TOPIC = 'AWS::SNS::Topic';
const TOPIC_POLICY = 'AWS::SNS::TopicPolicy';
const ALARM = 'AWS::CloudWatch::Alarm';
const DASHBOARD = 'AWS::CloudWatch::Dashboard';
const _QUERY = 'AWS::Logs::QueryDefinition';

const dashboardOf = ({ api }: Templates) =>
  JSON.stringify(firstOf(api, DASHBOARD).Properties.DashboardBody).replaceAll('\\', '');

/** Alarms of all stacks. */
const alarmsOf = (templates: Templates) =>
  Object.values(templates).flatMap((template) => resourcesOf(template, ALARM));

const BUDGET = 'AWS::Budgets::Budget';

/** With a monthly budget. */
export const BUDGET_PROPERTIES: readonly Property[] = [
  {
    name: 'the budget is created after the topics, their policies and their key: it can publish from the start',
    violations: ({ api }) => {
      const before = [TOPIC, TOPIC_POLICY, 'AWS::KMS::Key'].flatMap((type) => resourcesOf(api, type));
      return [
        ...(before.length < 5 ? ['the topics are not recognized'] : []),
        ...unless(api, BUDGET, ({ DependsOn = [] }) => before.every(([id]) => DependsOn.includes(id))),
      ];
    },
  },
];

export const MONITORING_PROPERTIES: readonly Property[] = [
  {
    name: 'messages of alarms are encrypted at rest',
    violations: ({ api }) => unless(api, TOPIC, ({ Properties }) => Properties.KmsMasterKeyId !== undefined),
  },
  {
    name: 'the dashboard shows every alarm that sends messages, except those of a release, which it names',
    violations: (templates) => {
      const body = dashboardOf(templates);
      return [
        ...alarmsOf(templates)
          .map(([, { Properties }]) => Properties.AlarmName)
          .filter((name): name is string => typeof name === 'string')
          .filter((name) => !body.includes(`:alarm:${name}"`)),
        ...(body.includes('Not below: alarms of a release') ? [] : ['no word about alarms of a release']),
      ];
    },
  },
  {
    name: 'every dead-letter queue and every queue of failed events is in an alarm',
    violations: (templates) => {
      // They have no dead-letter queue of their own.
      const failed = Object.values(templates).flatMap((template) =>
        resourcesOf(template, 'AWS::SQS::Queue').filter(
          ([, { Properties }]) => Properties.RedrivePolicy === undefined,
        ),
      );
      const alarms = resourcesOf(templates.api, ALARM).filter(([id]) => id.startsWith('WorkFailed'));
      const watched = JSON.stringify(alarms);
      const missing = failed.map(([id]) => id).filter((id) => !watched.includes(id));
      return failed.length >= 10 ? missing : [`${failed.length} queues`];
    },
  },
];
