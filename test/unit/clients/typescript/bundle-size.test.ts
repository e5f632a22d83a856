import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../../../clients/typescript/src/', import.meta.url));

/** A minified bundle of these exports. esbuild fails if it needs a package or a module of Node. */
async function bundleOf(exports: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${exports} from './index.ts';`, resolveDir: SOURCES, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const text = outputFiles[0]?.text ?? '';
  const gzip = gzipSync(text, { level: 9 }).length;
  console.info(`export ${exports}: ${text.length} bytes minified, ${gzip} bytes with gzip`);
  return { text, gzip, inputs: Object.keys(metafile.inputs) };
}

describe('the bundle', () => {
  it('of the whole client is small, and has only code of the client', async () => {
    const { gzip, inputs } = await bundleOf('*');
    expect(gzip).toBeGreaterThan(1_000);
    expect(gzip).toBeLessThanOrEqual(7_500);
    expect(inputs.length).toBeGreaterThan(15);
    expect(inputs.filter((input) => !/(^|\/)clients\/typescript\/src\/|^<stdin>$/.test(input))).toEqual([]);
  });

  it('of the verification of webhooks leaves the rest out', async () => {
    const { text, gzip } = await bundleOf('{ verifyWebhook, WebhookVerificationError }');
    expect(text).toContain('webhook-signature');
    expect(text).not.toMatch(/x-api-key|QUOTE_LIMIT_EXCEEDED|pricing-strategy/);
    expect(gzip).toBeLessThanOrEqual(1_600);
  });
});
