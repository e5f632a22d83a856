import { DescribeAlarmsCommand, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { type Check, failed, passed, skipped, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';
import { alarmTopicArn } from './operator-settings-checks.ts';

const SEVERITIES = ['page', 'ticket'] as const;

/** Alarms and subscribers, as CloudWatch and SNS report them. */
export function watchChecks(deployment: Deployment): Check[] {
  const { settings, names, topics, alarms, find } = deployment;
  const prefix = `freight-${settings.name}-`;
  const subscriptions = async (severity: string): Promise<string[]> => {
    const { Subscriptions = [] } = await topics.send(
      new ListSubscriptionsByTopicCommand({ TopicArn: alarmTopicArn(deployment, severity) }),
    );
    return Subscriptions.flatMap(({ SubscriptionArn }) => SubscriptionArn ?? []);
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
      name: 'alarm subscribers have confirmed',
      run: async () => {
        const found = await Promise.all(SEVERITIES.map(subscriptions));
        const pending = found.flat().filter((arn) => !arn.startsWith('arn:')).length;
        if (pending > 0)
          return failed(
            `${pending} subscriptions are not confirmed: open the link in the confirmation message`,
          );
        const counts = SEVERITIES.map((severity, place) => `${found[place]?.length ?? 0} of ${severity}`);
        if (settings.name === 'prod' && found[0]?.length === 0)
          return failed(
            'prod has no subscriber for pages: set prod.alarmSubscribers.page in operator-settings.json',
          );
        return passed(counts.join(', '));
      },
    },
  ];
}
