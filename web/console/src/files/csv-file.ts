const MEGABYTE = 1_000_000;
const ONE_DIGIT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A size for people, with a unit. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < MEGABYTE
    ? `${ONE_DIGIT.format(bytes / 1_000)} kB`
    : `${ONE_DIGIT.format(bytes / MEGABYTE)} MB`;
}

/** Why a file cannot be sent; undefined if it can. The service checks the content. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>, maxBytes: number): string | undefined {
  if (!/\.csv$/i.test(name))
    return 'The file is not a CSV file. In your spreadsheet, save it as "CSV UTF-8".';
  if (size === 0) return 'The file is empty.';
  if (size <= maxBytes) return undefined;
  return `The file has ${sizeText(size)}; the maximum is ${sizeText(maxBytes)}. Split it into several files.`;
}
