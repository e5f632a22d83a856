/** Hands on what a stream writes, line by line. */
export function forwardLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let unfinished = '';
  // Decoded by the stream: a character may be split between two chunks.
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
