import { type Outcome, succeed } from '../../platform/http/outcome.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import { HTML_SHEET_HEADERS, HTML_TYPE } from '../sheet/answer-sheet.ts';
import type { RenderSheet } from '../sheet/render-sheet.ts';
import { readSheetFormat } from '../sheet/sheet-format.ts';
import { MISSING_SHEET_PAGE } from './missing-sheet-page.ts';
import type { ShareLinks } from './share-links.ts';
import { parseShareToken, shareTokenHash } from './share-token.ts';

interface OpenSharedSheetPorts {
  /** Name of the environment: tokens of another one are not valid. */
  readonly environment: string;
  readonly links: Pick<ShareLinks, 'countView'>;
  readonly renderSheet: RenderSheet;
  readonly now: () => Date;
}

interface SharedSheetRequest {
  readonly token: string;
  readonly query: Readonly<Record<string, string>>;
  /** The header `Accept`. */
  readonly accept: string | undefined;
}

const MISSING = succeed<TextAnswer>(
  { status: 404, contentType: HTML_TYPE, text: MISSING_SHEET_PAGE },
  HTML_SHEET_HEADERS,
);

/**
 * The sheet of a share link, whose view is counted first. Every link that does not work has the same answer: a malformed,
 * forged, expired, replaced or revoked one, and those of deleted quotes, inactive organizations and other environments.
 */
export function openSharedSheetUseCase({ environment, links, renderSheet, now }: OpenSharedSheetPorts) {
  return async ({ token, query, accept }: SharedSheetRequest): Promise<Outcome<TextAnswer>> => {
    const format = readSheetFormat(query, accept);
    if (!format.ok) return format;
    const shared = parseShareToken(token);
    if (shared === undefined || shared.environment !== environment) return MISSING;
    const { account, quoteId } = shared;
    if (!(await links.countView(account, quoteId, shareTokenHash(token), now()))) return MISSING;
    const sheet = await renderSheet(account, quoteId, format.body);
    return typeof sheet === 'string' ? MISSING : sheet;
  };
}
