import { createServer, type AddressInfo, type Socket } from "node:net";

type ReceivedMail = { from: string; to: string[]; messageId: string; source: string };

export type SmtpDouble = {
  url: string;
  /** Mails whose DATA was answered with 250. */
  received: ReceivedMail[];
  /** Number of mails received completely, including those not yet accepted. */
  arrived: () => number;
  /** Response to RCPT by address; 250 for all others. */
  refuse: Map<string, string>;
  close: () => Promise<void>;
};

/** An SMTP server in this process. It waits `pauseMs` before accepting a mail, so that tests can kill the sender in between. */
export async function startSmtpDouble({ pauseMs = 0 } = {}): Promise<SmtpDouble> {
  const received: ReceivedMail[] = [];
  let arrived = 0;
  const refuse = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    serve(socket, { received, refuse, pauseMs, onArrival: () => (arrived += 1) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    arrived: () => arrived,
    refuse,
    close,
  };
}

type Serving = Pick<SmtpDouble, "received" | "refuse"> & { pauseMs: number; onArrival: () => void };

function serve(socket: Socket, { received, refuse, pauseMs, onArrival }: Serving): void {
  let buffer = "";
  let isData = false;
  let mail = { from: "", to: [] as string[] };
  const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);
  const accept = (source: string) => {
    received.push({ ...mail, source, messageId: /^message-id: *(\S+)/im.exec(source)?.[1] ?? "" });
    mail = { from: "", to: [] };
    say("250 accepted");
  };
  const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? "";
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO" || verb === "HELO") return say("250 double");
    if (verb === "MAIL") mail.from = address(line);
    if (verb === "RCPT") {
      const refusal = refuse.get(address(line));
      if (refusal) return say(refusal);
      mail.to.push(address(line));
    }
    if (verb === "RSET") mail = { from: "", to: [] };
    if (verb === "DATA") {
      isData = true;
      return say("354 go on");
    }
    if (verb === "QUIT") return void socket.end("221 bye\r\n");
    say("250 ok");
  };
  socket.on("data", (chunk: Buffer) => {
    buffer += chunk.toString();
    for (;;) {
      const end = buffer.indexOf(isData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const text = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (!isData) command(text);
      else {
        isData = false;
        onArrival();
        setTimeout(accept, pauseMs, text);
      }
    }
  });
  say("220 double");
}
