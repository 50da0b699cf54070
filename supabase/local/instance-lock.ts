import { createHash } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { isPortTaken } from "./postgres";
import { BootError } from "./report";

/** Operating systems limit the path of a local socket to little more than this. */
const LONGEST_SOCKET_PATH = 100;
const ANSWER_MS = 1_000;

function socketPath(dir: string): string {
  const name = `lacambeche-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  const inside = path.join(dir, "backend.sock");
  return inside.length <= LONGEST_SOCKET_PATH ? inside : path.join(os.tmpdir(), `${name}.sock`);
}

/** The description that the running backend of this directory sends; undefined when none is listening. */
function askHolder(socket: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    const connection = net.connect(socket);
    connection.setTimeout(ANSWER_MS, () => connection.destroy());
    connection.on("data", (chunk) => (answer += chunk.toString()));
    connection.once("connect", () => connection.once("close", () => resolve(answer || "em execução")));
    connection.once("error", () => resolve(undefined));
  });
}

/** Prevents two backends on one directory: the second one fails with an error. The lock is a listening socket, so the operating system frees it even after a crash. */
export async function lockInstance(dir: string, port: number): Promise<() => void> {
  fs.mkdirSync(dir, { recursive: true });
  const socket = socketPath(dir);
  const holder = await askHolder(socket);
  if (holder)
    throw new BootError(
      `O backend local já está rodando nesta pasta (${holder}); use-o ou encerre-o antes de iniciar outro.`,
    );
  if (await isPortTaken(port))
    throw new BootError(`A porta ${port} já está em uso por outro programa; feche-o ou defina SUPABASE_LOCAL_PORT.`);
  if (process.platform !== "win32") fs.rmSync(socket, { force: true });
  const server = net.createServer((connection) => {
    connection.on("error", () => {}); // the client may have disconnected already
    connection.end(`processo ${process.pid}, porta ${port}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", () =>
      reject(new BootError("Outro backend local está iniciando nesta pasta; espere um instante e tente de novo.")),
    );
    server.listen(socket, resolve);
  });
  server.unref();
  return () => server.close();
}
