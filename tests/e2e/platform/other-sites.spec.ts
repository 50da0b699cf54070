import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/test";

const API = path.resolve(import.meta.dirname, "../../../app/api");
/** Receives signed events from servers and reads no cookie. */
const WEBHOOKS = "/api/webhooks/";

/** A mail program sends the request that ends these mails (RFC 8058); the link in the address is checked instead. */
const ONE_CLICK = ["/api/event-follows/[link]", "/api/registrations/messages/[token]"];

/** Addresses of the handlers that answer POST. */
const ADDRESSES = readdirSync(API, { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      path.basename(file) === "route.ts" &&
      /export (?:(?:async )?function|const) POST\b/.test(readFileSync(path.join(API, file), "utf8")),
  )
  .map((file) => `/api/${path.dirname(file)}`)
  .filter((address) => !address.startsWith(WEBHOOKS) && !ONE_CLICK.includes(address));

/** Headers that a browser sends for a request from a page of this or another site. */
type Sent = Record<string, string>;

test("requests from pages of other sites change nothing", async ({ visitorAs, baseURL }) => {
  expect(ADDRESSES.length).toBeGreaterThan(9);
  const [visitor, admin] = [await visitorAs(null), await visitorAs("superadministrador")];
  for (const address of ADDRESSES) {
    const foreign: Sent[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: baseURL! },
      { origin: "http://evil.example" },
      { origin: "null" },
    ];
    for (const headers of foreign) {
      const shown = `${address} ${JSON.stringify(headers)}`;
      expect((await visitor.post(address, { headers, data: "{}" })).status(), shown).toBe(403);
      expect((await admin.post(address, { headers, data: "{}" })).status(), shown).toBe(403);
    }
    const own: Sent[] = [{ "sec-fetch-site": "same-origin", origin: baseURL! }, { origin: baseURL! }];
    for (const headers of own) {
      const status = (await admin.post(address, { headers, data: "{}" })).status();
      expect(status, address).not.toBe(403);
      expect(status, address).toBeLessThan(500);
    }
  }
  expect((await admin.get("/api/backup", { headers: { "sec-fetch-site": "cross-site" } })).status()).toBe(403);
});
