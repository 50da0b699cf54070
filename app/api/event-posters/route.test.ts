import { beforeEach, describe, expect, it, vi } from "vitest";
import { readPublishLink } from "@/lib/events/publishing/links/queries";
import { LINK_HEADER } from "@/lib/events/publishing/links/rules";
import type { PublishLink } from "@/lib/events/publishing/links/schema";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { POST } from "./route";

const { upload, rpc, currentAccount } = vi.hoisted(() => ({
  upload: vi.fn<(path: string) => Promise<object>>(),
  rpc: vi.fn<(name: string, input: object) => Promise<object>>(),
  currentAccount: vi.fn<() => Promise<object | null>>(),
}));
vi.mock("@/lib/platform/auth/account", () => ({ currentAccount }));
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("@/lib/platform/rate-limit", () => ({ takeAttempt: vi.fn<typeof takeAttempt>() }));
vi.mock("@/lib/platform/same-origin", () => ({ requireSameOrigin: () => undefined }));
vi.mock("@/lib/platform/supabase/service", () => ({
  createServiceClient: () => ({ rpc, storage: { from: () => ({ upload }) } }),
}));
vi.mock("@/lib/events/publishing/links/queries", () => ({ readPublishLink: vi.fn<typeof readPublishLink>() }));
vi.mock("@/lib/panel/requests/service", () => ({ reencodePhoto: async (bytes: Uint8Array) => bytes }));

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
  rpc.mockReset().mockResolvedValue({ data: { outcome: "saved" }, error: null });
  currentAccount.mockReset().mockResolvedValue(null);
});

describe("a poster", () => {
  it("is stored for the holder of an open publish link", async () => {
    const response = await byLink();
    const { path, preview } = (await response.json()) as { path: string; preview: string };
    expect(response.status).toBe(201);
    expect(path).toMatch(/^\d{4}-\d{2}\/[0-9a-f-]{36}\.webp$/);
    expect(upload.mock.calls[0]![0]).toBe(path);
    expect(preview).toMatch(new RegExp(`^/arquivo-evento/${path}\\?ate=\\d+&prova=`));
    expect(rpc.mock.calls).toEqual([
      ["take_upload", { bucket: "event-files", name: path, bytes: 1, link_token: "p".repeat(43) }],
    ]);
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

  it("needs a confirmed e-mail address of the account", async () => {
    currentAccount.mockResolvedValue({ id: "1", emailVerified: false });
    const response = await send();
    expect([response.status, await response.json()]).toEqual([403, { code: "unverified" }]);
    currentAccount.mockResolvedValue({ id: "1", emailVerified: true });
    expect((await send()).status).toBe(201);
    expect(upload).toHaveBeenCalledOnce();
  });

  it("is refused above the limit of bytes", async () => {
    rpc.mockResolvedValue({ data: { outcome: "refused", field: null, reason: "full" }, error: null });
    const response = await byLink();
    expect([response.status, await response.json()]).toEqual([409, { code: "full" }]);
    expect(upload).not.toHaveBeenCalled();
  });
});
