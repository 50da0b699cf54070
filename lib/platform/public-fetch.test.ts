import { createServer, request, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { fetchPublic, isPublicAddress, postPublic, PublicFetchError, type Network } from "./public-fetch";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A local server and a network in which it counts as public, with its port over HTTP and DNS answers from `hosts`. */
async function startServer(
  listener: RequestListener,
  hosts: Record<string, string[]> = { "fotos.example": ["127.0.0.1"] },
) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()));
  const port = String((server.address() as AddressInfo).port);
  const asked: string[] = [];
  const network: Network = {
    protocol: "http:",
    ports: [port],
    isPublic: (address) => address === "127.0.0.1",
    request: request as Network["request"],
    resolve: async (host) => {
      asked.push(host);
      return hosts[host] ?? [];
    },
  };
  return { network, asked, at: (path: string, host = "fotos.example") => `http://${host}:${port}${path}` };
}

const limits = { maxBytes: 1000, accept: "image/*" };
const problemOf = async (fetching: Promise<unknown>) => {
  const error = await fetching.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof PublicFetchError ? error.problem : error;
};

describe("isPublicAddress", () => {
  it.each(["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"])("accepts %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "198.18.0.1",
    "203.0.113.1",
    "224.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2001::1",
    "fe80::1",
    "fec0::1",
    "fd00:ec2::254",
    "fc00::1",
    "ff02::1",
    "2001:db8::1",
    "4000::1",
    "fotos.example",
    "",
  ])("rejects %j", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("a URL that is rejected without a network request", () => {
  it.each([
    ["http://example.org/a.jpg", "address"],
    ["ftp://example.org/a.jpg", "address"],
    ["file:///etc/passwd", "address"],
    ["data:image/png;base64,AA==", "address"],
    ["https://ana:senha@example.org/a.jpg", "address"],
    ["https://example.org:8443/a.jpg", "address"],
    ["https://", "address"],
    ["//example.org/a.jpg", "address"],
    ["https://127.0.0.1/a.jpg", "private"],
    ["https://2130706433/a.jpg", "private"],
    ["https://0177.0.0.1/a.jpg", "private"],
    ["https://0x7f.1/a.jpg", "private"],
    ["https://127.1/a.jpg", "private"],
    ["https://169.254.169.254/latest/meta-data", "private"],
    ["https://192.168.0.1/a.jpg", "private"],
    ["https://100.64.0.1/a.jpg", "private"],
    ["https://[::1]/a.jpg", "private"],
    ["https://[::ffff:127.0.0.1]/a.jpg", "private"],
    ["https://[::ffff:7f00:1]/a.jpg", "private"],
    ["https://[fd00::1]/a.jpg", "private"],
    ["https://[fe80::1]/a.jpg", "private"],
    ["https://①②⑦.0.0.1/a.jpg", "private"],
  ])("%s is rejected as %s", async (address, problem) => {
    expect(await problemOf(fetchPublic(address, limits))).toBe(problem);
  });

  it("a host name of this machine is rejected after the DNS lookup", async () => {
    expect(await problemOf(fetchPublic("https://localhost/a.jpg", limits))).toBe("private");
  });
});

describe("fetchPublic", () => {
  it("returns the bytes and sends no cookies and no credentials", async () => {
    let sent: Record<string, unknown> = {};
    const { network, at } = await startServer(({ headers }, answer) => {
      sent = headers;
      answer.end("picture");
    });
    expect(String(await fetchPublic(at("/a.jpg"), { ...limits, network }))).toBe("picture");
    expect(Object.keys(sent).toSorted()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  });

  it.each([[["10.0.0.8"]], [["127.0.0.1", "169.254.169.254"]], [["fd00::1"]], [["::ffff:10.0.0.1"]]])(
    "rejects a host name that resolves to %j",
    async (answers) => {
      let requests = 0;
      const { network, at } = await startServer((_, answer) => answer.end(String(++requests)), {
        "fotos.example": answers,
      });
      expect(await problemOf(fetchPublic(at("/a.jpg"), { ...limits, network }))).toBe("private");
      expect(requests).toBe(0);
    },
  );

  it("resolves the host once and connects to that IP address", async () => {
    const { network, at, asked } = await startServer((_, answer) => answer.end("picture"));
    const answers = [["127.0.0.1"], ["10.0.0.8"]];
    const resolve = async (host: string) => {
      asked.push(host);
      return answers.shift() ?? [];
    };
    expect(String(await fetchPublic(at("/a.jpg"), { ...limits, network: { ...network, resolve } }))).toBe("picture");
    expect(asked).toEqual(["fotos.example"]);
  });

  it("follows a relative and an absolute redirect", async () => {
    const { network, at } = await startServer(({ url }, answer) => {
      if (url === "/1") answer.writeHead(302, { location: "/2" }).end();
      else if (url === "/2") answer.writeHead(301, { location: at("/3") }).end();
      else answer.end(url);
    });
    expect(String(await fetchPublic(at("/1"), { ...limits, network }))).toBe("/3");
  });

  it.each([
    ["a private address", "http://10.0.0.8:PORT/", "private"],
    ["a private address in decimal", "http://167772168:PORT/", "private"],
    ["a name with a private address", "http://dentro.example:PORT/", "private"],
    ["another port", "http://fotos.example:1/", "address"],
    ["another protocol", "file:///etc/passwd", "address"],
    ["itself, endlessly", "/a.jpg", "redirects"],
  ])("rejects a redirect to %s", async (_, location, problem) => {
    const { network, at } = await startServer(
      (_request, answer) => answer.writeHead(302, { location: location.replace("PORT", network.ports[0]!) }).end(),
      { "fotos.example": ["127.0.0.1"], "dentro.example": ["10.0.0.8"] },
    );
    expect(await problemOf(fetchPublic(at("/a.jpg"), { ...limits, network }))).toBe(problem);
  });

  it.each([
    [
      "announced",
      (answer: Parameters<RequestListener>[1]) =>
        answer.writeHead(200, { "content-length": "5000" }).end("x".repeat(5000)),
    ],
    [
      "without Content-Length",
      (answer: Parameters<RequestListener>[1]) => (answer.write("x".repeat(600)), answer.end("x".repeat(600))),
    ],
  ])("rejects a body that is too large and %s", async (_, send) => {
    const { network, at } = await startServer((_request, answer) => void send(answer));
    expect(await problemOf(fetchPublic(at("/a.jpg"), { ...limits, network }))).toBe("tooLarge");
  });

  it("times out on an endless body", async () => {
    const { network, at } = await startServer((_, answer) => void answer.write("x"));
    expect(await problemOf(fetchPublic(at("/a.jpg"), { ...limits, timeoutMs: 200, network }))).toBe("timeout");
  });

  it("times out on a DNS query without a response", async () => {
    const { network, at } = await startServer((_, answer) => answer.end());
    const waiting = { ...network, resolve: () => new Promise<never>(() => undefined) };
    expect(await problemOf(fetchPublic(at("/a.jpg"), { ...limits, timeoutMs: 200, network: waiting }))).toBe("timeout");
  });

  it.each([404, 204, 500])("HTTP %i is unreachable", async (status) => {
    const { network, at } = await startServer((_, answer) => answer.writeHead(status).end());
    expect(await problemOf(fetchPublic(at("/a.jpg"), { ...limits, network }))).toBe("unreachable");
  });

  it("a host name without an IP address is unreachable", async () => {
    const { network, at } = await startServer((_, answer) => answer.end());
    expect(await problemOf(fetchPublic(at("/a.jpg", "nada.example"), { ...limits, network }))).toBe("unreachable");
  });
});

describe("postPublic", () => {
  const sent = { body: '{"id":"ç"}', headers: { "content-type": "application/json" }, maxBytes: 1000 };

  it.each([200, 204, 410, 500])("sends the body once and returns HTTP %i", async (status) => {
    const requests: unknown[] = [];
    const { network, at } = await startServer((request, answer) => {
      let body = "";
      request.setEncoding("utf8").on("data", (part: string) => (body += part));
      request.on("end", () => {
        requests.push([request.method, request.headers["content-type"], body]);
        answer.writeHead(status).end();
      });
    });
    expect(await postPublic(at("/aviso"), { ...sent, network })).toBe(status);
    expect(requests).toEqual([["POST", "application/json", sent.body]]);
  });

  it("follows no redirect", async () => {
    const urls: unknown[] = [];
    const { network, at } = await startServer(({ url }, answer) => {
      urls.push(url);
      answer.writeHead(307, { location: "/other" }).end();
    });
    expect(await problemOf(postPublic(at("/aviso"), { ...sent, network }))).toBe("redirects");
    expect(urls).toEqual(["/aviso"]);
  });

  it.each([
    ["http://exemplo.org/", "address"],
    ["https://exemplo.org:8443/", "address"],
    ["https://ana:senha@exemplo.org/", "address"],
    ["https://127.0.0.1/", "private"],
    ["https://169.254.169.254/latest/meta-data", "private"],
  ])("rejects %s without a network request as %s", async (address, problem) => {
    expect(await problemOf(postPublic(address, sent))).toBe(problem);
  });

  it("rejects a host name that resolves to a private address", async () => {
    const { network, at } = await startServer((_, answer) => answer.end(), { "fotos.example": ["10.0.0.8"] });
    expect(await problemOf(postPublic(at("/aviso"), { ...sent, network }))).toBe("private");
  });

  it("rejects an answer that is too large, and one that never ends", async () => {
    const { network, at } = await startServer(
      ({ url }, answer) => void (url === "/large" ? answer.end("x".repeat(1001)) : answer.write("x")),
    );
    expect(await problemOf(postPublic(at("/large"), { ...sent, network }))).toBe("tooLarge");
    expect(await problemOf(postPublic(at("/endless"), { ...sent, timeoutMs: 200, network }))).toBe("timeout");
  });
});
