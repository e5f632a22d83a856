import type { EnvironmentSettings } from './environments.ts';

type Context = Readonly<Record<string, unknown>>;

/** Options of one deployment (`-c NAME=VALUE`). Whatever outlives a deployment is in the operator settings. */
const OPTIONS = ['environment', 'opensearch', 'release', 'remove', 'replace', 'revision'];

/**
 * Rejects unknown options, since a misspelt one would have no effect.
 * @param file of the operator settings, for the error.
 * @throws Error naming the first unknown option.
 */
export function checkOptionNames(context: Context, file: string): void {
  // Names with a colon or an @ belong to the CDK.
  const unknown = Object.keys(context).find((name) => !/[:@]/.test(name) && !OPTIONS.includes(name));
  if (unknown === undefined) return;
  throw new Error(
    `Unknown option -c ${unknown}=. Use one of: ${OPTIONS.join(', ')}. Whatever outlives a deployment is in ${file}.`,
  );
}

/** Whether `-c opensearch=true` requests a search domain. @throws Error for any value except true, false and empty. */
export function opensearchOption({ opensearch = '' }: Context): boolean {
  const value = String(opensearch);
  if (!['', 'true', 'false'].includes(value)) {
    throw new Error(`-c opensearch=${value}: the only value is true.`);
  }
  return value === 'true';
}

/**
 * Reads the options of a release: `-c release=at-once -c revision=TEXT`.
 * @param settings of the environment.
 * @returns the settings that the options override.
 * @throws Error naming the first invalid option.
 */
export function deploymentOptions(
  context: Context,
  settings: Pick<EnvironmentSettings, 'name' | 'release'>,
): Partial<Pick<EnvironmentSettings, 'release' | 'revision'>> {
  const release = contextText(context, 'release');
  if (release !== undefined && release !== 'at-once') {
    throw new Error(`-c release=${release}: the only value is at-once.`);
  }
  if (release !== undefined && settings.release === 'direct') {
    throw new Error(`-c release=at-once: ${settings.name} always releases at once; leave it out.`);
  }
  const revision = contextText(context, 'revision');
  if (revision !== undefined && !/^[\w .:-]{1,60}$/.test(revision)) {
    throw new Error(`-c revision=${revision}: give up to 60 letters, digits, spaces and . : _ -`);
  }
  return {
    ...(release === undefined ? {} : { release }),
    ...(revision === undefined ? {} : { revision }),
  };
}

const REMOVAL = /^((domain|web):[^\s,]+|(page|ticket):[^\s,]+|budget)$/;

/**
 * Reads what this deployment may remove: `-c remove=domain:api.example.com,page:ops@example.com,budget`.
 * @throws Error naming the first invalid entry.
 */
export function removalOption(context: Context): readonly string[] {
  const removals = contextText(context, 'remove')?.split(',') ?? [];
  const invalid = removals.find((removal) => !REMOVAL.test(removal));
  if (invalid === undefined) return removals;
  throw new Error(
    `-c remove=${invalid}: give a list of domain:NAME, web:NAME, page:SUBSCRIBER, ticket:SUBSCRIBER and budget, with commas and no spaces.`,
  );
}

/** An option of the CDK context as text; an empty text counts as absent. */
export function contextText(context: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = context[name];
  return value === undefined || value === '' ? undefined : String(value);
}
