import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { SEVERITIES, topicName } from './alerting.ts';

/** Who sends to the topics: alarms, and the budget. */
const SENDERS = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

/** A topic a severity, encrypted under a key that senders of this account may use, with the subscribers of the settings. */
export class AlarmTopics extends Construct {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings) {
    super(scope, id);
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    const principals = SENDERS.map((sender) => new ServicePrincipal(sender));
    // A key of its own: services cannot be let into the one that AWS manages for SNS.
    const key = new Key(this, 'Key', {
      description: `${settings.name}: messages of alarms`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(7),
      // Nothing is kept under it.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        // No condition here: AWS documents none for this call, and an alarm that cannot send says so nowhere but in its
        // history. The topics themselves are this account's alone.
      }),
    );
    for (const severity of SEVERITIES) {
      const topic = new Topic(this, severity, {
        // By name, since alarms of all stacks send to it: see alerting.ts.
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
      settings.alarmSubscribers[severity].forEach((endpoint, place) => {
        const protocol = endpoint.startsWith('https://') ? 'https' : 'email';
        new CfnSubscription(this, `${severity}Subscriber${place}`, {
          topicArn: topic.topicArn,
          protocol,
          endpoint,
        });
      });
    }
  }
}
