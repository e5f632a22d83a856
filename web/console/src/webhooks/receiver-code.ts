export const SIGNED_HEADERS = [
  ['webhook-id', 'Id of the event, the same on each attempt and each redelivery. Process each id once.'],
  [
    'webhook-timestamp',
    'Time of the attempt, in seconds since 1970. Reject more than 5 minutes of difference.',
  ],
  ['webhook-signature', 'HMAC-SHA256 of id, timestamp and body; two of them after the secret was replaced.'],
] as const;

interface Receiver {
  readonly language: string;
  /** A complete program. It reads WEBHOOK_SECRET and PORT, and prints its port when it listens. */
  readonly code: string;
  readonly start: string;
}

const TYPESCRIPT = `import { createServer } from 'node:http';
import { verifyWebhook } from 'freight-rates-client';

const { WEBHOOK_SECRET: secret = '', PORT: port = '3001' } = process.env;
// In production: a table with the event id as its key, written before the answer.
const processed = new Set<string>();

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const event = await verifyWebhook(Buffer.concat(chunks), request.headers, secret).catch(() => undefined);
  // Answer first: the service waits at most 5 seconds.
  response.writeHead(event === undefined ? 401 : 204).end();
  if (event === undefined || processed.has(event.id)) return;
  processed.add(event.id);
  console.log(event.event, event.id);
});

server.listen(Number(port), () => console.log('listening on', server.address()));
`;

const PYTHON = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
# In production: a table with the event id as its key, written before the answer.
processed = set()


def is_signed(headers, body: bytes) -> bool:
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), text.encode()) for text in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        valid = is_signed(self.headers, body)
        # Answer first: the service waits at most 5 seconds.
        self.send_response(204 if valid else 401)
        self.end_headers()
        event = json.loads(body) if valid else None
        if event is None or event["id"] in processed:
            return
        processed.add(event["id"])
        print(event["event"], event["id"], flush=True)


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", 3001))), Receiver)
print("listening on", server.server_address, flush=True)
server.serve_forever()
`;

export const RECEIVERS: readonly [Receiver, ...Receiver[]] = [
  { language: 'TypeScript', code: TYPESCRIPT, start: 'WEBHOOK_SECRET=whsec_... node receiver.ts' },
  { language: 'Python', code: PYTHON, start: 'WEBHOOK_SECRET=whsec_... python3 receiver.py' },
];
