import { describe, expect, it } from '@jest/globals';
import { MAX_TEXT_LENGTH } from '../../../shared/chats/chat.ts';
import { readMail, readMailHead } from '../../../shared/chats/read-mail.ts';

const DOMAIN = 'mail.example.com';
const NOW = new Date('2026-11-30T12:00:00Z');

const RESULTS =
  'amazonses.com;\r\n spf=pass (spfCheck: domain of bluepine.test designates 192.0.2.1 as permitted sender) client-ip=192.0.2.1; envelope-from=ann@bluepine.test; helo=mx.bluepine.test;\r\n dkim=pass header.i=@bluepine.test;\r\n dmarc=pass header.from=bluepine.test;';

/** A mail as Amazon SES stores it. */
function stored({
  results = RESULTS,
  own = 'From: Ann <Ann@bluepine.test>\r\nTo: quotes <q-abc@mail.example.com>',
  content = 'Content-Type: text/plain\r\n\r\nLBCT to Fontana, CA',
  returnPath = '<ann@bluepine.test>',
  virus = 'PASS',
} = {}): Buffer {
  return Buffer.from(
    [
      `Return-Path: ${returnPath}`,
      'Received: from mx.bluepine.test (mx.bluepine.test [192.0.2.1])',
      ' by inbound-smtp.us-east-1.amazonaws.com with SMTP id abc',
      ' for q-hidden@mail.example.com; Mon, 30 Nov 2026 12:00:00 +0000 (UTC)',
      'X-SES-Spam-Verdict: PASS',
      `X-SES-Virus-Verdict: ${virus}`,
      ...(results === '' ? [] : [`Authentication-Results: ${results}`]),
      own,
      content,
    ].join('\r\n'),
    'latin1',
  );
}
const head = (parts: Parameters<typeof stored>[0] = {}) => readMailHead(stored(parts), DOMAIN);
const from = (text: string) => `${text}\r\nTo: q-abc@mail.example.com`;

describe('the header of a mail', () => {
  it('has the sender, and the recipients of the envelope and of the mail, at the domain alone', async () => {
    const own =
      'From: Ann <Ann@bluepine.test>\r\nTo: Q-ABC@mail.example.com, other@elsewhere.test\r\nCc: Team: q-def@mail.example.com;\r\nMessage-ID: <1@bluepine.test>';
    expect(await head({ own })).toEqual({
      recipients: ['q-hidden', 'q-abc', 'q-def'],
      sender: 'ann@bluepine.test',
      messageId: '<1@bluepine.test>',
    });
  });

  it.each([
    ['no result', ''],
    ['the result of another server', RESULTS.replace('amazonses.com', 'mx.evil.test')],
    ['DMARC that fails', RESULTS.replace('dmarc=pass', 'dmarc=fail')],
    ['DMARC of another domain', RESULTS.replace('from=bluepine.test', 'from=evil.test')],
    ['two results of DMARC', `${RESULTS} dmarc=fail header.from=bluepine.test;`],
    [
      'no DMARC policy and no signature',
      'amazonses.com; spf=pass; dkim=none; dmarc=none header.from=bluepine.test;',
    ],
    [
      'a signature of another domain',
      'amazonses.com; dkim=pass header.i=@bluepine.test.evil.test; dkim=pass header.i=@evilbluepine.test; dmarc=none header.from=bluepine.test;',
    ],
    [
      'a sender who writes results into the address of the envelope',
      'amazonses.com; spf=pass envelope-from="x; dkim=pass header.i=@bluepine.test;"@evil.test; dmarc=none header.from=bluepine.test;',
    ],
  ])('is refused with %s', async (_, results) => {
    expect(await head({ results })).toEqual({ refused: 'not-authenticated' });
  });

  it('is refused if only the sender says that it is authenticated', async () => {
    const forged = `Authentication-Results: ${RESULTS}\r\nFrom: ann@bluepine.test`;
    const failed = RESULTS.replaceAll('=pass', '=fail');
    expect(await head({ results: failed, own: from(forged) })).toEqual({ refused: 'not-authenticated' });
    const relayed = `Received: from a by inbound-smtp.us-east-1.amazonaws.com with SMTP id b;\r\n${forged}`;
    expect(await head({ results: '', own: from(relayed) })).toEqual({ refused: 'not-authenticated' });
    expect(await readMailHead(Buffer.from(`${forged}\r\n\r\ntext`), DOMAIN)).toEqual({
      refused: 'not-authenticated',
    });
  });

  it('is accepted without a DMARC policy if the own domain or a part of it has signed', async () => {
    for (const signer of ['@bluepine.test', 'ann@mail.bluepine.test']) {
      const results = `amazonses.com 1; spf=fail; dkim=pass header.i=@list.test; dkim=pass header.i=${signer}; dmarc=none header.from=bluepine.test;`;
      expect(await head({ results })).toMatchObject({ sender: 'ann@bluepine.test' });
    }
  });

  it.each([
    ['Auto-Submitted: auto-replied'],
    ['Precedence: bulk'],
    ['List-Id: <news.bluepine.test>'],
    ['X-Auto-Response-Suppress: All'],
  ])('is refused as that of a machine with %s', async (line) => {
    expect(await head({ own: from(`From: ann@bluepine.test\r\n${line}`) })).toEqual({ refused: 'automatic' });
  });

  it('is refused of a bounce, a virus, the service itself, two senders, and without an end', async () => {
    expect(await head({ returnPath: '<>' })).toEqual({ refused: 'automatic' });
    expect(await head({ virus: 'FAIL' })).toEqual({ refused: 'virus' });
    expect(await head({ own: from('From: q-abc@mail.example.com') })).toEqual({ refused: 'own-address' });
    const two = ['From: ann@bluepine.test, eve@evil.test', 'From: ann@bluepine.test\r\nFrom: eve@evil.test'];
    for (const own of [...two, 'From: nobody', 'Subject: no sender'])
      expect(await head({ own: from(own) })).toEqual({ refused: 'malformed' });
    expect(await readMailHead(Buffer.alloc(600_000, 'x'), DOMAIN)).toEqual({ refused: 'malformed' });
    expect(await head({ own: from('From: ann@bluepine.test\r\nAuto-Submitted: no') })).toMatchObject({
      sender: 'ann@bluepine.test',
    });
  });
});

