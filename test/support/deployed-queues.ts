import {
  GetQueueAttributesCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { AnyQueueName } from '../../functions/definition-types.ts';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../lib/settings/environments.ts';

/** Queues of a deployment, read and filled as in the AWS console. */
export interface DeployedQueues {
  send(queue: AnyQueueName, body: string): Promise<void>;
  /** Number of messages, visible or in flight. */
  count(queue: AnyQueueName): Promise<number>;
  /** Sets the visibility timeout, after which a failed message is received again. */
  hideFor(queue: AnyQueueName, seconds: number): Promise<void>;
  stop(): void;
}

/** Uses the AWS settings of this process. */
export function deployedQueues(environment: EnvironmentName): DeployedQueues {
  const ssm = new SSMClient({});
  // Queue URLs of the emulator contain another name of this machine, and the client warns about them.
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const urlOf = async (queue: AnyQueueName): Promise<string> => {
    const Name = parameterNames(environment).queueUrl(queue);
    return (await ssm.send(new GetParameterCommand({ Name }))).Parameter?.Value ?? '';
  };
  return {
    send: async (queue, MessageBody) => {
      await sqs.send(new SendMessageCommand({ QueueUrl: await urlOf(queue), MessageBody }));
    },
    count: async (queue) => {
      const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: await urlOf(queue), AttributeNames: [...names] }),
      );
      return names.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
    },
    hideFor: async (queue, seconds) => {
      const Attributes = { VisibilityTimeout: String(seconds) };
      await sqs.send(new SetQueueAttributesCommand({ QueueUrl: await urlOf(queue), Attributes }));
    },
    stop: () => {
      ssm.destroy();
      sqs.destroy();
    },
  };
}
