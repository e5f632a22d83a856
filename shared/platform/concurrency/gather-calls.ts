export interface GatherOptions<Input, Output> {
  /** Calls of one group at most. */
  readonly most: number;
  /** Waits this long for further calls after the first; absent = until the end of the turn of the event loop. */
  readonly waitMs?: number;
  /** Calls with equal keys are put into different groups; absent = any calls can share a group. */
  readonly keyOf?: (input: Input) => string;
  /** Makes the calls of a group: one result for each input, in the same order. A promise is the result of its own call. */
  readonly run: (inputs: readonly Input[]) => Promise<readonly (Output | Promise<Output>)[]>;
}

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output | Promise<Output>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes concurrent calls in groups, so that they need one request together. Each call gets its own result; if `run`
 * fails, all calls of the group fail.
 */
export function gatherCalls<Input, Output>({
  most,
  waitMs,
  keyOf,
  run,
}: GatherOptions<Input, Output>): (input: Input) => Promise<Output> {
  type Call = Waiting<Input, Output>;
  let open: { readonly calls: Call[]; readonly keys: Set<string> } | undefined;

  const runGroup = async (calls: readonly Call[]): Promise<void> => {
    try {
      const outputs = await run(calls.map(({ input }) => input));
      for (const [position, { resolve }] of calls.entries()) resolve(outputs[position] as Output);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  const newGroup = () => {
    const group = { calls: [] as Call[], keys: new Set<string>() };
    const close = () => {
      if (open === group) open = undefined;
      void runGroup(group.calls);
    };
    if (waitMs === undefined) setImmediate(close);
    else setTimeout(close, waitMs);
    return group;
  };

  return (input) =>
    new Promise((resolve, reject) => {
      const key = keyOf?.(input);
      if (open === undefined || open.calls.length >= most || (key !== undefined && open.keys.has(key))) {
        open = newGroup();
      }
      open.calls.push({ input, resolve, reject });
      if (key !== undefined) open.keys.add(key);
    });
}
