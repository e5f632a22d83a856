import type * as v from 'valibot';
import type { KeyScope } from '../../shared/accounts/api-keys/key-scope.ts';
import type { ApiRequest } from '../../shared/platform/http/api-request.ts';
import type { Answer } from '../../shared/platform/http/outcome.ts';
import type { FreightOperations } from './freight-operations.ts';

/** What a tool shows of an answer: content for programs, and a short text for people and language models. */
export interface Shown {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A tool of the server. Its operation has the validation, metering and messages of the REST operation. */
export interface Tool {
  /** Name in `tools/call`. */
  readonly name: string;
  readonly title: string;
  /** Text for language models: what the tool does, what it counts as, and what to call before and after. */
  readonly description: string;
  /** Types and descriptions of the arguments. The operation checks their values. */
  readonly input: v.GenericSchema;
  /** Structured content of a result. */
  readonly output: v.GenericSchema;
  readonly writes: boolean;
  /** Scope that a call with these arguments requires. */
  readonly scopeOf: (input: unknown) => KeyScope;
  readonly call: (
    input: unknown,
    request: ApiRequest,
    operations: FreightOperations,
  ) => Promise<Answer<Shown>>;
}

interface TypedTool<Input extends v.GenericSchema>
  extends Omit<Tool, 'scopeOf' | 'call' | 'input' | 'writes'> {
  readonly input: Input;
  /** Default: false. */
  readonly writes?: boolean;
  /** Default: `read`. */
  readonly scopeOf?: (input: v.InferOutput<Input>) => KeyScope;
  readonly call: (
    input: v.InferOutput<Input>,
    request: ApiRequest,
    operations: FreightOperations,
  ) => Promise<Answer<Shown>>;
}

/** A tool whose functions have the type of its arguments. The server validates arguments before it calls them. */
export function defineTool<Input extends v.GenericSchema>({
  scopeOf = () => 'read',
  writes = false,
  ...tool
}: TypedTool<Input>): Tool {
  return { ...tool, writes, scopeOf: scopeOf as Tool['scopeOf'], call: tool.call as Tool['call'] };
}
