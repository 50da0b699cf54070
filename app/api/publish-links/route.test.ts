import { beforeEach, describe, expect, it, vi } from "vitest";
import { readPublishLink } from "@/lib/events/publishing/links/queries";
import type { PublishLink } from "@/lib/events/publishing/links/schema";
import { saveEvent, submitEventByLink } from "@/lib/events/publishing/mutations";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { POST } from "./route";
import { MAX_FIELDS } from "@/lib/events/publishing/schema";

vi.mock("@/lib/platform/failed-attempts/mutations", () => ({ countFailedAttempt: async () => undefined }));
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("@/lib/platform/rate-limit", () => ({ takeAttempt: vi.fn<typeof takeAttempt>() }));
vi.mock("@/lib/platform/same-origin", () => ({ requireSameOrigin: () => undefined }));
vi.mock("@/lib/platform/revalidate", () => ({ revalidatePages: () => undefined }));
vi.mock("@/lib/platform/supabase/service", () => ({ createServiceClient: () => ({}) }));
vi.mock("@/lib/events/publishing/links/queries", () => ({ readPublishLink: vi.fn<typeof readPublishLink>() }));
vi.mock("@/lib/events/publishing/mutations", () => ({
  saveEvent: vi.fn<typeof saveEvent>(),
  submitEventByLink: vi.fn<typeof submitEventByLink>(),
}));

const TOKEN = "p".repeat(43);
const EVENT = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
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
const FORM = {
  title: "Encontro",
  kind: "meeting",
  state_abbr: "SC",
  municipality_ibge: "4205407",
  organizer_name: "Museu",
  startDay: "2027-03-06",
  startTime: "09:00",
  endDay: "2027-03-06",
  endTime: "18:00",
};
const send = (body: BodyInit) => POST(new Request("http://localhost/api/publish-links", { method: "POST", body }));
const sent = (body: object) => send(JSON.stringify({ token: TOKEN, ...body }));

beforeEach(() => {
  vi.mocked(takeAttempt).mockReset();
  vi.mocked(readPublishLink).mockReset().mockResolvedValue(LINK);
  vi.mocked(saveEvent).mockReset().mockResolvedValue({ outcome: "saved", id: EVENT });
  vi.mocked(submitEventByLink).mockReset().mockResolvedValue({ outcome: "saved" });
});

describe("a publish link", () => {
  it("saves a new event with its token", async () => {
    const response = await sent({ payload: FORM });
    expect([response.status, await response.json()]).toEqual([200, { outcome: "saved", id: EVENT }]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(vi.mocked(saveEvent).mock.calls[0]!.slice(2)).toEqual([null, TOKEN]);
  });

  it("returns the fields that are wrong", async () => {
    const response = await sent({ payload: { ...FORM, title: "" } });
    expect(await response.json()).toEqual({ errors: { title: ["missing"] } });
    expect(saveEvent).not.toHaveBeenCalled();
  });

  it("does not save an event of somebody else", async () => {
    expect(await (await sent({ payload: { ...FORM, id: EVENT } })).json()).toEqual({ outcome: "gone" });
    expect(saveEvent).not.toHaveBeenCalled();
  });

  it("submits an event", async () => {
    const change = { id: EVENT, expected_version: "2026-11-24T02:00:00+00:00" };
    expect(await (await sent(change)).json()).toEqual({ outcome: "saved" });
    expect(vi.mocked(submitEventByLink).mock.calls[0]!.slice(1)).toEqual([TOKEN, change]);
  });

  it("lists the municipalities of a state", async () => {
    const { towns } = (await (await sent({ state: "SC" })).json()) as { towns: { name: string }[] };
    expect(towns.map(({ name }) => name)).toContain("Florianópolis");
  });

  it("that was revoked writes nothing", async () => {
    vi.mocked(readPublishLink).mockResolvedValue({ ...LINK, state: "revoked" });
    expect(await (await sent({ payload: FORM })).json()).toEqual({
      outcome: "refused",
      field: null,
      reason: "revoked",
    });
    expect(saveEvent).not.toHaveBeenCalled();
  });

  it("that does not exist counts as a guess", async () => {
    vi.mocked(readPublishLink).mockResolvedValue(null);
    expect((await sent({ payload: FORM })).status).toBe(404);
    vi.mocked(takeAttempt).mockImplementation(async (rule) => {
      if (rule === "publishLinkRefused") throw new AppError("rate.limited");
    });
    expect((await sent({ payload: FORM })).status).toBe(429);
    expect(saveEvent).not.toHaveBeenCalled();
  });
});

describe("a malformed body", () => {
  it.each([
    "",
    "{",
    "null",
    "[]",
    "1",
    "{}",
    "\u0000",
    new Uint8Array([0xff, 0xfe, 0x00]),
    JSON.stringify({ token: TOKEN }),
    JSON.stringify({ token: "x", state: "SC" }),
    JSON.stringify({ token: 1, state: "SC" }),
    JSON.stringify({ token: TOKEN, state: "XX" }),
    JSON.stringify({ token: TOKEN, payload: null }),
    JSON.stringify({ token: TOKEN, payload: [1] }),
    JSON.stringify({ token: TOKEN, payload: { title: 1 } }),
    JSON.stringify({ token: TOKEN, payload: { title: "a\u0000b" } }),
    JSON.stringify({ token: TOKEN, payload: { title: "\ud800" } }),
    JSON.stringify({
      token: TOKEN,
      payload: Object.fromEntries(Array.from({ length: MAX_FIELDS + 1 }, (_, n) => [n, ""])),
    }),
    JSON.stringify({ token: TOKEN, payload: { title: "x".repeat(300_000) } }),
    JSON.stringify({ token: TOKEN, id: "x", expected_version: "2026-11-24T02:00:00Z" }),
    JSON.stringify({ token: TOKEN, id: EVENT, expected_version: "yesterday" }),
    JSON.stringify({ token: TOKEN, id: EVENT }),
  ])("%j is refused as input", async (body) => {
    expect((await send(body)).status).toBe(400);
    expect([saveEvent, submitEventByLink].some((call) => vi.mocked(call as typeof saveEvent).mock.calls.length)).toBe(
      false,
    );
  });
});
