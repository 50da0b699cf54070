// @vitest-environment happy-dom
import { render, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { HISTORY_CACHE, TICKETS_CACHE } from "@/lib/platform/device-storage/rules";
import { KeepPages } from "./keep-pages";
import { removePagesOfOthers } from "./kept-pages";

const [GARAGE, CAR] = ["/diario-de-bordo", "/diario-de-bordo/00000000-0000-4000-8000-000000000001"];

/** Contents of the caches of the device, by name and path. */
let stored: Map<string, Map<string, string>>;
/** Pages that the service worker was asked to cache. */
let asked: string[];

const cacheOf = (name: string) => ({
  keys: async () => [...stored.get(name)!.keys()].map((path) => ({ url: `https://portal.example${path}` })),
  put: async (path: string, response: Response) => void stored.get(name)!.set(path, await response.text()),
});

beforeEach(() => {
  [stored, asked] = [new Map(), []];
  vi.stubGlobal("caches", {
    open: async (name: string) => {
      if (!stored.has(name)) stored.set(name, new Map());
      return cacheOf(name);
    },
    match: async (path: string, { cacheName }: { cacheName: string }) => {
      const body = stored.get(cacheName)?.get(path);
      return body === undefined ? undefined : new Response(body);
    },
    delete: async (name: string) => stored.delete(name),
  });
  const active = { postMessage: ({ path }: { path: string }) => asked.push(path) };
  const registration = { active, addEventListener: () => undefined };
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      observe = () => undefined;
    },
  );
  const container = {
    controller: null,
    register: async () => registration,
    ready: Promise.resolve(registration),
    addEventListener: () => undefined,
  };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: container });
});

it("keeps the missing pages, and removes those of another account first", async () => {
  const first = render(<KeepPages cacheName={HISTORY_CACHE} owner="one" paths={[GARAGE, CAR]} />);
  await waitFor(() => expect(asked).toEqual([GARAGE, CAR]));
  first.unmount();
  stored.get(HISTORY_CACHE)!.set(GARAGE, "garage of the first account");
  asked = [];
  const again = render(<KeepPages cacheName={HISTORY_CACHE} owner="one" paths={[GARAGE, CAR]} />);
  await waitFor(() => expect(asked).toEqual([CAR]));
  again.unmount();
  asked = [];
  render(<KeepPages cacheName={HISTORY_CACHE} owner="two" paths={[GARAGE, CAR]} />);
  await waitFor(() => expect(asked).toEqual([GARAGE, CAR]));
  expect(stored.get(HISTORY_CACHE)!.has(GARAGE)).toBe(false);
});

it("removes the pages of the account before at a change of account or the end of the session", async () => {
  render(<KeepPages cacheName={TICKETS_CACHE} owner="ana" paths={["/painel/ingressos"]} />);
  await waitFor(() => expect(asked).toEqual(["/painel/ingressos"]));
  await removePagesOfOthers(TICKETS_CACHE, "ana");
  expect(stored.has(TICKETS_CACHE)).toBe(true);
  await removePagesOfOthers(TICKETS_CACHE, "bia");
  expect(stored.has(TICKETS_CACHE)).toBe(false);
  stored.set(TICKETS_CACHE, new Map([["/painel/ingressos", "tickets without a known account"]]));
  await removePagesOfOthers(TICKETS_CACHE, null);
  expect(stored.has(TICKETS_CACHE)).toBe(false);
});
