import { Stack, type StackProps } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { DeliveryAlarms } from '../constructs/delivery-alarms.ts';
import { addMetricAlarms, DELIVERY_ALARMS } from '../constructs/metric-alarms.ts';
import { publishedResources } from '../constructs/published-resources.ts';
import { PublishedWatch } from '../constructs/published-watch.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { QueueWithDeadLetters } from '../constructs/queue-with-dead-letters.ts';
import { Schedules } from '../constructs/schedules.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { TableStreamConsumer } from '../constructs/table-stream-consumer.ts';
import type { EnvironmentSettings } from '../environments.ts';
import type { AnyQueueName, FunctionDefinition, QueueName } from '../function-definition.ts';
import { parameterNames } from '../parameter-names.ts';
import type { ServiceResources } from '../service-resources.ts';
import { PUBLISH_QUOTE_EVENTS, QUEUE_FUNCTIONS, SWEEP_DUE_DELIVERIES } from '../webhook-functions.ts';

/** The road of events to receivers: queues, what fills them, and what works them off. */
export class WebhooksStack extends Stack {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings, props?: StackProps) {
    super(scope, id, props);
    const names = parameterNames(settings.name);
    const queues = Object.fromEntries(
      QUEUE_FUNCTIONS.map(({ queue, timeoutSeconds, impact }) => [
        queue,
        new QueueWithDeadLetters(this, queue, { consumerTimeoutSeconds: timeoutSeconds, impact }),
      ]),
    ) as Record<QueueName, QueueWithDeadLetters>;
    const queue = (name: AnyQueueName) => {
      const { queue: main, deadLetters } = queues[name.replace(/-dlq$/, '') as QueueName];
      const { queueUrl: url, queueArn: arn } = name.endsWith('-dlq') ? deadLetters : main;
      return { url, arn };
    };
    for (const name of Object.keys(queues) as QueueName[]) {
      for (const published of [name, `${name}-dlq`] as const) {
        const { url, arn } = queue(published);
        this.publish(`${published}-url`, names.queueUrl(published), url);
        this.publish(`${published}-arn`, names.queueArn(published), arn);
      }
    }

    new ManagedPolicy(this, 'EventSenders', {
      description: 'Sends events to the intake queue; for the roles of other products that have events',
      statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue('events').arn] })],
    });

    const looked = publishedResources(this, settings);
    const resources: ServiceResources = {
      table: looked.table,
      get webhookSecretsKeyArn() {
        return looked.webhookSecretsKeyArn;
      },
      get searchDomain() {
        return looked.searchDomain;
      },
      queue,
    };
    const functions: ServiceFunction[] = [];
    const serviceFunction = (definition: FunctionDefinition) => {
      const made = new ServiceFunction(this, definition.function, { definition, settings, resources });
      functions.push(made);
      return made;
    };

    for (const definition of QUEUE_FUNCTIONS) {
      const { queue: name, batchSize, maximumConcurrency } = definition;
      const consumer = serviceFunction(definition);
      if (definition.webhookReceivers) addMetricAlarms(consumer, consumer.lambda, DELIVERY_ALARMS);
      new QueueConsumer(this, `${name}-consumer`, {
        queue: queues[name].queue,
        lambda: consumer.lambda,
        batchSize,
        maximumConcurrency,
      });
    }
    const publisher = serviceFunction(PUBLISH_QUOTE_EVENTS);
    new TableStreamConsumer(this, 'quotes-stream', {
      streamArn: StringParameter.valueForStringParameter(this, names.streamArn('quotes')),
      function: publisher,
      // The quote itself: its list rows, details and counters are nobody's event.
      keys: { sk: { S: ['quote'] } },
    });
    const schedules = new Schedules(this, 'Schedules');
    const sweep = serviceFunction(SWEEP_DUE_DELIVERIES);
    schedules.add(sweep, SWEEP_DUE_DELIVERIES.schedule);
    new DeliveryAlarms(this, 'Delivery', {
      sweep: sweep.lambda,
      publisher: publisher.lambda,
      senders: functions.filter(({ definition }) => definition.webhookReceivers).map(({ lambda }) => lambda),
      events: queues.events.queue,
    });
    new PublishedWatch(this, functions, { webhooks: functions.map(({ logGroup }) => logGroup) });
  }

  private publish(id: string, parameterName: string, stringValue: string): void {
    new StringParameter(this, id, { parameterName, stringValue });
  }
}
