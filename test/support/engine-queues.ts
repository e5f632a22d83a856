import {
  GetQueueAttributesCommand,
  ListQueuesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { engineSettings, queueUrl } from '../../lib/local/template/local-names.ts';

/** Queues of the local engine, by their names. */
export interface EngineQueues {
  send(name: string, body: string, more?: Partial<SendMessageCommandInput>): Promise<void>;
  sendAll(name: string, bodies: readonly string[]): Promise<void>;
  receive(name: string, more?: Partial<ReceiveMessageCommandInput>): Promise<Message[]>;
  attributes(name: string): Promise<Readonly<Record<string, string>>>;
  setAttributes(name: string, attributes: Readonly<Record<string, string>>): Promise<void>;
  names(): Promise<string[]>;
  stop(): void;
}

const ENTRIES = 10;

/** @param endpoint read at each call, since an engine can start later. */
export function engineQueues(endpoint: () => string): EngineQueues {
  let client: SQSClient | undefined;
  const sqs = () => {
    client ??= new SQSClient(engineSettings(endpoint()));
    return client;
  };
  return {
    send: async (name, MessageBody, more = {}) => {
      await sqs().send(new SendMessageCommand({ QueueUrl: queueUrl(name), MessageBody, ...more }));
    },
    sendAll: async (name, bodies) => {
      for (let start = 0; start < bodies.length; start += ENTRIES) {
        const Entries = bodies
          .slice(start, start + ENTRIES)
          .map((MessageBody, index) => ({ Id: String(index), MessageBody }));
        await sqs().send(new SendMessageBatchCommand({ QueueUrl: queueUrl(name), Entries }));
      }
    },
    receive: async (name, more = {}) =>
      (await sqs().send(new ReceiveMessageCommand({ QueueUrl: queueUrl(name), ...more }))).Messages ?? [],
    attributes: async (name) => {
      const request = new GetQueueAttributesCommand({ QueueUrl: queueUrl(name), AttributeNames: ['All'] });
      return (await sqs().send(request)).Attributes ?? {};
    },
    setAttributes: async (name, attributes) => {
      const Attributes = { ...attributes };
      await sqs().send(new SetQueueAttributesCommand({ QueueUrl: queueUrl(name), Attributes }));
    },
    names: async () =>
      ((await sqs().send(new ListQueuesCommand())).QueueUrls ?? []).map((url) => url.split('/').at(-1) ?? ''),
    stop: () => {
      client?.destroy();
      client = undefined;
    },
  };
}