const read = (content: string, own = 'From: ann@bluepine.test') => readMail(stored({ own, content }), NOW);

describe('the text of a mail', () => {
  it.each([
    [
      'quoted-printable',
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nS=C3=A3o=\r\n Paulo',
      'São Paulo',
    ],
    [
      'base64',
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nTEJDVCB0byDCoEZvbnRhbmE=',
      'LBCT to \u00a0Fontana',
    ],
    ['Windows-1252', 'Content-Type: text/plain; charset=windows-1252\r\n\r\n40\x92 HC', '40’ HC'],
    ['UTF-16 charset that is unknown', 'Content-Type: text/plain; charset=x-unknown\r\n\r\nLBCT', 'LBCT'],
    [
      'alternatives',
      'Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>html</p>\r\n--b--',
      'plain',
    ],
    [
      'an S/MIME signature',
      'Content-Type: multipart/signed; boundary=b; protocol="application/pkcs7-signature"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nsigned\r\n--b\r\nContent-Type: application/pkcs7-signature; name=smime.p7s\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=smime.p7s\r\n\r\nMIIB\r\n--b--',
      'signed',
    ],
    ['a NUL and bare line ends', 'Content-Type: text/plain\r\n\r\na\0b\rc', 'ab\nc'],
  ])('is read of %s', async (_, content, text) => {
    expect(await read(content)).toMatchObject({ text, isCut: false, files: [] });
  });

  it('is read of HTML, with tables as lines with tabs', async () => {
    const html =
      '<table><tr><td><p>Hi,</p><table><tr><th>Origin</th><th>To</th></tr><tr>\n<td><p>LBCT</p></td><td>Fontana,&nbsp;CA &amp; more</td></tr></table></td></tr></table><script>x</script>';
    const { text } = await read(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`);
    expect(text.replace(/\n+/g, '\n').replace(/ +\t/g, '\t')).toMatch(
      /^Hi,\nOrigin\tTo\nLBCT\tFontana,\s?CA & more$/,
    );
  });

  it('is cut, and says so', async () => {
    const { text, isCut } = await read(`Content-Type: text/plain\r\n\r\n${'word '.repeat(20_000)}`);
    expect([text.length, isCut]).toEqual([MAX_TEXT_LENGTH, true]);
  });

  it('has the subject in one line, and the day on which the sender wrote it', async () => {
    const own = (date: string) =>
      `From: ann@bluepine.test\r\nSubject: =?utf-8?Q?S=C3=A3o_=0A_next?= week\r\nDate: ${date}`;
    const plain = 'Content-Type: text/plain\r\n\r\ntext';
    expect(await read(plain, own('Sun, 29 Nov 2026 21:00:00 -0800'))).toMatchObject({
      ...{ subject: 'São next week', day: '2026-11-29' },
    });
    for (const date of ['Thu, 1 Jan 1970 00:00:00 +0000', 'Fri, 1 Jan 2100 00:00:00 +0000', 'soon'])
      expect(await read(plain, own(date))).toMatchObject({ day: '2026-11-30' });
  });

  it('stands beside its files, but not beside pictures of the page', async () => {
    const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`;
    const content = `Content-Type: multipart/related; boundary=b\r\n\r\n${part('Content-Type: text/html', '<img src="cid:1">text')}${part('Content-Type: image/png; name=logo.png\r\nContent-ID: <1>', 'x')}${part('Content-Type: text/csv; name="a\tb.csv"\r\nContent-Disposition: attachment', 'a,b\r\n1,2')}--b--`;
    const { text, files } = await read(content);
    expect(text).toContain('text');
    expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['a b.csv', 'a,b\n1,2\n'],
    ]);
  });

  it('is read of hostile pages in time that grows with their length', async () => {
    const began = performance.now();
    for (const text of ['<tr', '<tr>', '<td>', '</td', '<', '<a href=', '<!--', '&amp', '<script>', ' <p> '])
      await read(`Content-Type: text/html\r\n\r\n${text.repeat(300_000 / text.length)}`);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await readMailHead(stored({ content: '\r\n'.repeat(700_000) }), DOMAIN)).toEqual({
      refused: 'malformed',
    });
  });
});
