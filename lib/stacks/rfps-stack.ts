import { Stack, type StackProps } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { FunctionDefinition } from '../../functions/definition-types.ts';
import { definition as priceRfpLanes } from '../../functions/price-rfp-lanes/definition.ts';
import { definition as publishRfpChanges } from '../../functions/publish-rfp-changes/definition.ts';
import { CHAT_ID_PREFIX } from '../../shared/chats/chat.ts';
import { RFP_FILE_SUFFIXES } from '../../shared/market/uploads/upload-object-names.ts';
import { RFP_ID_PREFIX } from '../../shared/rfps/record/rfp-id.ts';
import { CanaryRelease } from '../constructs/canary-release.ts';
import { sendCreatedObjects } from '../constructs/created-objects.ts';
import { functionLogs } from '../constructs/function-logs.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { publishQueue, QueueWithDeadLetters } from '../constructs/queue-with-dead-letters.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { TableStreamConsumer } from '../constructs/table-stream-consumer.ts';
import { MonitoringParameters } from '../monitoring/monitoring-parameters.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** Pricing of RFPs: the queue of their chunks, its worker, and the function that sends chunks and events. */
export class RfpsStack extends Stack {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings, props?: StackProps) {
    super(scope, id, props);
    const names = parameterNames(settings.name);
    const work = new QueueWithDeadLetters(this, priceRfpLanes.queue, {
      consumerTimeoutSeconds: priceRfpLanes.timeoutSeconds,
    });
    publishQueue(this, settings.name, priceRfpLanes.queue, work);

    const { queueUrl: url, queueArn: arn } = work.queue;
    const resources = publishedResources(this, settings, {
      queue: (name) => (name === priceRfpLanes.queue ? { url, arn } : undefined),
    });
    const serviceFunction = (definition: FunctionDefinition, environment: Record<string, string> = {}) =>
      new ServiceFunction(this, definition.function, { definition, settings, resources, environment });
    const worker = serviceFunction(priceRfpLanes, {
      RFP_WORK_URL: url,
      TERMINALS_REFRESH_SECONDS: String(settings.terminalsRefreshSeconds),
      MARKET_REFRESH_SECONDS: String(settings.marketRefreshSeconds),
    });
    const publisher = serviceFunction(publishRfpChanges);
    const functions = [worker, publisher];
    const release =
      settings.release === 'direct' ? undefined : new CanaryRelease(this, 'Release', { settings, functions });

    new QueueConsumer(this, `${priceRfpLanes.queue}-consumer`, {
      queue: work.queue,
      lambda: worker.lambda,
      target: release?.aliasOf(worker),
      batchSize: priceRfpLanes.batchSize,
      maximumConcurrency:
        settings.queueExecutions?.[priceRfpLanes.function] ?? priceRfpLanes.maximumConcurrency,
      delaysRetries: true,
    });
    sendCreatedObjects(this, 'Sent', {
      description: 'Files of lanes in the bucket of uploads',
      bucketName: resources.uploadsBucket,
      key: { suffix: RFP_FILE_SUFFIXES.lanes },
      to: work,
    });
    new TableStreamConsumer(this, 'rfps-stream', {
      streamArn: StringParameter.valueForStringParameter(this, names.streamArn('rfps')),
      function: publisher,
      target: release?.aliasOf(publisher),
      // Only heads of RFPs and chats: lanes and results produce neither work nor events.
      keys: { sk: { S: [{ prefix: RFP_ID_PREFIX }, { prefix: CHAT_ID_PREFIX }] } },
    });
    new MonitoringParameters(this, functions, { rfps: functionLogs(this, settings) });
  }
}
