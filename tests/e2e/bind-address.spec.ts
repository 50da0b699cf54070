import net from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "./support/test";

const outside = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address));

/** How a connection to an address ends: "open", or the code of its error. */
function connect(address: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, address, () => end("open"));
    const end = (result: string) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(5_000, () => end("timeout"));
    socket.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? "error"));
  });
}

test("a server bound to 127.0.0.1 answers at no other address", async ({ baseURL }) => {
  const port = Number(new URL(baseURL!).port);
  expect(await connect("127.0.0.1", port)).toBe("open");
  // Linux has all of 127.0.0.0/8 on loopback, so that one other address is there without a network.
  for (const address of ["127.0.0.2", ...outside]) expect(await connect(address, port), address).not.toBe("open");
});
