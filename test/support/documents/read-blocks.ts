import type { Page } from './pages.ts';

/** What a block is. `shown` blocks (diagrams, queries, output of other tools) are neither run nor compared. */
export type BlockKind = 'shell' | 'program' | 'json' | 'http' | 'text' | 'shown';

const KINDS: Readonly<Record<string, BlockKind>> = {
  bash: 'shell',
  sh: 'shell',
  ts: 'program',
  js: 'program',
  python: 'program',
  go: 'program',
  json: 'json',
  http: 'http',
  text: 'text',
  mermaid: 'shown',
  '': 'shown',
};

/** A fenced block with the directives in the HTML comments directly before it. */
export interface Block {
  /** `docs/page.md:12`, the line of the fence. */
  readonly at: string;
  readonly language: string;
  readonly kind: BlockKind;
  readonly text: string;
  /** `<!-- not run: REASON -->` */
  readonly reason?: string;
  /** `<!-- file: NAME -->`: the block is written to this file, which a later block uses. */
  readonly file?: string;
  /** `<!-- keeps running -->`: the command runs until the end of the page. */
  readonly keepsRunning: boolean;
  /** `<!-- varies: NAME, ... -->`: members of an answer of which only the type is compared. */
  readonly varies: readonly string[];
}

/** A page has a block that cannot be read. */
export class BlockError extends Error {}

const FENCE = /^( *)(```+)(.*)$/;
const COMMENT = /^ *<!-- (.*) -->$/;

/** @throws BlockError for an unknown language or directive, and for a fence without end. */
export function readBlocks({ path, text }: Page): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    const [, indent = '', fence, info = ''] = FENCE.exec(lines[line] ?? '') ?? [];
    if (fence === undefined) continue;
    const end = lines.findIndex((other, index) => index > line && other.trim() === fence);
    const at = `${path}:${line + 1}`;
    if (end === -1) throw new BlockError(`${at}: the block has no end`);
    const content = lines.slice(line + 1, end).map((each) => each.slice(indentOf(each, indent)));
    blocks.push({
      at,
      text: `${content.join('\n')}\n`,
      ...languageOf(at, info),
      ...directivesBefore(lines, line, at),
    });
    line = end;
  }
  return blocks;
}

const indentOf = (line: string, indent: string) => (line.startsWith(indent) ? indent.length : 0);

function languageOf(at: string, info: string) {
  const language = info.trim().split(' ')[0] ?? '';
  const kind = KINDS[language];
  if (kind === undefined) {
    throw new BlockError(
      `${at}: unknown language "${language}". Use one of: ${Object.keys(KINDS).join(' ')}`,
    );
  }
  return { language, kind };
}

function directivesBefore(lines: readonly string[], fence: number, at: string) {
  const directives: { reason?: string; file?: string; keepsRunning: boolean; varies: readonly string[] } = {
    keepsRunning: false,
    varies: [],
  };
  for (let line = fence - 1; line >= 0; line -= 1) {
    const [, comment] = COMMENT.exec(lines[line] ?? '') ?? [];
    if (comment === undefined) break;
    const [, name = comment, value = ''] = /^([a-z ]+): (.+)$/.exec(comment) ?? [];
    if (name === 'not run') directives.reason = value;
    else if (name === 'file') directives.file = value;
    else if (name === 'keeps running') directives.keepsRunning = true;
    else if (name === 'varies') directives.varies = value.split(', ');
    else throw new BlockError(`${at}: unknown directive "${comment}"`);
  }
  return directives;
}
