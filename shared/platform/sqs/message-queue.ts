export interface OutgoingMessage {
  readonly body: string;
  /** Organization of the message. SQS fair queues prevent a busy organization from delaying others. */
  readonly group?: string;
  /** 0 to 900. */
  readonly delaySeconds?: number;
  /** String attributes of the message. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Port: a queue that messages are sent to. */
export interface MessageQueue {
  /**
   * Sends any number of messages.
   * @returns the positions of the messages that failed after all retries.
   */
  send(messages: readonly OutgoingMessage[]): Promise<readonly number[]>;
}
