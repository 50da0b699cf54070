import net from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "../support/test";

const outside = Object.values(networkInterfaces()).flatMap((list) =>
  (list ?? []).filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address),
);

/** The result of connecting to an address: "open" or the error code. */
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

test("a server bound to 127.0.0.1 does not answer on other addresses", async ({ baseURL }) => {
  const port = Number(new URL(baseURL!).port);
  expect(await connect("127.0.0.1", port)).toBe("open");
  // On Linux, all of 127.0.0.0/8 is loopback, so another address exists without a network.
  for (const address of ["127.0.0.2", ...outside]) expect(await connect(address, port), address).not.toBe("open");
});
