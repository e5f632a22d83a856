import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Adds up the consumed capacity of all requests of a client. */
export function meterCapacity(client: DynamoDBDocumentClient) {
  const total = { units: 0, requests: 0 };
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { ConsumedCapacity } = Object(result.output) as {
        readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
      };
      total.units += ConsumedCapacity?.CapacityUnits ?? 0;
      total.requests += 1;
      return result;
    },
    { step: 'initialize', name: 'meter-capacity' },
  );
  return {
    /** The capacity and the time that `task` used; no other task may use the client at the same time. */
    async measure(task: () => Promise<unknown>) {
      const before = { ...total };
      const began = performance.now();
      await task();
      return {
        units: total.units - before.units,
        requests: total.requests - before.requests,
        ms: performance.now() - began,
      };
    },
  };
}
