import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { guardedItems, readDeployedItems } from '../../bin/app/removal-checks.ts';
import { type Check, failed, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

const SEVERITIES = ['page', 'ticket'] as const;

/** ARN of the topic for alarms of a severity: its name is fixed, and account and region are those of the other resources. */
export const alarmTopicArn = (
  { settings, published, names }: Pick<Deployment, 'settings' | 'published' | 'names'>,
  severity: string,
): string => {
  const [, partition, , region, account] = published(names.webhookSecretsKeyArn).split(':');
  return `arn:${partition}:sns:${region}:${account}:freight-${settings.name}-${severity}`;
};

/** Whether the deployment has what the operator settings name. */
export function operatorSettingsChecks(
  deployment: Pick<Deployment, 'settings' | 'published' | 'names' | 'topics' | 'deployedTemplate'>,
): Check[] {
  const { settings, published, names, topics, deployedTemplate } = deployment;
  return [
    {
      name: 'account, region and URL are those of the operator settings',
      run: async () => {
        const { account, region, customDomain } = settings;
        const [, , , actualRegion, actualAccount] = published(names.webhookSecretsKeyArn).split(':');
        const url = published(names.url);
        const expectedUrl = customDomain === undefined ? url : `https://${customDomain.name}/`;
        return unlessWrong(
          [
            ...((account ?? actualAccount) === actualAccount
              ? []
              : [`the account is ${actualAccount} and not ${account}`]),
            ...((region ?? actualRegion) === actualRegion
              ? []
              : [`the region is ${actualRegion} and not ${region}`]),
            ...(url === expectedUrl ? [] : [`the URL is ${url} and not ${expectedUrl}`]),
          ],
          `${actualAccount}, ${actualRegion}, ${url}`,
        );
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
    {
      name: 'alarm subscribers are those of the operator settings',
      run: async () => {
        const missing: string[] = [];
        for (const severity of SEVERITIES) {
          const { Subscriptions = [] } = await topics.send(
            new ListSubscriptionsByTopicCommand({ TopicArn: alarmTopicArn(deployment, severity) }),
          );
          const subscribed = Subscriptions.map(({ Endpoint }) => Endpoint);
          missing.push(
            ...settings.alarmSubscribers[severity]
              .filter((subscriber) => !subscribed.includes(subscriber))
              .map((subscriber) => `${subscriber} is not subscribed to ${severity}`),
          );
        }
        return unlessWrong(missing);
      },
    },
  ];
}
