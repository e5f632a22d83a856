/** The command for npm, its first arguments, and the environment for it. */
export function npmCommand(): {
  readonly command: string;
  readonly first: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
};
