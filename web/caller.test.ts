import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";

/** Sends a real request from this machine and returns the address that `callerOf` finds with these trusted proxies. */
async function callerWith(proxies: string, forwarded: string | undefined, host = "127.0.0.1"): Promise<string> {
  vi.resetModules();
  vi.stubEnv("TRUST_PROXY", proxies);
  const { callerOf } = await import("./caller");
  const server = http.createServer((request: IncomingMessage, response) => response.end(callerOf(request)));
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
  const { port } = server.address() as AddressInfo;
  try {
    const address = host.includes(":") ? `[${host}]` : host;
    return await (
      await fetch(`http://${address}:${port}`, {
        headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
      })
    ).text();
  } finally {
    server.close();
  }
}

describe("callerOf", () => {
  it.each([
    ["without trusted proxies", "", "203.0.113.9", "127.0.0.1"],
    ["from an address that is no trusted proxy", "10.0.0.0/8", "203.0.113.9", "127.0.0.1"],
    ["from an address outside IPv6 networks", "2001:db8::/32", "203.0.113.9", "127.0.0.1"],
  ])("uses the socket's address %s", async (_, proxies, forwarded, caller) => {
    expect(await callerWith(proxies, forwarded)).toBe(caller);
  });

  it.each([
    ["the last entry", "loopback", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["the last entry that is no proxy", "loopback,10.0.0.0/8", "198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["an IPv6 entry", "127.0.0.1", "2001:db8::7", "2001:db8::7"],
    ["the socket without the header", "loopback", undefined, "127.0.0.1"],
    ["the socket with an empty header", "loopback", " ", "127.0.0.1"],
  ])("behind a trusted proxy uses %s", async (_, proxies, forwarded, caller) => {
    expect(await callerWith(proxies, forwarded)).toBe(caller);
  });

  it("recognises an IPv4 proxy on an IPv6 socket", async () => {
    expect(await callerWith("127.0.0.0/8", "203.0.113.9", "::ffff:127.0.0.1")).toBe("203.0.113.9");
  });
});
