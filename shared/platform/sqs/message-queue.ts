export interface OutgoingMessage {
  readonly body: string;
  /** Organization that it is for: noisy ones are kept from delaying others (SQS fair queues). */
  readonly group?: string;
  /** 0 to 900. */
  readonly delaySeconds?: number;
  /** Texts that go beside the body. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Port: a queue that messages are sent to. */
export interface MessageQueue {
  /**
   * Sends messages, any number of them.
   * @returns the positions of those that the queue did not take, after its retries.
   */
  send(messages: readonly OutgoingMessage[]): Promise<readonly number[]>;
}
