import { Console } from 'node:console';

let output: Console | undefined;
/** Created by the first line: a call without log lines does not open the streams. */
const openOutput = (): Console => {
  output ??= new Console(process.stdout, process.stderr);
  return output;
};

/**
 * Writes lines as they are. The global console of Lambda does not: with the JSON log format, it puts each line as a text into
 * a JSON object of its own, so CloudWatch would find neither the fields nor the metrics of a line.
 */
export const logOutput = {
  info: (line: string): void => openOutput().info(line),
  warn: (line: string): void => openOutput().warn(line),
  error: (line: string): void => openOutput().error(line),
};

/** Environment variable with the deployed commit. */
export const VERSION_VARIABLE = 'SERVICE_VERSION';

/** Log field with the deployed commit; empty where no version is set, such as in the command line. */
export function serviceVersion(): { readonly version?: string } {
  const version = process.env[VERSION_VARIABLE];
  return version === undefined ? {} : { version };
}
