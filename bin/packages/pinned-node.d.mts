export interface Platform {
  readonly platform: string;
  readonly arch: string;
}

export interface Download extends Platform {
  /** Hash of the archive; default: the pinned one. */
  readonly sha256?: string;
  /** Base URL of the releases; default: nodejs.org. */
  readonly releases?: string;
}

export const ARCHIVE_SHA256: Readonly<Record<string, string>>;
export function pinnedNode(modules: string, platform?: Platform): string | undefined;
export function comesInArchive(platform?: Platform): boolean;
export function downloadNode(modules: string, download?: Download): Promise<void>;
