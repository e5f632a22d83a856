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

/** Set in each bundle at its build: the hash of its content. */
declare const BUNDLE_VERSION: string | undefined;

/** Log field with the version of the bundle; empty outside of a bundle, such as in the command line. */
export const serviceVersion = (): { readonly version?: string } =>
  typeof BUNDLE_VERSION === 'undefined' ? {} : { version: BUNDLE_VERSION };
