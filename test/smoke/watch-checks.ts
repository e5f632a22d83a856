import { DescribeAlarmsCommand, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { guardedItems, readDeployedItems } from '../../bin/app/removal-checks.ts';
import { type Check, failed, passed, skipped, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

const SEVERITIES = ['page', 'ticket'] as const;

/** Alarms, subscribers and settings, as AWS reports them. */
export function watchChecks({
  settings,
  names,
  topics,
  alarms,
  find,
  published,
  deployedTemplate,
}: Deployment): Check[] {
  const prefix = `freight-${settings.name}-`;
  /** Endpoints that have confirmed. The name of a topic is fixed; account and region are those of the other resources. */
  const subscribers = async (severity: string): Promise<string[]> => {
    const [, partition, , region, account] = published(names.webhookSecretsKeyArn).split(':');
    const TopicArn = `arn:${partition}:sns:${region}:${account}:${prefix}${severity}`;
    const { Subscriptions = [] } = await topics.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    return Subscriptions.flatMap(({ SubscriptionArn, Endpoint }) =>
      SubscriptionArn?.startsWith('arn:') ? (Endpoint ?? '') : [],
    );
  };
  return [
    {
      name: 'no alarm is active',
      run: async () => {
        const { MetricAlarms = [] } = await alarms.send(
          new DescribeAlarmsCommand({ StateValue: 'ALARM', AlarmNamePrefix: prefix }),
        );
        return unlessWrong(MetricAlarms.flatMap(({ AlarmName }) => AlarmName ?? []));
      },
    },
    {
      name: 'every alarm can be evaluated',
      run: async () => {
        const wrong: string[] = [];
        const search = { AlarmNamePrefix: prefix };
        for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client: alarms }, search)) {
          for (const { AlarmName, EvaluationState } of MetricAlarms) {
            // CloudWatch reports a query that it cannot answer only here.
            if (EvaluationState !== undefined) wrong.push(`${AlarmName}: ${EvaluationState}`);
          }
        }
        return unlessWrong(wrong);
      },
    },
    {
      name: 'the probe is set up',
      run: async () => {
        if (settings.probeMinutes === undefined) return skipped(`${settings.name} has no probe`);
        return find(names.secret('probe')) === undefined
          ? skipped(`no parameter ${names.secret('probe')}: docs/operators/runbook.md#the-probe`)
          : passed();
      },
    },
    {
      name: 'alarm subscribers of the operator settings have confirmed',
      run: async () => {
        const wrong: string[] = [];
        for (const severity of SEVERITIES) {
          const confirmed = await subscribers(severity);
          const wanted = settings.alarmSubscribers[severity].filter((one) => !confirmed.includes(one));
          wrong.push(...wanted.map((one) => `${one} has not confirmed ${severity}`));
          if (settings.name === 'prod' && severity === 'page' && confirmed.length === 0)
            wrong.push('pages reach nobody: set prod.alarmSubscribers.page in operator-settings.json');
        }
        return unlessWrong(wrong);
      },
    },
    {
      name: 'domain, subscribers and budget of the deployed templates are those of the operator settings',
      run: async () => {
        const deployed = await readDeployedItems(settings.name, deployedTemplate);
        if ('unreadable' in deployed) return failed(deployed.unreadable);
        const wanted = guardedItems(settings);
        return unlessWrong(
          [
            ...wanted
              .filter((item) => !deployed.items.includes(item))
              .map((item) => `${item} is not deployed`),
            ...deployed.items
              .filter((item) => !wanted.includes(item))
              .map((item) => `${item} is deployed and not in the settings`),
          ],
          deployed.items.join(', '),
        );
      },
    },
  ];
}
