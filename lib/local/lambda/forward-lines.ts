/** Calls `onLine` for each line of a stream. */
export function forwardLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let unfinished = '';
  // The stream decodes, since a character can be split between two chunks.
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = `${unfinished}${text}`.split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (unfinished !== '') onLine(unfinished);
  });
}
