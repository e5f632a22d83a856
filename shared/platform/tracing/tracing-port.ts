/** The part of an AWS client that tracing uses. */
export interface AwsClient {
  readonly config: { readonly region: () => Promise<string> };
  readonly middlewareStack: {
    // biome-ignore lint/suspicious/noExplicitAny: the types of middleware differ by client, and the SDK exports no common one.
    add(middleware: any, options: { step: 'initialize'; name: string; override: boolean }): void;
  };
}

/** Port: traces of calls, requests and messages. */
export interface Tracing {
  /** Sends a subsegment for each call of the client, and adds the trace header to messages that it sends to a queue. */
  traceClient(client: AwsClient): void;
  /** The trace header for a message that is sent later, with others; undefined without a trace. */
  messageHeader(): string | undefined;
  /**
   * Runs the work of one message in the trace of its sender, as a segment of this function. Without a header: in the
   * trace of the invocation, which is another one for each batch.
   * @param header system attribute AWSTraceHeader of the message.
   * @param annotations names of letters, digits and underscores; X-Ray finds traces by them.
   */
  traceMessage<Result>(
    header: string | undefined,
    annotations: Readonly<Record<string, string>>,
    run: () => Promise<Result>,
  ): Promise<Result>;
  /** Sends a subsegment for an HTTP request to another service, with its host. */
  traceRequest<Result>(
    request: { readonly method: string; readonly url: string },
    run: () => Promise<Result>,
    statusOf: (result: Result) => number | undefined,
  ): Promise<Result>;
}
