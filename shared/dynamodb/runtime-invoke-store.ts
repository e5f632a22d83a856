/** What Lambda's runtime knows of the request that is being answered, where it keeps that apart for each. */
interface RequestStore {
  getXRayTraceId(): string | undefined;
}

/**
 * Bundled instead of the SDK's store, which makes one of its own where the runtime has none: a store that nobody fills.
 * The trace id is in the environment then, where the SDK looks as well.
 */
export const InvokeStore = {
  getInstanceAsync: async (): Promise<RequestStore | undefined> =>
    (globalThis as { awslambda?: { InvokeStore?: RequestStore } }).awslambda?.InvokeStore,
};
