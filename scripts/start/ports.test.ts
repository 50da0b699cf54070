import net, { type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { assertPortFree } from "./ports";

const listen = () =>
  new Promise<net.Server>((resolve) => {
    const server = net.createServer().listen(0, () => resolve(server));
  });

describe("assertPortFree", () => {
  it("names the busy port and suggests another, and accepts the port after it was released", async () => {
    const server = await listen();
    const { port } = server.address() as AddressInfo;
    await expect(assertPortFree(port)).rejects.toThrow(
      `a porta ${port} já está em uso. Feche o outro programa ou inicie com PORT=${port + 1} npm start.`,
    );
    await new Promise((resolve) => server.close(resolve));
    await expect(assertPortFree(port)).resolves.toBeUndefined();
  });
});
