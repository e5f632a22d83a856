import { Stack, type StackProps } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import {
  type AnyQueueName,
  type FunctionDefinition,
  WEBHOOK_QUEUE_NAMES,
  type WebhookQueueName,
} from '../../functions/definition-types.ts';
import { definition as deliverWebhook } from '../../functions/deliver-webhook/definition.ts';
import { definition as dispatchEvent } from '../../functions/dispatch-event/definition.ts';
import { definition as publishQuoteEvents } from '../../functions/publish-quote-events/definition.ts';
import { definition as retryWebhook } from '../../functions/retry-webhook/definition.ts';
import { definition as sweepDueDeliveries } from '../../functions/sweep-due-deliveries/definition.ts';
import { addDeliveryAlarms } from '../alarms/delivery-alarms.ts';
import { addDeliveryObjective } from '../alarms/objective-alarms.ts';
import { CanaryRelease } from '../constructs/canary-release.ts';
import { functionLogs } from '../constructs/function-logs.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { publishQueue, QueueWithDeadLetters } from '../constructs/queue-with-dead-letters.ts';
import { Schedules } from '../constructs/schedules.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { TableStreamConsumer } from '../constructs/table-stream-consumer.ts';
import { MonitoringParameters } from '../monitoring/monitoring-parameters.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

const CONSUMERS = [dispatchEvent, deliverWebhook, retryWebhook];

/** Delivery of events to receivers: queues, and the functions that fill and consume them. */
export class WebhooksStack extends Stack {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings, props?: StackProps) {
    super(scope, id, props);
    const names = parameterNames(settings.name);
    const queues = Object.fromEntries(
      CONSUMERS.map(({ queue, timeoutSeconds }) => [
        queue,
        new QueueWithDeadLetters(this, queue, { consumerTimeoutSeconds: timeoutSeconds }),
      ]),
    ) as Record<WebhookQueueName, QueueWithDeadLetters>;
    const ownQueue = (name: AnyQueueName) => {
      const own = WEBHOOK_QUEUE_NAMES.find((known) => known === name.replace(/-dlq$/, ''));
      if (own === undefined) return undefined;
      const { queue: main, deadLetters } = queues[own];
      const { queueUrl: url, queueArn: arn } = name.endsWith('-dlq') ? deadLetters : main;
      return { url, arn };
    };
    for (const name of WEBHOOK_QUEUE_NAMES) publishQueue(this, settings.name, name, queues[name]);

    new ManagedPolicy(this, 'EventSenders', {
      description: 'Sends events to the events queue; for the roles of other products that publish events',
      statements: [
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queues.events.queue.queueArn] }),
      ],
    });

    const resources = publishedResources(this, settings, { queue: ownQueue });
    const functions: ServiceFunction[] = [];
    const serviceFunction = (definition: FunctionDefinition) => {
      const created = new ServiceFunction(this, definition.function, { definition, settings, resources });
      functions.push(created);
      return created;
    };

    const consumers = CONSUMERS.map((definition) => ({
      definition,
      consumer: serviceFunction(definition),
    }));
    const publisher = serviceFunction(publishQuoteEvents);
    // Without the sweep: it runs once a minute, and 10% of five runs is too small a sample.
    const release =
      settings.release === 'direct'
        ? undefined
        : new CanaryRelease(this, 'Release', {
            settings,
            functions: [...consumers.map(({ consumer }) => consumer), publisher],
          });
    for (const { definition, consumer } of consumers) {
      const { queue: name, batchSize, maximumConcurrency } = definition;
      new QueueConsumer(this, `${name}-consumer`, {
        queue: queues[name].queue,
        lambda: consumer.lambda,
        target: release?.aliasOf(consumer),
        batchSize,
        maximumConcurrency: settings.queueExecutions?.[definition.function] ?? maximumConcurrency,
      });
    }
    new TableStreamConsumer(this, 'quotes-stream', {
      streamArn: StringParameter.valueForStringParameter(this, names.streamArn('quotes')),
      function: publisher,
      target: release?.aliasOf(publisher),
      // Only the quote item: list rows, details and counters produce no events.
      keys: { sk: { S: ['quote'] } },
    });
    const schedules = new Schedules(this, 'Schedules');
    const sweep = serviceFunction(sweepDueDeliveries);
    schedules.add(sweep, sweepDueDeliveries.schedule);
    const senders = functions
      .filter(({ definition }) => definition.webhookReceivers)
      .map(({ lambda }) => lambda);
    addDeliveryObjective(new Construct(this, 'Objective'), senders);
    addDeliveryAlarms(this, {
      sweep: sweep.lambda,
      publisher: publisher.lambda,
      senders,
      events: queues.events.queue,
    });
    new MonitoringParameters(this, functions, { webhooks: functionLogs(this, settings) });
  }
}
