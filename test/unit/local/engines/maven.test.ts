import { describe, expect, it } from 'vitest';
import { mirrorOfCentral } from '../../../../lib/local/engines/maven.ts';

const settings = (...mirrors: string[]) =>
  `<settings><mirrors>${mirrors.map((mirror) => `<mirror>${mirror}</mirror>`).join('\n')}</mirrors></settings>`;
const mirror = (of: string, url = 'https://mirror.example/maven') =>
  `<id>m</id>\n<mirrorOf> ${of} </mirrorOf>\n<url>\n${url}\n</url>`;

describe('the mirror of Maven Central in settings.xml', () => {
  it.each(['central', '*', 'external:*', 'snapshots, central'])('is the one with mirrorOf "%s"', (of) => {
    expect(mirrorOfCentral(settings(mirror('other', 'https://other.example'), mirror(of)))).toBe(
      'https://mirror.example/maven',
    );
  });

  it.each([
    ['the file is missing or empty', ''],
    ['there are no mirrors', settings()],
    ['the mirrors exclude Maven Central', settings(mirror('*,!central'), mirror('snapshots'))],
    ['the mirror is in a comment', settings(`-->`).replace('<mirror>', `<!--<mirror>${mirror('*')}`)],
  ])('is undefined if %s', (_, text) => {
    expect(mirrorOfCentral(text)).toBeUndefined();
  });
});
