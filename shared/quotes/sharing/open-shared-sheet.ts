import { type Outcome, reject } from '../../platform/http/outcome.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import type { RenderSheet } from '../sheet/render-sheet.ts';
import { readSheetFormat } from '../sheet/sheet-format.ts';
import { isShareToken, type ShareLinks, shareTokenHash } from './share-links.ts';

interface OpenSharedSheetPorts {
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

const MISSING = reject({ kind: 'not-found', message: 'This link does not work.' });

/**
 * The sheet of a share link, whose view is counted first. Every link that does not work has the same answer: a malformed,
 * unknown, expired, replaced or revoked one, and those of deleted quotes and inactive organizations.
 */
export function openSharedSheetUseCase({ links, renderSheet, now }: OpenSharedSheetPorts) {
  return async ({ token, query, accept }: SharedSheetRequest): Promise<Outcome<TextAnswer>> => {
    const format = readSheetFormat(query, accept);
    if (!format.ok) return format;
    const shared = isShareToken(token) ? await links.countView(shareTokenHash(token), now()) : undefined;
    if (shared === undefined) return MISSING;
    const sheet = await renderSheet(shared.account, [shared.quoteId], format.body);
    return sheet.ok ? sheet : MISSING;
  };
}
