import { describe, expect, it } from "vitest";
import { requireSameOrigin } from "./same-origin";

const request = (headers: Record<string, string>) =>
  new Request("http://localhost:3000/api/x", { method: "POST", headers: { host: "192.168.0.7:3000", ...headers } });

describe("requireSameOrigin", () => {
  it.each<[string, Record<string, string>]>([
    ["a page of the site", { "sec-fetch-site": "same-origin", origin: "http://localhost:3000" }],
    ["an address typed into the address bar", { "sec-fetch-site": "none" }],
    ["a program", {}],
    ["a page of the site over plain http", { origin: "http://192.168.0.7:3000" }],
    ["a page of the site behind a proxy that changes the host", { origin: "http://localhost:3000" }],
  ])("accepts %s", (_, headers) => {
    expect(() => requireSameOrigin(request(headers))).not.toThrow();
  });

  it.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site", origin: "http://evil.example" }],
    ["another site with the origin null", { "sec-fetch-site": "cross-site" }],
    ["another subdomain of the same domain", { "sec-fetch-site": "same-site" }],
    ["another site in a browser without Sec-Fetch-Site", { origin: "http://evil.example" }],
    ["another port of the same machine", { origin: "http://192.168.0.7:4000" }],
    ["a sandboxed frame", { origin: "null" }],
    ["an origin that is no address", { origin: "%%" }],
  ])("rejects %s", (_, headers) => {
    expect(() => requireSameOrigin(request(headers))).toThrow("access.denied");
  });
});
