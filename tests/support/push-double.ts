import { createECDH, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import ece from "http_ece";

/** A push service on loopback; like a real one, it stores encrypted messages and cannot read them. */
export type PushDouble = { url: string; close: () => Promise<void> };
export type Received = { headers: Record<string, string>; body: string };
export type Behaviour = "sent" | "gone" | "missing" | "broken" | "moved" | "silent";

const STATUS: Record<Exclude<Behaviour, "silent">, number> = {
  sent: 201,
  gone: 410,
  missing: 404,
  broken: 500,
  moved: 307,
};

/** A browser's side of a subscription; `behaviour` is the response of the service for it. */
export function newDevice(origin: string, behaviour: Behaviour = "sent") {
  const keys = createECDH("prime256v1");
  const p256dh = keys.generateKeys("base64url");
  const auth = randomBytes(16).toString("base64url");
  const id = randomBytes(12).toString("hex");
  const endpoint = `${origin}/${behaviour}/${id}`;
  return {
    endpoint,
    p256dh,
    auth,
    /** The messages that the service received for this device. */
    received: async () => (await (await fetch(`${origin}/received/${id}`)).json()) as Received[],
    /** Decrypts a message; throws when it was not encrypted for this device. */
    read: ({ body }: Received): unknown =>
      JSON.parse(
        ece
          .decrypt(Buffer.from(body, "base64"), { version: "aes128gcm", privateKey: keys, authSecret: auth })
          .toString("utf8"),
      ),
  };
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("base64");
}

/** Starts the double; without a port, on a free one. */
export async function startPushDouble(port = 0): Promise<PushDouble> {
  const kept = new Map<string, Received[]>();
  const serve = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const [, what = "", id = ""] = (request.url ?? "").split("/");
    if (what === "received")
      return void response.setHeader("content-type", "application/json").end(JSON.stringify(kept.get(id) ?? []));
    const message = { headers: request.headers as Record<string, string>, body: await bodyOf(request) };
    kept.set(id, [...(kept.get(id) ?? []), message]);
    if (what === "silent") return;
    response.writeHead(STATUS[what as "sent"] ?? 400, what === "moved" ? { location: `/sent/${id}` } : {}).end();
  };
  const server = http.createServer(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
