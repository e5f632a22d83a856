import type { StepState } from './step-state.ts';

/** What is special to the imports of one kind of file. */
export interface UploadKind<State extends StepState> {
  /** The state before anything was read. */
  begin(): State;
  /** Computes the next state of an import that is not finished. Each step is safe to repeat. */
  step(state: State): Promise<State>;
  /** @throws ValiError if the text is not a stored state. */
  parse(text: string): State;
  /** The state as it is stored. */
  toText(state: State): string;
  /** Progress of the current phase, 0 to 1. */
  share(state: State): number;
  /** Whether nothing of the file was imported. */
  importedNothing(state: State): boolean;
  /** Fields of the result in addition to those of every import. */
  resultFields(state: State): Readonly<Record<string, unknown>>;
}
