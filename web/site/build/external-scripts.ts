import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** A script that was part of a page. */
export interface ExternalScript {
  readonly file: string;
  readonly source: string;
}

/**
 * Moves inline scripts of a page into files, since the content security policy allows no inline script. The file names
 * contain a hash of the content.
 * @param assets URL path of the folder for the files, with a trailing slash.
 */
export function externalScripts(html: string, assets: string): { html: string; scripts: ExternalScript[] } {
  const scripts: ExternalScript[] = [];
  const page = html.replaceAll(INLINE_SCRIPT, (_, attributes: string, source: string) => {
    const file = `inline.${createHash('sha256').update(source).digest('hex').slice(0, 10)}.js`;
    scripts.push({ file, source });
    return `<script${attributes} src="${assets}${file}"></script>`;
  });
  return { html: page, scripts };
}
