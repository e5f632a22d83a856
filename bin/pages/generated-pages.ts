import { commandLinePage } from './command-line.ts';
import { environmentVariablesPage } from './environment-variables.ts';
import { logCodesPage } from './log-codes.ts';

/** The pages that `npm run pages` writes, by path. */
export const GENERATED_PAGES: Readonly<Record<string, () => string>> = {
  'docs/operators/command-line.md': commandLinePage,
  'docs/operators/environment-variables.md': environmentVariablesPage,
  'docs/operators/log-codes.md': logCodesPage,
};
