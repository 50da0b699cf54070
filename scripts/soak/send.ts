import http from "node:http";

const TIMEOUT_MS = 30_000;
/** Open connections; a request above them is lost, as with a client that finds no free port. */
const MAX_OPEN = 8000;
const agent = new http.Agent({ keepAlive: true, maxSockets: MAX_OPEN, maxFreeSockets: 256 });

export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer; keepsText?: boolean };
/** `status` 0: no answer within 30 seconds, or the connection broke. */
export type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string };

const NONE: Answer = { status: 0, headers: {}, text: "" };

let open = 0;

/** Sends a request and reads the whole answer; never throws. */
export function send(url: string, { method = "GET", headers = {}, body, keepsText }: Sent): Promise<Answer> {
  if (open >= MAX_OPEN) return Promise.resolve(NONE);
  open++;
  return new Promise<Answer>((resolve) => {
    const lost = () => resolve(NONE);
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = http.request(url, { method, agent, signal, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => keepsText && chunks.push(chunk));
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
      response.once("error", lost);
    });
    request.once("error", lost);
    request.end(body);
  }).finally(() => open--);
}

export const sendText = (url: string, sent: Sent) => send(url, { ...sent, keepsText: true });
