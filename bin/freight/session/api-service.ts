import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import type { Session } from './session.ts';

/** Options of commands that call the API with a key. */
export interface ApiOptions {
  readonly url?: URL;
  readonly apiKey?: string;
}

export interface ApiService {
  /** Ends with a slash, so that a stage in its path stays. */
  readonly url: URL;
  readonly apiKey: string;
}

/** Adds `--url` and `--api-key` to a command. */
export const withApiOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'base URL of the API (default: the local service)', baseUrl)
    .option(
      '--api-key <key>',
      'API key (default: FREIGHT_API_KEY, or the demo organization of the local service)',
    );

/**
 * The API that the options name: by default the local service with the key of its demo organization.
 * @throws UsageError without a key; CommandFailedError for a deployment without URL.
 */
export async function findApiService(
  session: Session,
  { url, apiKey = process.env.FREIGHT_API_KEY }: ApiOptions,
): Promise<ApiService> {
  const service = url === undefined ? await findLocalService(session, apiKey) : { url, apiKey };
  if (service.apiKey === undefined)
    throw new UsageError('No API key. Use --api-key KEY or set FREIGHT_API_KEY.');
  return { url: service.url, apiKey: service.apiKey };
}

/** The local service, with the given key or the key of its demo organization. */
async function findLocalService(session: Session, apiKey: string | undefined) {
  const found: { url?: URL; apiKey?: string | undefined } = { apiKey };
  await session.workOnEvents(async ({ localApi }) => {
    if (localApi === undefined) {
      throw new CommandFailedError('A deployment needs --url: the base URL of its API.');
    }
    found.url = new URL(`${localApi.url}/`);
    found.apiKey ??= (await localApi.demo())?.apiKey;
  });
  if (found.url === undefined) throw new Error('The local service has no URL');
  return { url: found.url, apiKey: found.apiKey };
}

/** A base URL that ends with a slash. @throws InvalidArgumentError */
function baseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('It must be an http or https URL.');
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}
