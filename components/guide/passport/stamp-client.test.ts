// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HINT_COOKIE } from "@/lib/platform/device-storage/rules";
import type { QueuedStamp } from "@/lib/guide/passport/rules";
import { messagesOf } from "@/tests/support/messages";
import type { StampTexts } from "./stamp-client";

const queue = vi.hoisted(() => new Map<string, QueuedStamp>());
vi.mock("./stamp-queue", () => ({
  queueStamp: async (stamp: QueuedStamp) => void queue.set(stamp.clientId, stamp),
  queuedStamps: async () => [...queue.values()],
  removeStamps: async (ids: string[]) => ids.forEach((id) => queue.delete(id)),
  readOwner: async () => null,
  saveOwner: async () => undefined,
}));
const position = vi.hoisted(() => ({ accuracy: 20 }));
vi.mock("../../geo/map/geolocation", () => ({
  NOTICE_SHOWN: "notice-shown",
  requestPosition: (_: unknown, found: (position: unknown) => unknown) =>
    void found({
      coords: { latitude: -27.8, longitude: -50.3, accuracy: position.accuracy },
      timestamp: 1_700_000_000_000,
    }),
}));

const { startStamps } = await import("./stamp-client");
const all = messagesOf("pt-BR");
const group = (prefix: string, keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, all.get(`guide/passport.button.${prefix}${key}`)!]));
const texts = {
  ...group("", ["idle", "locating", "queued", "stamped", "waiting", "signedOut", "signIn", "noPosition", "notStored"]),
  result: group("result.", ["stamped", "already_stamped", "too_far", "inaccurate"]),
} as StampTexts;

const holder = () => document.querySelector<HTMLElement>("[data-stamp]")!;
const button = () => holder().querySelector("button")!;
const message = () => holder().querySelector("[role=status]")!.textContent;
const answer =
  (result: string, stamped: string[] = []) =>
  async (_: string, { body }: { body: string }) => {
    const { stamps } = JSON.parse(body) as { stamps: QueuedStamp[] };
    return Response.json({ owner: "a", results: stamps.map(({ clientId }) => ({ clientId, result })), stamped });
  };

let stop = () => {};
beforeEach(() => {
  queue.clear();
  position.accuracy = 20;
  document.body.innerHTML =
    '<div data-stamp="city:4209300"><button disabled><span data-label></span></button><p role="status"></p></div>';
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** Opens the page as a visitor or with an account, with these answers of the server. */
function open(isSignedIn: boolean, fetched: unknown) {
  document.cookie = `${HINT_COOKIE}=${isSignedIn ? "1" : ""}`;
  vi.stubGlobal("fetch", fetched);
  stop = startStamps({ texts, signIn: "/login?next=%2F" });
}

describe("startStamps()", () => {
  it("sends a stamp, removes it from the queue and shows the result", async () => {
    open(true, answer("stamped"));
    button().click();
    await vi.waitFor(() => expect(holder().dataset.state).toBe("stamped"));
    expect(message()).toBe(texts.result.stamped);
    expect(button().disabled).toBe(true);
    expect(queue.size).toBe(0);
  });

  it("keeps a stamp without a connection and sends it when the connection is back", async () => {
    const fetched = vi.fn().mockRejectedValue(new TypeError("offline"));
    open(true, fetched);
    button().click();
    await vi.waitFor(() => expect(message()).toBe(texts.waiting));
    expect(queue.size).toBe(1);
    fetched.mockImplementation(answer("stamped"));
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(holder().dataset.state).toBe("stamped"));
    expect(queue.size).toBe(0);
  });

  it("keeps the stamp of a visitor, sends nothing and links to the sign-in page", async () => {
    const fetched = vi.fn();
    open(false, fetched);
    button().click();
    await vi.waitFor(() => expect(holder().querySelector("a")?.getAttribute("href")).toBe("/login?next=%2F"));
    expect(queue.size).toBe(1);
    expect(fetched).not.toHaveBeenCalled();
  });

  it("sends a queue longer than one request in parts", async () => {
    const sizes: number[] = [];
    const subject = { owner: null, type: "city", lat: 0, lng: 0, accuracyM: 1 } as const;
    for (let index = 0; index < 60; index++)
      queue.set(`c${index}`, {
        ...subject,
        clientId: `c${index}`,
        id: String(index),
        stampedAt: "2026-01-01T00:00:00Z",
      });
    open(true, async (url: string, request: { body: string }) => {
      sizes.push((JSON.parse(request.body) as { stamps: unknown[] }).stamps.length);
      return answer("stamped")(url, request);
    });
    await vi.waitFor(() => expect(queue.size).toBe(0));
    expect(sizes).toEqual([25, 25, 10]);
  });

  it("shows the reason of a refusal and allows another attempt", async () => {
    open(true, answer("too_far"));
    button().click();
    await vi.waitFor(() => expect(message()).toBe(texts.result.too_far));
    expect(button().disabled).toBe(false);
    expect(queue.size).toBe(0);
  });

  it("does not store a stamp of an inaccurate position", async () => {
    open(true, answer("stamped"));
    position.accuracy = 1001;
    button().click();
    await vi.waitFor(() => expect(message()).toBe(texts.result.inaccurate));
    expect(queue.size).toBe(0);
  });

  it("marks the places that the account stamped before", async () => {
    open(true, answer("stamped", ["city:4209300"]));
    await vi.waitFor(() => expect(button().textContent).toBe(texts.stamped));
  });
});
