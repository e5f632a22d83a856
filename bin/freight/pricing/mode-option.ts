import { Option } from 'commander';
import { KEY_MODES, type KeyMode } from '../../../shared/platform/account/account.ts';

export interface ModeOption {
  readonly mode: KeyMode;
}

/** `--mode` of commands on the prices of quotes. */
export const modeOption = () =>
  new Option('--mode <mode>', 'mode of the quotes').choices(KEY_MODES).default('test');
