import { CommandFailedError } from '../failures/command-errors.ts';

/** Where and how a file is sent, from an answer of the API. */
interface FileAddress {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Statuses of S3 for a stored file: 412 if an earlier attempt has stored it. */
const STORED = [200, 412];

/** Sends a file to a signed address. @throws CommandFailedError if it is not stored. */
export async function sendFile(
  { url, method, headers }: FileAddress,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const response = await fetch(url, { method, headers, body: bytes }).catch((error: unknown) => {
    const { code } = Object(Object(error).cause);
    throw new CommandFailedError(`The file was not sent: its address cannot be reached (${code}).`);
  });
  if (STORED.includes(response.status)) return;
  throw new CommandFailedError(`The file was not stored: its address answered ${response.status}.`);
}
