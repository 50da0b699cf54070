import net from "node:net";

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** Parses a complete HTTP/1.1 response; status 0 when the server closed the connection without one. */
function parseAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...lines] = bytes
    .subarray(0, end < 0 ? 0 : end)
    .toString("latin1")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: end < 0 ? "" : bytes.subarray(end + 4).toString("utf8"),
  };
}

/** Sends exactly these bytes, because HTTP clients would normalise the target first. */
function sendRaw(origin: string, head: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(Number(port), hostname, () => socket.write(head, "latin1"));
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer to ${JSON.stringify(head.slice(0, 200))}`)));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE"
        ? resolve(parseAnswer(Buffer.concat(chunks)))
        : reject(error),
    );
    socket.on("close", () => resolve(parseAnswer(Buffer.concat(chunks))));
  });
}

/** Sends a request with this exact target and these extra header lines. */
export function getRaw(
  origin: string,
  target: string,
  headers: readonly string[] = [],
  { method = "GET", body = "" } = {},
): Promise<RawAnswer> {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${new URL(origin).host}`, "Connection: close", ...headers];
  return sendRaw(origin, `${lines.join("\r\n")}\r\n\r\n${body}`);
}
