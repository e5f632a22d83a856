import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A Markdown file, with its path in the repository. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

const FENCED = /^ *```[\s\S]*?^ *```$/gm;
const CODE = /`[^`\n]*`/g;
const LINK = /\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g;
const OUTSIDE = /^[a-z]+:/;

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Anchors of a page: of its headings, a repeated one with a number, and of elements with an id. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const prose = text.replace(FENCED, '');
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading.trim());
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  for (const [, id = ''] of prose.matchAll(/<\w+ id="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

/** Links of a page to files or headings of the repository that do not exist, as `page: target`. */
export function brokenLinks({ path, text }: Page): string[] {
  const prose = text.replace(FENCED, '').replace(CODE, '');
  return [...prose.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !OUTSIDE.test(target) && isBroken(path, text, target))
    .map((target) => `${path}: ${target}`);
}

function isBroken(path: string, text: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const linked = join(ROOT, dirname(path), decodeURI(file));
  if (file !== '' && !existsSync(linked)) return true;
  if (anchor === undefined) return false;
  if (file === '') return !anchorsOf(text).has(anchor);
  return statSync(linked).isDirectory() || !anchorsOf(readFileSync(linked, 'utf8')).has(anchor);
}
