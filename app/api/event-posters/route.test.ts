import { beforeEach, describe, expect, it, vi } from "vitest";
import { readPublishLink } from "@/lib/event-publishing/links/queries";
import { LINK_HEADER } from "@/lib/event-publishing/links/rules";
import type { PublishLink } from "@/lib/event-publishing/links/schema";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { POST } from "./route";

const upload = vi.hoisted(() => vi.fn<(path: string) => Promise<object>>());
vi.mock("@/lib/platform/auth/account", () => ({ currentAccount: async () => null }));
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("@/lib/platform/rate-limit", () => ({ takeAttempt: vi.fn<typeof takeAttempt>() }));
vi.mock("@/lib/platform/same-origin", () => ({ requireSameOrigin: () => undefined }));
vi.mock("@/lib/platform/supabase/service", () => ({
  createServiceClient: () => ({ storage: { from: () => ({ upload }) } }),
}));
vi.mock("@/lib/event-publishing/links/queries", () => ({ readPublishLink: vi.fn<typeof readPublishLink>() }));
vi.mock("@/lib/requests/service", () => ({ reencodePhoto: async (bytes: Uint8Array) => bytes }));

type LinkEvent = PublishLink["events"][number];
const LINK: PublishLink = {
  state: "open",
  label: "Museu",
  email: null,
  phone: null,
  state_abbr: "SC",
  publishes_directly: false,
  expires_at: "2026-12-24T12:00:00+00:00",
  uses_left: 1,
  events: [],
};
const DRAFT = { status: "draft", published_at: null, starts_at: "2020-01-01T00:00:00Z" } as LinkEvent;

const send = (headers: Record<string, string> = {}) =>
  POST(new Request("http://localhost/api/event-posters", { method: "POST", body: "x", headers }));
const byLink = () => send({ [LINK_HEADER]: "p".repeat(43) });

beforeEach(() => {
  vi.mocked(takeAttempt).mockReset();
  vi.mocked(readPublishLink).mockReset().mockResolvedValue(LINK);
  upload.mockReset().mockResolvedValue({ data: {}, error: null });
});

describe("a poster", () => {
  it("is stored for the holder of an open publish link", async () => {
    const response = await byLink();
    const { path } = (await response.json()) as { path: string };
    expect(response.status).toBe(201);
    expect(path).toMatch(/^\d{4}-\d{2}\/[0-9a-f-]{36}\.webp$/);
    expect(upload.mock.calls[0]![0]).toBe(path);
  });

  it("is stored for a used link while one of its events can be edited", async () => {
    vi.mocked(readPublishLink).mockResolvedValue({ ...LINK, state: "used", events: [DRAFT] });
    expect((await byLink()).status).toBe(201);
  });

  it.each([
    ["a used link without an event", { ...LINK, state: "used" as const }],
    ["a revoked link", { ...LINK, state: "revoked" as const }],
    ["an unknown token", null],
  ])("is refused for %s", async (_, link) => {
    vi.mocked(readPublishLink).mockResolvedValue(link);
    expect((await byLink()).status).toBe(403);
    expect(upload).not.toHaveBeenCalled();
  });

  it("counts unknown tokens against the address", async () => {
    vi.mocked(readPublishLink).mockResolvedValue(null);
    await byLink();
    expect(vi.mocked(takeAttempt).mock.calls).toEqual([["publishLinkRefused", "192.0.2.1"]]);
  });

  it("needs an account without a link", async () => {
    expect((await send()).status).toBe(401);
  });
});
