import { createHash } from 'node:crypto';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { SEVERITIES, topicName } from './alerting.ts';

/** Services that publish to the topics: alarms and the budget. */
const PUBLISHING_SERVICES = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

/** One topic per severity with the subscribers of the settings, encrypted with a key that the publishing services can use. */
export class AlarmTopics extends Construct {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings) {
    super(scope, id);
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    const principals = PUBLISHING_SERVICES.map((service) => new ServicePrincipal(service));
    // The key that AWS manages for SNS does not allow access by other services.
    const key = new Key(this, 'Key', {
      description: `${settings.name}: alarm messages`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(7),
      // No stored data is encrypted with it.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        // No condition: AWS documents none for this call, and an alarm that cannot publish reports that only in its history.
        // The policies of the topics allow only this account.
      }),
    );
    for (const severity of SEVERITIES) {
      const topic = new Topic(this, severity, {
        // A fixed name, since alarms of all stacks publish to it: see alerting.ts.
        topicName: topicName(settings, severity),
        displayName: `freight ${settings.name} ${severity}`,
        masterKey: key,
        enforceSSL: true,
      });
      topic.addToResourcePolicy(
        new PolicyStatement({
          principals,
          actions: ['sns:Publish'],
          resources: [topic.topicArn],
          conditions,
        }),
      );
      for (const endpoint of settings.alarmSubscribers[severity]) {
        const protocol = endpoint.startsWith('https://') ? 'https' : 'email';
        // Named for its endpoint: with a position, the removal of one subscriber would replace those after it.
        const digest = createHash('sha256').update(endpoint).digest('hex').slice(0, 8);
        new CfnSubscription(this, `${severity}Subscriber${digest}`, {
          topicArn: topic.topicArn,
          protocol,
          endpoint,
        });
      }
    }
  }
}
