import http from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

/** Supabase Realtime on loopback: protocol 2.0.0 with public channels, and the HTTP endpoint for broadcasts. */
export type RealtimeDouble = {
  /** Value of REALTIME_URL. */
  url: string;
  /** Every text frame to and from browsers, oldest first. */
  frames: { from: "browser" | "server"; frame: Frame }[];
  /** Bodies that the HTTP endpoint accepted. */
  posted: { messages: Message[] }[];
  /** Topics without their prefix that are joined now, one entry for each browser. */
  joined: () => string[];
  /** The number of open connections. */
  connections: () => number;
  /** Refuses every join, as a project does that allows private channels only. */
  refusePublicChannels: () => void;
  /** Ends every connection without a closing handshake, as a lost network does. */
  dropConnections: () => void;
  /** Refuses new connections until it is called with false. */
  refuseConnections: (isRefusing: boolean) => void;
  /** Closes every channel and keeps the connections. */
  closeChannels: () => void;
  close: () => Promise<void>;
};

/** Join reference, reference, topic, event and payload. */
type Frame = [string | null, string | null, string, string, unknown];
type Message = { topic: string; event: string; payload: object; private?: boolean };

const ROOT = "/realtime/v1";
const PREFIX = "realtime:";

class Hub {
  readonly frames: RealtimeDouble["frames"] = [];
  readonly posted: RealtimeDouble["posted"] = [];
  /** Join references by topic, of each connection. */
  readonly channels = new Map<WebSocket, Map<string, string>>();
  isPrivateOnly = false;

  send(socket: WebSocket, frame: Frame): void {
    this.frames.push({ from: "server", frame });
    socket.send(JSON.stringify(frame));
  }

  broadcast({ topic, event, payload }: Message, except?: WebSocket): void {
    for (const [socket, joined] of this.channels)
      if (socket !== except && joined.has(PREFIX + topic))
        this.send(socket, [null, null, PREFIX + topic, "broadcast", { event, payload, type: "broadcast" }]);
  }

  closeChannels(): void {
    for (const [socket, joined] of this.channels) {
      for (const [topic, reference] of joined) this.send(socket, [reference, reference, topic, "phx_close", {}]);
      joined.clear();
    }
  }

  receive(socket: WebSocket, text: string): void {
    const frame = JSON.parse(text) as Frame;
    this.frames.push({ from: "browser", frame });
    const [joinRef, ref, topic, event, payload] = frame;
    const reply = (status: "ok" | "error", response: object) =>
      this.send(socket, [joinRef, ref, topic, "phx_reply", { status, response }]);
    const joined = this.channels.get(socket)!;
    if (topic === "phoenix" && event === "heartbeat") return reply("ok", {});
    if (event === "phx_join") return this.join(joined, frame, reply);
    if (!joined.has(topic)) return reply("error", { reason: "unmatched topic" });
    if (event === "phx_leave") {
      joined.delete(topic);
      reply("ok", {});
      return this.send(socket, [joinRef, ref, topic, "phx_close", {}]);
    }
    if (event === "broadcast") this.broadcast({ ...(payload as Message), topic: topic.slice(PREFIX.length) }, socket);
  }

  private join(
    joined: Map<string, string>,
    [joinRef, , topic, , payload]: Frame,
    reply: (status: "ok" | "error", response: object) => void,
  ): void {
    const isPrivate = (payload as { config?: { private?: boolean } }).config?.private === true;
    if (!topic.startsWith(PREFIX) || topic === PREFIX)
      return reply("error", { reason: "You must provide a topic name" });
    if (isPrivate) return reply("error", { reason: "Unauthorized: this double has no policies" });
    if (this.isPrivateOnly) return reply("error", { reason: "PrivateOnly: This project only allows private channels" });
    joined.set(topic, joinRef ?? "");
    reply("ok", { postgres_changes: [] });
  }
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Answers the endpoint for broadcasts: 401 without the key, 422 for a body without messages, else 202. */
async function accept(hub: Hub, key: string, request: http.IncomingMessage): Promise<number> {
  if (request.method !== "POST" || request.url !== `${ROOT}/api/broadcast`) return 404;
  if (request.headers.apikey !== key) return 401;
  const body = JSON.parse(await textOf(request)) as { messages?: Message[] };
  const messages = body.messages ?? [];
  if (messages.length === 0 || messages.some(({ topic, event, payload }) => !topic || !event || !payload)) return 422;
  hub.posted.push({ messages });
  // Private messages reach private channels only, which this double has none of.
  for (const message of messages) if (!message.private) hub.broadcast(message);
  return 202;
}

/** Starts the double on a free port; it accepts one key. */
export async function startRealtimeDouble(key: string): Promise<RealtimeDouble> {
  const hub = new Hub();
  let isRefusing = false;
  const server = http.createServer((request, response) => {
    accept(hub, key, request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    );
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, stream, head) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const isKnown = pathname === `${ROOT}/websocket` && searchParams.get("vsn") === "2.0.0";
    if (isRefusing || !isKnown || searchParams.get("apikey") !== key) return stream.destroy();
    sockets.handleUpgrade(request, stream, head, (socket) => {
      hub.channels.set(socket, new Map());
      socket.on("message", (data: Buffer) => hub.receive(socket, data.toString("utf8")));
      socket.on("close", () => hub.channels.delete(socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const dropConnections = () => sockets.clients.forEach((socket) => socket.terminate());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${ROOT}`,
    frames: hub.frames,
    posted: hub.posted,
    joined: () =>
      [...hub.channels.values()].flatMap((joined) => [...joined.keys()].map((topic) => topic.slice(PREFIX.length))),
    connections: () => hub.channels.size,
    refusePublicChannels: () => void (hub.isPrivateOnly = true),
    dropConnections,
    refuseConnections: (refusing) => void (isRefusing = refusing),
    closeChannels: () => hub.closeChannels(),
    close: () =>
      new Promise((resolve) => {
        dropConnections();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
