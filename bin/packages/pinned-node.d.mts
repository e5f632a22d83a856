export interface Platform {
  readonly platform: string;
  readonly arch: string;
}

export interface Download extends Platform {
  /** Of the archive; the pinned one when absent. */
  readonly sha256?: string;
  /** Where releases are, each in a folder of its version; nodejs.org's when absent. */
  readonly releases?: string;
}

export const NODE_VERSION: string;
export const ARCHIVE_SHA256: Readonly<Record<string, string>>;
export function pinnedNode(modules: string, platform?: Platform): string | undefined;
export function comesInArchive(platform?: Platform): boolean;
export function downloadNode(modules: string, download?: Download): Promise<void>;
