import type { Templates } from '../../support/synthesized-templates.ts';
import { firstOf, type Property, resourcesOf, unless } from './property.ts';

const TOPIC = 'AWS::SNS::Topic';
const TOPIC_POLICY = 'AWS::SNS::TopicPolicy';
const ALARM = 'AWS::CloudWatch::Alarm';
const DASHBOARD = 'AWS::CloudWatch::Dashboard';
const QUERY = 'AWS::Logs::QueryDefinition';

const dashboardOf = ({ monitoring }: Templates) =>
  JSON.stringify(firstOf(monitoring, DASHBOARD).Properties.DashboardBody).replaceAll('\\', '');

/** Alarms of all stacks. */
const alarmsOf = (templates: Templates) =>
  Object.values(templates).flatMap((template) => resourcesOf(template, ALARM));

const BUDGET = 'AWS::Budgets::Budget';

/** With a monthly budget. */
export const BUDGET_PROPERTIES: readonly Property[] = [
  {
    name: 'the budget is created after the topics, their policies and their key: it can publish from the start',
    violations: ({ monitoring }) => {
      const before = [TOPIC, TOPIC_POLICY, 'AWS::KMS::Key'].flatMap((type) => resourcesOf(monitoring, type));
      return [
        ...(before.length < 5 ? ['the topics are not recognized'] : []),
        ...unless(monitoring, BUDGET, ({ DependsOn = [] }) => before.every(([id]) => DependsOn.includes(id))),
      ];
    },
    takeAway: ({ monitoring }) => {
      const budget = firstOf(monitoring, BUDGET);
      budget.DependsOn = budget.DependsOn?.filter((id) => !id.includes('Policy')) ?? [];
    },
  },
];

export const MONITORING_PROPERTIES: readonly Property[] = [
  {
    name: 'messages of alarms are encrypted at rest',
    violations: ({ monitoring }) =>
      unless(monitoring, TOPIC, ({ Properties }) => Properties.KmsMasterKeyId !== undefined),
    takeAway: ({ monitoring }) => {
      delete firstOf(monitoring, TOPIC).Properties.KmsMasterKeyId;
    },
  },
  {
    name: 'alarm topics require TLS, and accept only CloudWatch of this account',
    violations: ({ monitoring }) =>
      unless(monitoring, TOPIC_POLICY, ({ Properties }) => {
        const policy = JSON.stringify(Properties.PolicyDocument);
        return policy.includes('aws:SecureTransport') && policy.includes('aws:SourceAccount');
      }),
    takeAway: ({ monitoring }) => {
      Object.assign(Object(firstOf(monitoring, TOPIC_POLICY).Properties.PolicyDocument), { Statement: [] });
    },
  },
  {
    name: 'the alarm on the sweep, which runs every minute, treats missing data as breaching',
    violations: ({ webhooks }) =>
      resourcesOf(webhooks, ALARM).some(([, { Properties }]) => Properties.TreatMissingData === 'breaching')
        ? []
        : ['no alarm treats missing data as breaching'],
    takeAway: ({ webhooks }) => {
      for (const [, { Properties }] of resourcesOf(webhooks, ALARM)) {
        Properties.TreatMissingData = 'notBreaching';
      }
    },
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
    takeAway: ({ monitoring }) => {
      const { Properties } = firstOf(monitoring, DASHBOARD);
      const body = JSON.stringify(Properties.DashboardBody);
      Properties.DashboardBody = JSON.parse(body.replace('page-webhooks-deliveries-late', 'page-gone'));
    },
  },
  {
    name: 'the dashboard shows organizations by queries, and no metric has an organization as dimension',
    violations: (templates) => [
      ...(/DELIVERIES_ATTEMPTED.*by orgId/.test(dashboardOf(templates)) ? [] : ['no query of deliveries']),
      ...(/USAGE_THRESHOLD_REACHED.*by orgId/.test(dashboardOf(templates)) ? [] : ['no query of usage']),
      ...(/"orgId","/.test(dashboardOf(templates)) ? ['a metric for each organization'] : []),
    ],
    takeAway: ({ monitoring }) => {
      const { Properties } = firstOf(monitoring, DASHBOARD);
      const body = JSON.stringify(Properties.DashboardBody);
      Properties.DashboardBody = JSON.parse(body.replaceAll('DELIVERIES_ATTEMPTED', 'DELIVERIES_SWEPT'));
    },
  },
  {
    name: 'every dead-letter queue and every queue of failed events is in an alarm, which looks its name up',
    violations: (templates) => {
      const lookedUp = Object.values(templates.monitoring.Parameters ?? {}).map(
        ({ Default = '' }) => Default,
      );
      const published = Object.values(templates).flatMap((template) =>
        resourcesOf(template, 'AWS::SSM::Parameter').map(([, { Properties }]) => String(Properties.Name)),
      );
      const failed = published.filter((name) => /-dlq\/arn$|\/failed-events\//.test(name));
      const alarms = resourcesOf(templates.monitoring, ALARM).filter(([id]) => id.startsWith('WorkFailed'));
      const watched = (JSON.stringify(alarms).match(/ApproximateNumberOfMessagesVisible/g) ?? []).length;
      return [
        ...failed.filter((name) => !lookedUp.includes(name)),
        ...(failed.length >= 10 && watched === failed.length
          ? []
          : [`${watched} of ${failed.length} queues`]),
      ];
    },
    takeAway: ({ monitoring }) => {
      for (const [id] of resourcesOf(monitoring, ALARM)) delete monitoring.Resources[id];
    },
  },
  {
    name: 'saved queries know the groups that they read, at most 50',
    violations: ({ monitoring }) =>
      unless(monitoring, QUERY, ({ Properties: { LogGroupNames: groups } }) => {
        return Array.isArray(groups) && groups.length > 0 && groups.length <= 50;
      }),
    takeAway: ({ monitoring }) => {
      delete firstOf(monitoring, QUERY).Properties.LogGroupNames;
    },
  },
];
